#include "motions/motion.h"

#include <gtest/gtest.h>

#include "agentcore/robot/built_in_robots.h"
#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {
namespace {

TEST(MotionTest, KeyframesAreMadeInOrderAndFoundAgain) {
    Motion motion;
    motion.keyframeAtForWriting(0.4).name = "b";
    motion.keyframeAtForWriting(0.0).name = "a";
    motion.keyframeAtForWriting(1.0).name = "c";
    motion.keyframeAtForWriting(0.4002).joints["lle3"].angleDeg = 3.0;
    ASSERT_EQ(motion.keyframes.size(), 3U);
    EXPECT_EQ(motion.keyframes[1]->name, "b");
    EXPECT_EQ(motion.keyframes[1]->timeS, 0.4);
    EXPECT_EQ(motion.keyframes[1]->joints.size(), 1U);
    EXPECT_EQ(motion.keyframeAt(0.9997), 2U);
    EXPECT_EQ(motion.keyframeAt(0.99), std::nullopt);
    EXPECT_EQ(motion.keyframeAt(5.0), std::nullopt);
}

TEST(MotionTest, TheNearestOfTwoCloseKeyframesIsFound) {
    Motion motion;
    motion.keyframeAtForWriting(0.1).name = "x";
    motion.keyframeAtForWriting(0.1006).name = "x";
    ASSERT_EQ(motion.keyframes.size(), 2U);
    EXPECT_EQ(motion.keyframeAt(0.1004), 1U);
    EXPECT_EQ(motion.keyframeAt(0.1001), 0U);
}

TEST(MotionTest, EndsWithItsLastKeyframeOrItsLength) {
    Motion motion;
    EXPECT_EQ(motion.endS(), 0.0);
    motion.lengthS = 0.5;
    EXPECT_EQ(motion.endS(), 0.5);
    motion.keyframeAtForWriting(0.8).name = "x";
    EXPECT_EQ(motion.endS(), 0.8);
    motion.lengthS = 2.0;
    EXPECT_EQ(motion.endS(), 2.0);
}

TEST(MotionTest, CopiesReferToTheSameKeyframesUntilOneIsWritten) {
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["he1"].angleDeg = 1.0;
    motion.keyframeAtForWriting(1.0).joints["he1"].angleDeg = 2.0;
    Motion copy = motion;
    EXPECT_TRUE(copy.keyframes[0].isSame(motion.keyframes[0]));
    EXPECT_EQ(copy, motion);
    copy.keyframeAtForWriting(1.0).joints["he1"].angleDeg = 3.0;
    EXPECT_NE(copy, motion);
    EXPECT_TRUE(copy.keyframes[0].isSame(motion.keyframes[0]));
    EXPECT_FALSE(copy.keyframes[1].isSame(motion.keyframes[1]));
    EXPECT_EQ(motion.keyframes[1]->joints.at("he1").angleDeg.number(), 2.0);
    copy.keyframeAtForWriting(1.0).joints["he1"].angleDeg = 2.0;
    EXPECT_EQ(copy, motion) << "equal by content";
}

TEST(MotionTest, NamesReadBack) {
    for (const Curve curve :
         {Curve::Hold, Curve::Linear, Curve::Smooth, Curve::Sine, Curve::Cubic}) {
        EXPECT_EQ(curveFromName(curveName(curve)), curve);
    }
    for (const Limb limb : kLimbs) {
        EXPECT_EQ(limbFromName(limbName(limb)), limb);
    }
    for (const WaitKind kind : {WaitKind::LeftFootContact, WaitKind::RightFootContact,
                                WaitKind::BothFeetContact, WaitKind::Still}) {
        EXPECT_EQ(waitFromName(waitName(kind)), kind);
    }
    EXPECT_EQ(curveName(Curve::Sine), "sine");
    EXPECT_EQ(limbName(Limb::RightHand), "right-hand");
    EXPECT_EQ(curveFromName("Linear"), std::nullopt);
    EXPECT_EQ(limbFromName(""), std::nullopt);
    EXPECT_EQ(waitFromName("foot"), std::nullopt);
}

TEST(FindingTest, IsOneReadableLine) {
    Finding finding;
    finding.text = "too far";
    EXPECT_EQ(finding.toString(), "error: too far");
    finding.severity = Finding::Severity::Warning;
    finding.timeS = 0.4;
    finding.joint = "lle3";
    EXPECT_EQ(finding.toString(), "warning: at 0.400 s, joint lle3: too far");
    finding.keyframe = "lift";
    finding.endS = 0.6;
    finding.line = 12;
    EXPECT_EQ(finding.toString(),
              "line 12: warning: keyframe 'lift' from 0.400 to 0.600 s, joint lle3: too far");
    finding.file = "kick.motion";
    finding.endS.reset();
    EXPECT_EQ(finding.toString(),
              "kick.motion:12: warning: keyframe 'lift' at 0.400 s, joint lle3: too far");
    finding.line = 0;
    finding.keyframe.clear();
    finding.timeS.reset();
    EXPECT_EQ(finding.toString(), "kick.motion: warning: joint lle3: too far");
}

TEST(FindingTest, ErrorsAreFound) {
    std::vector<Finding> findings(2);
    findings[0].severity = Finding::Severity::Warning;
    findings[1].severity = Finding::Severity::Note;
    EXPECT_FALSE(hasErrors(findings));
    findings[1].severity = Finding::Severity::Error;
    EXPECT_TRUE(hasErrors(findings));
}

TEST(FindingTest, LinesFallBackToTheKeyframes) {
    const SourceLines lines{"a.motion", {{{0, ""}, 3}, {{0, "he1"}, 4}}};
    EXPECT_EQ(lines.lineOf(0, "he1"), 4);
    EXPECT_EQ(lines.lineOf(0, "he2"), 3);
    EXPECT_EQ(lines.lineOf(0), 3);
    EXPECT_EQ(lines.lineOf(1, "he1"), 0);
}

TEST(MotionTest, TagsAndNamesDefineTheTrial) {
    struct Row {
        const char* name;
        std::vector<std::string> tags;
        StartPose start;
        double ballLeftM;
    };
    for (const Row& row : {Row{"wave", {}, StartPose::Standing, 0.0},
                           Row{"x", {"get-up", "left"}, StartPose::LyingOnLeft, 0.0},
                           Row{"x", {"kick", "right"}, StartPose::OnBall, -0.05},
                           Row{"Get_Up_Back", {}, StartPose::LyingOnBack, 0.0},
                           Row{"getupFront", {}, StartPose::LyingOnFront, 0.0},
                           Row{"StandUpFromBelly", {"slow"}, StartPose::LyingOnFront, 0.0},
                           Row{"getup", {}, StartPose::LyingOnFront, 0.0},
                           Row{"kick-left-2", {}, StartPose::OnBall, 0.05},
                           Row{"getupBack", {"kick"}, StartPose::OnBall, 0.0}}) {
        Motion motion;
        motion.name = row.name;
        motion.tags = row.tags;
        const TrialSetup setup = suggestedTrial(motion);
        EXPECT_EQ(startPoseName(setup.start), startPoseName(row.start)) << row.name;
        EXPECT_DOUBLE_EQ(setup.ballFromFeetM[1], row.ballLeftM) << row.name;
        EXPECT_EQ(setup.repeats, 1);
        motion.trial = TrialSetup{.start = StartPose::LyingOnRight, .repeats = 4};
        EXPECT_EQ(suggestedTrial(motion), *motion.trial) << "its own settings count";
        EXPECT_EQ(mirrored(motion, robot::defaultRobot()).trial->start, StartPose::LyingOnLeft);
    }
}

} // namespace
} // namespace sideline::keyframe
