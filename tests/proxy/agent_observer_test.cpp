// Compares Sideline's world model from another agent's messages with that agent's own belief.
#include "agentcore/runtime/agent_observer.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/robot/nao.h"
#include "simulator/harness/match_harness.h"

namespace sideline::runtime {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

world::AgentIdentity identityOf(const std::string& team, int unum, robot::NaoType type) {
    return {team,
            {game::Side::None, game::UniformNumber(unum)},
            static_cast<int>(type),
            robot::naoModel(type).shared()};
}

TEST(AgentObserverTest, BelievesWhatABuiltInAgentBelieves) {
    simulator::MatchHarness match(simulator::SimulationSettings{});
    AgentSettings settings;
    settings.team = "Ours";
    settings.unum = 4;
    settings.typeNumber = 4;
    settings.isSync = true;
    settings.beam_F = Eigen::Vector3d(-3.0, 1.0, 0.3);
    const std::size_t agent = match.add(settings, std::make_unique<behavior::StandAndLook>());
    AgentObserver observer(identityOf("Ours", 4, robot::NaoType::Toes));
    world::AgentFrame seen;
    int compared = 0;
    std::uint64_t last = 0;
    for (int i = 0; i < 400; ++i) {
        match.cycle();
        const world::AgentFrame& own = match.frame(agent);
        if (own.perceptText.empty() || (own.cycle == last && i > 0 && compared > 0)) {
            continue;
        }
        last = own.cycle;
        Exchange exchange;
        exchange.percepts = own.perceptText;
        exchange.commands = own.commandText;
        exchange.receivedAt = milliseconds(20 * i);
        exchange.answers = 1;
        exchange.answeredAt = exchange.receivedAt + milliseconds(3);
        observer.observe(exchange, seen);
        ++compared;
        ASSERT_EQ(seen.perceptText, own.perceptText);
        ASSERT_EQ(seen.commandText, own.commandText);
        ASSERT_EQ(seen.body.joints.size(), own.body.joints.size());
        for (std::size_t j = 0; j < own.body.joints.size(); ++j) {
            const world::JointBelief& joint = own.body.joints[j];
            EXPECT_EQ(seen.body.joints[j].measuredRad, joint.measuredRad);
            EXPECT_NEAR(seen.body.joints[j].expectedRad, joint.expectedRad, 1e-4);
            EXPECT_NEAR(seen.body.joints[j].commandRadPerS, joint.commandRadPerS, 1e-6);
        }
        if (own.body.pose.isValid) {
            EXPECT_LT((seen.body.X_FT.p - own.body.X_FT.p).norm(), 0.02) << i;
        }
    }
    EXPECT_GT(compared, 300);
    const world::AgentFrame& own = match.frame(agent);
    EXPECT_EQ(seen.identity, own.identity);
    EXPECT_EQ(seen.identity.robot.side, game::Side::Left);
    ASSERT_TRUE(own.body.pose.isValid && seen.body.pose.isValid);
    EXPECT_LT((seen.body.X_FT.p - own.body.X_FT.p).norm(), 0.002);
    ASSERT_TRUE(own.world.ball.isKnown && seen.world.ball.isKnown);
    EXPECT_LT((seen.world.ball.p_F - own.world.ball.p_F).norm(), 0.02);
    EXPECT_EQ(seen.game.playMode, own.game.playMode);
    EXPECT_EQ(seen.timing.senseToAct, milliseconds(3));
    EXPECT_EQ(seen.counters.missedCycles, 0U);
    EXPECT_TRUE(world::isObserved(seen));
    EXPECT_FALSE(world::isObserved(own));
}

// Sends messages of a server to an agent with a number, and the agent's answers.
class ObservedTest : public testing::Test {
protected:
    void observe(const std::string& commands, int answers = 1, const std::string& more = {},
                 double stepS = 0.02) {
        m_timeS += stepS;
        m_percepts =
            fmt::format("(time (now {:.2f}))(GS {}(t 0.00) (pm {}))(HJ (n hj1) (ax 10.00))"
                        "(HJ (n hj2) (ax 0.00)){}",
                        m_timeS, m_timeS < 0.03 ? "(unum 7) (team right) " : "", m_mode, more);
        Exchange exchange;
        exchange.percepts = m_percepts;
        exchange.commands = commands;
        exchange.answers = answers;
        m_observer.observe(exchange, m_frame);
    }
    [[nodiscard]] const world::JointBelief& joint(std::string_view effector) const {
        const auto joints = m_frame.identity.model->joints();
        std::size_t i = 0;
        while (joints[i].effector != effector) {
            ++i;
        }
        return m_frame.body.joints[i];
    }

    AgentObserver m_observer{identityOf("Others", 7, robot::NaoType::Standard)};
    world::AgentFrame m_frame;
    std::string m_mode = "BeforeKickOff";

private:
    double m_timeS = 0.0;
    std::string m_percepts;
};

TEST_F(ObservedTest, AJointKeepsItsSpeedUntilAnother) {
    observe("(he1 0.5)(he2 -0.1)");
    EXPECT_DOUBLE_EQ(joint("he1").commandRadPerS, 0.5);
    observe("(he2 0)");
    EXPECT_DOUBLE_EQ(joint("he1").commandRadPerS, 0.5);
    EXPECT_DOUBLE_EQ(joint("he2").commandRadPerS, 0.0);
    // The requested angle is the result of the speed after a cycle.
    EXPECT_NEAR(joint("he1").targetRad, joint("he1").expectedRad + 0.02 * 0.5, 1e-12);
    observe("(he1 1000)(nosuch 3)");
    EXPECT_LT(joint("he1").commandRadPerS, 7.0) << "the motor's limit";
}

TEST_F(ObservedTest, CountsWhatWasNotAnswered) {
    observe("(he1 0)");
    EXPECT_EQ(m_frame.identity.robot.side, game::Side::Right);
    EXPECT_EQ(m_frame.counters.missedCycles, 0U);
    observe("", 0);
    EXPECT_EQ(m_frame.counters.missedCycles, 1U);
    EXPECT_EQ(m_frame.timing.senseToAct.count(), 0);
    ASSERT_EQ(m_frame.values.size(), 1U);
    EXPECT_EQ(m_frame.values[0].name, "answer.count");
    EXPECT_EQ(m_frame.values[0].value, 0.0);
    observe("(he1 0)(he1 1)", 2);
    EXPECT_EQ(m_frame.values[0].value, 2.0);
    EXPECT_EQ(m_frame.counters.missedCycles, 1U);
    // Two messages of the server are missing.
    observe("(he1 0)", 1, {}, 0.06);
    EXPECT_EQ(m_frame.counters.missedCycles, 3U);
}

TEST_F(ObservedTest, CountsAnswersAfterTheNextMessage) {
    for (int i = 0; i < 2; ++i) {
        observe("", 0);
    }
    observe("(he1 0)(he1 0)(he1 0)", 3);
    EXPECT_EQ(m_frame.counters.lateAnswers, 0U) << "the first messages of a server do not wait";
    for (int i = 0; i < 5; ++i) {
        observe("(he1 0)(syn)", 2);
    }
    EXPECT_EQ(m_frame.counters.lateAnswers, 0U);
    observe("", 0);
    EXPECT_EQ(m_frame.counters.lateAnswers, 0U) << "not answered yet";
    observe("(he1 0)(he1 1)", 2);
    EXPECT_EQ(m_frame.counters.lateAnswers, 1U);
    observe("(he1 0)");
    EXPECT_EQ(m_frame.counters.lateAnswers, 1U);
    observe("", 0);
    observe("", 0);
    observe("(he1 0)");
    EXPECT_EQ(m_frame.counters.lateAnswers, 2U);
}

TEST_F(ObservedTest, LeavesOutWhatOnlyEndsAMessage) {
    observe("(syn)(he1 0.5)(syn)(say hello)(syn)");
    EXPECT_EQ(m_frame.commandText, "(he1 0.5)(say hello)");
}

TEST_F(ObservedTest, ReportsWhatItCannotRead) {
    observe("(he1 0)", 1, "(WHAT 1)");
    ASSERT_EQ(m_frame.lines.size(), 1U);
    EXPECT_THAT(m_frame.lines[0], HasSubstr("unknown WHAT percept"));
    observe("(he1 0)", 1, "(WHAT 1)");
    EXPECT_TRUE(m_frame.lines.empty()) << "once";
    EXPECT_EQ(m_frame.counters.unknownPercepts, 2U);
    observe("(he1 0)", 1, "(((");
    EXPECT_EQ(m_frame.counters.damagedMessages, 1U);
    EXPECT_THAT(m_frame.lines.at(0), HasSubstr("damaged message"));
}

} // namespace
} // namespace sideline::runtime
