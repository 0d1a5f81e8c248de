// The picture of a decision: layouts of all examples, and what mouse and keys do with it.
#include "widgets/decide/graph_draft.h"
#include "widgets/decide/graph_panel.h"
#include "widgets/decide/line_map.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "agentcore/decision/decision_why.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

namespace fs = std::filesystem;

const QColor kLitColor(0x25, 0xa2, 0x5a);

world::DecisionTrace traceOf(decision::Decider& decider) {
    world::AgentFrame frame;
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.situation.isRunning = true;
    frame.situation.mayTouchBall = true;
    frame.body.pose.isValid = true;
    frame.world.ball.isKnown = true;
    frame.world.ball.confidence = 0.8;
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<decision::BehaviorRequest> requests;
    std::vector<decision::Work> work;
    for (int cycle = 0; cycle < 50; ++cycle) {
        requests.clear();
        decider.decide({frame, field}, 0.02, work, requests);
        work.clear();
        for (const decision::BehaviorRequest& request : requests) {
            work.push_back(
                {request.node, request.behavior, behavior::Status::Running, request.run});
        }
    }
    world::DecisionTrace trace;
    decider.explain(work, trace);
    return trace;
}

world::DecisionTrace read(const std::string& text, const std::string& name) {
    auto decider = agents::DecisionFile(agents::builtInBehaviors()).readText(text, name);
    EXPECT_TRUE(decider) << decider.error().toString();
    return decider ? traceOf(**decider) : world::DecisionTrace();
}

// A tree with as many nodes, in groups of three below groups of three, ...
std::string largeTree(int groups) {
    std::string text = "tree\n";
    for (int i = 0; i < groups; ++i) {
        text += "  when 0." + std::to_string(1 + i % 9) +
                "\n    when ball.x > 3\n      when 0.3 do striker\n      else do keeper\n"
                "    else\n      when ball.y < 2 do keeper\n";
    }
    return text;
}

std::string largeMachine(int states) {
    std::string text = "machine\n  any\n    to s0 when play.over\n";
    for (int i = 0; i < states; ++i) {
        text += "  state s" + std::to_string(i) + " do striker\n    to s" +
                std::to_string((i * 7 + 1) % states) + " when ball.x > 1\n    to s" +
                std::to_string((i + 1) % states) + " on done\n";
    }
    return text;
}

world::DecisionTrace policyTrace() {
    world::DecisionTrace trace;
    trace.maker = "policy balance";
    const auto add = [&](int depth, const std::string& name) {
        world::DecisionNode node;
        node.name = name;
        node.depth = depth;
        node.score = depth > 0 ? 0.5 : 0.0;
        trace.nodes.push_back(node);
    };
    add(0, "inputs");
    for (int i = 0; i < 7; ++i) {
        add(1, "in" + std::to_string(i));
    }
    add(0, "layers");
    for (int i = 0; i < 5; ++i) {
        add(1, "dense " + std::to_string(i));
    }
    add(0, "outputs");
    for (int i = 0; i < 22; ++i) {
        add(1, "joint" + std::to_string(i));
    }
    return trace;
}

bool standsIn(const GraphLayout& layout, int part, int other) {
    for (int at = part; at >= 0; at = layout.parts[static_cast<std::size_t>(at)].owner) {
        if (at == other) {
            return true;
        }
    }
    return false;
}

void expectNoOverlaps(const world::DecisionTrace& trace) {
    ASSERT_FALSE(trace.nodes.empty());
    const GraphLayout layout = GraphLayout::of(trace);
    ASSERT_FALSE(layout.parts.empty());
    for (std::size_t i = 0; i < layout.parts.size(); ++i) {
        const GraphPart& part = layout.parts[i];
        EXPECT_TRUE(layout.bounds.contains(part.place));
        if (part.owner >= 0) {
            EXPECT_TRUE(
                layout.parts[static_cast<std::size_t>(part.owner)].place.contains(part.place))
                << i;
        }
        for (std::size_t k = i + 1; k < layout.parts.size(); ++k) {
            const auto a = static_cast<int>(i);
            const auto b = static_cast<int>(k);
            if (!standsIn(layout, a, b) && !standsIn(layout, b, a)) {
                EXPECT_FALSE(
                    part.place.adjusted(0.1, 0.1, -0.1, -0.1).intersects(layout.parts[k].place))
                    << trace.maker << ": parts " << i << " and " << k;
            }
        }
    }
    // Every node is drawn, or one above it is.
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const bool isGroup =
            trace.nodes[i].depth == 0 && (decision::isNetwork(trace) || decision::isPolicy(trace));
        EXPECT_EQ(layout.drawnFor(trace, static_cast<int>(i)) >= 0, !isGroup) << i;
    }
    for (const GraphEdge& edge : layout.edges) {
        EXPECT_NE(edge.from, edge.to);
        EXPECT_GT(edge.path.length(), 1.0);
    }
}

TEST(GraphLayoutTest, NothingOverlapsInAnyExample) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(SIDELINE_EXAMPLES) / "decisions")) {
        if (entry.is_regular_file()) {
            auto decider = agents::DecisionFile(agents::builtInBehaviors()).read(entry.path());
            ASSERT_TRUE(decider) << decider.error().toString();
            expectNoOverlaps(traceOf(**decider));
            ++files;
        }
    }
    EXPECT_GE(files, 9);
    auto eagle = agents::DecisionFile(agents::builtInBehaviors())
                     .read(fs::path(SIDELINE_EXAMPLES) / "decisions/eagle-knights/portero.txt");
    ASSERT_TRUE(eagle);
    expectNoOverlaps(traceOf(**eagle));
    expectNoOverlaps(policyTrace());
}

TEST(GraphLayoutTest, LargeFilesAreFoldedAndDoNotOverlap) {
    const world::DecisionTrace tree = read(largeTree(60), "large.tree");
    ASSERT_EQ(tree.nodes.size(), 360U);
    expectNoOverlaps(tree);
    const QRectF bounds = GraphLayout::of(tree).bounds;
    EXPECT_LT(bounds.height(), 1.5 * bounds.width());
    const world::DecisionTrace machine = read(largeMachine(100), "large.machine");
    expectNoOverlaps(machine);
    EXPECT_EQ(GraphLayout::of(machine).edges.size(), 201U);
}

TEST(GraphLayoutTest, TransitionsLeadFromTheirLineToTheirState) {
    const world::DecisionTrace trace =
        read("machine\n  state a do striker\n    to b when ball.x > 1\n"
             "  state c\n    state b do keeper\n      to a on done\n",
             "small.machine");
    const GraphLayout layout = GraphLayout::of(trace);
    ASSERT_EQ(layout.edges.size(), 2U);
    const auto partOf = [&](const std::string& name) {
        const auto node = std::ranges::find(trace.nodes, name, &world::DecisionNode::name);
        return layout.partOf[static_cast<std::size_t>(node - trace.nodes.begin())];
    };
    EXPECT_EQ(layout.edges[0].to, partOf("b"));
    EXPECT_EQ(layout.parts[static_cast<std::size_t>(layout.edges[0].from)].owner, partOf("a"));
    EXPECT_EQ(layout.parts[static_cast<std::size_t>(partOf("b"))].owner, partOf("c"));
    EXPECT_EQ(layout.parts[static_cast<std::size_t>(partOf("c"))].kind, GraphPart::Kind::Holder);
}

constexpr const char* kTree =
    "tree\n  when play.running\n    when ball.to-own-goal < 2 do striker\n"
    "    when 0.4 do keeper\n  else do stand-and-look\n";

class DecisionGraphTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(tests::showWidget(m_panel, 640, 520));
        m_panel.activateWindow();
        show(read(kTree, "test.tree"));
    }
    void show(world::DecisionTrace trace) {
        auto frame = std::make_shared<world::AgentFrame>();
        frame->decision.trace = std::move(trace);
        m_trace = frame->decision.trace;
        m_panel.setFrame(frame);
    }
    DecisionGraph& graph() { return *m_panel.graph(); }
    QPointF at(int node) { return graph().placeOf(node).center(); }
    void key(Qt::Key key, Qt::KeyboardModifiers with = {}) { QTest::keyClick(&graph(), key, with); }
    [[nodiscard]] std::string label(const char* name) const {
        return m_panel.findChild<QLabel*>(QLatin1String(name))->text().toStdString();
    }
    int litPixels(int node) {
        const QRect place = graph().placeOf(node).toAlignedRect().adjusted(-1, -1, 1, 1);
        const QImage image = tests::picture(graph());
        int count = 0;
        for (int y = std::max(0, place.top()); y <= std::min(place.bottom(), image.height() - 1);
             ++y) {
            for (int x = std::max(0, place.left()); x <= std::min(place.right(), image.width() - 1);
                 ++x) {
                const QColor color = image.pixelColor(x, y);
                count += color.green() > color.red() + 25 && color.green() > color.blue() + 15;
            }
        }
        return count;
    }

    GraphPanel m_panel;
    world::DecisionTrace m_trace;
};

TEST_F(DecisionGraphTest, LightsThePathThatWasChosen) {
    EXPECT_EQ(label("graphHead"), "tree test");
    ASSERT_TRUE(m_trace.nodes[2].isActive);
    EXPECT_GT(litPixels(2), 500) << "at work";
    EXPECT_GT(litPixels(0), 500) << "on the way";
    EXPECT_LT(litPixels(1), 30);
    EXPECT_LT(litPixels(3), 30);
    EXPECT_NE(label("graphWhy").find("active"), std::string::npos);

    // Another frame: the same places, other lights.
    const QRectF before = graph().placeOf(1);
    world::DecisionTrace next = m_trace;
    std::swap(next.nodes[1].isChosen, next.nodes[2].isChosen);
    std::swap(next.nodes[1].isActive, next.nodes[2].isActive);
    next.nodes[1].score = 0.8;
    show(next);
    EXPECT_EQ(graph().placeOf(1), before);
    EXPECT_GT(litPixels(1), 500);
    EXPECT_LT(litPixels(2), 30);
}

TEST_F(DecisionGraphTest, AClickSelectsAndAsksWhyNot) {
    QSignalSpy selected(&m_panel, &GraphPanel::nodeSelected);
    tests::click(graph(), at(1));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 1);
    EXPECT_NE(label("graphWhy").find("Why not ball.to-own-goal < 2"), std::string::npos);
    tests::click(graph(), QPointF(3.0, graph().height() - 3.0));
    EXPECT_EQ(graph().selected(), -1);
    QSignalSpy lines(&m_panel, &GraphPanel::lineRequested);
    tests::doubleClick(graph(), at(3));
    ASSERT_EQ(lines.size(), 1);
    EXPECT_EQ(lines[0][0].toInt(), 3);
    QSignalSpy menus(&m_panel, &GraphPanel::menuRequested);
    QContextMenuEvent menu(QContextMenuEvent::Mouse, at(2).toPoint(),
                           graph().mapToGlobal(at(2).toPoint()));
    QApplication::sendEvent(&graph(), &menu);
    ASSERT_EQ(menus.size(), 1);
    EXPECT_EQ(menus[0][0].toInt(), 2);
    EXPECT_EQ(graph().selected(), 2);
}

// Between two places of a recording there is no frame for a moment.
TEST_F(DecisionGraphTest, KeepsWhatIsSelectedAndSeenUntilTheNextFrameComes) {
    tests::click(graph(), at(1));
    graph().zoomBy(2.0, at(1));
    const double zoom = graph().zoom();
    const QRectF place = graph().placeOf(1);
    m_panel.setFrame(nullptr);
    EXPECT_EQ(graph().selected(), -1);
    tests::click(graph(), place.center());
    key(Qt::Key_Right);
    key(Qt::Key_H);
    EXPECT_EQ(graph().selected(), -1) << "what is not drawn is not selected";
    show(read(kTree, "test.tree"));
    EXPECT_EQ(graph().selected(), 1);
    EXPECT_EQ(graph().zoom(), zoom);
    EXPECT_EQ(graph().placeOf(1), place);
    show(read(kTree, "other.tree"));
    EXPECT_EQ(graph().selected(), -1) << "another decision";
}

TEST_F(DecisionGraphTest, TheWheelZoomsAtTheMouseAndADragMoves) {
    const QPointF mouse = at(2);
    const double before = graph().zoom();
    tests::turnWheel(graph(), mouse, 3);
    EXPECT_NEAR(graph().zoom(), std::min(4.0, before * 1.953125), 1e-6);
    EXPECT_LT((at(2) - mouse).manhattanLength(), 0.01) << "what is under the mouse stays there";
    tests::drag(graph(), mouse, mouse + QPointF(-60.0, 40.0));
    EXPECT_LT((at(2) - mouse - QPointF(-60.0, 40.0)).manhattanLength(), 0.01);
    for (int i = 0; i < 40; ++i) {
        tests::turnWheel(graph(), mouse, -1);
    }
    EXPECT_GT(graph().zoom(), 0.05);
    // It cannot be lost.
    for (int i = 0; i < 30; ++i) {
        tests::drag(graph(), QPointF(10, 10), QPointF(600, 300));
    }
    EXPECT_TRUE(QRectF(graph().rect()).intersects(graph().placeOf(0) | graph().placeOf(3)));
    QTest::mouseClick(m_panel.findChild<QToolButton*>(QStringLiteral("graphFit")), Qt::LeftButton);
    for (const int node : {0, 1, 2, 3}) {
        EXPECT_TRUE(QRectF(graph().rect()).contains(graph().placeOf(node))) << node;
    }
    // Fitted, it stays so when the panel becomes smaller.
    ASSERT_TRUE(tests::showWidget(m_panel, 360, 300));
    EXPECT_TRUE(
        tests::waitUntil([&] { return QRectF(graph().rect()).contains(graph().placeOf(3)); }));
    EXPECT_TRUE(QRectF(graph().rect()).contains(graph().placeOf(1)));
}

TEST_F(DecisionGraphTest, KeysGoFromNodeToNodeAndZoom) {
    graph().setFocus();
    key(Qt::Key_Right);
    EXPECT_EQ(graph().selected(), 2) << "first to what is at work";
    key(Qt::Key_Up);
    EXPECT_EQ(graph().selected(), 1);
    key(Qt::Key_Left);
    EXPECT_EQ(graph().selected(), 0);
    key(Qt::Key_Down);
    EXPECT_EQ(graph().selected(), 3);
    key(Qt::Key_Left);
    EXPECT_EQ(graph().selected(), 3) << "nothing is there";
    const double before = graph().zoom();
    key(Qt::Key_Plus);
    EXPECT_NEAR(graph().zoom(), 1.25 * before, 1e-9);
    key(Qt::Key_Minus);
    key(Qt::Key_Minus);
    EXPECT_NEAR(graph().zoom(), before / 1.25, 1e-9);
    const QPointF place = at(0);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(at(0).x(), place.x() - 60.0, 1e-6);
    key(Qt::Key_0);
    EXPECT_NEAR(graph().zoom(), before, 1e-9);
    QSignalSpy plots(&m_panel, &GraphPanel::plotRequested);
    key(Qt::Key_H);
    ASSERT_EQ(plots.size(), 1);
    EXPECT_EQ(plots[0][0].toInt(), 3);
    key(Qt::Key_Escape);
    EXPECT_EQ(graph().selected(), -1);
}

TEST_F(DecisionGraphTest, FromAfarOnlyThePathHasNames) {
    show(read(largeTree(60), "large.tree"));
    ASSERT_EQ(GraphPainter::detailAt(graph().zoom()), GraphDetail::Block);
    EXPECT_LT(graph().placeOf(0).width(), 60.0);
    const auto active = std::ranges::find(m_trace.nodes, true, &world::DecisionNode::isActive);
    ASSERT_NE(active, m_trace.nodes.end());
    const auto node = static_cast<int>(active - m_trace.nodes.begin());
    EXPECT_GT(litPixels(node), 4);
    // Near, it is what it was.
    tests::turnWheel(graph(), at(node), 12);
    EXPECT_EQ(GraphPainter::detailAt(graph().zoom()), GraphDetail::Whole);
    // What is at work is kept in view when asked for.
    tests::drag(graph(), QPointF(20, 20), QPointF(-2000, -1500));
    ASSERT_FALSE(QRectF(graph().rect()).intersects(graph().placeOf(node)));
    QTest::mouseClick(m_panel.findChild<QToolButton*>(QStringLiteral("graphFollow")),
                      Qt::LeftButton);
    EXPECT_TRUE(QRectF(graph().rect()).contains(graph().placeOf(node)));
}

TEST_F(DecisionGraphTest, LinesAreChangedInPlace) {
    QSignalSpy edits(&m_panel, &GraphPanel::editRequested);
    QSignalSpy edited(&m_panel, &GraphPanel::textEdited);
    tests::click(graph(), at(2));
    graph().setFocus();
    key(Qt::Key_Return);
    ASSERT_EQ(edits.size(), 1);
    auto& editor = *m_panel.findChild<QPlainTextEdit*>(QStringLiteral("graphEditor"));
    m_panel.beginEdit(2, QStringLiteral("when 0.4 do keeper"));
    ASSERT_TRUE(m_panel.isEditing());
    EXPECT_TRUE(graph().rect().contains(editor.geometry()));
    QTest::keyClicks(&editor, QStringLiteral("when 0.5 do keeper"));
    QTest::keyClick(&editor, Qt::Key_Escape);
    EXPECT_FALSE(m_panel.isEditing());
    EXPECT_TRUE(edited.isEmpty());
    m_panel.beginEdit(2, QStringLiteral("when 0.4 do keeper"));
    QTest::keyClicks(&editor, QStringLiteral("when 0.6 do keeper # more"));
    QTest::keyClick(&editor, Qt::Key_Return);
    ASSERT_EQ(edited.size(), 1);
    EXPECT_EQ(edited[0][0].toInt(), 2);
    EXPECT_EQ(edited[0][1], QStringLiteral("when 0.6 do keeper # more"));
    m_panel.setFile({QStringLiteral("test.tree"), {}, true});
    EXPECT_EQ(label("graphFile"), "test.tree: changed, not saved yet");
    QSignalSpy saves(&m_panel, &GraphPanel::saveRequested);
    key(Qt::Key_S, Qt::ControlModifier);
    QTest::mouseClick(m_panel.findChild<QPushButton*>(QStringLiteral("graphSave")), Qt::LeftButton);
    EXPECT_EQ(saves.size(), 2);
}

TEST_F(DecisionGraphTest, ChangesAreAskedForByKeysAndButtonsThatFitTheNode) {
    QSignalSpy changes(&m_panel, &GraphPanel::changeRequested);
    const auto asked = [&] {
        const auto what = changes.isEmpty()
                              ? std::pair(-2, decision::NodeChange::Delete)
                              : std::pair(changes.back()[0].toInt(),
                                          changes.back()[1].value<decision::NodeChange>());
        changes.clear();
        return what;
    };
    using decision::NodeChange;
    const auto button = [&](const char* name) {
        return m_panel.findChild<QToolButton*>(QLatin1String(name));
    };
    EXPECT_TRUE(button("graphAdd")->isEnabled()) << "one on the top level";
    for (const char* each : {"graphDelete", "graphUp", "graphDown"}) {
        EXPECT_FALSE(button(each)->isEnabled()) << each;
    }
    tests::click(graph(), at(1));
    graph().setFocus();
    key(Qt::Key_Insert);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::AddBelow));
    key(Qt::Key_Insert, Qt::ShiftModifier);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::AddBeside));
    key(Qt::Key_T);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::AddTransition));
    key(Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::MoveUp));
    key(Qt::Key_Delete);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::Delete));
    QTest::mouseClick(button("graphDelete"), Qt::LeftButton);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::Delete));
    QTest::mouseClick(button("graphDown"), Qt::LeftButton);
    EXPECT_EQ(asked(), std::pair(1, NodeChange::MoveDown));
    key(Qt::Key_Up);
    EXPECT_TRUE(changes.isEmpty()) << "without Alt it goes to another node";
    show(policyTrace());
    key(Qt::Key_Right);
    EXPECT_FALSE(button("graphAdd")->isEnabled()) << "of a policy nothing can be changed";
    EXPECT_FALSE(button("graphDelete")->isEnabled());
}

std::string offersOf(const world::DecisionTrace& trace, const std::string& name) {
    const auto node = std::ranges::find(trace.nodes, name, &world::DecisionNode::name);
    std::string all;
    for (const NodeOffer& each : NodeOffers::of(
             trace,
             node == trace.nodes.end() ? -1 : static_cast<int>(node - trace.nodes.begin()))) {
        all += (all.empty() ? "" : ", ") + each.key.toStdString();
    }
    return all;
}

TEST(NodeOffersTest, EachNodeIsOfferedWhatItsFormAllows) {
    const auto tree = read(kTree, "test.tree");
    EXPECT_EQ(offersOf(tree, ""), "Ins");
    EXPECT_EQ(offersOf(tree, "0.4"), "Ins, Shift+Ins, Alt+Up, Alt+Down, Del");
    const auto machine =
        read("machine\n  any\n    to a when play.over\n  state a do striker\n", "test.machine");
    EXPECT_EQ(offersOf(machine, ""), "Ins");
    EXPECT_EQ(offersOf(machine, "any"), "T, Del");
    EXPECT_EQ(offersOf(machine, "a"), "T, Ins, Shift+Ins, Alt+Up, Alt+Down, Del");
    EXPECT_EQ(offersOf(machine, "to a when play.over"), "T, Alt+Up, Alt+Down, Del");
    const auto network = read("network\nbelief b = ball.known\ngoal g\n  wants b\nmodule m\n"
                              "  do striker\n  effect b 1\n",
                              "test.network");
    EXPECT_EQ(offersOf(network, ""), "Ins");
    EXPECT_EQ(offersOf(network, "m"), "Ins, Alt+Up, Alt+Down, Del");
    EXPECT_EQ(offersOf(network, "by g"), "") << "a figure of a module";
    const auto xml = read("<root><BehaviorTree ID=\"A\"><Sequence><ball-known/><striker/>"
                          "</Sequence></BehaviorTree></root>",
                          "test.xml");
    EXPECT_EQ(offersOf(xml, ""), "");
    EXPECT_EQ(offersOf(xml, "Sequence"), "Ins");
    EXPECT_EQ(offersOf(xml, "striker"), "Shift+Ins, Alt+Up, Alt+Down, Del");
}

TEST(LineMapTest, FollowsLinesThatStayMoveAndChange) {
    const auto lines = [](const char* text) { return QString::fromLatin1(text).split(' '); };
    const LineMap same(lines("a b c"), lines("a b c"));
    EXPECT_EQ(same.now(3), 3);
    EXPECT_EQ(same.now(4), 0);
    const LineMap added(lines("a b c"), lines("a x b c"));
    EXPECT_EQ(added.now(2), 3);
    EXPECT_EQ(added.before(2), 0);
    const LineMap gone(lines("a b c"), lines("a c"));
    EXPECT_EQ(gone.now(2), 0);
    EXPECT_EQ(gone.now(3), 2);
    const LineMap moved(lines("a b c d"), lines("a c d b"));
    EXPECT_EQ(moved.now(2), 4);
    EXPECT_EQ(moved.before(2), 3);
    const LineMap changed(lines("a b c d"), lines("a x y d"));
    EXPECT_EQ(changed.now(2), 2);
    EXPECT_EQ(changed.before(3), 3);
    const LineMap first(lines("a b"), lines("x b"));
    EXPECT_EQ(first.now(1), 1);
    const LineMap all(lines("a b"), {});
    EXPECT_EQ(all.now(1), 0);
}

TEST(GraphDraftTest, WhatStaysKeepsItsFiguresAndWhatIsNewHasNone) {
    const std::string before = kTree;
    std::string after = before;
    after.replace(after.find("    when 0.4"), 0, "    when ball.x > 3 do keeper\n");
    const auto played = read(before, "test.tree");
    auto text = read(after, "test.tree");
    for (world::DecisionNode& node : text.nodes) {
        node.score = 0.0;
        node.isChosen = node.isActive = false;
    }
    ASSERT_FALSE(haveSameShape(played, text));
    const auto split = [](const std::string& each) {
        return QString::fromStdString(each).split(QLatin1Char('\n'));
    };
    const GraphDraft draft = GraphDraft::of(text, played, LineMap(split(before), split(after)));
    EXPECT_EQ(draft.played, (std::vector<int>{0, 1, -1, 2, 3}));
    EXPECT_EQ(draft.isNew, (std::vector<char>{0, 0, 1, 0, 0}));
    EXPECT_EQ(draft.trace.nodes[3].score, played.nodes[2].score);
    EXPECT_TRUE(draft.trace.nodes[3].isActive);
    EXPECT_EQ(draft.nodeOf(2), 3);
    EXPECT_EQ(draft.nodeOf(-1), -1);
    const auto terms = decision::termsOf(draft.trace, 0);
    ASSERT_FALSE(terms.empty());
    EXPECT_EQ(draft.trace.terms[terms[0]].truth, 1.0);
}

TEST(GraphDraftTest, OfAnotherVersionNamesThatStandOnceAreEnough) {
    const auto played = read(kTree, "test.tree");
    const auto text = read("tree\n  # more\n  when ball.known do striker\n  when play.running\n"
                           "    when 0.4 do keeper\n  else do stand-and-look\n",
                           "test.tree");
    const GraphDraft draft = GraphDraft::of(text, played, LineMap({}, {}));
    EXPECT_EQ(draft.played, (std::vector<int>{-1, 0, 2, 3}));
    EXPECT_EQ(draft.isNew, (std::vector<char>{1, 0, 0, 0}));
}

TEST_F(DecisionGraphTest, ANodeThatNoAgentRunsIsMarkedAsNew) {
    auto frame = std::make_shared<world::AgentFrame>();
    frame->decision.trace = m_trace;
    const QImage before = tests::picture(graph());
    m_panel.setFrame(frame, {0, 0, 0, 1});
    EXPECT_TRUE(graph().isNew(3));
    EXPECT_FALSE(graph().isNew(2));
    EXPECT_NE(tests::picture(graph()), before);
    tests::click(graph(), at(3));
    EXPECT_NE(label("graphWhy").find("new. It has values once"), std::string::npos);
    m_panel.setFile({QStringLiteral("test.tree"), {}, false, true});
    EXPECT_EQ(label("graphFile"), "test.tree: saved; the values are those of the previous version");
    EXPECT_FALSE(m_panel.findChild<QPushButton*>(QStringLiteral("graphSave"))->isEnabled());
}

TEST_F(DecisionGraphTest, WithoutADecisionItSaysWhy) {
    m_panel.setFrame(nullptr);
    EXPECT_EQ(label("graphHead"), "");
    const QImage withoutAgent = tests::picture(graph());
    auto frame = std::make_shared<world::AgentFrame>();
    frame->decision.behavior = "walk";
    m_panel.setFrame(frame);
    EXPECT_NE(tests::picture(graph()), withoutAgent) << "other words";
    EXPECT_FALSE(m_panel.findChild<QToolButton*>(QStringLiteral("graphChange"))->isEnabled());
    key(Qt::Key_Right); // nowhere to go
    EXPECT_EQ(graph().selected(), -1);
    show(policyTrace());
    key(Qt::Key_Right);
    EXPECT_GE(graph().selected(), 0);
    EXPECT_FALSE(m_panel.findChild<QToolButton*>(QStringLiteral("graphChange"))->isEnabled())
        << "a policy has no lines";
}

} // namespace
} // namespace sideline::widgets
