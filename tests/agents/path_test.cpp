// Paths of legs, beams, messages and the scanning head, in the simulator.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/behavior/spoken_text.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/planning/path/leg_path.h"
#include "tests/agents/skill_fixture.h"

namespace sideline {
namespace {

using planning::LegPath;

TEST(LegPathTest, LegsAreLinesAndArcs) {
    constexpr double kPi = std::numbers::pi;
    // A quarter circle of 1 m radius to the left, then a meter to the right.
    const LegPath path({{0.5 * kPi, 0.0, 0.5 * kPi, 0.5}, {1.0, -0.5 * kPi, 0.0, 0.25}});
    EXPECT_NEAR(path.durationS(), kPi + 4.0, 1e-9);
    const auto corner = path.at(kPi);
    EXPECT_NEAR((corner.p - Eigen::Vector2d(1.0, 1.0)).norm(), 0.0, 1e-9);
    EXPECT_NEAR(corner.headingRad, 0.5 * kPi, 1e-9);
    const auto half = path.at(0.5 * kPi);
    EXPECT_NEAR((half.p - Eigen::Vector2d(std::sqrt(0.5), 1.0 - std::sqrt(0.5))).norm(), 0.0, 1e-9);
    EXPECT_NEAR(half.velocityMps.norm(), 0.5, 1e-9);
    const auto end = path.at(100.0);
    EXPECT_NEAR((end.p - Eigen::Vector2d(2.0, 1.0)).norm(), 0.0, 1e-9);
    EXPECT_EQ(end.velocityMps.norm(), 0.0);
}

TEST(LegPathTest, AFigureEightCloses) {
    const auto path = LegPath::parse("4 0 360, 4 0 -360", 0.4);
    ASSERT_TRUE(path);
    const auto end = path->at(path->durationS());
    EXPECT_NEAR(end.p.norm(), 0.0, 1e-9);
    EXPECT_NEAR(end.headingRad, 0.0, 1e-9);
    EXPECT_NEAR(path->durationS(), 20.0, 1e-9);
}

TEST(LegPathTest, MistakesNameTheirCharacter) {
    for (const auto& [text, expected] :
         {std::pair("1 0 x", "character 5: no number"),
          std::pair("1, , 2", "character 4: a leg without a distance"),
          std::pair("1 2 3 0.4 5", "character 11: a leg with more than four numbers"),
          std::pair("-1", "character 1: distance -1 is not within 0 to 100"),
          std::pair("1 0 0 9", "character 7: speed 9 is not within 0.05 to 3"),
          std::pair("", "no leg")}) {
        const auto path = LegPath::parse(text, 0.4);
        ASSERT_FALSE(path) << text;
        EXPECT_NE(path.error().toString().find(expected), std::string::npos)
            << path.error().toString();
    }
}

using PathTest = SkillFixture;

TEST_F(PathTest, WalksAFigureEightAndEndsWhereItBegan) {
    join("path", {{"points", "4 0 360, 4 0 -360"}});
    start({-9.0, 0.0, 0.0}, {-5.0, 8.0});
    m_pitch.play(1.0);
    double leftM = 0.0;
    double rightM = 0.0;
    for (int i = 0; i < 90 && reason() != "at the end of the path"; ++i) {
        m_pitch.play(0.5);
        const double y = m_pitch.torso(0).p.y();
        leftM = std::max(leftM, y);
        rightM = std::min(rightM, y);
    }
    EXPECT_EQ(reason(), "at the end of the path");
    EXPECT_LT((m_pitch.torso(0).p.head<2>() - Eigen::Vector2d(-9.0, 0.0)).norm(), 0.6);
    EXPECT_GT(leftM, 0.9) << "circles of 1.27 m diameter on both sides";
    EXPECT_LT(rightM, -0.9);
}

TEST_F(PathTest, WalksSidewaysAtTheSpeedOfTheLeg) {
    join("path", {{"points", "2 90 0 0.2"}});
    start({-9.0, 0.0, 0.0}, {-5.0, 8.0});
    m_pitch.play(5.0);
    const Eigen::Vector2d half = m_pitch.torso(0).p.head<2>();
    EXPECT_NEAR(half.y(), 1.0, 0.5);
    m_pitch.play(14.0);
    const Eigen::Vector2d end = m_pitch.torso(0).p.head<2>();
    EXPECT_NEAR(end.x(), -9.0, 0.4);
    EXPECT_NEAR(end.y(), 2.0, 0.4);
}

TEST_F(PathTest, TheHeadScansWhileTheRobotWalks) {
    join("path", {{"points", "3"}, {"look", "scan"}});
    start({-9.0, 0.0, 0.0}, {-5.0, 0.0});
    double leftRad = 0.0;
    double rightRad = 0.0;
    for (int i = 0; i < 300; ++i) {
        m_pitch.play(0.02);
        for (const world::DebugValue& value : m_pitch.frame(0).values) {
            if (value.name == "head.panRad") {
                leftRad = std::max(leftRad, value.value);
                rightRad = std::min(rightRad, value.value);
            }
        }
    }
    EXPECT_GT(leftRad, 1.5) << "although the ball lies straight ahead";
    EXPECT_LT(rightRad, -1.5);
}

TEST_F(PathTest, BeamsToAComputedPlaceBeforeTheKickOff) {
    join("stop");
    m_pitch.play(0.4);
    m_pitch.setBehavior(0, *make("beam", {{"place", "point(-3, 2)"}, {"facing", "goal.own"}}));
    m_pitch.begin(); // after 1.2 s before the kick-off
    const math::Pose X_ST = m_pitch.torso(0);
    EXPECT_LT((X_ST.p.head<2>() - Eigen::Vector2d(-3.0, 2.0)).norm(), 0.3);
    EXPECT_LT(X_ST.R.col(1).x(), -0.9) << "it faces its own goal";
    m_pitch.place(0, {-9.0, 0.0, 0.0});
    m_pitch.play(2.0);
    EXPECT_EQ(reason().rfind("the rules forbid beams now", 0), 0U) << reason();
}

TEST_F(PathTest, TeammatesHearWhatItSays) {
    join("say", {{"say", "b{x(ball)}/{teammate(5)}"}, {"say-every", "0.2"}});
    const std::size_t mate = join("stop", {}, 5);
    start({-9.0, 0.0, 0.0}, {-7.5, 0.0}, {-9.0, 1.5, 0.0});
    std::string heard;
    for (int i = 0; i < 200; ++i) {
        m_pitch.play(0.02);
        for (const auto& message : m_pitch.frame(mate).world.heard) {
            heard = message.text.rfind('b', 0) == 0 ? message.text : heard;
        }
    }
    EXPECT_EQ(heard.rfind("b-7.", 0), 0U) << heard;
}

TEST(SpokenTextTest, MistakesAreReportedWhenItIsRead) {
    EXPECT_TRUE(behavior::SpokenText::parse("{team}")->empty());
    EXPECT_FALSE(behavior::SpokenText::parse("{x(ball)},{teammate(7)}{ball}{ball.speed}")->empty());
    const auto open = behavior::SpokenText::parse("ab{x(ball)");
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().toString().find("character 3: no closing brace"), std::string::npos);
    const auto unknown = behavior::SpokenText::parse("{gaol.own}");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().toString().find("unknown name 'gaol.own'"), std::string::npos)
        << unknown.error().toString();
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    agents::SkillLibrary skills;
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    EXPECT_FALSE(registry.make("go-to", {{"say", "{ball"}}, {model, skills}));
}

} // namespace
} // namespace sideline
