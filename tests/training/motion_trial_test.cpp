#include "training/trial/motion_trial.h"

#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/format/format.h"
#include "motions/resolve.h"
#include "motions/samples.h"
#include "training/trial/mass_trials.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {
namespace {

using math::radFromDeg;
using motion::JointTrajectory;
using motion::TrajectoryKey;
using robot::JointId;
using TrajectoryPtr = std::shared_ptr<const JointTrajectory>;

const robot::RobotModel& nao(int type) {
    return robot::naoModel(*robot::naoTypeFromNumber(type));
}

JointId joint(const char* name, int type = 0) {
    return nao(type).findJoint(name);
}

TrajectoryKey key(double timeS, double angleDeg) {
    TrajectoryKey made;
    made.timeS = timeS;
    made.angleRad = radFromDeg(angleDeg);
    return made;
}

JointTrajectory emptyMotion(double lengthS, int type = 0) {
    JointTrajectory motion(nao(type).joints().size());
    motion.lengthS = lengthS;
    return motion;
}

// Bent knees, arms down, from the start.
JointTrajectory standing(double lengthS, int type = 0) {
    JointTrajectory motion = emptyMotion(lengthS, type);
    for (const auto& [name, angleDeg] :
         std::initializer_list<std::pair<const char*, double>>{{"lae1", -90},
                                                               {"rae1", -90},
                                                               {"lle3", 30},
                                                               {"rle3", 30},
                                                               {"lle4", -60},
                                                               {"rle4", -60},
                                                               {"lle5", 30},
                                                               {"rle5", 30}}) {
        motion.setKeys(joint(name, type), {key(0.0, angleDeg)});
    }
    return motion;
}

TrajectoryPtr shared(JointTrajectory motion) {
    return std::make_shared<const JointTrajectory>(std::move(motion));
}

TrialResult ran(const TrajectoryPtr& motion, const TrialSettings& settings) {
    const auto result = runTrial(motion, settings);
    EXPECT_TRUE(result.has_value()) << result.error().toString();
    return result.value_or(TrialResult{});
}

// Returns the z component of a direction of the torso at the beginning of the motion.
double heightAtStart(const TrialResult& result, const Eigen::Vector3d& direction) {
    return (result.X_STorsoAtStart.R * direction).z();
}

TEST(MotionTrialTest, StartPosesHaveNamesThatReadBack) {
    for (const StartPose pose :
         {StartPose::Standing, StartPose::LyingOnFront, StartPose::LyingOnBack,
          StartPose::LyingOnLeft, StartPose::LyingOnRight, StartPose::OnBall}) {
        EXPECT_EQ(startPoseFromName(startPoseName(pose)), pose);
    }
    EXPECT_EQ(startPoseName(StartPose::LyingOnBack), "back");
    EXPECT_FALSE(startPoseFromName("upside-down"));
}

TEST(MotionTrialTest, ACommandActsInTheCycleAfterTheNext) {
    JointTrajectory motion = standing(0.4);
    motion.setKeys(joint("he1"), {key(0.0, 0.0), key(0.4, 40.0)});
    const TrialResult result = ran(shared(motion), {.settleS = 0.2, .watchS = 0.2});
    ASSERT_EQ(result.samples.size(), 10U + 21U + 10U);
    const std::size_t head = joint("he1").index();
    const auto measuredDeg = [&](double timeS) {
        const auto it = std::ranges::find_if(result.samples, [timeS](const TrialSample& sample) {
            return std::abs(sample.timeS - timeS) < 1e-6;
        });
        return math::degFromRad(it->measuredRad[head]);
    };
    EXPECT_NEAR(measuredDeg(0.0), 0.0, 0.01);
    EXPECT_NEAR(measuredDeg(0.02), 0.0, 0.01); // the response to the first message is pending
    EXPECT_NEAR(measuredDeg(0.04), 2.0, 0.02); // and targets the motion's first 20 ms
    EXPECT_NEAR(measuredDeg(0.22), 20.0, 0.02);
    EXPECT_NEAR(measuredDeg(0.42), 40.0, 0.02);
    EXPECT_TRUE(result.finished);
    EXPECT_NEAR(result.motionEndS, 0.4, 1e-6);
}

// A motion of a robot with universal joints survives saving, reading, playing and recording.
TEST(MotionTrialTest, BothAxesOfUniversalJointsArePlayedAndRecorded) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    keyframe::Motion wave;
    wave.name = "wave";
    wave.robots = {model.name()};
    for (const auto& [joint, angleDeg] : std::map<keyframe::JointName, double>{
             {"lae1_2", 30.0}, {"lae1_2.2", 25.0}, {"rae1_2", -20.0}, {"rae1_2.2", -35.0}}) {
        wave.keyframeAtForWriting(0.0).joints[joint].angleDeg = 0.0;
        wave.keyframeAtForWriting(0.8).joints[joint].angleDeg = angleDeg;
    }
    const auto text = keyframe::writeMotion(wave, keyframe::Format::Sideline, model);
    ASSERT_TRUE(text);
    const auto file = keyframe::readMotions(text->text, {"wave.motion", {}, {}});
    ASSERT_TRUE(file);
    ASSERT_EQ(file->motions.at(0).motion, wave);
    const keyframe::Resolved resolved = resolve(file->motions.at(0).motion, model);
    ASSERT_TRUE(resolved.findings.empty());

    const TrialResult result =
        ran(resolved.trajectory, {.robot = model.shared(), .settleS = 0.2, .watchS = 0.4});
    keyframe::JointSamples all;
    for (const TrialSample& sample : result.samples) {
        keyframe::addSample(all, sample.timeS, sample.measuredRad);
    }
    const keyframe::Motion recorded =
        keyframe::motionFromSamples(keyframe::movableOnly(all, model), radFromDeg(0.1));
    EXPECT_EQ(recorded.keyframes.front()->joints.size(), 20U);
    EXPECT_FALSE(recorded.keyframes.front()->joints.contains(""));
    const keyframe::Resolved again = resolve(recorded, model);
    EXPECT_TRUE(again.findings.empty());
    for (const auto& [joint, key] : wave.keyframes.back()->joints) {
        const JointId id = model.findJoint(joint);
        EXPECT_NEAR(math::degFromRad(result.samples.back().measuredRad[id.index()]),
                    key.angleDeg.number(), 1.0)
            << joint;
        EXPECT_NEAR(math::degFromRad(again.trajectory->angleRad(id, again.trajectory->lengthS, 0)),
                    key.angleDeg.number(), 1.1)
            << joint;
    }
}

TEST(MotionTrialTest, SamplesReportAimAndMotionTimeOfTheCommandThatActed) {
    JointTrajectory motion = standing(0.4);
    motion.setKeys(joint("he1"), {key(0.0, 0.0), key(0.4, 40.0)});
    const TrialResult result = ran(shared(motion), {.settleS = 0.1, .watchS = 0.1});
    const std::size_t head = joint("he1").index();
    for (const TrialSample& sample : result.samples) {
        if (sample.timeS < 0.03) {
            continue;
        }
        EXPECT_NEAR(sample.motionTimeS, std::min(sample.timeS - 0.02, 0.4), 1e-6);
        EXPECT_NEAR(math::degFromRad(sample.targetRad[head]), sample.motionTimeS * 100.0, 1e-6);
        EXPECT_NEAR(sample.measuredRad[head], sample.targetRad[head], radFromDeg(0.02));
        EXPECT_EQ(sample.X_SBody.size(), nao(0).bodies().size());
    }
    EXPECT_LT(result.worstTrackingRad, radFromDeg(1.0));
}

TEST(MotionTrialTest, AMotorThatCannotFollowIsTheWorstJoint) {
    JointTrajectory motion = standing(0.1);
    motion.setKeys(joint("he1"), {key(0.0, 0.0), key(0.1, 90.0)}); // 900 degrees/s
    const TrialResult result = ran(shared(motion), {});
    EXPECT_EQ(result.worstJoint, joint("he1"));
    EXPECT_GT(result.worstTrackingRad, radFromDeg(30.0));
}

TEST(MotionTrialTest, AStandingRobotKeepsStandingOnBothFeet) {
    for (int type = 0; type < 5; ++type) {
        const TrialResult result =
            ran(shared(standing(1.0, type)), {.robotType = type, .jointNoiseRad = 0.02});
        EXPECT_TRUE(result.isUprightAtEnd) << type;
        EXPECT_FALSE(result.fellAtS) << type;
        EXPECT_LT(result.walkedM, 0.03) << type;
        EXPECT_GT(result.samples.back().leftFootN, 4.0) << type;
        EXPECT_GT(result.samples.back().rightFootN, 4.0) << type;
        EXPECT_GT(result.samples.back().centerOfMass_S.z(), 0.2) << type;
    }
}

TEST(MotionTrialTest, LeaningTooFarCausesAReportedFall) {
    JointTrajectory motion = standing(1.0);
    motion.setKeys(joint("lle5"), {key(0.0, 30.0), key(0.4, -45.0)});
    motion.setKeys(joint("rle5"), {key(0.0, 30.0), key(0.4, -45.0)});
    const TrialResult fallen = ran(shared(motion), {});
    ASSERT_TRUE(fallen.fellAtS);
    EXPECT_GT(*fallen.fellAtS, 0.2);
    EXPECT_LT(*fallen.fellAtS, fallen.samples.back().timeS - 0.5) << "the first time counts";
    EXPECT_FALSE(fallen.isUprightAtEnd);
    EXPECT_FALSE(fallen.uprightAtS);
    EXPECT_TRUE(fallen.finished);
    motion.stopsWhenFallen = true;
    motion.lengthS = 5.0;
    const TrialResult stopped = ran(shared(motion), {});
    EXPECT_FALSE(stopped.finished);
    EXPECT_LT(stopped.motionEndS, 2.0);
}

TEST(MotionTrialTest, LiesOnTheRequestedSide) {
    const Eigen::Vector3d right = Eigen::Vector3d::UnitX();
    const Eigen::Vector3d forward = Eigen::Vector3d::UnitY();
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        TrialSettings settings{.settleS = 0.1,
                               .watchS = 0.0,
                               .seed = seed,
                               .jointNoiseRad = radFromDeg(5.0),
                               .headingNoiseRad = radFromDeg(5.0),
                               .keepsSamples = false};
        const auto lyingAs = [&](StartPose start) {
            settings.start = start;
            return ran(shared(emptyMotion(0.02)), settings);
        };
        EXPECT_LT(heightAtStart(lyingAs(StartPose::LyingOnFront), forward), -0.7) << seed;
        EXPECT_GT(heightAtStart(lyingAs(StartPose::LyingOnBack), forward), 0.7) << seed;
        EXPECT_GT(heightAtStart(lyingAs(StartPose::LyingOnLeft), right), 0.2) << seed;
        EXPECT_LT(heightAtStart(lyingAs(StartPose::LyingOnRight), right), -0.2) << seed;
        EXPECT_FALSE(lyingAs(StartPose::LyingOnBack).fellAtS) << "it began lying";
    }
}

TEST(MotionTrialTest, TheBallLiesAtTheRequestedPosition) {
    const TrialResult result =
        ran(shared(standing(0.2)),
            {.start = StartPose::OnBall, .ballFromFeetM = {0.3, -0.1}, .watchS = 0.1});
    ASSERT_TRUE(result.samples.back().p_SBall);
    EXPECT_NEAR(result.ballDistanceM, 0.0, 1e-3);
    // The robot faces along +x of the field; its feet are slightly ahead of the torso.
    const Eigen::Vector3d way = *result.samples.back().p_SBall - result.X_STorsoAtStart.p;
    EXPECT_NEAR(way.x(), 0.3, 0.06);
    EXPECT_NEAR(way.y(), -0.1, 0.01);
    const TrialResult without = ran(shared(standing(0.2)), {.watchS = 0.1});
    EXPECT_FALSE(without.samples.back().p_SBall);
}

TEST(MotionTrialTest, APushedBallIsObservedUntilItRests) {
    JointTrajectory motion = standing(0.3);
    motion.setKeys(joint("lle3"), {key(0.0, 30.0), key(0.15, 60.0)});
    motion.setKeys(joint("lle4"), {key(0.0, -60.0), key(0.15, -40.0)});
    const TrialResult result = ran(shared(motion), {.start = StartPose::OnBall,
                                                    .ballFromFeetM = {0.13, 0.055},
                                                    .watchS = 0.5,
                                                    .ballWatchS = 3.0});
    EXPECT_GT(result.ballDistanceM, 0.05);
    EXPECT_LT(std::abs(result.ballDirectionRad), radFromDeg(45.0));
    EXPECT_GT(result.samples.back().timeS, 0.85);
    double highestM = game::kBallRadiusM; // initial height; it sinks in slightly
    double pathM = 0.0;
    std::optional<Eigen::Vector3d> before;
    for (const TrialSample& sample : result.samples) {
        if (sample.p_SBall) {
            highestM = std::max(highestM, sample.p_SBall->z());
        }
        const Eigen::Vector3d& p_STorso = sample.X_SBody.front().p;
        if (before && sample.timeS > 0.0) {
            pathM += (p_STorso - *before).head<2>().norm();
        }
        before = p_STorso;
    }
    EXPECT_NEAR(result.ballHeightM, highestM, 1e-9);
    EXPECT_GT(highestM, result.samples.back().p_SBall->z() + 1e-4);
    EXPECT_NEAR(result.torsoPathM, pathM, 1e-9);
}

TEST(MotionTrialTest, EqualSettingsGiveEqualResultsBitForBit) {
    const TrialSettings settings{.start = StartPose::LyingOnFront,
                                 .seed = 7,
                                 .jointNoiseRad = radFromDeg(5.0),
                                 .headingNoiseRad = 0.1};
    const TrialResult first = ran(shared(standing(0.5)), settings);
    const TrialResult second = ran(shared(standing(0.5)), settings);
    ASSERT_EQ(first.samples.size(), second.samples.size());
    for (std::size_t i = 0; i < first.samples.size(); ++i) {
        ASSERT_EQ(first.samples[i].measuredRad, second.samples[i].measuredRad);
        ASSERT_EQ(first.samples[i].X_SBody.front(), second.samples[i].X_SBody.front());
    }
    TrialSettings other = settings;
    other.seed = 8;
    EXPECT_NE(ran(shared(standing(0.5)), other).samples.back().measuredRad,
              first.samples.back().measuredRad);
}

TEST(MotionTrialTest, TheExactSolverGivesTheSameResult) {
    TrialSettings settings{.start = StartPose::LyingOnBack, .watchS = 0.5, .keepsSamples = false};
    const TrialResult fast = ran(shared(standing(0.5)), settings);
    settings.isExact = true;
    const TrialResult exact = ran(shared(standing(0.5)), settings);
    EXPECT_TRUE(exact.samples.empty());
    EXPECT_LT((fast.X_STorsoAtEnd.p - exact.X_STorsoAtEnd.p).norm(), 0.05);
}

TEST(MotionTrialTest, EndlessMotionsAreStopped) {
    JointTrajectory motion = standing(1.0);
    motion.loop = motion::TrajectoryLoop{0.0, 1.0, 0};
    const TrialResult result = ran(shared(motion), {.watchS = 0.2, .longestS = 2.5});
    EXPECT_FALSE(result.finished);
    EXPECT_NEAR(result.motionEndS, 2.5, 0.03);
    EXPECT_NEAR(result.samples.back().timeS, 2.7, 0.05);
}

TEST(MotionTrialTest, WrongArgumentsAreReported) {
    const auto messageOf = [](const TrajectoryPtr& motion, const TrialSettings& settings) {
        const auto result = runTrial(motion, settings);
        return result ? std::string("none") : result.error().toString();
    };
    EXPECT_NE(messageOf(shared(standing(0.1)), {.robotType = 7}).find("robot type 7"),
              std::string::npos);
    EXPECT_NE(messageOf(shared(standing(0.1)), {.robotType = 4}).find("22 joints"),
              std::string::npos);
    EXPECT_NE(messageOf(nullptr, {}).find("0 joints"), std::string::npos);
    EXPECT_NE(messageOf(shared(standing(0.1)), {.startRad = {0.0}}).find("start pose"),
              std::string::npos);
}

TEST(MotionTrialTest, CanBeStoppedWhileSettlingAndWhilePlaying) {
    for (const int limit : {0, 3, 80}) {
        int cycles = 0;
        const auto result = runTrial(shared(standing(1.0)), {.settleS = 1.0},
                                     [&cycles, limit] { return ++cycles > limit; });
        ASSERT_FALSE(result) << limit;
        EXPECT_EQ(result.error().code, base::ErrorCode::Canceled) << limit;
        EXPECT_EQ(cycles, limit + 1) << limit;
    }
}

TEST(MassTrialsTest, AreTheSameWithAnyNumberOfThreads) {
    const TrialSettings settings{.start = StartPose::LyingOnFront,
                                 .watchS = 0.6,
                                 .seed = 3,
                                 .jointNoiseRad = radFromDeg(5.0)};
    const auto one = runTrials(shared(standing(0.2)), settings, 5, 1);
    const auto two = runTrials(shared(standing(0.2)), settings, 5, 2);
    ASSERT_TRUE(one && two);
    ASSERT_EQ(one->results.size(), 5U);
    EXPECT_EQ(one->count, 5U);
    EXPECT_EQ(one->finishedCount, 5U);
    EXPECT_EQ(one->uprightCount, 0U);
    EXPECT_FALSE(one->uprightMedianS);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(one->results[i].X_STorsoAtEnd, two->results[i].X_STorsoAtEnd) << i;
        EXPECT_TRUE(one->results[i].samples.empty());
    }
    EXPECT_NE(one->results[0].X_STorsoAtEnd, one->results[1].X_STorsoAtEnd);
}

TEST(MassTrialsTest, RunInParallelWithTheExactSolverToo) {
    const TrialSettings settings{
        .start = StartPose::LyingOnFront, .settleS = 0.1, .watchS = 0.1, .isExact = true};
    const auto one = runTrials(shared(standing(0.1)), settings, 6, 1);
    const auto three = runTrials(shared(standing(0.1)), settings, 6, 3);
    ASSERT_TRUE(one && three);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(one->results[i].X_STorsoAtEnd, three->results[i].X_STorsoAtEnd) << i;
    }
}

TEST(MassTrialsTest, SumUp) {
    const auto summary =
        runTrials(shared(standing(0.2)),
                  {.start = StartPose::OnBall, .jointNoiseRad = 0.01, .placeNoiseM = 0.005}, 4);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->uprightCount, 4U);
    EXPECT_EQ(summary->fellCount, 0U);
    ASSERT_TRUE(summary->uprightMedianS && summary->uprightP90S);
    EXPECT_LE(*summary->uprightMedianS, *summary->uprightP90S);
    EXPECT_GE(summary->ballDistanceMedianM, summary->ballDistanceMinM);
    EXPECT_GT(summary->simulatedS, 4 * 2.0);
}

TEST(MassTrialsTest, CountFallsAndSpreadAboutTheMean) {
    std::vector<TrialResult> results(3);
    results[1].fellAtS = 0.4;
    results[0].ballDirectionRad = 0.1;
    results[1].ballDirectionRad = 0.3;
    results[2].ballDirectionRad = 0.5;
    const TrialSummary summary =
        summaryOf(std::vector<const TrialResult*>{&results[0], &results[1], &results[2]});
    EXPECT_EQ(summary.count, 3U);
    EXPECT_EQ(summary.fellCount, 1U);
    EXPECT_NEAR(summary.ballDirectionDeviationRad, 0.2, 1e-12);
}

// A robot that bends its knees and lifts its arms, from any cycle on.
class TrialRobotTest : public testing::Test {
protected:
    TrialRobotTest() {
        bent[joint("lle4").index()] = bent[joint("rle4").index()] = radFromDeg(-60);
        bent[joint("lae1").index()] = bent[joint("rae1").index()] = radFromDeg(-90);
    }
    std::vector<double> anglesAfter(TrialRobot& robot, int cycles) const {
        std::vector<double> angles;
        for (int i = 0; i < cycles; ++i) {
            robot.setTargets(bent);
            robot.cycle();
            for (std::size_t j = 0; j < nao(0).joints().size(); ++j) {
                angles.push_back(robot.jointAngleRad(JointId(j)));
            }
        }
        return angles;
    }

    std::vector<double> bent = std::vector<double>(nao(0).joints().size(), 0.0);
    const math::Pose inTheAir = math::Pose::translation({0.0, 0.0, 1.0});
    const std::vector<double> zeros = std::vector<double>(nao(0).joints().size(), 0.0);
};

TEST_F(TrialRobotTest, ContinuesExactlyFromASnapshot) {
    TrialRobot robot(nao(0), false);
    robot.setPosture(inTheAir, zeros);
    anglesAfter(robot, 4);
    const PhysicsRobot::StatePtr moment = robot.save();
    const std::vector<double> first = anglesAfter(robot, 10);
    robot.restore(*moment);
    EXPECT_EQ(anglesAfter(robot, 10), first);
}

TEST_F(TrialRobotTest, APoseIsIndependentOfThePreviousState) {
    TrialRobot fresh(nao(0), false);
    TrialRobot used(nao(0), false);
    anglesAfter(used, 7);
    fresh.setPosture(inTheAir, zeros);
    used.setPosture(inTheAir, zeros);
    EXPECT_EQ(anglesAfter(used, 10), anglesAfter(fresh, 10));
}

TEST(MassTrialsTest, ReportTheFirstError) {
    const auto summary = runTrials(shared(standing(0.2)), {.robotType = -1}, 3);
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, base::ErrorCode::InvalidArgument);
}

} // namespace
} // namespace sideline::training
