#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/format/format.h"
#include "motions/resolve.h"

namespace sideline::keyframe {
namespace {

using Severity = Finding::Severity;
using Kind = Finding::Kind;
using std::numbers::pi;

constexpr double kDegPerRad = 180.0 / pi;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

ReadMotion readOne(std::string_view text, const char* fileName) {
    auto file = readMotions(text, {fileName, {}, {}});
    EXPECT_TRUE(file.has_value()) << file.error().toString();
    return file ? std::move(file->motions.at(0)) : ReadMotion();
}

double angleAt(const Motion& motion, const char* joint, double timeS, double startDeg = 0.0) {
    return resolve(motion, nao())
               .trajectory->angleRad(nao().findJoint(joint), timeS, startDeg / kDegPerRad) *
           kDegPerRad;
}

bool mentions(const std::vector<Finding>& findings, std::string_view text) {
    return std::ranges::any_of(findings, [text](const Finding& finding) {
        return finding.text.find(text) != std::string::npos;
    });
}

bool isReported(const std::vector<Finding>& findings, std::string_view text) {
    return std::ranges::any_of(findings, [text](const Finding& finding) {
        return finding.kind == Kind::NotExpressible && finding.text.find(text) != std::string::npos;
    });
}

TEST(FormatsTest, AreDetectedByNameAndContent) {
    EXPECT_EQ(formats().size(), 11U);
    EXPECT_EQ(formatFromId("fcp-xml"), Format::FcpSlots);
    EXPECT_EQ(formatFromId("word"), std::nullopt);
    EXPECT_FALSE(formatInfo(Format::UnswPos).canWrite);
    EXPECT_EQ(guessFormat("x.skl", ""), Format::UtSkill);
    EXPECT_EQ(guessFormat("dir.xml/x.mfb", ""), Format::MagmaFunctions);
    EXPECT_EQ(guessFormat("", "sideline-motion 1\n"), Format::Sideline);
    EXPECT_EQ(guessFormat("x.xml", "sideline-motion 1\n"), Format::Sideline);
    EXPECT_EQ(guessFormat("", "<?xml version=\"1.0\"?><behavior/>"), Format::FcpSlots);
    EXPECT_EQ(guessFormat("", "# c\nSTARTSKILL A"), Format::UtSkill);
    EXPECT_EQ(guessFormat("", "50.0,true,Nao\n"), Format::MagmaFunctions);
    EXPECT_EQ(guessFormat("x.csv", "n,1,50,1.0,1.0\nNeckYaw,linear,0,1,2,3\n"),
              Format::MagmaFunctions);
    EXPECT_EQ(guessFormat("x.csv", "n,1,NeckYaw\n00:00:000,p,1\n"), Format::MagmaCsv);
    EXPECT_EQ(guessFormat("", "text\n! 1 2 3\n"), Format::UnswPos);
    EXPECT_EQ(guessFormat("x.motion", "#WEBOTS_MOTION,V1.0,HeadYaw\n"), Format::WebotsMotion);
    EXPECT_EQ(guessFormat("x.json", "{}"), Format::HulksJson);
    EXPECT_EQ(guessFormat("", " {\"motion\": []}"), Format::HulksJson);
    EXPECT_EQ(guessFormat("x.yaml", ""), Format::T1Yaml);
    EXPECT_EQ(guessFormat("x.yml", "# c\nsymmetry: true\n"), Format::T1Yaml);
    EXPECT_EQ(guessFormat("parameters.txt", "name 0.5\n"), std::nullopt);
    EXPECT_EQ(guessFormat("", "hello"), std::nullopt);
}

TEST(ParametersTest, AreNamesAndNumbers) {
    const auto parameters = readParameters("# c\na\t0.5\n$b -1e2 # d\n\n", "p.txt");
    ASSERT_TRUE(parameters.has_value());
    EXPECT_EQ(*parameters, (Parameters{{"a", 0.5}, {"b", -100.0}}));
    const auto wrong = readParameters("a 1\nb\n", "p.txt");
    ASSERT_FALSE(wrong.has_value());
    EXPECT_EQ(wrong.error().toString(),
              "p.txt:2: 'b' is not a parameter; expected a name and a number");
}

TEST(FcpSlotsTest, JointsStayUntilASlotNamesThem) {
    const auto read = readOne("<behavior description=\"d\" auto_head=\"1\">"
                              "<slot delta=\"1\"><move id=\"4\" angle=\"10\"/></slot>"
                              "<slot delta=\"1\"><move id=\"5\" angle=\"20\"/></slot>"
                              "<slot delta=\"1\"><move id=\"4\" angle=\"30\"/></slot></behavior>",
                              "dir/b.xml");
    EXPECT_EQ(read.motion.name, "b");
    EXPECT_EQ(read.motion.description, "d");
    EXPECT_EQ(read.motion.tags, std::vector<std::string>{"auto-head"});
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "lle2", 2.0), 10.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "lle2", 2.5), 20.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rle2", 2.0), -20.0);
    ASSERT_EQ(read.findings.size(), 1U);
    EXPECT_EQ(read.findings[0].severity, Severity::Note);
}

TEST(FcpSlotsTest, AreWrittenInTheTypicalStyle) {
    Motion motion;
    motion.name = "nod & shake";
    motion.keyframeAtForWriting(0.5).joints["he2"].angleDeg = -20;
    motion.keyframeAtForWriting(0.5).joints["rae2"].angleDeg = -30.5;
    motion.lengthS = 1.0;
    const auto written = writeMotion(motion, Format::FcpSlots, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(written->findings.empty());
    EXPECT_EQ(written->text, R"(<?xml version="1.0" encoding="utf-8"?>

<behavior description="nod &amp; shake" auto_head="0">
    <slot delta="0.5">
        <move id="1" angle="-20"/>        <!-- Head pitch -->
        <move id="17" angle="30.5"/>      <!-- Right arm roll -->
    </slot>
    <slot delta="0.5">
        <move id="1" angle="-20"/>        <!-- Head pitch -->
    </slot>
</behavior>
)");
}

TEST(MagmaCsvTest, HasNamesAndRadians) {
    const auto read = readOne("Wave,1.0, RShoulderPitch, LKneePitch\n"
                              "00:00:500, up, 1.5707963267948966, -0.5\n"
                              "01:01:040, down, 0, -1\n",
                              "w.csv");
    EXPECT_EQ(read.motion.name, "Wave");
    EXPECT_TRUE(read.findings.empty());
    EXPECT_EQ(read.motion.keyframes.at(0)->name, "up");
    EXPECT_DOUBLE_EQ(read.motion.keyframes.at(1)->timeS, 61.04);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rae1", 0.5), 90.0);
    const auto written = writeMotion(read.motion, Format::MagmaCsv, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(written->findings.empty());
    EXPECT_EQ(written->text, "Wave,1.0,LKneePitch,RShoulderPitch\n"
                             "00:00:500,up,-0.5,1.570796327\n"
                             "01:01:040,down,-1,0\n");
}

TEST(MagmaFunctionsTest, SineWavesAreExactWithin5Thousandths) {
    const auto read = readOne("100.0,false,Nao\nNeckYaw,sine,1.0,(-3.5 5.0),(9.0 47.0),(21.5 "
                              "5.0)\n",
                              "w.mfb");
    EXPECT_TRUE(read.findings.empty());
    EXPECT_EQ(read.motion.robots, std::vector<std::string>{"nao0"});
    EXPECT_LT(read.motion.keyframes.size(), 25U);
    for (double cycle = 0.0; cycle <= 100.0; cycle += 0.25) {
        const double wave = 5.0 + 42.0 * std::sin((cycle + 3.5) / 50.0 * 2.0 * pi);
        EXPECT_NEAR(angleAt(read.motion, "he1", cycle * 0.02), wave, 0.005) << cycle;
    }
}

TEST(MagmaFunctionsTest, TheManualsFormHasTheSameWave) {
    const auto read = readOne("wave,1.0,100,1.0,1.0\nNeckYaw,sinus,50,42,-3.5,5\n", "w.txt");
    EXPECT_EQ(read.motion.name, "wave");
    EXPECT_DOUBLE_EQ(read.motion.lengthS, 2.0);
    EXPECT_NEAR(angleAt(read.motion, "he1", 0.5), 5.0 + 42.0 * std::sin(28.5 / 25.0 * pi), 0.005);
}

TEST(MagmaFunctionsTest, SplinesAreNatural) {
    // The natural spline through (0 0), (10 6), (20 0): on the first half 0.9 x - 0.003 x^3.
    for (const char* points : {"spline,1.0,(0.0 0.0),(10.0 6.0),(20.0 0.0)", "spline,0,0,10,6,20,0",
                               "spline,3,0,0,0,10,6,20,0"}) {
        const auto read =
            readOne(std::string("s,1.0,15,1.0,1.0\nNeckYaw,") + points + "\n", "s.mfb");
        for (double x = 0.0; x <= 10.0; x += 1.0) {
            EXPECT_NEAR(angleAt(read.motion, "he1", x * 0.02), 0.9 * x - 0.003 * x * x * x, 1e-7)
                << points;
        }
        // Truncated in the middle of the second half, on the same curve.
        EXPECT_NEAR(angleAt(read.motion, "he1", 0.3), 0.9 * 5.0 - 0.003 * 125.0, 1e-7) << points;
        ASSERT_EQ(read.findings.size(), 1U) << points;
        EXPECT_EQ(read.findings[0].severity, Severity::Note);
    }
}

TEST(MagmaFunctionsTest, BezierCurvesDoNotOvershoot) {
    const auto read =
        readOne("30.0,false,Nao\nNeckYaw,bezier,1.0,(0 0),(10 1),(20 30),(30 30)\n", "b.mfb");
    double last = -1e-9;
    for (double cycle = 0.0; cycle <= 30.0; cycle += 0.5) {
        const double angle = angleAt(read.motion, "he1", cycle * 0.02);
        EXPECT_GE(angle, last - 1e-9);
        EXPECT_LE(angle, 30.0 + 1e-9);
        last = angle;
    }
}

TEST(MagmaFunctionsTest, AMirroredFileYieldsTwoMotions) {
    const auto file = readMotions("10.0,true,NaoToe\nLShoulderYaw,sinsquare,0.5,(0 0),(10 30)\n",
                                  {"m.mfb", {}, {}});
    ASSERT_TRUE(file.has_value());
    ASSERT_EQ(file->motions.size(), 2U);
    EXPECT_EQ(file->motions[1].motion.name, "m-mirrored");
    EXPECT_DOUBLE_EQ(angleAt(file->motions[1].motion, "rae2", 0.1), -15.0);
    EXPECT_EQ(file->motions[1].lines.lineOf(1, "rae2"), 2);
    EXPECT_TRUE(isReported(file->motions[0].findings, "stiffness"));
    const auto written = writeMotion(file->motions[0].motion, Format::MagmaFunctions, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ(written->text,
              "10.0,false,NaoToe\nLShoulderYaw,sinsquare,1.0,(0.0 0.0),(10.0 30.0)\n");
}

TEST(UtSkillTest, ResetMovesToTheInitialPose) {
    const auto read = readOne("STARTSKILL S STARTSTATE\nreset ARM_RIGHT LEG_RIGHT HEAD end\n"
                              "inctar EFF_RL3 2 EFF_LA1 5 end wait (0.1 * 2) end ENDSTATE "
                              "STARTSTATE ENDSTATE ENDSKILL",
                              "s.skl");
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rae2", 0.1), -30.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rae4", 0.1), 50.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rle6", 0.1), 6.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "rle3", 0.1), 20.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "he2", 0.1), -45.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "lae1", 0.1), -45.0);
    EXPECT_DOUBLE_EQ(read.motion.lengthS, 0.2);
    ASSERT_EQ(read.findings.size(), 1U);
    EXPECT_EQ(read.findings[0].severity, Severity::Note);
}

TEST(UtSkillTest, StepsAreWrittenExactly) {
    const auto read = readOne("STARTSKILL SKILL_A\nSTARTSTATE settar EFF_LL3 (1 + $p) end wait "
                              "0.15 end ENDSTATE\nSTARTSTATE setscale EFF_LL3 2 end settar "
                              "EFF_LL3 5 end wait 0.5 end ENDSTATE ENDSKILL",
                              "s.skl");
    const auto written = writeMotion(read.motion, Format::UtSkill, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ(written->text, "# Time is in seconds.\n# Angles are in degrees.\n\n"
                             "STARTSKILL SKILL_A\n\n"
                             "STARTSTATE\nsettar EFF_LL3 ( 1 + $p ) end\nwait 0.15 end\n"
                             "ENDSTATE\n\n"
                             "STARTSTATE\nsetscale EFF_LL3 2 end\nsettar EFF_LL3 5 end\n"
                             "wait 0.5 end\nENDSTATE\n\n"
                             "ENDSKILL\n");
    EXPECT_TRUE(isReported(written->findings, "parameter file: p"));
}

TEST(WebotsMotionTest, IsATableOfTheRealNaosJoints) {
    const auto read = readOne("#WEBOTS_MOTION,V1.0,HeadPitch,LKneePitch,RHand,Tail\n"
                              "00:00:000,Pose1,0,1.570796327,0.5,0\n"
                              "# a comment\n"
                              "00:00:400,Pose2,-0.1745329252,*,0.5,0\n",
                              "dir/bend.motion");
    EXPECT_EQ(read.motion.name, "bend");
    ASSERT_EQ(read.motion.keyframes.size(), 2U);
    EXPECT_EQ(read.motion.keyframes[0]->name, "Pose1");
    EXPECT_NEAR(angleAt(read.motion, "lle4", 0.4), -90.0, 1e-6) << "untouched, so it stays";
    EXPECT_NEAR(angleAt(read.motion, "he2", 0.4), 10.0, 1e-6);
    EXPECT_TRUE(isReported(read.findings, "wrists and hands"));
    EXPECT_TRUE(mentions(read.findings, "unknown joint 'Tail'"));
    EXPECT_EQ(read.findings.size(), 2U);
    const auto written = writeMotion(read.motion, Format::WebotsMotion, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(written->text.starts_with("#WEBOTS_MOTION,V1.0,HeadPitch,LKneePitch\n00:00:000,"))
        << written->text;
}

TEST(HulksJsonTest, SegmentsBecomeKeyframesAndWaits) {
    const auto read = readOne(R"({
  "interpolation_mode": "linear",
  "initial_positions": {"head": {"yaw": 0.0, "pitch": 0.3490658504},
                        "left_arm": {"elbow_roll": -0.5, "hand": 0, "wrist_yaw": 0.1}},
  "motion": [
    {"keyframes": [
       {"duration": 0.3, "positions": {"head": {"yaw": 0.5, "pitch": 0.0}}},
       {"duration": {"secs": 0, "nanos": 200000000}, "positions": {"left_leg": {"knee_pitch": 1.570796327}}}],
     "exit_condition": {"StabilizedCondition": {"tolerance": 0.2, "timeout_duration": 5.0}}},
    {"interrupt_conditions": [{"FallenAbort": {}}, {"Else": {}}],
     "keyframes": [
       {"duration": 0.5,
        "positions": {"right_leg": {"toe_pitch": 1.0, "hip_roll": "x"}}},
       {"duration": -1, "positions": {}}]}]
})",
                              "stand_up_back.json");
    EXPECT_EQ(read.motion.name, "stand_up_back");
    ASSERT_EQ(read.motion.keyframes.size(), 4U);
    EXPECT_NEAR(angleAt(read.motion, "he2", 0.0), -20.0, 1e-6);
    EXPECT_NEAR(angleAt(read.motion, "he2", 0.3), 0.0, 1e-6);
    EXPECT_NEAR(angleAt(read.motion, "lle4", 0.5), -90.0, 1e-6);
    ASSERT_TRUE(read.motion.keyframes[2]->wait);
    EXPECT_EQ(*read.motion.keyframes[2]->wait, (Wait{WaitKind::Still, 5.0}));
    EXPECT_TRUE(read.motion.stopsWhenFallen);
    EXPECT_DOUBLE_EQ(read.motion.endS(), 1.0);
    ASSERT_TRUE(read.motion.entry);
    EXPECT_TRUE(read.motion.entry->anglesDeg.contains("lae4"));
    for (const char* text : {"wrists and hands", "unknown joint 'toe_pitch' of right_leg",
                             "angle of RHipRoll is not a number", "a keyframe is ignored",
                             "the condition 'Else' is ignored"}) {
        EXPECT_TRUE(mentions(read.findings, text)) << text;
    }
    const auto line = [&](const char* text) {
        const auto found = std::ranges::find_if(read.findings, [&](const Finding& finding) {
            return finding.text.find(text) != std::string::npos;
        });
        return found != read.findings.end() ? found->line : 0;
    };
    EXPECT_EQ(line("toe_pitch"), 12);
    EXPECT_EQ(line("a keyframe is ignored"), 14);
    EXPECT_EQ(suggestedTrial(read.motion).start, StartPose::LyingOnBack) << "by its name";
}

TEST(HulksJsonTest, ReadsTheOlderFormatAndRejectsOthers) {
    const auto read =
        readOne(R"({"frames": [{"duration": 1.0, "positions": {"head": {"yaw": 1}}}]})", "a.json");
    EXPECT_DOUBLE_EQ(read.motion.endS(), 1.0);
    const auto fault = [](std::string_view text) {
        const auto file = readMotions(text, {.fileName = "a.json", .format = {}, .parameters = {}});
        return file ? std::string("none") : file.error().toString();
    };
    EXPECT_EQ(fault("{}"), "a.json:1: there is no keyframe; expected `frames`, or `motion` with "
                           "`keyframes`, each with `duration` and `positions`");
    EXPECT_EQ(fault("{\n\"motion\": [,]}"),
              "a.json:2: not valid JSON here; expected a HULKs motion");
    EXPECT_NE(fault(std::string(100000, '[')), "none");
    EXPECT_NE(fault("{\"frames\": [{\"duration\": 1e999, \"positions\": {}}]}"), "none");
}

// Some of HULKs' files nest the parts in another `positions`, next to stiffnesses.
TEST(HulksJsonTest, ReadsNestedPartsAndReportsWhatItDoesNotUse) {
    const auto read = readOne(R"({
  "author": "HULKs",
  "initial_positions": {"positions": {"head": {"yaw": 0.1}, "stiffnesses": {"head": {"yaw": 1}}},
                        "stiffnesses": {"head": {"yaw": 0.9}}},
  "motion": [
    {"name": "bend", "speed": 2,
     "keyframes": [
       {"duration": 0.1,
        "positions": {"positions": {"left_leg": {"knee_pitch": 1.570796327}, "tail": {"yaw": 1}},
                      "stiffnesses": {"left_leg": {"knee_pitch": 0.9}}}}]},
    {"duration": 1, "positions": {"head": {"yaw": 0}}}]
})",
                              "keeper.json");
    ASSERT_EQ(read.motion.keyframes.size(), 2U);
    EXPECT_NEAR(angleAt(read.motion, "he1", 0.0), 0.1 * kDegPerRad, 1e-6);
    EXPECT_NEAR(angleAt(read.motion, "lle4", 0.1), -90.0, 1e-6);
    EXPECT_EQ(read.motion.keyframes[1]->name, "bend");
    EXPECT_TRUE(isReported(read.findings, "stiffness is ignored"));
    std::vector<std::string> faults;
    for (const Finding& finding : read.findings) {
        if (finding.severity != Severity::Note) {
            faults.push_back(finding.text);
        }
    }
    EXPECT_EQ(faults, (std::vector<std::string>{
                          "'author' of the file is ignored; expected interpolation_mode, "
                          "initial_positions, frames, motion",
                          "'speed' of a segment is ignored; expected name, entry_condition, "
                          "interrupt_conditions, keyframes, exit_condition",
                          "'tail' of positions is ignored; expected head, left_arm, right_arm, "
                          "left_leg or right_leg, with angles by joint",
                          "'duration' of a segment is ignored; expected name, entry_condition, "
                          "interrupt_conditions, keyframes, exit_condition",
                          "'positions' of a segment is ignored; expected name, entry_condition, "
                          "interrupt_conditions, keyframes, exit_condition",
                          "a segment is ignored; expected keyframes"}));
}

TEST(FormatsTest, AMotionThatMovesNothingIsAnError) {
    for (const auto& [text, fileName] :
         {std::pair{R"({"frames": [{"duration": 1, "positions": {}}]})", "a.json"},
          std::pair{"STARTSKILL S STARTSTATE wait 1 end ENDSTATE ENDSKILL", "a.skl"},
          std::pair{"<behavior><slot delta=\"1\"/></behavior>", "a.xml"},
          std::pair{"#WEBOTS_MOTION,V1.0,HeadYaw\n00:00:000,Pose1,*\n", "a.motion"},
          std::pair{"symmetry: true\nkeyframes:\n- delta: 1\n  motor_positions:\n", "a.yaml"},
          std::pair{"sideline-motion 1\nmotion \"m\"\nkeyframe 1\n", "b.motion"}}) {
        const auto read = readOne(text, fileName);
        ASSERT_EQ(read.findings.size(), 1U) << fileName;
        EXPECT_EQ(read.findings[0].severity, Severity::Error) << fileName;
        EXPECT_TRUE(mentions(read.findings, "moves no joint")) << fileName;
    }
    // A motion may consist of branches; a reported fault is the only error.
    EXPECT_TRUE(readOne("sideline-motion 1\nmotion \"m\"\nbranch end fallen \"x\"\n", "c.motion")
                    .findings.empty());
    EXPECT_EQ(
        readOne("#WEBOTS_MOTION,V1.0,HeadYaw\n00:00:000,Pose1,up\n", "d.motion").findings.size(),
        1U);
}

TEST(FormatsTest, AttributesAndNumbersThatAreNotUsedAreReported) {
    const auto slots = readOne("<behavior description=\"d\" speed=\"2\">"
                               "<slot delta=\"1\" loop=\"1\">"
                               "<move id=\"0\" angle=\"1\" gain=\"3\"/></slot></behavior><more/>",
                               "a.xml");
    for (const char* text : {"'speed' of <behavior> is ignored", "'loop' of <slot>",
                             "'gain' of <move>", "<more> is ignored"}) {
        EXPECT_TRUE(mentions(slots.findings, text)) << text;
    }
    const auto functions = readOne("f,1.0,50,2.0,1.0\nNeckYaw,linear,0,1,10,2,20\n"
                                   "NeckPitch,linear,1.0,5,(0 1),(9 2)\n",
                                   "a.mfb");
    for (const char* text :
         {"'2.0' in the header is ignored", "5 numbers for NeckYaw, the last is ignored",
          "2 numbers before the support points of NeckPitch"}) {
        EXPECT_TRUE(mentions(functions.findings, text)) << text;
    }
}

TEST(UtSkillTest, ResetTakesPartsThatHaveNoInitialPose) {
    const auto read = readOne("STARTSKILL S STARTSTATE settar EFF_LL3 40 end wait 0.2 end ENDSTATE "
                              "STARTSTATE\nreset ARM_LEFT FOOT_LEFT TOE_LEFT end wait 0.2 end "
                              "ENDSTATE ENDSKILL",
                              "foot.skl");
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "lae1", 0.3), -50.0);
    EXPECT_DOUBLE_EQ(angleAt(read.motion, "lle3", 0.3), 40.0);
    ASSERT_EQ(read.findings.size(), 2U);
    EXPECT_EQ(read.findings[0].toString(),
              "foot.skl:2: note: reset of FOOT_LEFT does nothing, as in UT Austin Villa's agent");
    EXPECT_TRUE(hasErrors(readOne("STARTSKILL S STARTSTATE settar EFF_LL3 1 end reset TAIL end "
                                  "ENDSTATE ENDSKILL",
                                  "s.skl")
                              .findings));
}

TEST(WebotsMotionTest, NamesMayStandInLine2) {
    const auto read = readOne("#WEBOTS_MOTION,V1.0\nLHipPitch,LKneePitch\n"
                              "00:00:000,Pose1,-0.1,0.2\n00:00:040,Pose2,-0.2,0.4\n",
                              "w.motion");
    EXPECT_TRUE(read.findings.empty());
    ASSERT_EQ(read.motion.keyframes.size(), 2U);
    EXPECT_EQ(read.motion.keyframes[1]->name, "Pose2");
    EXPECT_NEAR(angleAt(read.motion, "lle3", 0.04), 0.2 * kDegPerRad, 1e-6);
    EXPECT_NEAR(angleAt(read.motion, "lle4", 0.0), -0.2 * kDegPerRad, 1e-6);
}

TEST(WebotsMotionTest, Version1Point1HasDurationsAfterPercentSigns) {
    const auto read = readOne("#WEBOTS_MOTION,V1.1,\n% a comment\nLHipPitch%LKneePitch\n"
                              "play%-0.1%0.2%0.5\nbow%-0.2%+0.4%0.25\nplay%-0.3%0.4%0\n"
                              "play%-0.3%0.4\n",
                              "w.motion");
    ASSERT_EQ(read.motion.keyframes.size(), 3U);
    EXPECT_DOUBLE_EQ(read.motion.keyframes[0]->timeS, 0.5);
    EXPECT_DOUBLE_EQ(read.motion.keyframes[1]->timeS, 0.75);
    EXPECT_DOUBLE_EQ(read.motion.endS(), 0.77);
    EXPECT_EQ(read.motion.keyframes[0]->name, "");
    EXPECT_EQ(read.motion.keyframes[1]->name, "bow");
    EXPECT_NEAR(angleAt(read.motion, "lle3", 0.5), 0.1 * kDegPerRad, 1e-6);
    EXPECT_NEAR(angleAt(read.motion, "lle4", 0.75), -0.4 * kDegPerRad, 1e-6);
    ASSERT_EQ(read.findings.size(), 2U);
    EXPECT_EQ(read.findings[0].toString(),
              "w.motion:6: warning: a duration of 0 s becomes one cycle of 0.02 s");
    EXPECT_EQ(read.findings[1].toString(), "w.motion:7: error: a row of 3 fields is ignored; "
                                           "expected play, 2 angles and seconds, 0 or more");
}

// A motion with all kinds of curves between known values.
Motion curvedMotion() {
    Motion motion;
    motion.name = "curves";
    const std::array curves = {Curve::Linear, Curve::Smooth, Curve::Sine, Curve::Cubic,
                               Curve::Hold};
    for (const char* joint : {"he1", "lae2", "rae3", "lle3", "rle6"}) {
        motion.keyframeAtForWriting(0.0).joints[joint].angleDeg = 3.0;
        double timeS = 0.0;
        double angleDeg = 10.0;
        for (const Curve curve : curves) {
            timeS += joint[0] == 'h' ? 0.125 : 0.2;
            angleDeg = -angleDeg * 1.1;
            Key key;
            key.angleDeg = angleDeg;
            key.curve = curve;
            key.in = {-0.05, 4.0};
            key.out = {0.04, 2.0};
            motion.keyframeAtForWriting(timeS).joints[joint] = key;
        }
    }
    motion.lengthS = 1.2;
    return motion;
}

TEST(FormatsTest, CurvesSurviveInEveryFormat) {
    const Motion motion = curvedMotion();
    const auto expected = resolve(motion, nao()).trajectory;
    for (const FormatInfo& info : formats()) {
        if (!info.canWrite) {
            continue;
        }
        const auto written = writeMotion(motion, info.format, nao());
        ASSERT_TRUE(written.has_value()) << info.id;
        ReadOptions options;
        options.format = info.format;
        const auto read = readMotions(written->text, options);
        ASSERT_TRUE(read.has_value()) << info.id << read.error().toString();
        // Slots shorter than a cycle would overshoot with FC Portugal.
        if (info.format == Format::FcpSlots || info.format == Format::DreamWing) {
            double lastS = 0.0;
            for (const auto& keyframe : read->motions[0].motion.keyframes) {
                EXPECT_GE(keyframe->timeS - lastS, 0.02 - 1e-9) << info.id;
                lastS = keyframe->timeS;
            }
        }
        const auto actual = resolve(read->motions[0].motion, nao()).trajectory;
        // In formats without a row at 0, the motion begins one cycle later.
        const bool beginsLater = info.format == Format::FcpSlots ||
                                 info.format == Format::RoboNewbie ||
                                 info.format == Format::DreamWing;
        for (int cycle = beginsLater ? 1 : 0; cycle <= 60; ++cycle) {
            const double timeS = cycle * 0.02 + 1e-6;
            for (const char* joint : {"he1", "lae2", "rae3", "lle3", "rle6"}) {
                if (info.format == Format::DreamWing && joint[0] == 'h') {
                    continue;
                }
                const auto id = nao().findJoint(joint);
                EXPECT_NEAR(actual->angleRad(id, timeS, 0.0) * kDegPerRad,
                            expected->angleRad(id, timeS, 0.0) * kDegPerRad, 0.01)
                    << info.id << " " << joint << " " << timeS;
            }
        }
    }
}

TEST(FormatsTest, LossesAreReported) {
    Motion motion = curvedMotion();
    motion.description = "d";
    motion.tags = {"t"};
    motion.markers = {{0.1, "m"}};
    motion.loop = LoopRange{0.0, 0.5, 2};
    motion.stopsWhenFallen = true;
    motion.branches = {{std::nullopt, {}, "other"}};
    motion.drive.gainPerS = 5.0;
    motion.speed = 2.0;
    motion.parameters["p"] = 1.0;
    Keyframe& keyframe = motion.keyframeAtForWriting(0.2);
    keyframe.name = "k";
    keyframe.wait = Wait();
    keyframe.joints["rae1"].angleDeg = *Value::parse("$p");
    keyframe.joints["rae1"].speedScale = 2.0;
    keyframe.limbs[Limb::RightFoot].place.positionM = {0.0, -0.055, -0.3};
    for (const Format format : {Format::FcpSlots, Format::RoboNewbie, Format::DreamWing,
                                Format::MagmaCsv, Format::MagmaFunctions, Format::UtSkill,
                                Format::WebotsMotion, Format::HulksJson, Format::T1Yaml}) {
        const auto written = writeMotion(motion, format, nao());
        ASSERT_TRUE(written.has_value());
        const auto& findings = written->findings;
        for (const char* text : {"waits for contact", "targets of feet", "loop", "after a fall",
                                 "speed scales", "expressions with parameters", "2 times the speed",
                                 "markers", "branches to other motions are omitted (1)"}) {
            EXPECT_TRUE(isReported(findings, text)) << formatInfo(format).id << ": " << text;
        }
        EXPECT_EQ(isReported(findings, "names of keyframes"),
                  format != Format::MagmaCsv && format != Format::WebotsMotion);
        EXPECT_EQ(isReported(findings, "description"), format != Format::FcpSlots);
        EXPECT_EQ(isReported(findings, "tags"), true);
        EXPECT_TRUE(isReported(findings, "gain"));
        EXPECT_LT(findings.size(), 20U) << "each kind once";
    }
}

// Formats of other teams have a Nao's joints only.
TEST(FormatsTest, EachAxisThatAFormatLacksIsReported) {
    Motion motion;
    motion.name = "wave";
    for (const double timeS : {0.2, 0.4}) {
        for (const char* joint : {"lae1_2", "lae1_2.2", "lle4"}) {
            motion.keyframeAtForWriting(timeS).joints[joint].angleDeg = 50.0 * timeS;
        }
    }
    for (const FormatInfo& info : formats()) {
        if (!info.canWrite || info.format == Format::Sideline) {
            continue;
        }
        const auto text = writeMotion(motion, info.format, robot::soccerbot056Model());
        ASSERT_TRUE(text) << info.id << ' ' << text.error().toString();
        EXPECT_TRUE(isReported(text->findings, "joint lae1_2 is omitted")) << info.id;
        EXPECT_TRUE(isReported(text->findings, "joint lae1_2.2 is omitted")) << info.id;
        EXPECT_FALSE(isReported(text->findings, "joint lle4")) << info.id;
    }
}

TEST(FormatsTest, ToesSurviveInFormatsThatHaveThem) {
    Motion motion;
    motion.keyframeAtForWriting(0.5).joints["lle7"].angleDeg = 25;
    motion.keyframeAtForWriting(0.5).joints["tail"].angleDeg = 25;
    const auto written = writeMotion(motion, Format::RoboNewbie, nao());
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(written->text.ends_with(" 25 0\n")) << written->text;
    EXPECT_TRUE(std::ranges::any_of(written->findings, [](const Finding& finding) {
        return finding.kind == Kind::NotExpressible && finding.joint == "tail";
    }));
}

} // namespace
} // namespace sideline::keyframe
