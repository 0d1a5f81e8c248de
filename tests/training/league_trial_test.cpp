// Tests of motions in MuJoCo's physics, for the robots of rcssservermj.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <gmock/gmock.h>

#include "agentcore/game/constants.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/mujoco_robots.h"
#include "motions/format/format.h"
#include "motions/resolve.h"
#include "training/trial/fall_remedies.h"
#include "training/trial/mass_trials.h"
#include "training/trial/motion_trial.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {
namespace {

using robot::BodyRole;
using robot::MujocoRobot;
using testing::HasSubstr;
using LeagueTrajectory = std::shared_ptr<const motion::JointTrajectory>;

const robot::RobotModel& league(MujocoRobot kind = MujocoRobot::T1) {
    return robot::mujocoRobotModel(kind);
}

keyframe::Motion keyframes(const std::string& text) {
    const auto file =
        keyframe::readMotions(text, {.fileName = "a.yaml", .format = {}, .parameters = {}});
    EXPECT_TRUE(file) << file.error().toString();
    return file ? file->motions[0].motion : keyframe::Motion();
}

// Stands with straight legs and hanging arms.
std::string standingWith(const std::string& gains) {
    return "symmetry: true\n" + gains +
           "keyframes:\n  - delta: 1\n    motor_positions:\n      Shoulder_Roll: -90\n"
           "      Hip_Pitch: 0\n      Knee_Pitch: 0\n      Ankle_Pitch: 0\n";
}

LeagueTrajectory resolved(const keyframe::Motion& motion,
                          const robot::RobotModel& model = league()) {
    return keyframe::resolve(motion, model).trajectory;
}

TrialResult ranOnMujoco(const LeagueTrajectory& trajectory, TrialSettings settings = {},
                        const robot::RobotModel& model = league()) {
    settings.robot = model.shared();
    const auto result = runTrial(trajectory, settings);
    EXPECT_TRUE(result) << result.error().toString();
    return result.value_or(TrialResult{});
}

TEST(LeagueTrialTest, StandsByDefaultGainsOnItsSoles) {
    keyframe::Motion motion = keyframes(standingWith(""));
    ASSERT_FALSE(motion.gains);
    const TrialResult result = ranOnMujoco(resolved(motion), {.settleS = 2.0, .watchS = 3.0});
    EXPECT_THAT(result.engine, HasSubstr("MuJoCo"));
    EXPECT_FALSE(result.fellAtS);
    EXPECT_TRUE(result.isUprightAtEnd);
    const TrialSample& last = result.samples.back();
    const double weightN = league().massKg() * game::kGravityMps2;
    EXPECT_NEAR(last.leftFootN + last.rightFootN, weightN, 0.02 * weightN);
    ASSERT_EQ(last.contacts.size(), 2U) << "only the feet";
    EXPECT_NEAR(last.contacts[0].force_SN.z() + last.contacts[1].force_SN.z(), weightN,
                0.02 * weightN);
    EXPECT_NEAR(last.contacts[0].p_S.z(), 0.0, 0.005);
    const BalanceSample& balance = result.balance.back();
    EXPECT_TRUE(balance.isOnFeet);
    EXPECT_GT(balance.copMarginM.value_or(-1.0), 0.02);
    EXPECT_GT(balance.comMarginM.value_or(-1.0), 0.02);
    EXPECT_TRUE(result.torqueLimits.empty());
}

TEST(LeagueTrialTest, LiesWhereItFell) {
    const LeagueTrajectory still = resolved(keyframes(standingWith("kp: 100\nkd: 2\n")));
    const auto lying = [&](StartPose start) {
        const TrialResult result = ranOnMujoco(still, {.start = start, .watchS = 0.1});
        EXPECT_LT(result.X_STorsoAtStart.p.z(), 0.35) << startPoseName(start);
        EXPECT_FALSE(result.isUprightAtEnd);
        return result.X_STorsoAtStart.R;
    };
    EXPECT_GT(lying(StartPose::LyingOnBack)(2, 1), 0.9) << "its front faces up";
    EXPECT_LT(lying(StartPose::LyingOnFront)(2, 1), -0.9);
    // It cannot rest on an arm at its side, and rolls to its front or back.
    EXPECT_LT(std::abs(lying(StartPose::LyingOnLeft)(2, 2)), 0.2);
    EXPECT_LT(std::abs(lying(StartPose::LyingOnRight)(2, 2)), 0.2);
}

// With a tenth of the stiffness, the ankles cannot carry the robot.
TEST(LeagueTrialTest, AFallByWeakGainsIsExplainedAndRemediesAreTried) {
    const keyframe::Motion motion = keyframes(standingWith("kp: 15\nkd: 0.5\n"));
    const LeagueTrajectory trajectory = resolved(motion);
    TrialSettings settings{.robot = league().shared(), .watchS = 3.0};
    const auto result = runTrial(trajectory, settings);
    ASSERT_TRUE(result) << result.error().toString();
    ASSERT_TRUE(result->fellAtS);
    ASSERT_TRUE(result->fall);
    EXPECT_NE(result->fall->direction, FallDirection::Left);
    EXPECT_NE(result->fall->direction, FallDirection::Right);
    const auto remedies = fallRemedies(motion, trajectory, settings, *result);
    ASSERT_TRUE(remedies) << remedies.error().toString();
    EXPECT_FALSE(remedies->empty());
}

TEST(LeagueTrialTest, AMotorAtItsTorqueLimitIsReported) {
    // The arms are to reach the other side at once.
    const keyframe::Motion motion =
        keyframes("symmetry: true\nkp: 100\nkd: 1\nkeyframes:\n"
                  "  - delta: 0.5\n    motor_positions:\n      Shoulder_Pitch: 60\n"
                  "  - delta: 0.5\n    motor_positions:\n      Shoulder_Pitch: -60\n");
    const TrialResult result = ranOnMujoco(resolved(motion), {.start = StartPose::LyingOnFront});
    const auto shoulder =
        std::ranges::find(result.torqueLimits, league().findJoint("lae1"), &FallCause::joint);
    ASSERT_NE(shoulder, result.torqueLimits.end());
    EXPECT_EQ(shoulder->kind, FallCauseKind::TorqueLimit);
    EXPECT_DOUBLE_EQ(shoulder->limit, 18.0);
    EXPECT_LE(shoulder->value, 18.0 + 1e-9);
    const auto texts = torqueLimitTexts(league(), result.torqueLimits);
    EXPECT_TRUE(std::ranges::any_of(texts, [](const std::string& text) {
        return text.find("lae1") != std::string::npos &&
               text.find("torque limit of 18 N m") != std::string::npos;
    })) << testing::PrintToString(texts);
}

TEST(LeagueTrialTest, EqualSettingsGiveEqualResultsAndSeedsDiffer) {
    const LeagueTrajectory trajectory = resolved(keyframes(standingWith("kp: 150\nkd: 1\n")));
    const TrialSettings settings{.robot = league().shared(),
                                 .start = StartPose::LyingOnFront,
                                 .settleS = 0.2,
                                 .watchS = 0.2,
                                 .jointNoiseRad = 0.1,
                                 .headingNoiseRad = 0.2};
    const auto one = runTrials(trajectory, settings, 3, 1);
    const auto two = runTrials(trajectory, settings, 3, 2);
    ASSERT_TRUE(one) << one.error().toString();
    ASSERT_TRUE(two) << two.error().toString();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(one->results[i].X_STorsoAtEnd.p, two->results[i].X_STorsoAtEnd.p);
    }
    EXPECT_NE(one->results[0].X_STorsoAtEnd.p, one->results[1].X_STorsoAtEnd.p);
    EXPECT_NE(one->results[0].X_STorsoAtStart.R, one->results[1].X_STorsoAtStart.R);
}

TEST(LeagueTrialTest, TheBallOfThatLeagueLiesBeforeTheFeet) {
    const LeagueTrajectory trajectory = resolved(keyframes(standingWith("kp: 150\nkd: 1\n")));
    const TrialResult result = ranOnMujoco(trajectory, {.start = StartPose::OnBall, .watchS = 1.0});
    EXPECT_FALSE(result.fellAtS);
    EXPECT_LT(result.ballDistanceM, 0.05) << "it is not inside the feet, which would throw it";
    EXPECT_NEAR(result.ballHeightM, 0.11, 0.01);
}

TEST(LeagueTrialTest, AllRobotsOfTheFamilyAreSimulated) {
    for (const MujocoRobot kind : robot::kMujocoRobots) {
        const robot::RobotModel& model = league(kind);
        const TrialResult result =
            ranOnMujoco(resolved(keyframes(standingWith("")), model),
                        {.start = StartPose::LyingOnBack, .watchS = 0.1}, model);
        EXPECT_EQ(result.samples.back().X_SBody.size(), model.bodies().size());
        EXPECT_LT(result.X_STorsoAtEnd.p.z(), 0.3) << model.name();
    }
}

TEST(LeagueTrialTest, SimSparksRobotsKeepTheirPhysics) {
    const auto robot = makePhysicsRobot(*robot::defaultRobot(0), false);
    ASSERT_TRUE(robot);
    EXPECT_EQ((*robot)->engine(), "SimSpark's physics");
    EXPECT_DOUBLE_EQ((*robot)->ballRadiusM(), game::kBallRadiusM);
}

} // namespace
} // namespace sideline::training
