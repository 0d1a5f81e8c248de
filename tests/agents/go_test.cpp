// Behaviors with computed arguments, in the simulator: where the robot goes, and when.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/game/play_mode.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "simulator/harness/match_harness.h"

namespace sideline {
namespace {

using Settings = agents::ParameterTexts;

// One robot of the left team, whose field frame is the server's.
class GoTest : public testing::Test {
protected:
    void start(const std::string& name, const Settings& settings) {
        const agents::BehaviorRegistry registry = agents::builtInBehaviors();
        runtime::AgentSettings agent;
        agent.team = "Own";
        agent.unum = 2;
        agent.beam_F = Eigen::Vector3d(-10.0, 0.0, 0.0);
        const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
        auto behavior = registry.make(name, settings, {model, m_skills});
        ASSERT_TRUE(behavior) << behavior.error().toString();
        m_agent = m_match.add(agent, std::move(*behavior), simulator::Messages::Values);
        play(1.0); // joins, and is beamed
        m_match.simulation().referee().setPlayMode(game::PlayMode::PlayOn);
    }
    void play(double seconds) {
        for (int left = static_cast<int>(std::lround(seconds / 0.02)); left > 0; --left) {
            m_match.cycle();
        }
    }
    [[nodiscard]] const world::AgentFrame& frame() const { return m_match.frame(m_agent); }
    [[nodiscard]] Eigen::Vector2d self() const { return frame().body.X_FT.p.head<2>(); }
    void ballAt(double x, double y) {
        simulator::BallState ball;
        ball.X_SBall.p = {x, y, 0.042};
        m_match.simulation().physics().setBall(ball);
    }
    [[nodiscard]] Eigen::Vector2d ball() {
        return m_match.simulation().physics().ball().X_SBall.p.head<2>();
    }

    agents::SkillLibrary m_skills;
    simulator::MatchHarness m_match{simulator::SimulationSettings{}};
    std::size_t m_agent = 0;
};

TEST_F(GoTest, GoesToAPlaceBesideTheBallAndFollowsIt) {
    start("go-to", {{"place", "toward(ball, goal.own, 1)"}, {"facing", "ball"}});
    ballAt(-6.0, 0.0);
    play(20.0);
    EXPECT_LT((self() - Eigen::Vector2d(-7.0, 0.0)).norm(), 0.25);
    EXPECT_NE(frame().decision.reason.find("arrived"), std::string::npos);
    EXPECT_NE(frame().decision.reason.find("facing ball (-"), std::string::npos);
    ballAt(-6.0, 2.0);
    play(20.0);
    EXPECT_LT((self() - Eigen::Vector2d(-6.97, 1.8)).norm(), 0.25);
}

TEST_F(GoTest, ArrivesInTimeAndNotEarly) {
    start("go-to", {{"place", "point(-8, 2)"}, {"duration", "20"}});
    const Eigen::Vector2d goal(-8.0, 2.0);
    play(14.0);
    EXPECT_GT((self() - goal).norm(), 0.5);
    play(8.0);
    EXPECT_LT((self() - goal).norm(), 0.15);
}

TEST_F(GoTest, StandsWhileThePlaceIsUnknown) {
    start("go-to", {{"place", "teammate(7)"}});
    play(1.0);
    const Eigen::Vector2d before = self();
    play(4.0);
    EXPECT_LT((self() - before).norm(), 0.1);
    EXPECT_NE(frame().decision.reason.find("at teammate(7) unknown"), std::string::npos);
}

TEST_F(GoTest, KicksTheBallToAPlaceOnce) {
    start("kick-to", {{"place", "point(-6, 1.5)"}});
    ballAt(-9.0, 0.0);
    play(30.0);
    EXPECT_LT((ball() - Eigen::Vector2d(-6.0, 1.5)).norm(), 1.7);
    EXPECT_GT((ball() - Eigen::Vector2d(-9.0, 0.0)).norm(), 1.5);
}

TEST_F(GoTest, StopsAndLooksAtAPlace) {
    start("stop", {{"look-at", "self + point(2, 2)"}, {"look-height", "0.5"}});
    play(4.0);
    double panRad = 0.0;
    for (const world::DebugValue& value : frame().values) {
        panRad = value.name == "head.panRad" ? value.value : panRad;
    }
    const Eigen::Vector3d ahead = frame().body.X_FT.R.col(1);
    const double headingRad = std::atan2(ahead.y(), ahead.x());
    EXPECT_NEAR(headingRad + panRad, std::atan2(2.0, 2.0), 0.05);
    EXPECT_LT((self() - Eigen::Vector2d(-10.0, 0.0)).norm(), 0.15);
}

TEST_F(GoTest, APassNeedsAReceiver) {
    start("pass", {});
    ballAt(-9.0, 0.0);
    play(10.0);
    EXPECT_LT((ball() - Eigen::Vector2d(-9.0, 0.0)).norm(), 0.02);
    EXPECT_NE(frame().decision.reason.find("at teammate.best-receiver unknown"), std::string::npos);
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    EXPECT_FALSE(registry.check("pass", {{"to", "ball"}}));
}

TEST_F(GoTest, WalksAroundTheBallWithoutTouchingIt) {
    start("go-around", {{"place", "ball"}, {"radius", "0.9"}});
    ballAt(-8.0, 0.0);
    play(20.0);
    double turnedRad = 0.0;
    double worstM = 0.0;
    Eigen::Vector2d before = self() - ball();
    for (int i = 0; i < 40; ++i) {
        play(0.5);
        const Eigen::Vector2d now = self() - ball();
        turnedRad += std::atan2(before.x() * now.y() - before.y() * now.x(), before.dot(now));
        worstM = std::max(worstM, std::abs(now.norm() - 0.9));
        before = now;
    }
    EXPECT_GT(turnedRad, 3.0); // half a circle in 20 s, to the left
    EXPECT_LT(worstM, 0.4);
    EXPECT_LT((ball() - Eigen::Vector2d(-8.0, 0.0)).norm(), 0.02);
}

TEST_F(GoTest, AWrongArgumentNamesItsPosition) {
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const auto read = registry.check("go-to", {{"place", "toward(ball, gaol.own, 1)"}});
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().toString().find(
                  "place in 'toward(ball, gaol.own, 1)', character 14: unknown name 'gaol.own'"),
              std::string::npos)
        << read.error().toString();
    EXPECT_FALSE(registry.check("go-to", {{"duration", "-1"}}));
    EXPECT_FALSE(registry.check("go-to", {{"duration", "ball.x"}}));
    EXPECT_TRUE(registry.check("go-to", {{"duration", "distance(self, ball) / 0.4m/s"}}));
}

} // namespace
} // namespace sideline
