// A built-in agent with a fake rcssservermj based on a recording of the real one.
#include <cmath>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/behavior/hold_pose.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/runtime/agent_cycle.h"
#include "agentcore/runtime/agent_observer.h"
#include "agentcore/runtime/agent_runner.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/support/agent_record.h"
#include "tests/support/fake_rcssservermj.h"
#include "tests/support/test_files.h"

namespace sideline::runtime {
namespace {

using ::sideline::tests::FakeMujocoSettings;
using ::sideline::tests::FakeRcssservermj;
namespace mujoco = protocol::mujoco;

FakeMujocoSettings recorded() {
    return {.recording = ::sideline::tests::dataFile("mj/agent.rec.xz")};
}

AgentSettings settingsOf(std::uint16_t port, const char* team, int unum) {
    AgentSettings settings = tests::quickSettings(port);
    settings.team = team;
    settings.unum = unum;
    settings.model = robot::findMujocoRobot("T1")->shared();
    settings.field = defaultField(game::ServerKind::Rcssservermj);
    settings.isSync = true;
    return settings;
}

// An agent that has started to play.
struct Player {
    explicit Player(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior = nullptr)
        : runner(std::move(settings), std::move(behavior), {&log}) {}
    bool plays() {
        return log.waitFor([](const world::AgentFrame& frame) {
            return frame.decision.behavior == "hold pose" && frame.body.pose.isValid;
        });
    }
    tests::FrameLog log;
    AgentRunner runner;
};

// The last command of a motor; nothing without one.
std::optional<mujoco::Motor> lastOf(const std::vector<std::string>& heard, std::string_view motor,
                                    mujoco::Message& message) {
    for (auto it = heard.rbegin(); it != heard.rend(); ++it) {
        mujoco::parseMessage(*it, message);
        for (const mujoco::Action& action : message.actions) {
            if (const auto* each = std::get_if<mujoco::Motor>(&action);
                each != nullptr && each->name == motor) {
                return *each;
            }
        }
    }
    return std::nullopt;
}

TEST(MujocoAgentTest, JoinsBeamsAndUsesReportedPose) {
    FakeRcssservermj server(recorded());
    AgentSettings settings = settingsOf(server.port(), "Alpha", 3);
    settings.beam_F = Eigen::Vector3d(-8.0, 4.0, math::radFromDeg(30.0));
    Player left(settings);
    ASSERT_TRUE(left.plays());
    settings.team = "Beta";
    Player right(settings);
    for (Player* player : {&left, &right}) {
        EXPECT_TRUE(player->log.waitFor([&](const world::AgentFrame& frame) {
            const math::Pose& X_FT = frame.body.X_FT;
            return std::abs(X_FT.p.x() + 8.0) < 0.01 && std::abs(X_FT.p.y() - 4.0) < 0.01 &&
                   std::abs(math::forwardHeadingRad(X_FT.R) - math::radFromDeg(30.0)) < 0.01;
        })) << "both see themselves in their own half, as their own team looks at the field";
        const auto frame = player->log.last();
        EXPECT_EQ(frame->identity.robot.unum.value(), 3);
        EXPECT_EQ(frame->identity.robot.side,
                  player == &left ? game::Side::Left : game::Side::Right);
        EXPECT_EQ(frame->counters.unknownPercepts, 0U);
        EXPECT_EQ(frame->counters.damagedMessages, 0U);
        EXPECT_EQ(frame->body.joints.size(), 23U);
    }
    const std::vector<std::string> heard = server.heard();
    EXPECT_EQ(heard.front(), "(init T1 Alpha 3)");
    mujoco::Message message;
    for (const std::string& each : heard) {
        mujoco::parseMessage(each, message);
        EXPECT_EQ(message.unread, 0U) << each;
        EXPECT_TRUE(each.starts_with("(init ") || each.ends_with("(syn)")) << each;
    }
    EXPECT_TRUE(server.dropped().empty());
}

TEST(MujocoAgentTest, SeesTheBallAtItsPosition) {
    FakeRcssservermj server(recorded());
    AgentSettings settings = settingsOf(server.port(), "Alpha", 2);
    settings.beam_F = Eigen::Vector3d(-12.0, 6.0, 0.0); // as in the recording
    Player player(settings);
    ASSERT_TRUE(player.plays());
    EXPECT_TRUE(player.log.waitFor([](const world::AgentFrame& frame) {
        return frame.world.hasVision && !frame.world.landmarks.empty();
    }));
}

TEST(MujocoAgentTest, FollowsUserWithRequestedGains) {
    FakeRcssservermj server(recorded());
    Player player(settingsOf(server.port(), "Alpha", 1));
    ASSERT_TRUE(player.plays());
    const robot::RobotModel& model = *robot::findMujocoRobot("T1");
    const robot::JointId knee = model.findJoint("llj4");
    const robot::JointId head = model.findJoint("hj1");
    player.runner.post(command::Control{true});
    player.runner.post(command::JointTargets{{{knee, math::radFromDeg(30.0)}}, 0.0});
    player.runner.post(command::Gains{{{knee, behavior::JointGains{80.0, 2.5}}}});
    ASSERT_TRUE(player.log.waitFor([&](const world::AgentFrame& frame) {
        return std::abs(frame.body.joints[knee.index()].measuredRad - math::radFromDeg(30.0)) <
               math::radFromDeg(0.1);
    }));
    mujoco::Message message;
    auto heard = server.heard();
    auto motor = lastOf(heard, "lle4", message);
    ASSERT_TRUE(motor);
    EXPECT_NEAR(motor->angleDeg.value, 30.0, 1e-4);
    EXPECT_EQ(motor->kpNmPerRad.value, 80.0);
    EXPECT_EQ(motor->kdNmsPerRad.value, 2.5);
    const behavior::JointGains typical = defaultGains(model.joint(head));
    motor = lastOf(heard, "he1", message);
    ASSERT_TRUE(motor);
    EXPECT_NEAR(motor->kpNmPerRad.value, typical.kpNmPerRad, 1e-6);
    EXPECT_NEAR(motor->kdNmsPerRad.value, typical.kdNmsPerRad, 1e-6);
    // Invalid gains are ignored; an empty command restores the defaults.
    player.runner.post(command::Gains{{{knee, behavior::JointGains{-1.0, 2.5}}}});
    player.runner.post(command::Gains{{{head, behavior::JointGains{5.0, 0.0}}}});
    player.runner.post(command::Gains{{{head, std::nullopt}}});
    player.runner.post(command::JointTargets{{{knee, math::radFromDeg(500.0)}}, 1.0});
    ASSERT_TRUE(player.log.waitFor([&](const world::AgentFrame& frame) {
        return frame.body.joints[knee.index()].targetRad > math::radFromDeg(60.0);
    }));
    heard = server.heard();
    motor = lastOf(heard, "lle4", message);
    EXPECT_EQ(motor->kpNmPerRad.value, 80.0);
    EXPECT_LE(motor->angleDeg.value, math::degFromRad(model.joint(knee).maxRad) + 1e-4);
    EXPECT_NEAR(lastOf(heard, "he1", message)->kpNmPerRad.value, typical.kpNmPerRad, 1e-6);
}

// Collects all messages heard.
class Ear final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        const std::scoped_lock lock(m_mutex);
        for (const auto& heard : frame->world.heard) {
            m_texts.insert(heard.text);
        }
    }
    [[nodiscard]] bool hasReceived(const std::string& text) {
        const std::scoped_lock lock(m_mutex);
        return m_texts.contains(text);
    }

private:
    std::mutex m_mutex;
    std::set<std::string> m_texts;
};

TEST(MujocoAgentTest, SendsAndReceivesMessages) {
    FakeRcssservermj server(recorded());
    tests::FrameLog log;
    Ear ear;
    AgentRunner runner(settingsOf(server.port(), "Alpha", 1), nullptr, {&ear, &log});
    const auto cycle = [&] {
        const auto last = log.last();
        return log.waitFor(
            [&](const world::AgentFrame& frame) { return !last || frame.cycle > last->cycle; });
    };
    runner.post(command::Control{true});
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.body.pose.isValid; }));
    runner.post(command::Say{"at 3 (4)"});
    for (int i = 0; i < 1000 && !ear.hasReceived("at 3 (4)"); ++i) {
        ASSERT_TRUE(cycle());
    }
    EXPECT_TRUE(ear.hasReceived("at 3 (4)")) << "any ten bytes go through";
    runner.post(command::Say{"more than ten bytes"});
    const std::string refusal = "cannot say 'more than ten bytes': expected 1 to 10 bytes";
    for (int i = 0; i < 1000 && !log.hasLine(refusal); ++i) {
        ASSERT_TRUE(cycle());
    }
    EXPECT_TRUE(log.hasLine(refusal));
}

TEST(MujocoAgentTest, RejectionsHaveReasons) {
    FakeMujocoSettings full = recorded();
    full.maxAgents = 1;
    FakeRcssservermj server(full);
    Player first(settingsOf(server.port(), "Alpha", 1));
    ASSERT_TRUE(first.plays());
    Player second(settingsOf(server.port(), "Alpha", 2));
    const auto isRefused = [&] {
        return second.runner.state().fault.find("before sending anything") != std::string::npos;
    };
    for (int i = 0; i < 10000 && !isRefused(); ++i) {
        const auto last = first.log.last();
        ASSERT_TRUE(first.log.waitFor(
            [&](const world::AgentFrame& frame) { return frame.cycle > last->cycle; }));
    }
    EXPECT_NE(second.runner.state().fault.find("before sending anything"), std::string::npos)
        << second.runner.state().fault;
    for (const int unum : {0, 100}) {
        EXPECT_FALSE(check(settingsOf(server.port(), "Alpha", unum)));
    }
}

TEST(MujocoAgentTest, GarbageIsCountedAndPlayContinues) {
    FakeMujocoSettings garbage = recorded();
    garbage.sendsGarbage = true;
    FakeRcssservermj server(garbage);
    Player player(settingsOf(server.port(), "Alpha", 1));
    ASSERT_TRUE(player.plays());
    EXPECT_TRUE(player.log.waitFor([](const world::AgentFrame& frame) {
        return frame.counters.damagedMessages > 20 && frame.body.pose.isValid;
    }));
}

TEST(MujocoAgentTest, SupportsOtherVersionAndCountsUnknownPercepts) {
    FakeMujocoSettings other = recorded();
    other.isOther = true;
    FakeRcssservermj server(other);
    Player player(settingsOf(server.port(), "Alpha", 1));
    ASSERT_TRUE(player.plays());
    EXPECT_TRUE(player.log.waitFor(
        [](const world::AgentFrame& frame) { return frame.counters.unknownPercepts > 5; }));
    EXPECT_TRUE(player.log.hasLine("unknown IMU percept: (IMU (n torso_imu) (t 36.5))"));
}

TEST(MujocoAgentTest, ReportsServerOfAnotherKind) {
    AgentCycle cycle(settingsOf(1, "Alpha", 1), nullptr);
    cycle.connected();
    world::AgentFrame frame;
    for (int i = 0; i < 60; ++i) {
        (void)cycle.respond("(time (now 1.00))(HJ (n hj1) (ax 0.00))", net::Clock::now(), frame);
    }
    ASSERT_TRUE(cycle.failureReason());
    EXPECT_NE(cycle.failureReason()->find("rcssservermj"), std::string::npos)
        << *cycle.failureReason();
}

// Frames of another team's program are created from its percepts and commands.
TEST(MujocoAgentTest, ObservedProgramHasJointTargets) {
    world::AgentIdentity identity;
    identity.team = "Alpha";
    identity.robot.unum = game::UniformNumber(2);
    identity.model = robot::findMujocoRobot("T1")->shared();
    AgentObserver observer(identity, localization::Method::Fusion,
                           defaultField(game::ServerKind::Rcssservermj));
    world::AgentFrame frame;
    std::string percepts;
    std::size_t cycles = 0;
    std::size_t players = 0;
    for (const auto& record :
         ::sideline::tests::readAgentRecords(::sideline::tests::dataFile("mj/agent.rec.xz"))) {
        if (record.isFromServer) {
            percepts = record.message;
        } else if (!percepts.empty()) {
            observer.observe({percepts, {}, record.message, 1, {}}, frame);
            ++cycles;
            EXPECT_TRUE(frame.body.pose.isValid);
            EXPECT_EQ(frame.identity.robot.side, game::Side::Left);
            players = std::max(players, frame.world.players.size());
        }
    }
    EXPECT_EQ(cycles, 209U);
    EXPECT_EQ(frame.counters.unknownPercepts, 0U);
    EXPECT_GE(players, 3U) << "of the other team";
    const std::size_t head = identity.model->findJoint("hj2").index();
    EXPECT_NEAR(frame.body.joints[head].targetRad, math::radFromDeg(15.0), 1e-9);
    ASSERT_TRUE(frame.world.ball.isKnown);
    EXPECT_LT(frame.world.ball.p_F.head<2>().norm(), 1.0) << "it is at the center";
}

} // namespace
} // namespace sideline::runtime
