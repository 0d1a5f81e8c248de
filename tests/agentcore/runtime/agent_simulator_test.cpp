// Agents with the built-in simulator, over real connections.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/runtime/agent_runner.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::runtime {
namespace {

using tests::Clock;
using tests::FrameLog;
using tests::quickSettings;
using tests::soon;
using tests::startSimulator;

AgentSettings playerSettings(std::uint16_t port, int unum) {
    AgentSettings settings = quickSettings(port);
    settings.unum = unum;
    settings.isSync = true;
    settings.typeNumber = (unum - 1) % 5;
    settings.silence = std::chrono::seconds(3);
    settings.beam_F = Eigen::Vector3d(-1.0 - unum, unum % 3 - 1.0, 0.0);
    return settings;
}

std::unique_ptr<AgentRunner> player(std::uint16_t port, int unum, FrameLog& log) {
    return std::make_unique<AgentRunner>(playerSettings(port, unum),
                                         std::make_unique<behavior::StandAndLook>(),
                                         std::vector<world::FrameSink*>{&log});
}

bool waitFor(const AgentRunner& runner, LinkState link) {
    for (const auto deadline = soon(); runner.state().link != link;) {
        if (Clock::now() > deadline) {
            return false;
        }
        std::this_thread::yield();
    }
    return true;
}

TEST(AgentSimulatorTest, StandsAtBeamPositionAndSeesTheBall) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    FrameLog log;
    const auto runner = player(port, 3, log);
    ASSERT_TRUE(log.waitFor([](const auto& frame) {
        return frame.cycle > 250 && frame.world.hasVision && frame.world.ball.isKnown;
    }));
    const auto frame = log.last();
    EXPECT_EQ(frame->identity.robot.unum.value(), 3);
    EXPECT_EQ(frame->identity.robot.side, game::Side::Left);
    EXPECT_FALSE(frame->body.isFallen);
    ASSERT_TRUE(frame->body.pose.isValid);
    EXPECT_NEAR(frame->body.X_FT.p.x(), -4.0, 0.2);
    EXPECT_NEAR(frame->body.X_FT.p.y(), -1.0, 0.2);
    EXPECT_NEAR(frame->world.ball.p_F.x(), 0.0, 0.2);
    EXPECT_EQ(frame->counters.unknownPercepts, 0U);
    EXPECT_EQ(frame->counters.missedCycles, 0U);
    EXPECT_EQ(frame->counters.lateAnswers, 0U) << "the simulator waits for answers";
}

TEST(AgentSimulatorTest, UserControlMovesJointExactly) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    FrameLog log;
    const auto runner = player(port, 6, log); // type 0
    const auto& model = robot::naoModel(robot::NaoType::Standard);
    const robot::JointId elbow = model.findJoint("laj4");
    const robot::JointId head = model.findJoint("hj1");
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle > 150; }));

    runner->post(command::Control{true});
    runner->post(command::JointTargets{
        {{elbow, math::radFromDeg(-45.0)}, {head, math::radFromDeg(30.0)}}, 2.0});
    double fastest = 0.0;
    std::optional<double> before;
    ASSERT_TRUE(log.waitFor([&](const auto& frame) {
        const double angle = frame.body.joints[elbow.index()].measuredRad;
        if (before && frame.decision.isUserControlled) {
            fastest = std::max(fastest, std::abs(angle - *before) / 0.02);
        }
        before = angle;
        return std::abs(angle - math::radFromDeg(-45.0)) < math::radFromDeg(0.011) &&
               std::abs(frame.body.joints[head.index()].measuredRad - math::radFromDeg(30.0)) <
                   math::radFromDeg(0.011);
    }));
    EXPECT_LT(fastest, 2.05);
    const std::uint64_t reached = log.last()->cycle;
    ASSERT_TRUE(log.waitFor([&](const auto& frame) { return frame.cycle > reached + 25; }));
    EXPECT_NEAR(math::degFromRad(log.last()->body.joints[elbow.index()].measuredRad), -45.0, 0.02);
    EXPECT_TRUE(log.last()->decision.isUserControlled);

    runner->post(command::Control{false});
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return !frame.decision.isUserControlled; }));
}

TEST(AgentSimulatorTest, FreezeHoldsAMovingRobot) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    FrameLog log;
    const auto runner = player(port, 1, log);
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle > 20; }));
    runner->post(command::Freeze{});
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.decision.isUserControlled; }));
    const std::uint64_t cycle = log.last()->cycle;
    ASSERT_TRUE(log.waitFor([&](const auto& frame) { return frame.cycle > cycle + 25; }));
    const auto joints = log.last()->body.joints;
    ASSERT_TRUE(log.waitFor([&](const auto& frame) { return frame.cycle > cycle + 75; }));
    const auto later = log.last();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        EXPECT_NEAR(later->body.joints[i].measuredRad, joints[i].measuredRad, math::radFromDeg(1.0))
            << i;
    }
}

TEST(AgentSimulatorTest, TakenNumberIsRejectedUntilFree) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    FrameLog first;
    auto owner = player(port, 5, first);
    ASSERT_TRUE(waitFor(*owner, LinkState::Playing));
    FrameLog second;
    const auto other = player(port, 5, second);
    ASSERT_TRUE(waitFor(*other, LinkState::Refused));
    EXPECT_NE(other->state().fault.find("did not assign number 5"), std::string::npos);
    EXPECT_EQ(owner->state().link, LinkState::Playing);
    owner.reset();
    ASSERT_TRUE(waitFor(*other, LinkState::Playing));
}

TEST(AgentSimulatorTest, ReconnectsWhenTheServerReturns) {
    std::uint16_t port = 0;
    auto simulator = startSimulator(port);
    FrameLog log;
    const auto runner = player(port, 2, log);
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle > 50; }));
    simulator.reset();
    ASSERT_TRUE(waitFor(*runner, LinkState::Waiting));
    const std::uint64_t cycle = log.last()->cycle;
    simulator = startSimulator(port);
    ASSERT_TRUE(log.waitFor([&](const auto& frame) {
        return frame.cycle > cycle + 100 && frame.identity.robot.side == game::Side::Left;
    }));
    EXPECT_EQ(log.last()->counters.reconnects, runner->state().connections - 1);
    EXPECT_GE(runner->state().connections, 2U);
}

TEST(AgentSimulatorTest, ElevenPlayInOneProcess) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    std::vector<std::unique_ptr<FrameLog>> logs;
    std::vector<std::unique_ptr<AgentRunner>> team;
    for (int unum = 1; unum <= 11; ++unum) {
        logs.push_back(std::make_unique<FrameLog>());
        team.push_back(player(port, unum, *logs.back()));
    }
    for (std::size_t i = 0; i < team.size(); ++i) {
        ASSERT_TRUE(logs[i]->waitFor([&](const auto& frame) {
            return frame.cycle > 150 &&
                   frame.identity.robot.unum.value() == static_cast<int>(i) + 1 &&
                   frame.identity.robot.side == game::Side::Left;
        })) << team[i]->state().fault;
    }
    for (const auto& runner : team) {
        EXPECT_EQ(runner->state().link, LinkState::Playing);
        EXPECT_EQ(runner->state().connections, 1U);
        runner->stop();
    }
}

// Counts the allocations of an agent's thread between two cycles.
class AllocationCounter final : public world::FrameSink {
public:
    AllocationCounter(std::uint64_t from, std::uint64_t to) : m_from(from), m_to(to) {}
    void take(const world::AgentFramePtr& frame) override {
        if (frame->cycle == m_from) {
            m_guard.emplace();
        } else if (frame->cycle == m_to && m_guard) {
            count = m_guard->count();
        }
    }
    std::optional<std::uint64_t> count;

private:
    std::uint64_t m_from;
    std::uint64_t m_to;
    std::optional<sideline::tests::AllocationGuard> m_guard;
};

// Stands, and sometimes sends a message.
class Talks final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "talks"; }
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override {
        const behavior::Status status = m_standing.update(context, request);
        if (context.frame.cycle % 7 == 0) {
            request.say = "all-twenty-letters!!";
        }
        return status;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Talks>(*this);
    }

private:
    behavior::StandAndLook m_standing;
};

TEST(AgentSimulatorTest, CycleAllocatesNothingAfterWarmUp) {
    std::uint16_t port = 0;
    const auto simulator = startSimulator(port);
    const AgentRunner other(playerSettings(port, 1), std::make_unique<Talks>());
    AllocationCounter counter(300, 1800);
    FrameLog log;
    auto runner = std::make_unique<AgentRunner>(playerSettings(port, 2), std::make_unique<Talks>(),
                                                std::vector<world::FrameSink*>{&counter, &log});
    ASSERT_TRUE(log.waitFor([&](const auto& frame) { return frame.cycle > 1800; }));
    runner.reset();
    ASSERT_TRUE(counter.count);
    EXPECT_EQ(*counter.count, 0U) << "allocations in 1500 cycles";
}

} // namespace
} // namespace sideline::runtime
