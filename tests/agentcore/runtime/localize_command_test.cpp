// The localization method of an agent, and its change at runtime.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/runtime/agent_cycle.h"
#include "tests/agentcore/localization/exact_percepts.h"

namespace sideline::runtime {
namespace {

using localization::Method;
using sideline::tests::ExactRobot;
using sideline::tests::standingAt;

// An agent that has joined, cycle by cycle and without a socket.
class LocalizeCommandTest : public testing::Test {
protected:
    explicit LocalizeCommandTest(Method method = Method::Umeyama)
        : m_cycle(settings(method), nullptr) {
        join();
        m_robot.perceive(standingAt(-3.0, 0.0, 0.1)); // two flags and two posts are in view
    }
    static AgentSettings settings(Method method) {
        AgentSettings settings;
        settings.unum = 4;
        settings.method = method;
        return settings;
    }
    void join() {
        m_cycle.connected();
        sense(false);
        m_number = "(unum 4) (team left) ";
        sense(false);
    }
    // A message, with vision if the robot sees.
    const localization::PoseEstimate& sense(bool looks) {
        m_timeS += 0.02;
        std::string message =
            fmt::format("(time (now {:.2f}))(GS {}(t 0.00) (pm BeforeKickOff))"
                        "(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))"
                        "(HJ (n hj1) (ax 0.00))(HJ (n hj2) (ax 0.00))",
                        m_timeS, std::exchange(m_number, {}));
        if (looks) {
            protocol::Percepts seen;
            seen.vision = *m_robot.percepts.vision;
            protocol::writePercepts(seen, message);
        }
        EXPECT_FALSE(m_cycle.respond(message, net::Clock::time_point{}, m_frame).empty());
        m_cycle.sent(message, net::Clock::time_point{}, m_frame);
        return m_frame.body.pose;
    }

    ExactRobot m_robot;
    AgentCycle m_cycle;
    world::AgentFrame m_frame;
    std::string m_number;
    double m_timeS = 10.0;
};

TEST_F(LocalizeCommandTest, StartsWithTheConfiguredMethod) {
    EXPECT_EQ(AgentSettings().method, Method::Fusion);
    m_robot.seeOnly(2, 0);
    EXPECT_FALSE(sense(true).isValid) << "Umeyama requires three";
    m_robot.perceive(standingAt(-3.0, 0.0, 0.1));
    const localization::PoseEstimate& pose = sense(true);
    ASSERT_TRUE(pose.isValid);
    EXPECT_FALSE(pose.hasCovariance);
    EXPECT_NEAR(pose.X_ST.p.x(), -3.0, 0.05);
}

TEST_F(LocalizeCommandTest, NewMethodRestartsAndSameMethodContinues) {
    ASSERT_TRUE(sense(true).isValid);
    m_cycle.obey(command::Localize{Method::ThreeFlags});
    EXPECT_FALSE(sense(true).isValid) << "there are two flags only";
    m_cycle.obey(command::Localize{Method::FieldNormal});
    EXPECT_TRUE(sense(true).isValid);
    EXPECT_EQ(sense(false).cyclesSinceVision, 1);
    m_cycle.obey(command::Localize{Method::FieldNormal});
    EXPECT_TRUE(sense(false).isValid);
    EXPECT_EQ(m_frame.body.pose.cyclesSinceVision, 2);
    for (const Method method : localization::kMethods) {
        m_cycle.obey(command::Localize{method});
        for (int i = 0; i < 10; ++i) {
            sense(true);
        }
        EXPECT_EQ(m_frame.body.pose.isValid, method != Method::ThreeFlags)
            << localization::wordOf(method);
    }
}

TEST_F(LocalizeCommandTest, MethodIsKeptAcrossLinks) {
    m_cycle.obey(command::Localize{Method::ThreeFlags});
    join();
    EXPECT_FALSE(sense(true).isValid);
    m_cycle.obey(command::Localize{Method::Umeyama});
    join();
    EXPECT_FALSE(sense(false).isValid);
    EXPECT_TRUE(sense(true).isValid);
}

TEST_F(LocalizeCommandTest, ExternalPoseIsUsedAndReported) {
    const auto external = [&] {
        const auto found = std::ranges::find(m_frame.values, std::string_view("pose.external"),
                                             &world::DebugValue::name);
        return found == m_frame.values.end() ? -1.0 : found->value;
    };
    ASSERT_TRUE(sense(true).isValid);
    EXPECT_EQ(external(), -1.0);
    world::ExternalPose pose{standingAt(4.0, 2.0, 0.0),
                             net::Clock::time_point{}.time_since_epoch()};
    m_cycle.obey(command::BelievePose{pose});
    EXPECT_NEAR(sense(true).X_ST.p.x(), 4.0, 0.1);
    EXPECT_NEAR(m_frame.body.X_FT.p.x(), 4.0, 0.1);
    EXPECT_EQ(external(), 1.0);
    ASSERT_EQ(m_frame.lines.size(), 1U);
    EXPECT_EQ(m_frame.lines.front(), "now using an external pose");
    m_cycle.obey(command::BelievePose{pose});
    sense(true);
    EXPECT_TRUE(m_frame.lines.empty()) << "reported once";
    pose.at -= 2 * world::ExternalPoses::kMaxAge;
    m_cycle.obey(command::BelievePose{pose});
    EXPECT_NEAR(sense(true).X_ST.p.x(), -3.0, 0.1);
    EXPECT_EQ(external(), 0.0) << "its own estimate helps out";
    m_cycle.obey(command::BelievePose{});
    EXPECT_NEAR(sense(true).X_ST.p.x(), -3.0, 0.1);
    EXPECT_EQ(external(), -1.0);
    EXPECT_EQ(m_frame.lines.size(), 1U);
}

} // namespace
} // namespace sideline::runtime
