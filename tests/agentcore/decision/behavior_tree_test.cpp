// Behavior trees: what each kind of node does when it is ticked and halted, the blackboard, what
// the XML means and what is wrong with it, and what is explained.
#include "agentcore/decision/behavior_tree_run.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/decision_why.h"
#include "tests/agentcore/decision/behavior_tree_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using namespace tests;
using behavior::Status;
using testing::HasSubstr;
using enum NodeStatus;

using BehaviorTreeTest = BehaviorTreeFixture;

TEST_F(BehaviorTreeTest, ASequenceContinuesAfterSuccessAndRestartsAfterFailure) {
    start("<Sequence><ball-known/><a/><b/></Sequence>");
    EXPECT_EQ(tick(), is({}, Failure));
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false); // is not asked again
    EXPECT_EQ(tick(), is({"a"}, Running));
    EXPECT_EQ(tick(kADone), is({"b!"}, Running));
    EXPECT_EQ(statusOf("a"), Success);
    EXPECT_EQ(tick(kBFailed), is({}, Failure));
    EXPECT_EQ(tick(), is({}, Failure)); // from the first on
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    tick(kADone);
    EXPECT_EQ(tick(kBDone), is({}, Success));
    EXPECT_EQ(tick(), is({"a!"}, Running)); // the tree restarts
}

TEST_F(BehaviorTreeTest, ASequenceWithMemoryResumesAtTheFailedChild) {
    for (const char* tag : {"SequenceWithMemory", "SequenceStar"}) {
        start("<RetryUntilSuccessful num_attempts=\"3\"><" + std::string(tag) + "><a/><b/></" +
              std::string(tag) + "></RetryUntilSuccessful>");
        EXPECT_EQ(tick(), is({"a!"}, Running));
        EXPECT_EQ(tick(kADone), is({"b!"}, Running));
        EXPECT_EQ(tick(kBFailed), is({"b!"}, Running)); // not a
        EXPECT_EQ(tick(kBFailed), is({"b!"}, Running));
        EXPECT_EQ(tick(kBFailed), is({}, Failure)); // three attempts
    }
}

TEST_F(BehaviorTreeTest, AReactiveSequenceAsksAgainAndHalts) {
    start("<ReactiveSequence><ball-known/><a/></ReactiveSequence>");
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false);
    EXPECT_EQ(tick(), is({}, Failure));
    EXPECT_EQ(statusOf("a"), Idle);
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running)); // the halted one restarts
    EXPECT_EQ(tick(kADone), is({}, Success));
}

TEST_F(BehaviorTreeTest, FallbacksContinueAfterFailure) {
    start("<Fallback><ball-known/><a/><b/></Fallback>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"a"}, Running)); // is not asked again
    EXPECT_EQ(tick(kAFailed), is({"b!"}, Running));
    EXPECT_EQ(tick(kBFailed), is({}, Failure));
    EXPECT_EQ(tick(), is({}, Success));

    start("<ReactiveFallback><ball-flying/><a/></ReactiveFallback>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    fly(true);
    EXPECT_EQ(tick(), is({}, Success));
    fly(false);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kAFailed), is({}, Failure));
}

// The statuses of the children that ended before are still there when their parent ends.
TEST_F(BehaviorTreeTest, AFailureNamesTheChildrenThatFailed) {
    start("<Fallback><Sequence name=\"attack\"><ball-known/><a/></Sequence><b/></Fallback>");
    know(true);
    tick();
    EXPECT_EQ(tick(kAFailed), is({"b!"}, Running));
    tick();
    EXPECT_EQ(tick(kBFailed), is({}, Failure));
    const std::size_t attack = node("attack (Sequence)");
    EXPECT_EQ(statusOf("a"), Failure);
    EXPECT_EQ(statusOf("ball.known"), Success);
    EXPECT_EQ(failureCauses(m_trace, 0), (std::vector{attack, node("b")}));
    EXPECT_EQ(failureCauses(m_trace, attack), (std::vector{node("a")}));
    know(false);
    EXPECT_EQ(tick(), is({"b!"}, Running)); // it begins again, and asks for the ball first
    EXPECT_EQ(failureCauses(m_trace, attack), (std::vector{node("ball.known")}));
    EXPECT_EQ(statusOf("a"), Idle) << "that was in the run before";

    know(true);
    start("<Inverter><ball-known/></Inverter>");
    EXPECT_EQ(tick(), is({}, Failure));
    EXPECT_EQ(failureCauses(m_trace, 0), (std::vector<std::size_t>{1}));
}

TEST_F(BehaviorTreeTest, ABehaviorRequestedByAnotherActionContinues) {
    start("<ReactiveFallback><Sequence><ball-known/><a name=\"first\"/></Sequence>"
          "<a name=\"second\"/></ReactiveFallback>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"a"}, Running));
    EXPECT_EQ(statusOf("first (a)"), Running);
    EXPECT_EQ(statusOf("second (a)"), Idle);
    EXPECT_TRUE(m_trace.nodes[node("first (a)")].isActive);
}

TEST_F(BehaviorTreeTest, AnActionThatWaitsIsRunning) {
    start("<a/>");
    std::vector<BehaviorRequest> requests;
    const std::vector<Work> other = {{0, 0, Status::Done, 77}}; // of before, still settling
    for (int i = 0; i < 3; ++i) {
        requests.clear();
        m_run->decide({m_frame, m_field}, 0.02, other, requests);
        EXPECT_EQ(m_run->status(0), Running);
        ASSERT_EQ(requests.size(), 1U);
    }
}

TEST_F(BehaviorTreeTest, ParallelCountsSuccessesAndFailures) {
    start("<Parallel><a/><b/></Parallel>"); // all, and one failure is enough
    EXPECT_EQ(tick(), is({"a!", "b!"}, Running));
    EXPECT_EQ(tick(kADone), is({"b"}, Running));
    EXPECT_EQ(tick(), is({"b"}, Running)); // a is not begun again
    EXPECT_EQ(tick(kBDone), is({}, Success));
    EXPECT_EQ(tick(), is({"a!", "b!"}, Running));
    EXPECT_EQ(tick(kAFailed), is({}, Failure));

    start("<Parallel success_count=\"1\" failure_count=\"2\"><a/><b/></Parallel>");
    tick();
    EXPECT_EQ(tick(kAFailed), is({"b"}, Running));
    EXPECT_EQ(tick(kBDone), is({}, Success)); // the other one is halted

    // In version 3 the ports had other names.
    startWhole("<root><BehaviorTree ID=\"M\"><Parallel success_threshold=\"1\" "
               "failure_threshold=\"1\"><a/><b/></Parallel></BehaviorTree></root>");
    tick();
    EXPECT_EQ(tick(kBDone), is({}, Success));

    start("<ParallelAll max_failures=\"2\"><a/><b/></ParallelAll>");
    tick();
    EXPECT_EQ(tick(kAFailed), is({"b"}, Running)); // waits for all
    EXPECT_EQ(tick(kBDone), is({}, Success));
    tick();
    EXPECT_EQ(tick({{"a", Status::Failed}, {"b", Status::Failed}}), is({}, Failure));
}

TEST_F(BehaviorTreeTest, AHaltedParallelForgetsWhatWasOver) {
    start("<ReactiveSequence><ball-known/><Parallel><a/><b/></Parallel></ReactiveSequence>");
    know(true);
    tick();
    EXPECT_EQ(tick(kADone), is({"b"}, Running));
    know(false);
    tick();
    know(true);
    EXPECT_EQ(tick(), is({"a!", "b!"}, Running));
}

TEST_F(BehaviorTreeTest, IfThenElseAsksOnceWhileDoElseAlways) {
    start("<IfThenElse><ball-known/><a/><b/></IfThenElse>");
    EXPECT_EQ(tick(), is({"b!"}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"b"}, Running));
    EXPECT_EQ(tick(kBFailed), is({}, Failure));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));

    start("<WhileDoElse><ball-known/><a/><b/></WhileDoElse>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false);
    EXPECT_EQ(tick(), is({"b!"}, Running));
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));

    know(false);
    start("<IfThenElse><ball-known/><a/></IfThenElse>");
    EXPECT_EQ(tick(), is({}, Failure));
    start("<WhileDoElse><ball-known/><a/></WhileDoElse>");
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false);
    EXPECT_EQ(tick(), is({}, Failure));
}

TEST_F(BehaviorTreeTest, ASwitchFollowsItsEntry) {
    start("<ReactiveSequence><Script code=\"n := self.number\"/>"
          "<Switch2 variable=\"{n}\" case_1=\"3\" case_2=\"4\"><a/><b/><c/></Switch2>"
          "</ReactiveSequence>");
    m_frame.identity.robot.unum = game::UniformNumber(3);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    m_frame.identity.robot.unum = game::UniformNumber(4);
    EXPECT_EQ(tick(), is({"b!"}, Running));
    m_frame.identity.robot.unum = game::UniformNumber(5);
    EXPECT_EQ(tick(), is({"c!"}, Running));
    start("<Switch2 variable=\"{unset}\" case_1=\"x\" case_2=\"y\"><a/><b/><c/></Switch2>");
    EXPECT_EQ(tick(), is({"c!"}, Running));
    start("<Sequence><SetBlackboard value=\"y\" output_key=\"t\"/>"
          "<Switch2 variable=\"{t}\" case_1=\"x\" case_2=\"y\"><a/><b/><c/></Switch2></Sequence>");
    EXPECT_EQ(tick(), is({"b!"}, Running));
}

TEST_F(BehaviorTreeTest, DecoratorsChangeWhatComesBack) {
    const auto after = [&](const char* decorator, const std::map<std::string, Status>& ended) {
        start("<" + std::string(decorator) + "><a/></" + decorator + ">");
        EXPECT_EQ(tick(), is({"a!"}, Running)) << decorator;
        return tick(ended).second;
    };
    EXPECT_EQ(after("Inverter", kADone), Failure);
    EXPECT_EQ(after("Inverter", kAFailed), Success);
    EXPECT_EQ(after("ForceSuccess", kAFailed), Success);
    EXPECT_EQ(after("ForceSuccess", kADone), Success);
    EXPECT_EQ(after("ForceFailure", kADone), Failure);
    EXPECT_EQ(after("ForceFailure", kAFailed), Failure);
    EXPECT_EQ(after("KeepRunningUntilFailure", kADone), Running);
    EXPECT_EQ(tick(), is({"a!"}, Running)); // again
    EXPECT_EQ(tick(kAFailed), is({}, Failure));
    start("<Sequence><AlwaysSuccess/><AlwaysFailure/></Sequence>");
    EXPECT_EQ(tick().second, Failure);
}

TEST_F(BehaviorTreeTest, RepetitionsCount) {
    start("<Repeat num_cycles=\"2\"><a/></Repeat>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));
    tick();
    EXPECT_EQ(tick(kAFailed), is({}, Failure));

    start("<RetryUntilSuccessful num_attempts=\"-1\"><a/></RetryUntilSuccessful>");
    tick();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(tick(kAFailed), is({"a!"}, Running));
    }
    EXPECT_EQ(tick(kADone), is({}, Success));

    start("<Repeat num_cycles=\"-1\"><Script code=\"n += 1\"/></Repeat>"); // one a cycle
    EXPECT_EQ(tick().second, Running);
    EXPECT_EQ(tick().second, Running);

    // Halted, it counts from the start.
    start("<ReactiveSequence><ball-known/><Repeat num_cycles=\"2\"><a/></Repeat>"
          "</ReactiveSequence>");
    know(true);
    tick();
    EXPECT_EQ(tick(kADone), is({"a!"}, Running));
    know(false);
    tick();
    know(true);
    tick();
    EXPECT_EQ(tick(kADone), is({"a!"}, Running));
}

TEST_F(BehaviorTreeTest, TimesAreThoseOfTheServer) {
    start("<Timeout msec=\"60\"><a/></Timeout>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(), is({"a"}, Running));
    EXPECT_EQ(tick(), is({"a"}, Running));
    EXPECT_EQ(tick(), is({}, Failure)); // after 60 ms
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));

    start("<Delay delay_msec=\"40\"><a/></Delay>");
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_EQ(tick(kADone), is({}, Success));
    EXPECT_EQ(tick(), is({}, Running)); // delayed again

    start("<Sequence><Sleep msec=\"20\"/><a/></Sequence>");
    EXPECT_EQ(tick(), is({}, Running));
    EXPECT_EQ(tick(), is({"a!"}, Running));
}

TEST_F(BehaviorTreeTest, RunOnceRunsOnce) {
    start("<Sequence><RunOnce><a/></RunOnce><b/></Sequence>");
    tick();
    EXPECT_EQ(tick(kADone), is({"b!"}, Running));
    tick(kBDone);
    EXPECT_EQ(tick(), is({"b!"}, Running)); // skipped
    start("<RunOnce then_skip=\"false\"><a/></RunOnce>");
    tick();
    EXPECT_EQ(tick(kAFailed), is({}, Failure));
    EXPECT_EQ(tick(), is({}, Failure));
}

TEST_F(BehaviorTreeTest, PreconditionsDecideBeforeANodeDoes) {
    start("<Precondition if=\"ball.known\" else=\"SUCCESS\"><a/></Precondition>");
    EXPECT_EQ(tick(), is({}, Success));
    know(true);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    know(false); // only before it begins
    EXPECT_EQ(tick(), is({"a"}, Running));

    const auto with = [&](const char* attribute) {
        start("<Fallback><a " + std::string(attribute) + "/><b/></Fallback>");
        know(true);
        return tick();
    };
    EXPECT_EQ(with("_failureIf=\"ball.known\""), is({"b!"}, Running));
    EXPECT_EQ(with("_successIf=\"ball.known\""), is({}, Success));
    EXPECT_EQ(with("_skipIf=\"ball.known\""), is({"b!"}, Running));
    EXPECT_EQ(statusOf("a"), Skipped);
    EXPECT_EQ(with("_while=\"!ball.known\""), is({"b!"}, Running));
    EXPECT_EQ(with("_while=\"ball.known\""), is({"a!"}, Running));
    know(false); // also while it runs
    EXPECT_EQ(tick(), is({"b!"}, Running));

    start("<Sequence><a _skipIf=\"ball.known\"/><b _skipIf=\"ball.known\"/></Sequence>");
    know(true);
    EXPECT_EQ(tick(), is({}, Skipped)); // all of them
}

TEST_F(BehaviorTreeTest, ScriptsRunWhereTheyAreWritten) {
    start("<Fallback _onFailure=\"lost += 1\"><Sequence>"
          "<a _onSuccess=\"won := 1; won += 2\" _post=\"ended := ball.confidence\" "
          "_onHalted=\"halted := 1\"/></Sequence></Fallback>");
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.confidence = 0.25;
    tick();
    tick(kADone);
    EXPECT_DOUBLE_EQ(entry("won"), 3.0);
    EXPECT_DOUBLE_EQ(entry("ended"), 0.25);
    EXPECT_TRUE(std::isnan(entry("halted")));
    EXPECT_TRUE(std::isnan(entry("lost")));

    start("<ReactiveSequence><ball-known/><a _onHalted=\"halted := 1; n := halted; n *= 6; "
          "n /= 4; n -= 1\"/></ReactiveSequence>");
    tick();
    know(false);
    tick();
    EXPECT_DOUBLE_EQ(entry("halted"), 1.0);
    EXPECT_DOUBLE_EQ(entry("n"), 0.5);
}

TEST_F(BehaviorTreeTest, ConditionsReadTheBlackboard) {
    start("<Sequence><Script code=\"n := 3; mode := 'attack'; on := true\"/>"
          "<ScriptCondition code=\"n &gt;= 3 &amp;&amp; mode == 'attack' &amp;&amp; on\"/>"
          "<UnsetBlackboard key=\"n\"/>"
          "<ScriptCondition code=\"!(n &lt; 5) || ball.flying\"/>"
          "<ScriptCondition code=\"mode != 'defend'\"/><a/></Sequence>");
    EXPECT_EQ(tick(), is({"a!"}, Running));
}

TEST_F(BehaviorTreeTest, SubtreesHaveNamesOfTheirOwn) {
    constexpr const char* kXml =
        "<root BTCPP_format=\"4\" main_tree_to_execute=\"M\">"
        "<BehaviorTree ID=\"M\"><Sequence><Script code=\"n := 1; k := 7\"/>"
        "<SubTree ID=\"S\" in=\"{n}\" fixed=\"5\"/><SubTree ID=\"S\" _autoremap=\"true\" "
        "in=\"{n}\"/><a/></Sequence></BehaviorTree>"
        "<BehaviorTree ID=\"S\"><Script code=\"in += 1; k := fixed\"/></BehaviorTree></root>";
    startWhole(kXml);
    EXPECT_EQ(tick(), is({"a!"}, Running));
    EXPECT_DOUBLE_EQ(entry("n"), 3.0);      // by both
    EXPECT_TRUE(std::isnan(entry("k")));    // by the second, whose `fixed` is that of the tree
    EXPECT_DOUBLE_EQ(entry("S::3/k"), 5.0); // by the first
    // Version 3: names without braces, and one blackboard for all.
    startWhole("<root main_tree_to_execute=\"M\"><BehaviorTree ID=\"M\"><SequenceStar>"
               "<SetBlackboard value=\"2\" output_key=\"n\"/><SubTree ID=\"S\" in=\"n\"/>"
               "<SubTreePlus ID=\"S\" __shared_blackboard=\"true\"/>"
               "<SubTreePlus ID=\"S\" in=\"4\"/><a/></SequenceStar></BehaviorTree>"
               "<BehaviorTree ID=\"S\"><Script code=\"in += 1\"/></BehaviorTree></root>");
    tick();
    EXPECT_DOUBLE_EQ(entry("n"), 3.0);
    EXPECT_TRUE(std::isnan(entry("in"))); // nothing plus one
    // Ports of a subtree as described in the palette.
    startWhole("<root BTCPP_format=\"4\" main_tree_to_execute=\"M\"><BehaviorTree ID=\"M\">"
               "<SubTree ID=\"S\"/></BehaviorTree><BehaviorTree ID=\"S\"><a speed=\"{v}\"/>"
               "</BehaviorTree><TreeNodesModel><SubTree ID=\"S\"><input_port name=\"v\" "
               "default=\"0.5\"/></SubTree></TreeNodesModel></root>");
    EXPECT_EQ(tick().first, Strings({"a speed=0.5!"}));
}

TEST_F(BehaviorTreeTest, ParametersMayReadWhatIsOnlySetToValues) {
    start("<Sequence><IfThenElse><ball-known/><SetBlackboard value=\"fast\" output_key=\"how\"/>"
          "<Script code=\"how := 'slow'\"/></IfThenElse><a look=\"x\" speed=\"{how}\"/>"
          "</Sequence>");
    EXPECT_EQ(tick().first, Strings({"a look=x speed=slow!"}));
    know(true);
    tick({{"a look=x speed=slow", Status::Done}});
    EXPECT_EQ(tick().first, Strings({"a look=x speed=fast!"}));
    start("<Fallback><a speed=\"{how}\"/><Sequence><SetBlackboard value=\"1\" output_key=\"how\"/>"
          "<b/></Sequence></Fallback>");
    EXPECT_EQ(tick().first, Strings({"b!"})); // it fails while nothing is set
    EXPECT_THAT(
        errorOf(whole("<Sequence><Script code=\"v := ball.x\"/><a speed=\"{v}\"/>"
                      "</Sequence>")),
        HasSubstr(
            "test.xml:3: the possible values of 'speed' of a are unknown; expected an entry"));
}

TEST_F(BehaviorTreeTest, ANewerVersionContinuesAtTheNodeOfTheOlderOne) {
    start("<Sequence><a/><Repeat num_cycles=\"3\"><b/></Repeat></Sequence>");
    tick();
    tick(kADone);
    tick(kBDone);
    auto old = std::move(m_run);
    const auto work = m_work;
    const auto begun = m_begun;
    start("<Sequence><c/><Repeat num_cycles=\"2\"><b/></Repeat></Sequence>");
    m_run->follow(*old);
    m_work = work;
    m_work[0].behavior = 1;
    m_begun = begun;
    EXPECT_EQ(tick(), is({"b"}, Running)); // the same one
    EXPECT_EQ(tick(kBDone), is({}, Success));

    start("<Sequence><b/></Sequence>"); // other nodes: from the start, but the behavior continues
    m_run->follow(*old);
    m_work = work;
    m_work[0].behavior = 0;
    m_begun = begun;
    EXPECT_EQ(tick(), is({"b"}, Running));
}

TEST_F(BehaviorTreeTest, Explains) {
    start("<ReactiveFallback><Sequence><ball-known/><a/></Sequence><Sequence name=\"s\">"
          "<ball-flying/><b _skipIf=\"ball.confidence &gt; 0.5\"/></Sequence><c/><d/>"
          "</ReactiveFallback>");
    tick();
    EXPECT_EQ(m_trace.maker, "behavior-tree test");
    EXPECT_TRUE(isBehaviorTree(m_trace));
    EXPECT_EQ(m_trace.nodes[0].score, 0.5);
    EXPECT_TRUE(m_trace.nodes[node("c")].isActive);
    EXPECT_EQ(nodeStatus(m_trace, node("ball.known")), Failure);
    EXPECT_EQ(nodeStatus(m_trace, node("a")), Idle);
    EXPECT_EQ(whyOf(m_trace, node("c")).kind, WhyKind::Active);
    EXPECT_EQ(whyOf(m_trace, 0).kind, WhyKind::Active);
    const DecisionWhy a = whyOf(m_trace, node("a"));
    EXPECT_EQ(a.kind, WhyKind::Stopped);
    EXPECT_EQ(a.node, node("a"));
    EXPECT_EQ(a.rival, node("ball.known"));
    const DecisionWhy d = whyOf(m_trace, node("d"));
    EXPECT_EQ(d.kind, WhyKind::Stopped);
    EXPECT_EQ(d.rival, node("c")); // running
    EXPECT_EQ(whyOf(m_trace, node("ball.known")).kind, WhyKind::Returned);
    fly(true);
    know(true);
    m_frame.world.ball.confidence = 0.9;
    start(
        "<Sequence name=\"s\"><ball-flying/><b _skipIf=\"ball.confidence &gt; 0.5\"/></Sequence>");
    tick();
    const DecisionWhy skipped = whyOf(m_trace, node("b"));
    EXPECT_EQ(skipped.kind, WhyKind::Returned);
    ASSERT_EQ(skipped.terms.size(), 1U);
    EXPECT_DOUBLE_EQ(m_trace.terms[skipped.terms[0]].value, 0.9);
    EXPECT_EQ(nodeStatus(m_trace, node("b")), Skipped);
}

TEST_F(BehaviorTreeTest, AllocatesNothingAfterWarmUp) {
    start("<ReactiveFallback><Sequence><ball-known/><Timeout msec=\"100\"><a/></Timeout>"
          "<Script code=\"n += 1; t := 'a text that is rather long'\"/></Sequence>"
          "<Parallel><b/><ScriptCondition code=\"t == 'x' or n &gt; 3\"/></Parallel>"
          "</ReactiveFallback>");
    std::vector<BehaviorRequest> requests;
    std::vector<Work> work;
    const auto cycles = [&](int count) {
        for (int i = 0; i < count; ++i) {
            know(i % 17 < 9);
            requests.clear();
            m_run->decide({m_frame, m_field}, 0.02, work, requests);
            work.clear();
            for (const BehaviorRequest& request : requests) {
                work.push_back({request.node, request.behavior,
                                i % 11 == 0 ? Status::Done : Status::Running, request.run});
            }
            m_run->explain(work, m_trace);
        }
    };
    cycles(100);
    const sideline::tests::AllocationGuard guard;
    cycles(500);
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::decision
