// State machines: what their texts mean, what is wrong with them, which transition fires and when,
// and what is explained.
#include "agentcore/decision/state_machine.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/machine_text.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using behavior::Status;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kStateText = R"(behavior clear = striker look=learn
condition near = ball.known and ball.confidence
machine
  any
    to rest when play.over priority 1
  state rest do stand
    to hold when not play.over after 0.1
  state play
    to rest when ball.flying
    state hold do place
      to shoot when near
    state shoot do clear # and so on
      to hold on failed
      to shoot after 0.06 on done
      to watch when not near after 0.04
    state watch do place
)";

class StateMachineTest : public testing::Test {
protected:
    static StateMachinePtr read(std::string_view text) {
        auto machine = readMachineText(text, "machine test", "test.machine");
        EXPECT_TRUE(machine) << machine.error().toString();
        return machine ? std::make_shared<const StateMachine>(std::move(*machine)) : nullptr;
    }
    static std::string errorOf(std::string_view text) {
        const auto machine = readMachineText(text, "machine test", "test.machine");
        return machine ? "no error" : machine.error().toString();
    }
    // A cycle of 20 ms in which the requested behavior begins at once.
    std::string step(MachineRun& machine, Status status = Status::Running) {
        for (Work& each : m_work) {
            each.status = status;
        }
        std::vector<BehaviorRequest> requests;
        machine.decide({m_frame, m_field}, 0.02, m_work, requests);
        EXPECT_EQ(requests.size(), 1U);
        const BehaviorRequest& request = requests.front();
        m_work = {{request.node, request.behavior, Status::Running, request.run}};
        machine.explain(m_work, m_trace);
        return m_trace.nodes[static_cast<std::size_t>(request.node)].name;
    }
    std::string step(MachineRun& machine, int cycles) {
        std::string state;
        for (int i = 0; i < cycles; ++i) {
            state = step(machine);
        }
        return state;
    }
    std::size_t node(std::string_view name) const {
        const auto found = std::ranges::find(m_trace.nodes, name, &world::DecisionNode::name);
        EXPECT_NE(found, m_trace.nodes.end()) << name;
        return static_cast<std::size_t>(found - m_trace.nodes.begin());
    }
    void see(double confidence) {
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.confidence = confidence;
    }

    world::AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
    std::vector<Work> m_work;
    world::DecisionTrace m_trace;
};

TEST_F(StateMachineTest, ReadsStatesInStates) {
    const StateMachinePtr machine = read(kStateText);
    ASSERT_EQ(machine->states.size(), 5U);
    EXPECT_EQ(machine->states[1].name, "play");
    EXPECT_EQ(machine->states[1].entry, 2);
    EXPECT_EQ(machine->states[1].end, 5U);
    EXPECT_EQ(machine->states[3].parent, 1);
    EXPECT_EQ(machine->states[3].depth, 1);
    EXPECT_EQ(machine->states[3].line, 12);
    EXPECT_EQ(machine->states[4].behavior, machine->states[2].behavior);
    ASSERT_EQ(machine->transitions.size(), 7U);
    EXPECT_EQ(machine->transitions[0].from, -1);
    EXPECT_EQ(machine->transitions[0].priority, 1);
    EXPECT_EQ(machine->transitions[5].text, "to shoot after 0.06 on done");
    EXPECT_EQ(machine->transitions[5].line, 14);
    EXPECT_THAT(machine->warnings, IsEmpty());
    EXPECT_THAT(MachineRun(machine).describe(), HasSubstr("clear (striker look=learn)"));
}

TEST_F(StateMachineTest, TransitionsFireByConditionTimeAndReport) {
    MachineRun machine(read(kStateText));
    EXPECT_EQ(step(machine), "rest");
    EXPECT_EQ(step(machine, 4), "rest"); // 0.08 s
    EXPECT_DOUBLE_EQ(machine.timeS(0), 0.08);
    EXPECT_EQ(step(machine), "hold"); // the entry of `play`
    EXPECT_DOUBLE_EQ(machine.timeS(0), 0.0);
    see(0.4);
    EXPECT_EQ(step(machine), "hold"); // less than half true
    see(0.6);
    EXPECT_EQ(step(machine), "shoot");
    EXPECT_EQ(step(machine, Status::Failed), "hold");
    EXPECT_EQ(step(machine), "shoot");
    EXPECT_EQ(step(machine, Status::Done), "shoot"); // not before its time
    EXPECT_EQ(step(machine, Status::Done), "shoot");
    const int run = m_work.front().run;
    EXPECT_EQ(step(machine, Status::Done), "shoot"); // restarted
    EXPECT_EQ(m_work.front().run, run + 1);
    EXPECT_DOUBLE_EQ(machine.timeS(3), 0.0);
    m_frame.game.playMode = game::PlayMode::GameOver;
    EXPECT_EQ(step(machine), "rest");
    EXPECT_EQ(step(machine, 9), "rest"); // stays where it is already
    EXPECT_DOUBLE_EQ(machine.timeS(0), 0.18);
}

TEST_F(StateMachineTest, TimeCountsFromWhenTheBehaviorWorks) {
    MachineRun machine(read(kStateText));
    std::vector<BehaviorRequest> requests;
    const std::vector<Work> other = {{99, 3, Status::Done, 0}}; // still comes to a halt
    for (int i = 0; i < 50; ++i) {
        requests.clear();
        machine.decide({m_frame, m_field}, 0.02, other, requests);
    }
    EXPECT_EQ(machine.active(), 0);
    EXPECT_DOUBLE_EQ(machine.timeS(0), 0.0);
}

TEST_F(StateMachineTest, OuterStatesKeepTheirTime) {
    MachineRun machine(read(kStateText));
    step(machine, 6);
    see(1.0);
    EXPECT_EQ(step(machine, 2), "shoot");
    EXPECT_DOUBLE_EQ(machine.timeS(1), 0.04); // of `play`
    EXPECT_DOUBLE_EQ(machine.timeS(3), 0.02);
    m_frame.world.ball.isFlying = true; // the outer transition goes before the inner ones
    EXPECT_EQ(step(machine), "rest");
    EXPECT_DOUBLE_EQ(machine.timeS(1), 0.0);
}

TEST_F(StateMachineTest, PriorityThenPlaceThenValueThenOrder) {
    const auto first = [&](const char* transitions) {
        const std::string text = "machine\n state a do x\n" + std::string(transitions) +
                                 " state b do x\n state c do x\n";
        MachineRun machine(read(text));
        return step(machine);
    };
    EXPECT_EQ(first("  to b when 0.6\n  to c when 0.8\n"), "c");
    EXPECT_EQ(first("  to b when 0.8\n  to c when 0.8\n"), "b");
    EXPECT_EQ(first("  to b when 0.6 priority 2\n  to c when 0.8 priority 1\n"), "b");
    EXPECT_EQ(first("  to b priority -1\n  to c when 0.5\n"), "c");
    EXPECT_EQ(first("  to c when 0.8\n any\n  to b when 0.6\n"), "b");
    EXPECT_EQ(first("  to c when 0.8 priority 1\n any\n  to b when 0.6\n"), "c");
    EXPECT_EQ(first("  to b when 0.49\n"), "a");
}

TEST_F(StateMachineTest, ASharedBehaviorContinuesUnlessItHasEnded) {
    const StateMachinePtr machine =
        read("machine\n state a do x\n  to b when ball.known\n state b do x\n  to a on done\n");
    MachineRun runs(machine);
    step(runs);
    const int run = m_work.front().run;
    see(1.0);
    EXPECT_EQ(step(runs), "b");
    EXPECT_EQ(m_work.front().run, run);
    m_frame.world.ball.isKnown = false;
    EXPECT_EQ(step(runs, Status::Done), "a");
    EXPECT_EQ(m_work.front().run, run + 1);
}

TEST_F(StateMachineTest, ANewerVersionContinuesInTheSameState) {
    MachineRun before(read(kStateText));
    step(before, 6);
    see(1.0);
    step(before, 2);
    MachineRun after(read("machine\n state new do y\n state shoot do clear\n state play do z\n"));
    after.follow(before);
    EXPECT_EQ(after.active(), 1);
    EXPECT_DOUBLE_EQ(after.timeS(1), 0.02);
    EXPECT_EQ(after.nodeOf(1), 1);
    EXPECT_EQ(step(after), "shoot");
    MachineRun without(read("machine\n state new do y\n"));
    without.follow(before);
    EXPECT_EQ(step(without), "new");
    EXPECT_GT(m_work.front().run, 1);
}

TEST_F(StateMachineTest, ExplainsStatesAndTransitions) {
    MachineRun machine(read(kStateText));
    step(machine, 6);
    see(0.4);
    step(machine, 2);
    EXPECT_EQ(m_trace.maker, "machine test");
    EXPECT_TRUE(isMachine(m_trace));
    EXPECT_TRUE(m_trace.nodes[node("play")].isChosen);
    EXPECT_DOUBLE_EQ(m_trace.nodes[node("play")].score, 0.04);
    EXPECT_EQ(m_trace.nodes[node("shoot")].behavior, "clear");
    EXPECT_DOUBLE_EQ(m_trace.nodes[node("to shoot when near")].score, 0.4);
    EXPECT_EQ(whyOf(m_trace, node("hold")).kind, WhyKind::Active);
    EXPECT_EQ(whyOf(m_trace, node("play")).kind, WhyKind::Active);
    const DecisionWhy held = whyOf(m_trace, node("shoot"));
    EXPECT_EQ(held.kind, WhyKind::Held);
    EXPECT_EQ(held.node, node("to shoot when near"));
    ASSERT_EQ(held.terms.size(), 2U);
    EXPECT_EQ(m_trace.terms[held.terms[1]].text, "ball.confidence");
    EXPECT_EQ(whyOf(m_trace, node("rest")).kind, WhyKind::Held); // of `any` and of `play`
    EXPECT_EQ(whyOf(m_trace, node("watch")).kind, WhyKind::NoWay);
    EXPECT_EQ(whyOf(m_trace, node("watch")).rival, node("hold"));
    EXPECT_EQ(whyOf(m_trace, node("to watch when not near after 0.04")).kind, WhyKind::Asleep);
    EXPECT_EQ(whyOf(m_trace, node("any")).kind, WhyKind::Figure);

    see(1.0);
    m_frame.world.ball.isFlying = true;
    step(machine); // both of its transitions would do
    EXPECT_EQ(whyOf(m_trace, node("to rest when ball.flying")).kind, WhyKind::Fired);
    EXPECT_EQ(whyOf(m_trace, node("shoot")).kind, WhyKind::NoWay); // not from `rest`
    EXPECT_EQ(whyOf(m_trace, node("shoot")).rival, node("rest"));
}

TEST_F(StateMachineTest, ExplainsWhichOfTwoGoesFirst) {
    MachineRun machine(read("machine\n state a do x\n  to b when 0.6\n  to c when 0.8 after 0.02\n"
                            " state b do x\n state c do x\n any\n  to c priority -1\n"));
    step(machine);
    EXPECT_EQ(whyOf(m_trace, node("b")).kind, WhyKind::Active);
    MachineRun late(read("machine\n state a do x\n  to b when 0.6 after 0.01\n"
                         "  to c when 0.8 after 0.01\n state b do x\n state c do x\n"));
    step(late, 2);
    EXPECT_EQ(whyOf(m_trace, node("c")).kind, WhyKind::Active);
    const DecisionWhy why = whyOf(m_trace, node("b"));
    EXPECT_EQ(why.kind, WhyKind::Loses);
    EXPECT_EQ(m_trace.nodes[why.rival].name, "to c when 0.8 after 0.01");
    const auto terms = termsOf(m_trace, node("to b when 0.6 after 0.01"));
    ASSERT_EQ(terms.size(), 1U);
    EXPECT_DOUBLE_EQ(m_trace.terms[terms[0]].value, 0.02); // as it was when it fired
    EXPECT_DOUBLE_EQ(m_trace.terms[terms[0]].truth, 1.0);
}

TEST_F(StateMachineTest, TheEntryCanBeNamed) {
    MachineRun machine(
        read("machine\n entry b\n state a do x\n  to b\n state b\n  entry d\n"
             "  state c do x\n   to d\n  state d do x\n   to c when 0\n   to a when 0\n"));
    EXPECT_EQ(step(machine), "d");
}

TEST_F(StateMachineTest, NotesStatesThatNothingLeadsTo) {
    const auto machine = read("machine\n state a do x\n state b do y\n  to a\n  to b after 1\n");
    EXPECT_THAT(machine->warnings, ElementsAre("test.machine:3: nothing leads to the state 'b'"));
}

TEST_F(StateMachineTest, FaultsNameTheLineAndWhatWasExpected) {
    struct Row {
        const char* text;
        const char* expected;
    };
    const std::array rows = {
        Row{"", "test.machine:1: the file contains no state machine"},
        Row{"machine\n",
            "test.machine:1: the file contains no state machine; expected at least one state"},
        Row{"states\nmachine\n", "test.machine:1: unknown word 'states'; expected behavior, "},
        Row{"machine\n state\n", "test.machine:2: the state has no name; expected state NAME"},
        Row{"machine\n state any do x\n", "test.machine:2: the state cannot be called 'any'"},
        Row{"machine\n state stay do x\n",
            "test.machine:2: the state cannot be called 'stay', which is a reserved word"},
        Row{"machine\n state a do\n",
            "test.machine:2: `do` cannot be followed by the end of the line"},
        Row{"machine\n state a\n", "test.machine:2: the state 'a' does nothing; expected `do "},
        Row{"machine\n state a do x\n state a do x\n",
            "test.machine:3: the state 'a' is already defined on line 2; expected unique names"},
        Row{"machine\n state a do x\n  state b do x\n",
            "test.machine:3: 'a' has a behavior, so it cannot contain a state"},
        Row{"machine\n state hold do x\n  to hald\n",
            "test.machine:3: there is no state 'hald'; expected hold?"},
        Row{"machine\n state a do x\n  to\n",
            "test.machine:3: `to` cannot be followed by the end of the line"},
        Row{"machine\n to a\n state a do x\n",
            "test.machine:2: 'to' does not belong here; expected state, any or entry"},
        Row{"machine\n state a do x\n  to a\n   to a\n",
            "test.machine:4: 'to' does not belong here; expected no line indented more"},
        Row{"machine\n any\n  state b do x\n",
            "test.machine:3: 'state' does not belong here; expected `to STATE` with a condition"},
        Row{"machine\n state a do x\n  to a when\n",
            "test.machine:3: the end of the line instead of a condition"},
        Row{"machine\n state a do x\n  to a when ball.near\n",
            "test.machine:3: unknown measure or condition 'ball.near'"},
        Row{"machine\n state a do x\n  to a after -1\n",
            "test.machine:3: `after` has no valid number; expected after 0.001 to 3600"},
        Row{"machine\n state a do x\n  to a on fire\n",
            "test.machine:3: `on` cannot be followed by 'fire'; expected on done, or on failed"},
        Row{"machine\n state a do x\n  to a priority 0.5\n",
            "test.machine:3: invalid priority; expected an integer"},
        Row{"machine\n state a do x\n  to a after 1 after 2\n",
            "test.machine:3: 'after' is unexpected after the transition; expected when CONDITION"},
        Row{"machine\n entry b\n state a do x\n", "test.machine:2: there is no state 'b'"},
        Row{"machine\n entry b\n state a\n  state b do x\n",
            "test.machine:2: `entry` leads to 'b', which is at another level"},
        Row{"machine\n entry a\n entry a\n state a do x\n", "test.machine:3: a second entry"},
    };
    for (const Row& row : rows) {
        EXPECT_THAT(errorOf(row.text), HasSubstr(row.expected)) << row.text;
    }
    std::string many = "machine\n";
    for (int i = 0; i < 501; ++i) {
        many += " state s" + std::to_string(i) + " do x\n";
    }
    EXPECT_THAT(errorOf(many), HasSubstr("test.machine:502: the machine is too large"));
}

TEST_F(StateMachineTest, AllocatesNothingAfterWarmUp) {
    MachineRun machine(read(kStateText));
    std::vector<BehaviorRequest> requests;
    std::vector<Work> work;
    const auto cycles = [&](int count) {
        for (int i = 0; i < count; ++i) {
            see(i % 7 < 4 ? 1.0 : 0.0);
            m_frame.game.playMode =
                i % 50 == 49 ? game::PlayMode::GameOver : game::PlayMode::PlayOn;
            requests.clear();
            machine.decide({m_frame, m_field}, 0.02, work, requests);
            work.clear();
            work.push_back(
                {requests[0].node, requests[0].behavior, Status::Running, requests[0].run});
            machine.explain(work, m_trace);
        }
    };
    cycles(100);
    const sideline::tests::AllocationGuard guard;
    cycles(500);
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::decision
