#include "motions/resolve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/limb_paths.h"

namespace sideline::keyframe {
namespace {

using math::degFromRad;
using math::radFromDeg;
using Severity = Finding::Severity;
using Kind = Finding::Kind;

const robot::RobotModel& resolvedNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

Key valueKey(Value angleDeg, Curve curve = Curve::Linear) {
    Key made;
    made.angleDeg = std::move(angleDeg);
    made.curve = curve;
    return made;
}

double degAt(const Resolved& resolved, const char* joint, double timeS) {
    return degFromRad(resolved.trajectory->angleRad(resolvedNao().findJoint(joint), timeS, 0.0));
}

LimbTarget footTarget(double forwardM, double leftM, double upM) {
    LimbTarget target;
    target.place.positionM = {forwardM, leftM, upM};
    return target;
}

// Returns the pose of the left sole at a time, x forward, y left, z up.
LimbPoint leftFootAt(const Resolved& resolved, double timeS) {
    const auto chain = robot::limbChain(resolvedNao(), robot::LimbId::LeftFoot);
    std::vector<double> angles(resolvedNao().joints().size(), 0.0);
    resolved.trajectory->sample(timeS, angles, angles);
    std::vector<math::Pose> bodies(resolvedNao().bodies().size());
    robot::forwardKinematics(resolvedNao(), {}, angles, bodies);
    return limbPoint(bodies[chain->body.index()] * chain->X_BodyTip);
}

TEST(ResolveTest, ConvertsDegreesAndExpressionsToRadians) {
    Motion motion;
    motion.parameters = {{"lift", 40.0}, {"more", 5.0}};
    motion.keyframeAtForWriting(0.5).joints["lle3"] =
        valueKey(Value::parse("$lift + 2 * $more").value(), Curve::Sine);
    motion.keyframeAtForWriting(1.0).joints["he1"] = valueKey(-30.0);
    motion.lengthS = 1.5;
    const Resolved resolved = resolve(motion, resolvedNao());
    EXPECT_TRUE(resolved.findings.empty());
    EXPECT_NEAR(degAt(resolved, "lle3", 0.5), 50.0, 1e-9);
    EXPECT_NEAR(degAt(resolved, "lle3", 0.25), 25.0, 1e-9);
    EXPECT_NEAR(degAt(resolved, "he1", 0.5), -15.0, 1e-9) << "free at the first keyframe";
    EXPECT_FALSE(resolved.trajectory->moves(resolvedNao().findJoint("rle3")));
    EXPECT_EQ(resolved.trajectory->lengthS, 1.5);
    const Resolved other = resolve(motion, resolvedNao(), {{"more", 10.0}});
    EXPECT_NEAR(degAt(other, "lle3", 0.5), 60.0, 1e-9) << "overrides count";
}

TEST(ResolveTest, PreservesPlaybackSettings) {
    Motion motion;
    Key& cubic = motion.keyframeAtForWriting(0.4).joints["lle3"];
    cubic = valueKey(20.0, Curve::Cubic);
    cubic.in = {-0.1, 4.0};
    cubic.out = {0.2, -6.0};
    cubic.speedScale = 0.3;
    motion.keyframeAtForWriting(0.4).wait = Wait{WaitKind::BothFeetContact, 0.7};
    motion.entry = EntryPose{{{"lle4", -60.0}}, 0.3};
    motion.speed = 2.0;
    motion.stopsWhenFallen = true;
    motion.drive = {8.0, 0.5};
    motion.loop = LoopRange{0.1, 0.4, 3};
    const auto trajectory = resolve(motion, resolvedNao()).trajectory;
    const auto& resolved = trajectory->keys(resolvedNao().findJoint("lle3")).front();
    EXPECT_EQ(resolved.curve, Curve::Cubic);
    EXPECT_EQ(resolved.inTimeS, -0.1);
    EXPECT_DOUBLE_EQ(resolved.inRad, radFromDeg(4.0));
    EXPECT_EQ(resolved.outTimeS, 0.2);
    EXPECT_DOUBLE_EQ(resolved.outRad, radFromDeg(-6.0));
    EXPECT_EQ(resolved.speedScale, 0.3);
    EXPECT_EQ(trajectory->speed, 2.0);
    EXPECT_TRUE(trajectory->stopsWhenFallen);
    EXPECT_EQ(trajectory->drive, motion.drive);
    EXPECT_EQ(trajectory->loop, (motion::TrajectoryLoop{0.1, 0.4, 3}));
    EXPECT_EQ(trajectory->waits,
              (std::vector<motion::TrajectoryWait>{{0.4, WaitKind::BothFeetContact, 0.7}}));
    ASSERT_EQ(trajectory->entryRad.size(), resolvedNao().joints().size());
    EXPECT_DOUBLE_EQ(trajectory->entryRad[resolvedNao().findJoint("lle4").index()],
                     radFromDeg(-60.0));
    EXPECT_TRUE(std::isnan(trajectory->entryRad[0]));
    EXPECT_EQ(trajectory->entryDurationS, 0.3);
}

TEST(ResolveTest, MutedJointsAreReportedAndNotPlayed) {
    Motion motion;
    motion.keyframeAtForWriting(0.5).joints["lle4"].angleDeg = -40.0;
    motion.keyframeAtForWriting(0.5).joints["rle4"].angleDeg = -30.0;
    motion.muted = {"lle4", "he1", "tail"};
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    const Resolved resolved = resolve(motion, model);
    EXPECT_FALSE(resolved.trajectory->moves(model.findJoint("lle4")));
    EXPECT_TRUE(resolved.trajectory->moves(model.findJoint("rle4")));
    ASSERT_EQ(resolved.findings.size(), 1U);
    EXPECT_EQ(resolved.findings[0].text, "joint lle4 is muted: its keys are not played");
    motion.mirrored = true;
    const Resolved mirrored = resolve(motion, model);
    EXPECT_FALSE(mirrored.trajectory->moves(model.findJoint("rle4"))) << "what is written is muted";
    EXPECT_EQ(mirrored.findings[0].joint, "lle4");
}

TEST(ResolveTest, ReportsUnknownJointsOnceAndPlaysTheRest) {
    Motion motion;
    motion.keyframeAtForWriting(0.2).name = "lift";
    motion.keyframeAtForWriting(0.2).joints["lle9"] = valueKey(1.0);
    motion.keyframeAtForWriting(0.4).joints["lle9"] = valueKey(2.0);
    motion.keyframeAtForWriting(0.4).joints["he1"] = valueKey(3.0);
    const SourceLines lines{"a.motion", {{{0, "lle9"}, 12}}};
    const Resolved resolved = resolve(motion, resolvedNao(), {}, &lines);
    ASSERT_EQ(resolved.findings.size(), 1U);
    const Finding& finding = resolved.findings[0];
    EXPECT_EQ(finding.kind, Kind::UnknownJoint);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.joint, "lle9");
    EXPECT_EQ(finding.timeS, 0.2);
    EXPECT_EQ(finding.line, 12);
    EXPECT_EQ(finding.toString(),
              "a.motion:12: error: keyframe 'lift' at 0.200 s, joint lle9: robot nao0 has no joint "
              "'lle9' (2 times in the motion); expected an effector such as 'lle3'");
    EXPECT_NEAR(degAt(resolved, "he1", 0.4), 3.0, 1e-9);
}

TEST(ResolveTest, OmitsToesOfRobotsWithoutThem) {
    Motion motion;
    motion.keyframeAtForWriting(0.2).joints["lle7"] = valueKey(10.0);
    const Resolved resolved = resolve(motion, resolvedNao());
    ASSERT_EQ(resolved.findings.size(), 1U);
    EXPECT_EQ(resolved.findings[0].severity, Severity::Note);
    EXPECT_FALSE(hasErrors(resolved.findings));
    const auto& toes = robot::naoModel(robot::NaoType::Toes);
    const Resolved withToes = resolve(motion, toes);
    EXPECT_TRUE(withToes.findings.empty());
    EXPECT_TRUE(withToes.trajectory->moves(toes.findJoint("lle7")));
}

TEST(ResolveTest, ReportsMissingParameters) {
    Motion motion;
    motion.keyframeAtForWriting(0.2).joints["lle3"] = valueKey(Value::parse("3 + $kick").value());
    motion.entry = EntryPose{{{"lle4", Value::parse("$bend").value()}}, 0.3};
    const Resolved resolved = resolve(motion, resolvedNao());
    ASSERT_EQ(resolved.findings.size(), 2U);
    EXPECT_EQ(resolved.findings[0].kind, Kind::MissingParameter);
    EXPECT_NE(resolved.findings[0].text.find("$bend"), std::string::npos);
    EXPECT_EQ(resolved.findings[1].joint, "lle3");
    EXPECT_NE(resolved.findings[1].text.find("$kick"), std::string::npos);
    EXPECT_FALSE(resolved.trajectory->moves(resolvedNao().findJoint("lle3")));
}

TEST(ResolveTest, MirroredMotionsArePlayedOnTheOtherSideAndReportedAsWritten) {
    Motion motion;
    motion.mirrored = true;
    motion.keyframeAtForWriting(0.2).joints["lle2"] = valueKey(10.0);
    motion.keyframeAtForWriting(0.2).joints["lle9"] = valueKey(10.0);
    const Resolved resolved = resolve(motion, resolvedNao());
    EXPECT_NEAR(degAt(resolved, "rle2", 0.2), -10.0, 1e-9);
    EXPECT_FALSE(resolved.trajectory->moves(resolvedNao().findJoint("lle2")));
    ASSERT_EQ(resolved.findings.size(), 1U);
    EXPECT_EQ(resolved.findings[0].joint, "lle9");
    EXPECT_NE(resolved.findings[0].text.find("'lle9'"), std::string::npos);
}

TEST(ResolveTest, SurvivesMalformedMotions) {
    Motion motion;
    for (const double timeS : {0.4, 0.2, -1.0, std::nan(""), 0.4}) {
        Keyframe keyframe;
        keyframe.timeS = timeS;
        keyframe.joints["he1"] = valueKey(timeS * 100.0);
        motion.keyframes.emplace_back(keyframe);
    }
    motion.speed = 0.0;
    motion.lengthS = std::nan("");
    motion.loop = LoopRange{2.0, 1.0, 0};
    const Resolved resolved = resolve(motion, resolvedNao());
    const auto keys = resolved.trajectory->keys(resolvedNao().findJoint("he1"));
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys[0].timeS, 0.2);
    EXPECT_EQ(keys[1].timeS, 0.4);
    EXPECT_EQ(resolved.trajectory->speed, 1.0);
    EXPECT_EQ(resolved.trajectory->lengthS, 0.4);
    EXPECT_FALSE(resolved.trajectory->loop);
}

TEST(LimbPathTest, AxesAreForwardLeftUp) {
    const math::Pose pose = torsoPose({{0.1, 0.2, 0.3}, {0.0, 0.0, radFromDeg(90.0)}});
    EXPECT_LT((pose.p - Eigen::Vector3d(-0.2, 0.1, 0.3)).norm(), 1e-12);
    // A foot turned to the left has its y axis (forward) to the left, -x.
    EXPECT_LT((pose.R.col(1) - Eigen::Vector3d(-1.0, 0.0, 0.0)).norm(), 1e-12);
}

TEST(LimbPathTest, SplinesPassThroughTheirPointsAndKeepTheirEnds) {
    std::vector<LimbPoint> points(4);
    points[1].positionM = {0.1, 0.0, 0.2};
    points[2].positionM = {0.3, 0.1, 0.2};
    points[3].positionM = {0.4, 0.1, 0.0};
    points[3].rollPitchYawRad = {0.0, 0.6, 0.0};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const LimbPoint at = limbPoint(onSplinePath(points, static_cast<double>(i) / 3.0));
        EXPECT_LT((at.positionM - points[i].positionM).norm(), 1e-12) << i;
    }
    EXPECT_NEAR(limbPoint(onSplinePath(points, 1.0)).rollPitchYawRad.y(), 0.6, 1e-12);
    EXPECT_NEAR(limbPoint(onSplinePath(points, 2.0 / 3.0)).rollPitchYawRad.y(), 0.1, 1e-12);
    double before = 0.0;
    for (int i = 1; i <= 300; ++i) {
        const double x = limbPoint(onSplinePath(points, i / 300.0)).positionM.x();
        EXPECT_LT(std::abs(x - before), 0.005);
        before = x;
    }
}

TEST(LimbPathTest, ProgressBeginsAndEndsLikeTheCurve) {
    for (const Curve curve :
         {Curve::Hold, Curve::Linear, Curve::Smooth, Curve::Sine, Curve::Cubic}) {
        EXPECT_EQ(progressOf(curve, 0.0), 0.0);
        EXPECT_DOUBLE_EQ(progressOf(curve, 1.0), 1.0);
        EXPECT_NEAR(progressOf(curve, 0.5), curve == Curve::Hold ? 0.0 : 0.5, 1e-12);
    }
}

TEST(ResolveTest, LimbTargetsBecomeKeysOfTheirJoints) {
    Motion motion;
    LimbTarget target = footTarget(0.03, 0.06, -0.33);
    target.place.rollPitchYawDeg = {0.0, 0.0, 5.0};
    target.curve = Curve::Smooth;
    motion.keyframeAtForWriting(0.5).limbs[Limb::LeftFoot] = target;
    const Resolved resolved = resolve(motion, resolvedNao());
    for (const Finding& finding : resolved.findings) {
        ADD_FAILURE() << finding.toString();
    }
    const LimbPoint foot = leftFootAt(resolved, 0.5);
    EXPECT_LT((foot.positionM - Eigen::Vector3d(0.03, 0.06, -0.33)).norm(), 1e-4);
    EXPECT_LT((foot.rollPitchYawRad - Eigen::Vector3d(0.0, 0.0, radFromDeg(5.0))).norm(), 2e-4);
    const auto keys = resolved.trajectory->keys(resolvedNao().findJoint("lle4"));
    ASSERT_EQ(keys.size(), 1U);
    EXPECT_EQ(keys[0].curve, Curve::Smooth);
    EXPECT_FALSE(resolved.trajectory->moves(resolvedNao().findJoint("rle4")));
}

TEST(ResolveTest, EachAxisOfAUniversalJointHasItsKeys) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    const robot::JointId first = model.findJoint("lae1_2");
    const robot::JointId second = model.findJoint("lae1_2.2");
    Motion motion;
    motion.entry = EntryPose{{{"lae1_2.2", -5.0}}, 0.2};
    Keyframe& keyframe = motion.keyframeAtForWriting(0.4);
    keyframe.joints["lae1_2"] = valueKey(30.0);
    keyframe.joints["lae1_2.2"] = valueKey(20.0);
    const Resolved resolved = resolve(motion, model);
    for (const Finding& finding : resolved.findings) {
        ADD_FAILURE() << finding.toString();
    }
    ASSERT_EQ(resolved.trajectory->keys(first).size(), 1U);
    ASSERT_EQ(resolved.trajectory->keys(second).size(), 1U);
    EXPECT_NEAR(degFromRad(resolved.trajectory->keys(first)[0].angleRad), 30.0, 1e-9);
    EXPECT_NEAR(degFromRad(resolved.trajectory->keys(second)[0].angleRad), 20.0, 1e-9);
    EXPECT_NEAR(degFromRad(resolved.trajectory->entryRadOr(second, 0.0)), -5.0, 1e-9);
    // Played on the other side.
    motion.mirrored = true;
    const Resolved mirror = resolve(motion, model);
    EXPECT_TRUE(mirror.findings.empty());
    EXPECT_FALSE(mirror.trajectory->moves(second));
    const auto keys = mirror.trajectory->keys(model.findJoint("rae1_2.2"));
    ASSERT_EQ(keys.size(), 1U);
    EXPECT_NEAR(degFromRad(keys[0].angleRad), -20.0, 1e-9);
}

TEST(ResolveTest, AWrongAxisIsReportedWithTheRightOne) {
    Motion motion;
    motion.keyframeAtForWriting(0.4).joints["lae1_2.1"] = valueKey(30.0);
    motion.keyframeAtForWriting(0.4).joints["lae9"] = valueKey(30.0);
    const Resolved resolved = resolve(motion, robot::soccerbot056Model());
    ASSERT_EQ(resolved.findings.size(), 2U);
    EXPECT_EQ(resolved.findings[0].text, "robot soccerbot056 has no joint 'lae1_2.1'; expected an "
                                         "effector such as 'lae1_2'");
    EXPECT_EQ(resolved.findings[1].text,
              "robot soccerbot056 has no joint 'lae9'; expected an effector such as 'lae1_2'");
}

// Many arm postures reach the same hand position: selects the nearest one.
TEST(ResolveTest, AHandAtItsTargetKeepsItsArmPosture) {
    const std::map<JointName, double> anglesDeg = {
        {"lae1", -60.0}, {"lae2", 30.0}, {"lae3", 50.0}, {"lae4", -60.0}};
    Motion motion;
    std::vector<double> anglesRad(resolvedNao().joints().size(), 0.0);
    for (const auto& [joint, angleDeg] : anglesDeg) {
        motion.keyframeAtForWriting(0.2).joints[joint] = valueKey(angleDeg);
        anglesRad[resolvedNao().findJoint(joint).index()] = radFromDeg(angleDeg);
    }
    const auto chain = robot::limbChain(resolvedNao(), robot::LimbId::LeftHand);
    std::vector<math::Pose> bodies(resolvedNao().bodies().size());
    robot::forwardKinematics(resolvedNao(), {}, anglesRad, bodies);
    const LimbPoint hand = limbPoint(bodies[chain->body.index()] * chain->X_BodyTip);
    motion.keyframeAtForWriting(0.4).limbs[Limb::LeftHand] =
        footTarget(hand.positionM.x(), hand.positionM.y(), hand.positionM.z());
    const Resolved resolved = resolve(motion, resolvedNao());
    EXPECT_TRUE(resolved.findings.empty());
    for (const auto& [joint, angleDeg] : anglesDeg) {
        EXPECT_NEAR(degAt(resolved, joint.c_str(), 0.4), angleDeg, 0.5) << joint;
    }
}

TEST(ResolveTest, StraightPathsAreStraight) {
    Motion motion;
    motion.keyframeAtForWriting(0.2).limbs[Limb::LeftFoot] = footTarget(0.0, 0.055, -0.33);
    LimbTarget target = footTarget(0.06, 0.07, -0.29);
    target.path = LimbTarget::Path::Straight;
    motion.keyframeAtForWriting(0.6).limbs[Limb::LeftFoot] = target;
    const Resolved resolved = resolve(motion, resolvedNao());
    EXPECT_EQ(resolved.trajectory->keys(resolvedNao().findJoint("lle4")).size(), 21U);
    const Eigen::Vector3d from(0.0, 0.055, -0.33);
    const Eigen::Vector3d to(0.06, 0.07, -0.29);
    for (int i = 0; i <= 40; ++i) {
        const double timeS = 0.2 + 0.01 * i;
        const Eigen::Vector3d expectedM = from + (to - from) * (timeS - 0.2) / 0.4;
        EXPECT_LT((leftFootAt(resolved, timeS).positionM - expectedM).norm(), 5e-4) << timeS;
    }
}

TEST(ResolveTest, APathWithoutAStartIsReported) {
    Motion motion;
    LimbTarget target = footTarget(0.0, 0.055, -0.33);
    target.path = LimbTarget::Path::Spline;
    motion.keyframeAtForWriting(0.2).limbs[Limb::LeftFoot] = target;
    const Resolved resolved = resolve(motion, resolvedNao());
    ASSERT_EQ(resolved.findings.size(), 1U);
    EXPECT_EQ(resolved.findings[0].severity, Severity::Note);
    EXPECT_EQ(resolved.trajectory->keys(resolvedNao().findJoint("lle4")).size(), 1U);
}

TEST(ResolveTest, TargetsMayBeRelativeToTheBall) {
    Motion motion;
    motion.ballFromTorsoM = {0.2, -0.05, -0.3};
    LimbTarget target = footTarget(-0.16, 0.11, -0.01);
    target.frame = LimbTarget::Frame::Ball;
    motion.keyframeAtForWriting(0.2).limbs[Limb::LeftFoot] = target;
    const Resolved resolved = resolve(motion, resolvedNao());
    const Eigen::Vector3d expectedM(0.04, 0.06, -0.31);
    EXPECT_LT((leftFootAt(resolved, 0.2).positionM - expectedM).norm(), 1e-4);
}

TEST(ResolveTest, ExplicitKeysTakePrecedenceOverLimbs) {
    Motion motion;
    Keyframe& keyframe = motion.keyframeAtForWriting(0.2);
    keyframe.limbs[Limb::LeftFoot] = footTarget(0.0, 0.055, -0.31);
    keyframe.joints["lle6"] = valueKey(12.0);
    const Resolved resolved = resolve(motion, resolvedNao());
    EXPECT_NEAR(degAt(resolved, "lle6", 0.2), 12.0, 1e-9);
    EXPECT_LT(degAt(resolved, "lle4", 0.2), -5.0);
}

TEST(ResolveTest, UnreachableTargetsAreReportedOnceWithTheError) {
    Motion motion;
    motion.keyframeAtForWriting(0.1).limbs[Limb::LeftFoot] = footTarget(0.0, 0.055, -0.33);
    LimbTarget target = footTarget(0.0, 0.055, -0.6);
    target.path = LimbTarget::Path::Straight;
    Keyframe& keyframe = motion.keyframeAtForWriting(0.5);
    keyframe.name = "far";
    keyframe.limbs[Limb::LeftFoot] = target;
    const Resolved resolved = resolve(motion, resolvedNao());
    ASSERT_EQ(resolved.findings.size(), 1U);
    const Finding& finding = resolved.findings[0];
    EXPECT_EQ(finding.kind, Kind::Unreachable);
    EXPECT_EQ(finding.keyframe, "far");
    EXPECT_NE(finding.text.find("left-foot"), std::string::npos);
    EXPECT_NE(finding.text.find(" mm and "), std::string::npos);
    EXPECT_GT(finding.value.value_or(0.0), 0.0);
    EXPECT_LT(leftFootAt(resolved, 0.5).positionM.z(), -0.33) << "as near as it can be";
}

} // namespace
} // namespace sideline::keyframe
