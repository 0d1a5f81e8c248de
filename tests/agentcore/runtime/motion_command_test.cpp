// Motions played by command on a running agent.
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/runtime/agent_cycle.h"
#include "agentcore/runtime/agent_runner.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::runtime {
namespace {

using State = behavior::PlayMotion::State;

// Nods, to show when the behavior is active.
class Nods final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "nods"; }
    behavior::Status update(const behavior::Context& /*context*/,
                            behavior::ActionRequest& request) override {
        request.targetRad[1] = 0.1;
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Nods>(*this);
    }
};

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// Turns the head by 0.5 rad in 0.2 s.
std::shared_ptr<motion::JointTrajectory> turn(int loops = 1) {
    auto trajectory = std::make_shared<motion::JointTrajectory>(nao().joints().size());
    trajectory->setKeys(nao().findJoint("he1"), {{.timeS = 0.2, .angleRad = 0.5}});
    trajectory->lengthS = 0.2;
    trajectory->loop = motion::TrajectoryLoop{0.0, 0.2, loops};
    return trajectory;
}

// An agent that has joined, cycle by cycle and without a socket.
class MotionCommandTest : public testing::Test {
protected:
    MotionCommandTest() : m_cycle(settings(), std::make_unique<Nods>()) {
        m_cycle.connected();
        sense();
        m_number = "(unum 4) (team left) ";
        sense();
        sense();
    }
    static AgentSettings settings() {
        AgentSettings settings;
        settings.unum = 4;
        return settings;
    }
    // The head follows the commands of the previous cycle.
    void sense(int cycles = 1) {
        for (int i = 0; i < cycles; ++i) {
            m_timeS += 0.02;
            m_message.clear();
            fmt::format_to(std::back_inserter(m_message),
                           "(time (now {:.2f}))(GS {}(t 0.00) (pm BeforeKickOff))"
                           "(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))"
                           "(HJ (n hj1) (ax {:.2f}))(HJ (n hj2) (ax 0.00))",
                           m_timeS, m_number, math::degFromRad(m_headRad));
            m_number.clear();
            respond();
            m_headRad = head().expectedRad;
        }
    }
    void respond() {
        EXPECT_FALSE(m_cycle.respond(m_message, net::Clock::time_point{}, m_frame).empty());
        m_cycle.sent(m_message, net::Clock::time_point{}, m_frame);
    }
    [[nodiscard]] const world::JointBelief& head() const { return m_frame.body.joints[0]; }
    [[nodiscard]] double value(std::string_view name) const {
        for (const world::DebugValue& each : m_frame.values) {
            if (each.name == name) {
                return each.value;
            }
        }
        return -1000.0;
    }
    [[nodiscard]] const std::string& behavior() const { return m_frame.decision.behavior; }

    AgentCycle m_cycle;
    world::AgentFrame m_frame;
    std::string m_message;
    std::string m_number;
    double m_timeS = 10.0;
    double m_headRad = 0.0;
};

TEST_F(MotionCommandTest, PlaysInTheNextCycleAndReturnsControl) {
    EXPECT_EQ(behavior(), "nods");
    m_cycle.obey(command::PlayMotion{turn(), "look"});
    sense();
    EXPECT_EQ(behavior(), "play motion");
    EXPECT_EQ(m_frame.decision.reason, "look: playing");
    EXPECT_NEAR(value("motion.timeS"), 0.02, 1e-9);
    EXPECT_NEAR(head().targetRad, 0.05, 1e-3);
    sense(8);
    EXPECT_EQ(behavior(), "play motion");
    sense();
    EXPECT_EQ(value("motion.state"), static_cast<double>(State::Done));
    EXPECT_NEAR(head().targetRad, 0.5, 1e-6);
    sense();
    EXPECT_EQ(behavior(), "nods");
    EXPECT_EQ(value("motion.state"), -1000.0);
    EXPECT_NEAR(head().targetRad, 0.5, 1e-6) << "keeps the angle reached by the motion";
}

TEST_F(MotionCommandTest, HoldsAtItsEndIfConfigured) {
    m_cycle.obey(command::PlayMotion{turn(), "look", true});
    sense(30);
    EXPECT_EQ(behavior(), "play motion");
    EXPECT_EQ(m_frame.decision.reason, "look: done");
    m_cycle.obey(command::StopMotion{});
    sense();
    EXPECT_EQ(behavior(), "nods");
}

TEST_F(MotionCommandTest, OtherCommandsEndIt) {
    m_cycle.obey(command::PlayMotion{turn(0), ""});
    sense(50);
    EXPECT_EQ(m_frame.decision.reason, "playing");
    m_cycle.obey(command::StopMotion{});
    sense();
    EXPECT_EQ(behavior(), "nods");

    m_cycle.obey(command::PlayMotion{turn(0), ""});
    sense(5);
    m_cycle.obey(command::Freeze{});
    sense();
    EXPECT_EQ(behavior(), "hold pose");
    EXPECT_TRUE(m_frame.decision.isUserControlled);

    m_cycle.obey(command::Control{false});
    m_cycle.obey(command::PlayMotion{turn(0), ""});
    sense(5);
    m_cycle.obey(command::Behave{std::make_shared<Nods>()});
    sense();
    EXPECT_EQ(behavior(), "nods");

    m_cycle.obey(command::PlayMotion{turn(0), ""});
    m_cycle.connected();
    sense();
    m_number = "(unum 4) (team left) ";
    sense(2);
    EXPECT_EQ(behavior(), "nods") << "it was another robot's";
}

TEST_F(MotionCommandTest, UserContinuesFromTheEndOfTheMotion) {
    m_cycle.obey(command::Control{true});
    sense(3);
    m_cycle.obey(command::PlayMotion{turn(), "look"});
    sense();
    EXPECT_EQ(behavior(), "play motion");
    EXPECT_TRUE(m_frame.decision.isUserControlled);
    sense(15);
    EXPECT_EQ(behavior(), "hold pose");
    EXPECT_NEAR(head().targetRad, 0.5, 1e-6);
}

TEST_F(MotionCommandTest, MotionForAnotherRobotIsRejected) {
    auto other = std::make_shared<motion::JointTrajectory>(nao().joints().size() + 2);
    m_cycle.obey(command::PlayMotion{other, "toes"});
    sense();
    EXPECT_EQ(m_frame.decision.reason, "toes: made for a robot with different joints");
    sense();
    EXPECT_EQ(behavior(), "nods");
    m_cycle.obey(command::PlayMotion{nullptr, "nothing"});
    sense();
    EXPECT_EQ(behavior(), "nods");
}

TEST_F(MotionCommandTest, AllocatesNothingAfterWarmUp) {
    m_cycle.obey(command::PlayMotion{turn(0), "a name that is too long for a small string"});
    sense(20);
    respond();
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 100; ++i) {
        respond();
    }
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_EQ(behavior(), "play motion");
}

// Sends the command through the runner to a robot with physics.
TEST(MotionOrderSimulatorTest, MovesLiveRobot) {
    std::uint16_t port = 0;
    const auto simulator = tests::startSimulator(port);
    AgentSettings settings = tests::quickSettings(port);
    settings.isSync = true;
    settings.silence = std::chrono::seconds(3);
    settings.beam_F = Eigen::Vector3d(-2.0, 0.0, 0.0);
    tests::FrameLog log;
    AgentRunner runner(settings, nullptr, {&log});
    ASSERT_TRUE(log.waitFor([](const auto& frame) { return frame.cycle > 50; }));
    runner.post(command::PlayMotion{turn(), "look"});
    ASSERT_TRUE(log.waitFor([](const auto& frame) {
        return frame.decision.behavior == "play motion" && frame.decision.reason == "look: playing";
    }));
    ASSERT_TRUE(log.waitFor([](const auto& frame) {
        return frame.decision.behavior != "play motion" &&
               std::abs(frame.body.joints[0].measuredRad - 0.5) < 0.001;
    }));
}

} // namespace
} // namespace sideline::runtime
