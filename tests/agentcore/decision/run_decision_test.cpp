// A tree that runs behaviors: when they change, what a newer tree changes, and what it explains.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/behavior/walk.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/run_decision.h"
#include "agentcore/decision/tree_text.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using behavior::Status;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Log = std::shared_ptr<std::vector<std::string>>;

// Notes what is asked of it; busy until it is asked to settle.
class Noted final : public behavior::Behavior {
public:
    Noted(std::string title, bool isStubborn, Log log)
        : m_title(std::move(title)), m_isStubborn(isStubborn), m_log(std::move(log)) {}
    [[nodiscard]] std::string_view name() const override { return m_title; }
    void enter(const behavior::Context& /*context*/) override {
        m_log->push_back("enter " + m_title);
        m_isBusy = m_isStubborn;
    }
    Status update(const behavior::Context& /*context*/, behavior::ActionRequest& request) override {
        request.decision.reason = m_title;
        return Status::Running;
    }
    void leave() override { m_log->push_back("leave " + m_title); }
    [[nodiscard]] bool mayBeInterrupted() const override { return !m_isBusy; }
    void settle(bool isOn) override { m_isBusy = m_isStubborn && !isOn; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Noted>(*this);
    }

private:
    std::string m_title;
    bool m_isStubborn;
    bool m_isBusy = false;
    Log m_log;
};

class RunDecisionTest : public behavior::ActionFixture {
protected:
    DecisionProgram program(const std::string& text) const {
        auto tree = readTreeText(text, "tree test", "test.tree");
        EXPECT_TRUE(tree) << tree.error().toString();
        std::unique_ptr<Decider> search =
            std::make_unique<TreeSearch>(std::make_shared<const ConditionTree>(std::move(*tree)));
        DecisionProgram made{std::move(search), {}};
        for (const TreeBehavior& each : made.decider->behaviors()) {
            made.behaviors.emplace_back(std::make_unique<Noted>(
                each.registered, each.registered.starts_with("slow"), m_log));
        }
        return made;
    }
    std::vector<std::string> takeLog() { return std::exchange(*m_log, {}); }

    Log m_log = std::make_shared<std::vector<std::string>>();
    std::shared_ptr<DecisionFeed> m_feed = std::make_shared<DecisionFeed>();
    const std::string m_text = "tree\n when ball.known do b\n else do slow-a\n";
};

TEST_F(RunDecisionTest, ChangesBehaviorsAtMomentsThatAreSafe) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("enter slow-a"));
    EXPECT_EQ(m_decision.behavior, "tree: slow-a");
    EXPECT_FALSE(tree.mayBeInterrupted());

    m_frame.world.ball.isKnown = true;
    decide(tree); // asks it to settle
    EXPECT_THAT(takeLog(), IsEmpty());
    EXPECT_EQ(m_decision.behavior, "tree: slow-a");
    EXPECT_TRUE(m_decision.trace.nodes[0].isChosen);
    EXPECT_FALSE(m_decision.trace.nodes[0].isActive);
    EXPECT_TRUE(m_decision.trace.nodes[1].isActive);
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("leave slow-a", "enter b"));
    EXPECT_TRUE(m_decision.trace.nodes[0].isActive);

    tree.leave();
    EXPECT_THAT(takeLog(), ElementsAre("leave b"));
}

// A behavior that fails at once.
class Failing final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "failing"; }
    Status update(const behavior::Context& /*context*/, behavior::ActionRequest& request) override {
        request.decision.reason = "no ball to kick";
        return Status::Failed;
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Failing>(*this);
    }
};

TEST_F(RunDecisionTest, TheFailedActionOfABehaviorTreeHasTheReasonOfItsBehavior) {
    auto tree = readBehaviorTreeXml(
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\"><Fallback><a/><b/></Fallback>"
        "</BehaviorTree></root>",
        "behavior-tree test", "test.xml");
    ASSERT_TRUE(tree) << tree.error().toString();
    std::unique_ptr<Decider> ticks =
        std::make_unique<BehaviorTreeRun>(std::make_shared<const BehaviorTree>(std::move(*tree)));
    DecisionProgram made{std::move(ticks), {}};
    made.behaviors.emplace_back(std::make_unique<Failing>());
    made.behaviors.emplace_back(std::make_unique<Noted>("b", false, m_log));
    RunDecision run(std::move(made), nullptr);
    run.enter(context());
    decide(run); // begins the first action
    decide(run); // its failure is known
    const world::DecisionTrace& trace = m_decision.trace;
    ASSERT_THAT(trace.nodes, SizeIs(3));
    EXPECT_EQ(nodeStatus(trace, 1), NodeStatus::Failure);
    ASSERT_THAT(termsOf(trace, 1), SizeIs(1));
    const world::DecisionTerm& report = trace.terms[termsOf(trace, 1).front()];
    EXPECT_EQ(report.text, "reports: no ball to kick");
    EXPECT_EQ(report.truth, 0.0);
    EXPECT_THAT(termsOf(trace, 2), IsEmpty());
    EXPECT_EQ(m_decision.behavior, "behavior-tree: b");
}

TEST_F(RunDecisionTest, AFailureByAConditionHasNoReasonOfABehavior) {
    auto tree =
        readBehaviorTreeXml("<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\"><Fallback>"
                            "<a _failureIf=\"ball.known\"/></Fallback></BehaviorTree></root>",
                            "behavior-tree test", "test.xml");
    ASSERT_TRUE(tree) << tree.error().toString();
    std::unique_ptr<Decider> ticks =
        std::make_unique<BehaviorTreeRun>(std::make_shared<const BehaviorTree>(std::move(*tree)));
    DecisionProgram made{std::move(ticks), {}};
    made.behaviors.emplace_back(std::make_unique<Failing>());
    RunDecision run(std::move(made), nullptr);
    run.enter(context());
    decide(run);
    decide(run); // the behavior has failed
    const world::DecisionTrace& trace = m_decision.trace;
    ASSERT_THAT(trace.nodes, SizeIs(2));
    EXPECT_EQ(nodeStatus(trace, 1), NodeStatus::Failure);
    ASSERT_THAT(termsOf(trace, 1), SizeIs(2));
    EXPECT_EQ(trace.terms[termsOf(trace, 1).back()].text, "reports: no ball to kick");

    m_frame.world.ball.isKnown = true;
    decide(run); // the action fails before it begins
    EXPECT_EQ(nodeStatus(trace, 1), NodeStatus::Failure);
    ASSERT_THAT(termsOf(trace, 1), SizeIs(1));
    EXPECT_EQ(trace.terms[termsOf(trace, 1).front()].text, "ball.known");
}

// A behavior that walks: hands its walk over, and continues with the walk of another one.
class Walker final : public behavior::Behavior, public behavior::WalkHandover {
public:
    Walker(std::string title, Log log) : m_title(std::move(title)), m_log(std::move(log)) {}
    [[nodiscard]] std::string_view name() const override { return m_title; }
    void enter(const behavior::Context& /*context*/) override {
        m_log->push_back("enter " + m_title);
    }
    Status update(const behavior::Context& /*context*/,
                  behavior::ActionRequest& /*request*/) override {
        return Status::Running;
    }
    void leave() override { m_log->push_back("leave " + m_title); }
    [[nodiscard]] bool mayBeInterrupted() const override { return false; } // in the middle of it
    [[nodiscard]] behavior::WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const behavior::Walk* walkToHandOver() const override {
        return m_title == "kicks" ? nullptr : &m_walk;
    }
    void enterWalking(const behavior::Context& /*context*/,
                      const behavior::Walk& /*walk*/) override {
        m_log->push_back("continues as " + m_title);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Walker>(*this);
    }

private:
    std::string m_title;
    behavior::Walk m_walk{behavior::Walk::Settings{}};
    Log m_log;
};

TEST_F(RunDecisionTest, AWalkIsHandedOverWithoutAHalt) {
    DecisionProgram made = program(
        "tree\n when ball.known and ball.flying do kicks\n when ball.known do b\n else do a\n");
    made.behaviors.clear();
    for (const TreeBehavior& each : made.decider->behaviors()) {
        made.behaviors.emplace_back(std::make_unique<Walker>(each.registered, m_log));
    }
    RunDecision tree(std::move(made), nullptr);
    tree.enter(context());
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("enter a"));
    m_frame.world.ball.isKnown = true;
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("continues as b", "leave a"));
    EXPECT_EQ(m_decision.behavior, "tree: b");
    EXPECT_TRUE(m_decision.trace.nodes[1].isActive);
    m_frame.world.ball.isFlying = true;
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("continues as kicks", "leave b"));
    // What must not be cut short is waited for.
    m_frame.world.ball.isFlying = false;
    decide(tree);
    decide(tree);
    EXPECT_THAT(takeLog(), IsEmpty());
    EXPECT_EQ(m_decision.behavior, "tree: kicks");
}

TEST_F(RunDecisionTest, ASettlingTreeBeginsNoNewBehavior) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    tree.settle(true);
    decide(tree);
    EXPECT_TRUE(tree.mayBeInterrupted());
    m_frame.world.ball.isKnown = true;
    takeLog();
    decide(tree); // no new one begins
    EXPECT_THAT(takeLog(), IsEmpty());
}

TEST_F(RunDecisionTest, HoldsStillWithoutALeaf) {
    RunDecision tree(program("tree\n when ball.known do b\n"), m_feed);
    tree.enter(context());
    EXPECT_EQ(decide(tree), Status::Running);
    EXPECT_THAT(takeLog(), IsEmpty());
    EXPECT_EQ(m_decision.reason, "no behavior can be chosen");
    m_frame.world.ball.isKnown = true;
    decide(tree);
    m_frame.world.ball.isKnown = false;
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("enter b", "leave b"));
}

TEST_F(RunDecisionTest, LeavesOfOneBehaviorUseOneInstance) {
    RunDecision tree(program("tree\n when ball.known do b\n else do b\n"), m_feed);
    tree.enter(context());
    decide(tree);
    m_frame.world.ball.isKnown = true;
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("enter b"));
    EXPECT_TRUE(m_decision.trace.nodes[0].isActive);
}

TEST_F(RunDecisionTest, TakesANewerTreeAndKeepsWhatIsTheSame) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    takeLog();
    m_feed->put({std::make_shared<const DecisionProgram>(program(
                     "behavior first = slow-a\ntree\n when ball.flying do c\n else do first\n")),
                 {}});
    decide(tree); // still busy
    EXPECT_THAT(m_request.lines, IsEmpty());
    EXPECT_EQ(m_decision.trace.nodes[0].name, "ball.known");
    decide(tree);
    EXPECT_THAT(m_request.lines, ElementsAre("tree test was reloaded"));
    EXPECT_EQ(m_decision.trace.nodes[0].name, "ball.flying");
    EXPECT_EQ(m_decision.behavior, "tree: first");
    EXPECT_THAT(takeLog(), IsEmpty()); // it continued
    decide(tree);
    EXPECT_THAT(m_request.lines, IsEmpty()); // taken once
    EXPECT_FALSE(tree.mayBeInterrupted());   // no newer tree is pending
    m_frame.world.ball.isFlying = true;
    decide(tree);
    decide(tree);
    EXPECT_THAT(takeLog(), ElementsAre("leave slow-a", "enter c"));
}

TEST_F(RunDecisionTest, PlaysOnWhenANewerTreeIsRefused) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    m_feed->put({nullptr, "test.tree:2: nonsense; expected sense"});
    decide(tree);
    EXPECT_THAT(m_request.lines,
                ElementsAre("tree test continues with the previous version: test.tree:2: nonsense; "
                            "expected sense"));
    decide(tree);
    EXPECT_THAT(m_request.lines, IsEmpty()); // once
    EXPECT_EQ(m_decision.trace.fault, "test.tree:2: nonsense; expected sense");
    EXPECT_EQ(m_decision.behavior, "tree: slow-a");
    m_feed->put({std::make_shared<const DecisionProgram>(program(m_text)), {}});
    decide(tree);
    decide(tree);
    EXPECT_EQ(m_decision.trace.fault, "");
}

// Requests its one behavior, under the run numbers of a list.
class Numbered final : public Decider {
public:
    explicit Numbered(std::vector<int> runs) : m_runs(std::move(runs)) {}
    [[nodiscard]] std::string_view kind() const override { return "numbered"; }
    [[nodiscard]] std::string_view title() const override { return "numbered"; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override { return m_behaviors; }
    void decide(const MeasureInput& /*input*/, double /*stepS*/, std::span<const Work> work,
                std::vector<BehaviorRequest>& requests) override {
        m_seen.push_back(work.empty() ? -1 : work.front().run);
        requests.push_back({0, 0, m_runs[m_seen.size() - 1]});
    }
    [[nodiscard]] int nodeOf(std::size_t /*behavior*/) const override { return 0; }
    void explain(std::span<const Work> /*work*/, world::DecisionTrace& /*trace*/) const override {}
    [[nodiscard]] std::string describe() const override { return {}; }
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<Numbered>(*this);
    }
    [[nodiscard]] const std::vector<int>& seen() const { return m_seen; }

private:
    std::vector<TreeBehavior> m_behaviors = std::vector<TreeBehavior>(1);
    std::vector<int> m_runs;
    std::vector<int> m_seen;
};

TEST_F(RunDecisionTest, ABehaviorRestartsUnderAnotherRunNumber) {
    std::unique_ptr<Decider> numbered = std::make_unique<Numbered>(std::vector{1, 1, 2, 2, 2});
    DecisionProgram program{std::move(numbered), {}};
    program.behaviors.emplace_back(std::make_unique<Noted>("slow-a", true, m_log));
    RunDecision runs(std::move(program), nullptr);
    runs.enter(context());
    decide(runs);
    decide(runs);
    EXPECT_THAT(takeLog(), ElementsAre("enter slow-a"));
    decide(runs); // it has to settle first
    EXPECT_THAT(takeLog(), IsEmpty());
    decide(runs);
    EXPECT_THAT(takeLog(), ElementsAre("leave slow-a", "enter slow-a"));
    decide(runs);
    EXPECT_THAT(dynamic_cast<const Numbered&>(runs.decider()).seen(), ElementsAre(-1, 1, 1, 1, 2));
}

TEST_F(RunDecisionTest, ACopyGoesItsOwnWay) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    const auto copy = tree.clone();
    m_frame.world.ball.isKnown = true;
    decide(*copy);
    decide(*copy);
    EXPECT_EQ(m_decision.behavior, "tree: b");
    m_frame.world.ball.isKnown = false;
    decide(tree);
    EXPECT_EQ(m_decision.behavior, "tree: slow-a");
}

TEST_F(RunDecisionTest, EnteringACopyRestartsIt) {
    RunDecision tree(program(m_text), m_feed);
    tree.enter(context());
    decide(tree);
    tree.settle(true);
    const auto copy = tree.clone();
    takeLog();
    copy->enter(context()); // it has done nothing yet, and does not have to settle
    decide(*copy);
    EXPECT_THAT(takeLog(), ElementsAre("enter slow-a"));
}

TEST_F(RunDecisionTest, EnteringResetsTheStayMargin) {
    RunDecision tree(program("stay 0.3\ntree\n when ball.confidence do a\n when 0.5 do b\n"),
                     m_feed);
    m_frame.world.ball.isKnown = true;
    const auto chosen = [&](double confidence) {
        m_frame.world.ball.confidence = confidence;
        decide(tree);
        return m_decision.behavior;
    };
    tree.enter(context());
    EXPECT_EQ(chosen(0.6), "tree: a");
    EXPECT_EQ(chosen(0.4), "tree: a");
    tree.leave();
    tree.enter(context());
    EXPECT_EQ(chosen(0.4), "tree: b");
}

TEST_F(RunDecisionTest, AllocatesNothingAfterWarmUp) {
    RunDecision tree(program("condition somewhere-on-the-field = ball.to-own-goal < 100 ~ 5\ntree\n"
                             " when ball.known and somewhere-on-the-field\n  when 1 do behavior-b\n"
                             " else do behavior-a\n"),
                     m_feed);
    tree.enter(context());
    m_log->reserve(4000);
    const auto alternate = [&](int cycles) {
        for (int i = 0; i < cycles; ++i) {
            m_frame.world.ball.isKnown = i % 2 == 0;
            decide(tree);
        }
    };
    alternate(10);
    // The log of this test allocates where behaviors change, so they do not here.
    m_frame.world.ball.isKnown = false;
    decide(tree);
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 500; ++i) {
        decide(tree);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::decision
