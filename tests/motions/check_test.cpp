#include "motions/check.h"
#include "motions/limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"

namespace sideline::keyframe {
namespace {

using Severity = Finding::Severity;
using Kind = Finding::Kind;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

Key key(double angleDeg, Curve curve = Curve::Linear) {
    Key key;
    key.angleDeg = angleDeg;
    key.curve = curve;
    return key;
}

std::vector<Finding> findingsOf(const Motion& motion) {
    return check(motion, nao());
}

// Returns the only finding, which is expected.
Finding only(const std::vector<Finding>& findings) {
    EXPECT_EQ(findings.size(), 1U);
    for (std::size_t i = 1; i < findings.size(); ++i) {
        ADD_FAILURE() << findings[i].toString();
    }
    return findings.empty() ? Finding{} : findings.front();
}

TEST(CheckTest, AGoodMotionHasNoFindings) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle4"] = key(-10.0);
    motion.keyframeAtForWriting(0.5).joints["lle4"] = key(-90.0, Curve::Smooth);
    motion.keyframeAtForWriting(1.0).joints["lle4"] = key(0.0, Curve::Sine);
    motion.keyframeAtForWriting(1.5).joints["lle4"] = key(-60.0, Curve::Hold);
    motion.lengthS = 2.0;
    motion.entry = EntryPose{{{"lle4", -10.0}}, 0.2};
    motion.loop = LoopRange{0.5, 1.5, 2};
    motion.robots = {"nao0", "nao4"};
    for (const Finding& finding : findingsOf(motion)) {
        ADD_FAILURE() << finding.toString();
    }
}

TEST(CheckTest, ReportsInvalidBranchConditions) {
    Motion motion;
    motion.lengthS = 1.0;
    using ConditionKind = motion::ConditionKind;
    motion.branches = {{0.5, {ConditionKind::JointOff, false, "lle9", 5.0}, "x"},
                       {0.5, {ConditionKind::JointOff, false, "lle4", -5.0}, "x"},
                       {0.5, {ConditionKind::Fallen, false, {}, 0.0}, ""},
                       {2.0, {ConditionKind::Fallen, false, {}, 0.0}, "x"},
                       {std::nullopt, {ConditionKind::Fallen, false, {}, 0.0}, "x"}};
    const SourceLines lines{"m.motion", {}, {4, 5, 6, 7, 8}};
    std::string all;
    for (const Finding& finding : check(motion, nao(), &lines)) {
        all += finding.toString() + '\n';
    }
    EXPECT_EQ(all,
              "m.motion:4: error: joint lle9: a branch checks joint 'lle9', which robot nao0 does "
              "not have\nm.motion:5: error: at 0.500 s: the angle in the branch's condition is -5 "
              "degrees; expected 0 or more\nm.motion:6: error: at 0.500 s: the branch leads "
              "nowhere; expected a "
              "motion's name or file\nm.motion:7: warning: at 2.000 s: the branch at 2.000 s is "
              "after the end of the motion; it is evaluated at the end, at 1.000 s\n");
    motion.branches.assign(101, motion.branches.back());
    EXPECT_FALSE(checkSize(motion));
}

TEST(CheckTest, AnglesBeyondALimitHaveJointValueLimitAndLine) {
    Motion motion;
    Keyframe& keyframe = motion.keyframeAtForWriting(0.4);
    keyframe.name = "lift";
    keyframe.joints["lle3"] = key(100.5);
    keyframe.joints["lle4"] = key(20.0);
    const SourceLines lines{"kick.motion", {{{0, ""}, 7}, {{0, "lle4"}, 9}}};
    const auto findings = check(motion, nao(), &lines);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].toString(),
              "kick.motion:7: warning: keyframe 'lift' at 0.400 s, joint lle3: the key is at "
              "100.50 degrees, beyond the joint limit at 100.00");
    EXPECT_EQ(findings[1].toString(),
              "kick.motion:9: error: keyframe 'lift' at 0.400 s, joint lle4: the key is at 20.00 "
              "degrees, beyond the joint limit at 1.00");
    EXPECT_EQ(findings[1].kind, Kind::AngleOutOfLimits);
    EXPECT_NEAR(findings[1].value.value(), 20.0, 1e-9);
    EXPECT_NEAR(findings[1].limit.value(), 1.0, 1e-9);
    CheckOptions options;
    options.angleToleranceDeg = 0.6;
    EXPECT_EQ(check(motion, nao(), nullptr, options).size(), 1U);
}

TEST(CheckTest, MirroredMotionsAreReportedAsWritten) {
    Motion motion;
    motion.mirrored = true;
    motion.keyframeAtForWriting(0.4).joints["lle2"] = key(60.0);
    const Finding finding = only(findingsOf(motion));
    EXPECT_EQ(finding.joint, "lle2");
    EXPECT_NEAR(finding.value.value(), 60.0, 1e-9);
    EXPECT_NEAR(finding.limit.value(), 45.0, 1e-9);
}

TEST(CheckTest, ACurveMayExceedTheLimitsBetweenValidKeys) {
    Motion motion;
    Key from = key(90.0);
    from.out = {0.3, 60.0};
    motion.keyframeAtForWriting(0.0).joints["lle3"] = from;
    motion.keyframeAtForWriting(1.0).joints["lle3"] = key(95.0, Curve::Cubic);
    const auto findings = findingsOf(motion);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].kind, Kind::AngleOutOfLimits);
    EXPECT_NE(findings[0].text.find("between two keys"), std::string::npos);
    EXPECT_EQ(findings.size(), 1U);
}

TEST(CheckTest, SpeedsBeyondTheMotorsAreReported) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle3"] = key(0.0);
    Keyframe& keyframe = motion.keyframeAtForWriting(0.1);
    keyframe.name = "kick";
    keyframe.joints["lle3"] = key(50.0);
    const Finding finding = only(findingsOf(motion));
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.kind, Kind::TooFast);
    EXPECT_EQ(finding.toString(), "warning: keyframe 'kick' from 0.000 to 0.100 s, joint lle3: the "
                                  "curve requires 500.0 degrees/s, but the motor reaches 351.8");
    EXPECT_NEAR(finding.value.value(), 500.0, 1e-6);
    EXPECT_NEAR(finding.limit.value(), 351.77, 0.01);
    motion.speed = 0.5;
    EXPECT_TRUE(findingsOf(motion).empty()) << "half as fast, it can be done";
}

TEST(CheckTest, CurvesAreFasterThanTheirMeanSpeed) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle3"] = key(0.0);
    motion.keyframeAtForWriting(0.1).joints["lle3"] = key(30.0, Curve::Linear);
    EXPECT_TRUE(findingsOf(motion).empty());
    motion.keyframeAtForWriting(0.1).joints["lle3"] = key(30.0, Curve::Sine);
    EXPECT_NEAR(only(findingsOf(motion)).value.value(), 150.0 * math::kPi, 1e-6);
    motion.keyframeAtForWriting(0.1).joints["lle3"] = key(30.0, Curve::Smooth);
    EXPECT_NEAR(only(findingsOf(motion)).value.value(), 450.0, 0.5);
}

TEST(CheckTest, EntryPoseDefinesTheStartOfTheFirstCurve) {
    Motion motion;
    motion.keyframeAtForWriting(0.1).joints["lle3"] = key(50.0);
    EXPECT_TRUE(findingsOf(motion).empty()) << "the start is unknown";
    motion.entry = EntryPose{{{"lle3", 0.0}}, 0.2};
    EXPECT_EQ(only(findingsOf(motion)).kind, Kind::TooFast);
    motion.entry = EntryPose{{{"lle3", 120.0}}, 0.2};
    const auto findings = findingsOf(motion);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].kind, Kind::AngleOutOfLimits);
    EXPECT_NE(findings[0].text.find("entry"), std::string::npos);
}

TEST(CheckTest, JumpsNeedTimeUnlessDrivenWithAGain) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle3"] = key(-20.0);
    motion.keyframeAtForWriting(0.5).joints["lle3"] = key(90.0, Curve::Hold);
    motion.keyframeAtForWriting(0.6).joints["lle3"] = key(90.0, Curve::Hold);
    motion.lengthS = 1.0;
    const Finding finding = only(findingsOf(motion));
    EXPECT_EQ(finding.kind, Kind::TooFast);
    EXPECT_EQ(finding.text, "the jump by 110.0 degrees needs 0.31 s, but has 0.10 s");
    EXPECT_EQ(finding.timeS, 0.5);
    motion.drive.gainPerS = 8.6;
    EXPECT_TRUE(findingsOf(motion).empty());
}

TEST(CheckTest, TimesMustAscend) {
    Motion motion;
    for (const double timeS : {0.2, 0.6, 0.4, -0.1}) {
        Keyframe keyframe;
        keyframe.timeS = timeS;
        keyframe.name = timeS == 0.4 ? "back" : "";
        keyframe.joints["he1"] = key(1.0);
        motion.keyframes.emplace_back(keyframe);
    }
    const SourceLines lines{"a.csv", {{{2, ""}, 5}, {{3, ""}, 6}}};
    const auto findings = check(motion, nao(), &lines);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].kind, Kind::TimeOutOfOrder);
    EXPECT_EQ(findings[0].line, 6);
    EXPECT_EQ(findings[1].toString(),
              "a.csv:5: error: keyframe 'back' at 0.400 s: the keyframe's time 0.400 s is not "
              "after that of the previous one, 0.600 s");
    EXPECT_EQ(findings[1].limit, 0.6);
}

TEST(CheckTest, NumbersMustBeFinite) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto kindsOf = [](const auto& change) {
        Motion motion;
        motion.keyframeAtForWriting(0.5).joints["he1"] = key(10.0);
        change(motion);
        const auto findings = findingsOf(motion);
        return findings.empty() ? std::string("none") : findings.front().toString().substr(0, 60);
    };
    EXPECT_EQ(kindsOf([](Motion&) {}), "none");
    EXPECT_NE(kindsOf([&](Motion& m) { m.lengthS = nan; }).find("length"), std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) { m.speed = 0.0; }).find("speed"), std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) { m.drive.gainPerS = -1.0; }).find("gain"), std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) { m.parameters["a"] = nan; }).find("$a"), std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.keyframeAtForWriting(0.5).joints["he1"].in.angleDeg = nan;
              }).find("handle"),
              std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.keyframeAtForWriting(0.5).joints["he1"].angleDeg = Value(nan);
              }).find("error"),
              std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.keyframeAtForWriting(0.5).joints["he1"].speedScale = -1.0;
              }).find("scale"),
              std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.keyframeAtForWriting(0.5).wait = Wait{WaitKind::Still, nan};
              }).find("wait"),
              std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.loop = LoopRange{0.4, 0.2, 0};
              }).find("loop"),
              std::string::npos);
    EXPECT_NE(kindsOf([&](Motion& m) {
                  m.loop = LoopRange{0.0, 3.0, 0};
              }).find("0.500 s"),
              std::string::npos + 1);
}

TEST(CheckTest, HandlesThatReverseTimeAreReported) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["he1"] = key(0.0);
    Key back = key(10.0, Curve::Cubic);
    back.in = {0.1, 0.0};
    motion.keyframeAtForWriting(0.5).joints["he1"] = back;
    const Finding finding = only(findingsOf(motion));
    EXPECT_EQ(finding.kind, Kind::TimeOutOfOrder);
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.joint, "he1");
    EXPECT_EQ(finding.value, 0.1);
}

TEST(CheckTest, MotionsForOtherRobotsAreNoted) {
    Motion motion;
    motion.robots = {"nao4"};
    const Finding finding = only(findingsOf(motion));
    EXPECT_EQ(finding.severity, Severity::Note);
    EXPECT_EQ(finding.text, "the motion is made for nao4, not for nao0");
}

TEST(CheckTest, ReportsFindingsOfResolveInOrderOfTime) {
    Motion motion;
    motion.keyframeAtForWriting(0.2).joints["he1"] = key(170.0);
    motion.keyframeAtForWriting(0.1).joints["lle3"].angleDeg = Value::parse("$a").value();
    motion.keyframeAtForWriting(0.3).joints["nose"] = key(1.0);
    const auto findings = findingsOf(motion);
    ASSERT_EQ(findings.size(), 3U);
    EXPECT_EQ(findings[0].kind, Kind::MissingParameter);
    EXPECT_EQ(findings[1].kind, Kind::AngleOutOfLimits);
    EXPECT_EQ(findings[2].kind, Kind::UnknownJoint);
}

TEST(CheckTest, ReportsTheWorstOfVeryManyFindings) {
    Motion motion;
    for (int i = 0; i < 3000; ++i) {
        Keyframe keyframe;
        keyframe.timeS = 1.0 * i;
        // 0.5 degrees beyond the limit is a warning; the last ones are errors.
        keyframe.joints["lle4"].angleDeg = i < 2997 ? 1.5 : 40.0;
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    const auto findings = check(motion, robot::naoModel(robot::NaoType::Standard));
    ASSERT_EQ(findings.size(), kMaxFindings + 1);
    EXPECT_EQ(std::ranges::count(findings, Finding::Severity::Error, &Finding::severity), 3);
    EXPECT_EQ(findings[0].timeS, 0.0);
    EXPECT_EQ(findings[996].timeS, 996.0);
    EXPECT_EQ(findings[999].timeS, 2999.0);
    EXPECT_EQ(findings[1000].severity, Finding::Severity::Warning);
    EXPECT_EQ(findings[1000].text, "2000 more findings not shown; at most 1000 are listed");
}

} // namespace
} // namespace sideline::keyframe
