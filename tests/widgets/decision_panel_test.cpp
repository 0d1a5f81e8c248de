// The dock Decision: the tree, its scores, and why not, by clicks with the mouse.
#include "widgets/decide/decision_panel.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_text.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {
namespace {

constexpr const char* kText = R"(tree
  when play.running
    when ball.to-own-goal < 2 do clear
    when 0.4 do keeper
  else do wait
)";

class DecisionPanelTest : public testing::Test {
protected:
    DecisionPanelTest() {
        auto tree = decision::readTreeText(kText, "tree test", "test.tree");
        m_search =
            decision::TreeSearch(std::make_shared<const decision::ConditionTree>(std::move(*tree)));
        m_panel.resize(360, 500);
        m_panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_panel));
        m_tree = m_panel.findChild<QTreeWidget*>(QStringLiteral("decision-tree"));
        m_conditions = m_panel.findChild<QTreeWidget*>(QStringLiteral("decision-conditions"));
    }

    void decide(double ballX, const char* fault = "") {
        auto frame = std::make_shared<world::AgentFrame>();
        frame->situation.isRunning = true;
        frame->body.pose.isValid = true;
        frame->world.ball.isKnown = true;
        frame->world.ball.p_F = {ballX, 0.0, 0.04};
        m_search.explain(m_search.choose({*frame, m_field}), frame->decision.trace);
        for (world::DecisionNode& node : frame->decision.trace.nodes) {
            node.isActive = node.isChosen && node.isLeaf();
        }
        frame->decision.trace.fault = fault;
        m_panel.setFrame(frame);
    }
    void click(const QTreeWidgetItem* item) {
        QApplication::processEvents(); // the lists have their places
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {},
                          m_tree->visualItemRect(item).center());
    }
    [[nodiscard]] std::string text(const char* label) const {
        return m_panel.findChild<QLabel*>(QLatin1String(label))->text().toStdString();
    }

    field::FieldModel m_field{field::newestField().dimensions};
    decision::TreeSearch m_search;
    DecisionPanel m_panel;
    QTreeWidget* m_tree = nullptr;
    QTreeWidget* m_conditions = nullptr;
};

TEST_F(DecisionPanelTest, ShowsTheTreeAndLightsThePath) {
    EXPECT_EQ(text("decision-head"), "No agent");
    decide(0.0);
    EXPECT_EQ(text("decision-head"), "tree test");
    ASSERT_EQ(m_tree->topLevelItemCount(), 2);
    const QTreeWidgetItem* running = m_tree->topLevelItem(0);
    ASSERT_EQ(running->childCount(), 2);
    EXPECT_EQ(running->text(0), QStringLiteral("play.running"));
    EXPECT_EQ(running->child(1)->text(0), QStringLiteral("0.4  \u2192  keeper"));
    EXPECT_EQ(running->child(1)->text(1), QStringLiteral("0.40"));
    EXPECT_TRUE(running->child(1)->font(0).bold());
    EXPECT_FALSE(running->child(0)->font(0).bold());
    EXPECT_NE(running->child(1)->background(0), QBrush());
    EXPECT_EQ(running->child(0)->background(0), QBrush());
    EXPECT_EQ(text("decision-why"), "0.4  \u2192  keeper: active.");
}

TEST_F(DecisionPanelTest, AClickAsksWhyNot) {
    decide(0.0);
    const QTreeWidgetItem* clear = m_tree->topLevelItem(0)->child(0);
    click(clear);
    EXPECT_EQ(m_panel.explained(), 1);
    EXPECT_EQ(text("decision-why"),
              "Why not ball.to-own-goal < 2  \u2192  clear? Its score is 0. "
              "\u201cball.to-own-goal < 2\u201d does not hold (value 15.00).");
    ASSERT_EQ(m_conditions->topLevelItemCount(), 2); // of the whole way
    EXPECT_EQ(m_conditions->topLevelItem(0)->text(0), QStringLiteral("play.running"));
    const QTreeWidgetItem* failing = m_conditions->topLevelItem(1);
    EXPECT_EQ(failing->text(0), QStringLiteral("ball.to-own-goal < 2"));
    EXPECT_EQ(failing->text(1), QStringLiteral("15.00"));
    EXPECT_EQ(failing->text(2), QStringLiteral("0.00"));
    EXPECT_EQ(failing->foreground(0).color(), kFaultColor);

    // The next frames, live or from a recording: the same node is explained.
    decide(-14.0);
    EXPECT_EQ(m_panel.explained(), 1);
    EXPECT_EQ(text("decision-why"), "ball.to-own-goal < 2  \u2192  clear: active.");
    click(m_tree->topLevelItem(0)->child(1));
    EXPECT_EQ(text("decision-why"), "Why not 0.4  \u2192  keeper? "
                                    "Its score, 0.40, does not exceed the 1.00 of "
                                    "\u201cball.to-own-goal < 2  \u2192  clear\u201d.");
}

// Between two places of a recording there is no frame for a moment.
TEST_F(DecisionPanelTest, KeepsWhatIsSelectedUntilTheNextFrameComes) {
    decide(0.0);
    click(m_tree->topLevelItem(0)->child(0));
    QSignalSpy changes(&m_panel, &DecisionPanel::selectionChanged);
    m_panel.setFrame(nullptr);
    EXPECT_EQ(m_panel.explained(), -1);
    decide(-14.0);
    EXPECT_EQ(m_panel.explained(), 1);
    EXPECT_EQ(text("decision-why"), "ball.to-own-goal < 2  \u2192  clear: active.");
    EXPECT_TRUE(changes.isEmpty()) << "nothing has changed for others";
    // It is no longer requested.
    m_panel.setFrame(nullptr);
    m_panel.select(-1);
    decide(0.0);
    EXPECT_EQ(m_panel.selected(), -1);
}

// An empty list makes way for what is to be read, in the lowest dock.
TEST_F(DecisionPanelTest, ItsHelpIsNotCut) {
    auto* why = m_panel.findChild<QLabel*>(QStringLiteral("decision-why"));
    for (const QSize size : {QSize(280, 330), QSize(220, 300), QSize(400, 260)}) {
        m_panel.setFrame(nullptr);
        m_panel.resize(size);
        EXPECT_TRUE(tests::waitUntil([&] {
            return m_panel.size() == size && why->height() >= why->heightForWidth(why->width());
        })) << size.width();
        EXPECT_FALSE(m_conditions->isVisible());
    }
    const int helpPx = why->minimumHeight();
    decide(0.0);
    EXPECT_TRUE(m_conditions->isVisible());
    EXPECT_LT(why->minimumHeight(), helpPx) << "a line needs no room for many";
}

TEST_F(DecisionPanelTest, ADoubleClickAsksForTheHistory) {
    decide(0.0);
    QSignalSpy plots(&m_panel, &DecisionPanel::plotRequested);
    const QTreeWidgetItem* clear = m_tree->topLevelItem(0)->child(0);
    click(clear);
    QTest::mouseDClick(m_tree->viewport(), Qt::LeftButton, {},
                       m_tree->visualItemRect(clear).center());
    ASSERT_EQ(plots.size(), 1);
    EXPECT_EQ(plots.at(0).at(0), QStringLiteral("decision.1.ball-to-own-goal-2.score"));
}

TEST_F(DecisionPanelTest, SaysThatAProgramsDecisionsAreNotKnown) {
    decide(0.0);
    auto frame = std::make_shared<world::AgentFrame>();
    frame->identity.team = "Others";
    frame->identity.robot.unum = game::UniformNumber(7);
    m_panel.setFrame(frame);
    EXPECT_EQ(text("decision-head"), "Others 7: decisions are unknown");
    EXPECT_NE(text("decision-why").find("recorded through Sideline's proxy"), std::string::npos);
    EXPECT_EQ(m_tree->topLevelItemCount(), 0);
    frame = std::make_shared<world::AgentFrame>(*frame);
    frame->decision.behavior = "walk";
    m_panel.setFrame(frame);
    EXPECT_EQ(text("decision-head"), "walk: nothing to explain");
}

TEST_F(DecisionPanelTest, SaysThatASavedFileIsRefused) {
    decide(0.0, "test.tree:2: nonsense");
    auto* fault = m_panel.findChild<QLabel*>(QStringLiteral("decision-fault"));
    EXPECT_TRUE(fault->isVisible());
    EXPECT_EQ(text("decision-fault"), "The saved file was rejected; agents continue with the "
                                      "previous version: test.tree:2: nonsense");
    decide(0.0);
    EXPECT_FALSE(fault->isVisible());
}

TEST_F(DecisionPanelTest, ShowsANetworkAndWhyAModuleIsNotAtWork) {
    auto network = decision::readNetworkText("network\ntheta 0\nbelief near = ball.to-own-goal < "
                                             "2\nbelief b = ball.flying\ngoal g\nwants b\n"
                                             "module hold\ndo keeper\neffect b 0.5\n"
                                             "module run\ndo striker\nneeds near\neffect b 1\n",
                                             "network test", "test.network");
    ASSERT_TRUE(network) << network.error().toString();
    decision::NetworkRun runs(
        std::make_shared<const decision::BehaviorNetwork>(std::move(*network)));
    auto frame = std::make_shared<world::AgentFrame>();
    frame->body.pose.isValid = true;
    frame->world.ball.isKnown = true;
    std::vector<decision::BehaviorRequest> requests;
    runs.decide({*frame, m_field}, 0.02, {}, requests);
    ASSERT_EQ(requests.size(), 1U);
    const decision::Work work{requests[0].node, requests[0].behavior, behavior::Status::Running};
    runs.explain({&work, 1}, frame->decision.trace);
    m_panel.setFrame(frame);
    EXPECT_EQ(text("decision-head"), "network test");
    ASSERT_EQ(m_tree->topLevelItemCount(), 4);
    const QTreeWidgetItem* modules = m_tree->topLevelItem(0);
    EXPECT_TRUE(modules->isExpanded());
    EXPECT_EQ(modules->text(1), QString()); // a group has no figure
    ASSERT_EQ(modules->childCount(), 2);
    EXPECT_FALSE(modules->child(0)->isExpanded());
    EXPECT_EQ(modules->child(0)->text(1), QStringLiteral("0.40"));
    EXPECT_TRUE(modules->child(0)->font(0).bold());
    click(modules->child(1));
    EXPECT_EQ(text("decision-why"), "Why not run  \u2192  striker? Its conditions do not hold. "
                                    "\u201cnear\u201d does not hold (value 0.00).");
    ASSERT_EQ(m_conditions->topLevelItemCount(), 1);
    EXPECT_EQ(m_conditions->topLevelItem(0)->text(0), QStringLiteral("near"));
    EXPECT_EQ(m_conditions->topLevelItem(0)->foreground(0).color(), kFaultColor);
}

// Decides twice, and shows the second decision.
template <typename Run, typename Program>
world::AgentFramePtr decidedBy(base::Expected<Program> program, const field::FieldModel& field) {
    EXPECT_TRUE(program) << program.error().toString();
    Run runs(std::make_shared<const Program>(std::move(*program)));
    auto frame = std::make_shared<world::AgentFrame>();
    frame->world.ball.isKnown = true;
    frame->world.ball.confidence = 0.4;
    std::vector<decision::Work> work;
    for (int i = 0; i < 3; ++i) {
        std::vector<decision::BehaviorRequest> requests;
        runs.decide({*frame, field}, 0.5, work, requests);
        work.clear();
        for (const decision::BehaviorRequest& request : requests) {
            work.push_back(
                {request.node, request.behavior, behavior::Status::Running, request.run});
        }
        runs.explain(work, frame->decision.trace);
    }
    return frame;
}

TEST_F(DecisionPanelTest, ShowsAMachineAndWhyAStateIsNotActive) {
    m_panel.setFrame(decidedBy<decision::MachineRun>(
        decision::readMachineText("machine\n any\n  to rest when play.over\n state hold do keeper\n"
                                  "  to run when ball.confidence\n state run do striker\n"
                                  " state rest do wait\n  to hold after 1\n",
                                  "machine test", "test.machine"),
        m_field));
    EXPECT_EQ(text("decision-head"), "machine test");
    EXPECT_EQ(m_tree->headerItem()->text(1), QStringLiteral("Value, time"));
    ASSERT_EQ(m_tree->topLevelItemCount(), 4);
    const QTreeWidgetItem* hold = m_tree->topLevelItem(1);
    EXPECT_EQ(hold->text(0), QStringLiteral("hold  \u2192  keeper"));
    EXPECT_EQ(hold->text(1), QStringLiteral("1.0 s"));
    EXPECT_TRUE(hold->font(0).bold());
    EXPECT_EQ(hold->child(0)->text(1), QStringLiteral("0.40"));
    EXPECT_EQ(m_tree->topLevelItem(2)->text(1), QString());
    EXPECT_EQ(text("decision-why"), "hold  \u2192  keeper: active.");
    click(m_tree->topLevelItem(2));
    EXPECT_EQ(text("decision-why"), "Why not run  \u2192  striker? \u201cto run when "
                                    "ball.confidence\u201d is only 0.40; it fires at 0.50. "
                                    "\u201cball.confidence\u201d does not hold (value 0.40).");
    ASSERT_EQ(m_conditions->topLevelItemCount(), 1); // of the transition that leads there
    EXPECT_EQ(m_conditions->topLevelItem(0)->text(0), QStringLiteral("ball.confidence"));
    click(m_tree->topLevelItem(3)->child(0));
    EXPECT_EQ(text("decision-why"), "Why not to hold after 1? Its state is not active.");
}

TEST_F(DecisionPanelTest, ShowsABehaviorTreeWithTheStatusOfItsNodes) {
    m_panel.setFrame(decidedBy<decision::BehaviorTreeRun>(
        decision::readBehaviorTreeXml(
            "<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\"><ReactiveFallback><Sequence>"
            "<ball-flying/><striker/></Sequence><keeper/></ReactiveFallback></BehaviorTree></root>",
            "behavior-tree test", "test.xml"),
        m_field));
    EXPECT_EQ(text("decision-head"), "behavior-tree test");
    EXPECT_EQ(m_tree->headerItem()->text(1), QStringLiteral("Status"));
    const QTreeWidgetItem* root = m_tree->topLevelItem(0);
    EXPECT_EQ(root->text(1), QStringLiteral("running"));
    const QTreeWidgetItem* sequence = root->child(0);
    EXPECT_EQ(sequence->text(1), QStringLiteral("failure"));
    EXPECT_EQ(sequence->child(0)->text(1), QStringLiteral("failure"));
    EXPECT_EQ(sequence->child(1)->text(1), QStringLiteral("idle"));
    EXPECT_EQ(root->child(1)->text(0), QStringLiteral("keeper"));
    EXPECT_TRUE(root->child(1)->font(0).bold());
    click(sequence->child(1));
    EXPECT_EQ(text("decision-why"),
              "Why not striker? It was not reached: \u201cball.flying\u201d returned failure, "
              "because \u201cball.flying\u201d does not hold (value 0.00).");
    click(sequence->child(0));
    EXPECT_EQ(text("decision-why"), "ball.flying: failure, because \u201cball.flying\u201d does "
                                    "not hold (value 0.00).");
    EXPECT_EQ(m_conditions->topLevelItem(0)->foreground(0).color(), kFaultColor);
    click(sequence);
    EXPECT_EQ(text("decision-why"), "Sequence: failure, because \u201cball.flying\u201d does not "
                                    "hold (value 0.00).");
}

// A fallback names all its children, a sequence the one that failed, an action what it reports.
TEST_F(DecisionPanelTest, TheFailureOfANodeNamesTheChildrenThatFailed) {
    auto frame = std::make_shared<world::AgentFrame>();
    world::DecisionTrace& trace = frame->decision.trace;
    trace.maker = "behavior-tree test";
    const auto add = [&](const char* name, const char* behavior, int depth,
                         decision::NodeStatus status, std::vector<world::DecisionTerm> terms) {
        world::DecisionNode node;
        node.name = name;
        node.behavior = behavior;
        node.depth = depth;
        node.score = decision::kStatusScores[static_cast<std::size_t>(status)];
        node.terms = static_cast<std::uint32_t>(terms.size());
        trace.nodes.push_back(node);
        trace.terms.insert(trace.terms.end(), terms.begin(), terms.end());
    };
    using enum decision::NodeStatus;
    add("choose", "", 0, Failure, {});
    add("attack", "", 1, Failure, {});
    add("ball.known", "", 2, Success, {{"ball.known", 1.0, 1.0}});
    add("near", "", 2, Failure, {{"ball.distance < 1", 2.25, 0.0}, {"ball.known", 1.0, 1.0}});
    add("kick", "kick", 2, Idle, {});
    add("defend", "keeper", 1, Failure,
        {{std::string(decision::kReport) + "fallen", std::nan(""), 0.0}});
    m_panel.setFrame(frame);
    click(m_tree->topLevelItem(0));
    EXPECT_EQ(text("decision-why"),
              "choose: failure, because \u201cattack\u201d failed: \u201cnear\u201d failed: "
              "\u201cball.distance < 1\u201d does not hold (value 2.25); "
              "\u201cdefend  \u2192  keeper\u201d failed: it reports \u201cfallen\u201d.");
    click(m_tree->topLevelItem(0)->child(0)->child(2));
    EXPECT_EQ(text("decision-why"),
              "Why not kick? It was not reached: \u201cnear\u201d returned failure, because "
              "\u201cball.distance < 1\u201d does not hold (value 2.25).");
}

TEST_F(DecisionPanelTest, SaysWhatItNeedsWithoutATree) {
    auto frame = std::make_shared<world::AgentFrame>();
    frame->decision.behavior = "striker";
    decide(0.0);
    m_panel.setFrame(frame);
    EXPECT_EQ(text("decision-head"), "striker: nothing to explain");
    EXPECT_NE(text("decision-why").find("Of the built-in behaviors, only"), std::string::npos);
    EXPECT_EQ(m_tree->topLevelItemCount(), 0);
    EXPECT_EQ(m_conditions->topLevelItemCount(), 0);
    m_panel.setFrame(nullptr);
    EXPECT_EQ(text("decision-head"), "No agent");
    EXPECT_NE(text("decision-why").find("started from this window"), std::string::npos);
}

} // namespace
} // namespace sideline::widgets
