#include "training/trial/fall_analysis.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "motions/edit/sole_edits.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "motions/resolve.h"
#include "training/trial/fall_remedies.h"
#include "training/trial/motion_trial.h"

namespace sideline::training {
namespace {

using keyframe::Motion;
using Pose = std::map<keyframe::JointName, double>;

const robot::RobotModel& nao() {
    return robot::naoModel(*robot::naoTypeFromNumber(0));
}

// Bent knees, arms down.
const Pose kStance = {{"lae1", -90.0}, {"rae1", -90.0}, {"lle1", 0.0},  {"rle1", 0.0},
                      {"lle2", 0.0},   {"rle2", 0.0},   {"lle3", 30.0}, {"rle3", 30.0},
                      {"lle4", -60.0}, {"rle4", -60.0}, {"lle5", 30.0}, {"rle5", 30.0}};
// Stands on one leg, without shifting the weight.
const Pose kRightLegUp = {{"rle3", 55.0}, {"rle4", -110.0}, {"rle5", 55.0}};
const Pose kLeftLegUp = {{"lle3", 55.0}, {"lle4", -110.0}, {"lle5", 55.0}};

void addPose(Motion& motion, double timeS, const Pose& pose) {
    for (const auto& [joint, angleDeg] : pose) {
        motion.keyframeAtForWriting(timeS).joints[joint].angleDeg = angleDeg;
    }
}

// Stands for half a second, then moves to a pose and stays there.
Motion moved(const Pose& to, double durationS) {
    Motion motion;
    motion.name = "moved";
    addPose(motion, 0.0, kStance);
    addPose(motion, 0.5, kStance);
    addPose(motion, 0.5 + durationS, to);
    motion.lengthS = 0.5 + durationS + 1.5;
    return motion;
}

TrialResult ran(const Motion& motion, const robot::RobotModel& model = nao()) {
    const keyframe::Resolved resolved = keyframe::resolve(motion, model);
    EXPECT_TRUE(resolved.findings.empty());
    const auto result = runTrial(resolved.trajectory, {.robot = model.shared()});
    EXPECT_TRUE(result.has_value()) << result.error().toString();
    return result.value_or(TrialResult{});
}

std::string described(const TrialResult& result) {
    if (!result.fall) {
        return "no fall";
    }
    std::string text = fallText(*result.model, *result.fall);
    for (const FallCause& event : result.fall->events) {
        text +=
            "\n  " + std::to_string(event.beginS) + " s: " + fallCauseText(*result.model, event);
    }
    return text;
}

// Returns the robot with other joints and feet.
std::shared_ptr<const robot::RobotModel> changed(
    const std::function<void(robot::Joint&)>& joint,
    const std::function<void(robot::Body&)>& body = [](robot::Body&) {}) {
    std::vector<robot::Body> bodies(nao().bodies().begin(), nao().bodies().end());
    std::vector<robot::Joint> joints(nao().joints().begin(), nao().joints().end());
    std::ranges::for_each(joints, joint);
    std::ranges::for_each(bodies, body);
    return std::make_shared<const robot::RobotModel>(
        "changed", std::move(bodies), std::move(joints), nao().percepts(), nao().traits());
}

TEST(FallAnalysisTest, AStandingRobotHasNoFallAndMeasuredBalance) {
    const TrialResult result = ran(moved(kStance, 0.5));
    EXPECT_FALSE(result.fall) << described(result);
    ASSERT_EQ(result.balance.size(), result.samples.size());
    for (std::size_t i = 25; i < result.balance.size(); ++i) { // after settling
        const BalanceSample& sample = result.balance[i];
        ASSERT_TRUE(sample.copMarginM && sample.comMarginM);
        EXPECT_TRUE(sample.isOnFeet);
        EXPECT_EQ(sample.timeS, result.samples[i].timeS);
        EXPECT_GT(*sample.copMarginM, 0.02);
        EXPECT_NEAR(*sample.copMarginM, *sample.comMarginM, 0.01) << "at rest";
    }
}

// The robot leans slowly: nothing lags or slips, it tips over the edge on that side.
TEST(FallAnalysisTest, ASlowLeanTipsOverTheEdgeOnItsSide) {
    struct Row {
        Pose lean;
        FallDirection direction;
        const char* edge;
    };
    for (const Row& row :
         {Row{{{"lle5", 70.0}, {"rle5", 70.0}}, FallDirection::Forward, "front edge"},
          Row{{{"lle5", 0.0}, {"rle5", 0.0}}, FallDirection::Backward, "rear edge"},
          Row{kLeftLegUp, FallDirection::Left, "left edge"},
          Row{kRightLegUp, FallDirection::Right, "right edge"}}) {
        Motion motion = moved(row.lean, 2.0);
        const TrialResult result = ran(motion);
        ASSERT_TRUE(result.fall) << row.edge;
        EXPECT_EQ(result.fall->direction, row.direction) << described(result);
        EXPECT_EQ(result.fall->cause().kind, FallCauseKind::SupportLeft) << described(result);
        EXPECT_NE(described(result).find(row.edge), std::string::npos) << described(result);
        ASSERT_TRUE(result.fall->supportLeftS);
        EXPECT_LT(*result.fall->supportLeftS, result.fall->fellAtS - 0.1) << described(result);
        EXPECT_GT(*result.fall->supportLeftS, 0.7) << described(result);
    }
}

// The torso is bowed within two cycles: the motors cannot follow.
TEST(FallAnalysisTest, AMotionThatIsTooFastNamesTheJointAtItsSpeedLimit) {
    const TrialResult result = ran(moved({{"lle3", 100.0}, {"rle3", 100.0}}, 0.04));
    ASSERT_TRUE(result.fall);
    const FallCause& cause = result.fall->cause();
    EXPECT_EQ(cause.kind, FallCauseKind::SpeedLimit) << described(result);
    ASSERT_TRUE(cause.joint.isValid());
    EXPECT_EQ(nao().jointName(cause.joint).substr(1), "le3") << described(result);
    EXPECT_NEAR(cause.beginS, 0.54, 0.05) << described(result);
    EXPECT_GT(cause.value, 0.97 * cause.limit);
    EXPECT_NE(described(result).find("speed limit of 352 degrees/s"), std::string::npos)
        << described(result);
}

// A weak knee holds the robot while both legs stand, but not alone.
TEST(FallAnalysisTest, AWeakJointIsNamedAtItsTorqueLimit) {
    const auto weak = changed([](robot::Joint& joint) {
        if (joint.effector == "lle4") {
            joint.dynamics.maxTorqueNm = 0.5;
        }
    });
    const TrialResult result = ran(moved(kRightLegUp, 2.0), *weak);
    ASSERT_TRUE(result.fall);
    const FallCause& cause = result.fall->cause();
    EXPECT_EQ(cause.kind, FallCauseKind::TorqueLimit) << described(result);
    EXPECT_EQ(weak->jointName(cause.joint), "lle4") << described(result);
    EXPECT_NEAR(cause.limit, 0.5, 1e-9);
    EXPECT_NE(described(result).find("left knee (lle4) at its torque limit of 0.5 N m"),
              std::string::npos)
        << described(result);
}

// On ice, the feet slide when the legs turn.
TEST(FallAnalysisTest, AFootThatSlipsIsNamed) {
    const auto onIce = changed([](robot::Joint&) {},
                               [](robot::Body& body) {
                                   if (body.role == robot::BodyRole::LeftFoot ||
                                       body.role == robot::BodyRole::RightFoot) {
                                       body.surface.slip = 0.1;
                                   }
                               });
    const TrialResult result = ran(moved({{"lle1", -60.0}, {"rle1", -60.0}}, 0.3), *onIce);
    ASSERT_TRUE(result.fall);
    EXPECT_EQ(result.fall->cause().kind, FallCauseKind::FootSlip) << described(result);
    EXPECT_GT(result.fall->cause().value, 0.02);
    EXPECT_NE(described(result).find("foot slips by"), std::string::npos) << described(result);
}

// SimSpark lets a robot's bodies pass through each other: named, but never the first cause.
TEST(FallAnalysisTest, ASelfCollisionIsNamedWithBothBodies) {
    const Pose crossed = {{"lle2", -25.0}, {"rle2", 25.0}, {"lle5", 70.0}, {"rle5", 70.0}};
    const TrialResult result = ran(moved(crossed, 1.0));
    ASSERT_TRUE(result.fall);
    EXPECT_EQ(result.fall->cause().kind, FallCauseKind::SupportLeft) << described(result);
    const auto hit =
        std::ranges::find(result.fall->events, FallCauseKind::SelfCollision, &FallCause::kind);
    ASSERT_NE(hit, result.fall->events.end()) << described(result);
    EXPECT_TRUE(hit->body.isValid() && hit->other.isValid());
    EXPECT_NEAR(hit->beginS, 1.24, 0.1) << described(result);
    EXPECT_LT(hit->beginS, result.fall->cause().beginS) << "it was earlier";
    EXPECT_NE(described(result).find("rshank hits lshank"), std::string::npos) << described(result);
}

// A get-up made for another type gets to its feet and falls again: what touched the ground while it
// lay is no cause.
TEST(FallAnalysisTest, AFallAfterGettingUpIsExplainedFromItsFeetOn) {
    const auto file = keyframe::findMotion(keyframe::shippedMotionsFolder(), "getup-back", 3);
    ASSERT_TRUE(file);
    const auto read = keyframe::readMotionFile(file->path);
    ASSERT_TRUE(read);
    const auto trajectory = keyframe::resolve(read->motions.front().motion, nao()).trajectory;
    const auto result = runTrial(trajectory, {.start = StartPose::LyingOnBack});
    ASSERT_TRUE(result);
    ASSERT_FALSE(result->isUprightAtEnd) << "made for type 3, not for type 0";
    ASSERT_TRUE(result->fall);
    EXPECT_FALSE(result->fellAtS) << "it began lying";
    EXPECT_EQ(result->fall->direction, FallDirection::Backward) << described(*result);
    EXPECT_GT(result->fall->cause().beginS, 0.0) << described(*result);
    EXPECT_NE(result->fall->cause().kind, FallCauseKind::GroundContact) << described(*result);
}

// Stands for `cycles`, but tips to the left in the last 0.6 s; its left knee is at its torque limit
// in the intervals given.
struct Tipping {
    struct Interval {
        double fromS;
        double toS;
    };
    static constexpr std::size_t kCycles = 150;
    static constexpr double kTipsS = 2.4;
    static constexpr double kFallsS = 3.0;

    explicit Tipping(const std::vector<Interval>& weak, double tiltErrorRad) {
        const std::vector<double> straightRad(nao().joints().size(), 0.0);
        std::vector<math::Pose> X_TorsoBody(nao().bodies().size());
        robot::forwardKinematics(nao(), math::Pose(), straightRad, X_TorsoBody);
        const auto left = std::ranges::find(nao().joints(), "lle4", &robot::Joint::effector);
        const auto knee = static_cast<std::size_t>(left - nao().joints().begin());
        for (std::size_t i = 1; i <= kCycles; ++i) {
            RobotCycle& cycle = cycles.emplace_back();
            cycle.timeS = 0.02 * static_cast<double>(i);
            const double tiltRad = 2.0 * std::max(0.0, cycle.timeS - kTipsS);
            math::Pose X_STorso;
            X_STorso.R = Eigen::AngleAxisd(-tiltRad, Eigen::Vector3d::UnitY()).toRotationMatrix();
            X_STorso.p.z() = 0.4;
            for (const math::Pose& X : X_TorsoBody) {
                cycle.X_SBody.push_back(X_STorso * X);
            }
            cycle.measuredRad = straightRad;
            cycle.commandedRad = straightRad;
            cycle.motorTorqueNm.assign(straightRad.size(), 0.0);
            for (const Interval& each : weak) {
                if (cycle.timeS > each.fromS && cycle.timeS < each.toS) {
                    cycle.commandedRad[knee] = 0.2;
                    cycle.motorTorqueNm[knee] = nao().joints()[knee].dynamics.maxTorqueNm;
                }
            }
            // It rocks from 0.26 s on: no three cycles in balance; recovers after 0.8 s.
            BalanceSample sample;
            sample.timeS = cycle.timeS;
            sample.isOnFeet = true;
            const bool isRocking = cycle.timeS > 0.27;
            const bool isOnEdge =
                cycle.timeS > kTipsS + 0.01 || (isRocking && (cycle.timeS < 0.8 || i % 3 == 0));
            sample.copMarginM = isOnEdge ? 0.001 : 0.02;
            sample.comMarginM = cycle.timeS > kTipsS + 0.3 ? -0.01 : 0.02;
            sample.tiltErrorRad = cycle.timeS > 0.8 ? tiltErrorRad + tiltRad : 0.2;
            sample.edge = FallDirection::Left;
            sample.comEdge = FallDirection::Left;
            balance.push_back(sample);
        }
    }
    [[nodiscard]] FallExplanation why() const {
        std::vector<const RobotCycle*> pointers;
        for (const RobotCycle& cycle : cycles) {
            pointers.push_back(&cycle);
        }
        return explainFall(nao(), pointers, balance, kFallsS);
    }

    std::vector<RobotCycle> cycles;
    std::vector<BalanceSample> balance;
};

// The robot rocks and recovers: what happened before is listed, and the fall has another cause.
TEST(FallAnalysisTest, NothingFromBeforeARecoveryIsTheFirstCause) {
    const FallExplanation why = Tipping({{0.3, 0.5}}, 0.02).why();
    ASSERT_EQ(why.events.size(), 4U);
    EXPECT_EQ(why.events[0].kind, FallCauseKind::SupportLeft) << "it came back from there";
    EXPECT_NEAR(why.events[0].beginS, 0.28, 0.021);
    EXPECT_LT(why.events[0].endS, 2.1);
    EXPECT_EQ(why.events[1].kind, FallCauseKind::TorqueLimit);
    EXPECT_EQ(why.first, 2U);
    EXPECT_EQ(why.cause().kind, FallCauseKind::SupportLeft);
    EXPECT_NEAR(why.cause().beginS, 2.42, 0.041);
    EXPECT_EQ(why.supportLeftS, why.cause().beginS);
    EXPECT_EQ(why.direction, FallDirection::Left);
}

// Events with short pauses lead to one another, up to the fall.
TEST(FallAnalysisTest, TheFirstCauseBeginsTheChainThatLeadsToTheFall) {
    const FallExplanation why = Tipping({{0.3, 0.5}, {1.5, 1.7}, {2.2, 2.3}}, 0.02).why();
    EXPECT_EQ(why.cause().kind, FallCauseKind::TorqueLimit);
    EXPECT_NEAR(why.cause().beginS, 2.2, 0.021) << "0.5 s after the one before it";
    const FallExplanation joined = Tipping({{1.9, 2.1}, {2.2, 2.3}}, 0.02).why();
    EXPECT_NEAR(joined.cause().beginS, 1.9, 0.021);
}

// With a torso that never is as planned it did not recover: the chain goes back to the first event.
TEST(FallAnalysisTest, WithoutARecoveryTheChainGoesBackToTheFirstEdge) {
    const FallExplanation why = Tipping({}, 0.15).why();
    EXPECT_EQ(why.cause().kind, FallCauseKind::SupportLeft);
    EXPECT_NEAR(why.cause().beginS, 0.28, 0.021);
    EXPECT_EQ(why.first, 0U);
}

// A fast bow throws the robot over; slower, it stands, and that is measured.
TEST(FallRemediesTest, ASlowerMotionIsMeasuredToHelp) {
    Motion motion = moved({{"lle3", 60.0}, {"rle3", 60.0}}, 0.1);
    addPose(motion, 1.1, kStance);
    const TrialSettings settings;
    const auto trajectory = keyframe::resolve(motion, nao()).trajectory;
    const auto result = runTrial(trajectory, settings);
    ASSERT_TRUE(result);
    ASSERT_TRUE(result->fall);
    const auto remedies = fallRemedies(motion, trajectory, settings, *result);
    ASSERT_TRUE(remedies);
    ASSERT_FALSE(remedies->empty());
    const FallRemedy& best = remedies->front();
    EXPECT_EQ(best.kind, FallRemedyKind::SlowDown) << described(*result);
    EXPECT_TRUE(best.outcome.stands) << fallRemedyText(best);
    EXPECT_GT(best.motion.endS(), motion.endS());
    // The proposed motion, simulated again, stands.
    EXPECT_FALSE(ran(best.motion).fellAtS);
    EXPECT_EQ(fallOutcomeText(best.outcome), "stands");
}

TEST(FallRemediesTest, AMotionThatStandsNeedsNone) {
    const Motion motion = moved(kStance, 0.5);
    const auto trajectory = keyframe::resolve(motion, nao()).trajectory;
    const auto result = runTrial(trajectory, {});
    ASSERT_TRUE(result);
    const auto remedies = fallRemedies(motion, trajectory, {}, *result);
    ASSERT_TRUE(remedies);
    EXPECT_TRUE(remedies->empty());
}

// The hip is lowered by exactly the given distance, with level soles.
TEST(SoleEditsTest, LoweringTheHipKeepsTheSolesLevel) {
    const Motion motion = moved(kStance, 0.5);
    const auto lower = keyframe::shiftSoles(motion, nao(), 0.4, 0.6, {.upM = 0.02});
    ASSERT_TRUE(lower);
    const TrialResult before = ran(motion);
    Motion whole = keyframe::shiftSoles(motion, nao(), 0.0, 5.0, {.upM = 0.02})->motion;
    const TrialResult after = ran(whole);
    EXPECT_FALSE(after.fellAtS);
    EXPECT_NEAR(before.samples.back().X_SBody.front().p.z() -
                    after.samples.back().X_SBody.front().p.z(),
                0.02, 0.002);
    // Only the keyframe in the range changed.
    EXPECT_EQ(*lower->motion.keyframes.front(), *motion.keyframes.front());
    EXPECT_NE(*lower->motion.keyframes[1], *motion.keyframes[1]);
    EXPECT_FALSE(keyframe::shiftSoles(motion, nao(), 0.0, 5.0, {.upM = 0.5})) << "out of reach";
    Motion locked = motion;
    locked.locked.insert("lle4");
    EXPECT_FALSE(keyframe::shiftSoles(locked, nao(), 0.0, 5.0, {.upM = 0.02}));
}

} // namespace
} // namespace sideline::training
