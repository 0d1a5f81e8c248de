#include <algorithm>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/resolve.h"
#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

const robot::RobotModel& textNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

base::Expected<MotionFile> read(std::string_view text) {
    return readMotions(text, {"test.motion", {}, {}});
}

std::string written(const Motion& motion) {
    const auto text = writeMotion(motion, Format::Sideline, textNao());
    EXPECT_TRUE(text.has_value());
    EXPECT_TRUE(text->findings.empty());
    return text->text;
}

Value expression(std::string_view text) {
    auto value = Value::parse(text);
    EXPECT_TRUE(value.has_value()) << text;
    return value.value_or(Value());
}

// A motion with every feature.
Motion fullMotion() {
    Motion motion;
    motion.name = "A \"quoted\" name \\ with # and \x01 and \u00e4";
    motion.description = "Two\nlines\tand a tab";
    motion.tags = {"kick", "two words", ""};
    motion.robots = {"nao0", "nao4"};
    motion.parameters = {{"kick_p1", 0.1}, {"odd name", -1e-30}};
    motion.entry = EntryPose{{{"he1", 1.0 / 3.0}, {"lae1", expression("-$kick_p1 * 2")}}, 0.35};
    motion.lengthS = 2.5;
    motion.speed = 1.25;
    motion.mirrored = true;
    motion.stopsWhenFallen = true;
    motion.drive = {8.594367, 0.572958};
    motion.loop = LoopRange{0.5, 1.5, 3};
    motion.markers = {{0.25, "lift"}, {0.25, ""}};
    motion.branches = {
        {0.5, {motion::ConditionKind::JointOff, true, "odd = joint", 12.5}, "a \"b\" c.motion"},
        {0.5, {motion::ConditionKind::BothFeetContact, false, {}, 0.0}, "walk"},
        {std::nullopt, {motion::ConditionKind::FallenOnFront, false, {}, 0.0}, "getup-front"},
        {std::nullopt, {}, "stand"}};
    motion.ballFromTorsoM = {0.21, -0.05, -0.4};
    motion.muted = {"he1", "odd = joint"};
    motion.locked = {"lae1"};
    motion.trial = TrialSetup{StartPose::LyingOnBack, {0.2, -0.05}, 12, 2.5, true};

    Keyframe& first = motion.keyframeAtForWriting(0.0);
    first.joints["rae1"] = Key{expression("12 + $kick_p1"), Curve::Hold, {}, {}, 0.5};
    first.joints["wait"] = Key{Value(1.0), Curve::Linear, {}, {}, 1.0};
    first.joints["left-foot"] = Key{Value(2.0), Curve::Smooth, {}, {}, 1.0};
    first.joints["odd = joint"] = Key{Value(0.1 + 0.2), Curve::Sine, {}, {}, 1.0};
    Keyframe& second = motion.keyframeAtForWriting(0.1 + 0.2);
    second.name = "swing";
    second.wait = Wait{WaitKind::BothFeetContact, 0.75};
    second.joints["rae1"] =
        Key{Value(-90.0), Curve::Cubic, {-0.1, 3.0000000000000004}, {0.05, -2.0}, 1.0};
    LimbTarget foot;
    foot.place.positionM = {expression("$x + 0.1"), 0.05, -0.33};
    foot.place.rollPitchYawDeg = {0.0, expression("-$pitch"), 1.5};
    foot.frame = LimbTarget::Frame::Ball;
    foot.path = LimbTarget::Path::Spline;
    foot.curve = Curve::Smooth;
    foot.speedScale = 2.0;
    foot.via = {LimbPlace{{0.0, 0.01, -0.3}, {}}, LimbPlace{{1e-3, 0.0, 0.0}, {0.0, 0.0, 90.0}}};
    second.limbs[Limb::LeftFoot] = foot;
    LimbTarget hand;
    hand.path = LimbTarget::Path::Straight;
    second.limbs[Limb::RightHand] = hand;
    (void)motion.keyframeAtForWriting(1.75);
    return motion;
}

TEST(SidelineTextTest, StoresACompleteMotion) {
    const Motion motion = fullMotion();
    const std::string text = written(motion);
    const auto file = read(text);
    ASSERT_TRUE(file.has_value()) << file.error().toString();
    EXPECT_EQ(file->format, Format::Sideline);
    ASSERT_EQ(file->motions.size(), 1U);
    EXPECT_EQ(file->motions[0].motion, motion) << text;
    EXPECT_EQ(written(file->motions[0].motion), text);
    // $x and $pitch have no value; there is no other finding.
    ASSERT_EQ(file->motions[0].findings.size(), 2U);
    EXPECT_EQ(file->motions[0].findings[0].kind, Finding::Kind::MissingParameter);
}

TEST(SidelineTextTest, ReportsInvalidTrials) {
    for (const char* trial : {"trial", "trial lying 1 0 0 0", "trial back 0 0 0 0",
                              "trial back 1 nan 0 0", "trial back 1 90 0 0", "trial back 1 0 0",
                              "trial back 1 0 0 0 all", "trial back 1 0 9 0"}) {
        const auto file = read(std::string("sideline-motion 1\nmotion \"m\"\n") + trial + '\n');
        ASSERT_TRUE(file.has_value()) << trial;
        EXPECT_FALSE(file->motions[0].motion.trial) << trial;
        ASSERT_EQ(file->motions[0].findings.size(), 1U) << trial;
        EXPECT_EQ(file->motions[0].findings[0].line, 3) << trial;
    }
}

TEST(SidelineTextTest, ReportsInvalidBranches) {
    const std::pair<const char*, const char*> rows[] = {
        {"branch", "'' is not a time; expected seconds, 0 or more, or end"},
        {"branch -1 fallen \"x\"", "'-1' is not a time"},
        {"branch soon fallen \"x\"", "'soon' is not a time"},
        {"branch end", "'' is not a condition; expected one of always, fallen, fallen-front"},
        {"branch end not", "is not a condition"},
        {"branch end tumbling \"x\"", "'tumbling' is not a condition"},
        {"branch end joint lle4 \"x\"", "lacks the name of a joint or a valid angle"},
        {"branch end joint lle4 -3 \"x\"", "lacks the name of a joint or a valid angle"},
        {"branch end fallen", "the branch leads nowhere; expected a motion's name or file"},
        {"branch end fallen \"\"", "the branch leads nowhere"},
        {"branch end fallen \"x\" y", "unexpected 'y'"},
    };
    for (const auto& [line, text] : rows) {
        const auto file = read(std::string("sideline-motion 1\nmotion \"m\"\n") + line + '\n');
        ASSERT_TRUE(file.has_value()) << line;
        EXPECT_TRUE(file->motions[0].motion.branches.empty()) << line;
        ASSERT_EQ(file->motions[0].findings.size(), 1U) << line;
        const Finding& finding = file->motions[0].findings[0];
        EXPECT_EQ(finding.toString().rfind("test.motion:3: error: ", 0), 0U) << finding.toString();
        EXPECT_NE(finding.text.find(text), std::string::npos) << line << ": " << finding.text;
    }
    EXPECT_FALSE(read("sideline-motion 1\nmotion \"m\"\nbranch 1e9 fallen \"x\"\n").has_value())
        << "a time that late is refused as everywhere";
    std::string many = "sideline-motion 1\nmotion \"m\"\n";
    for (int i = 0; i < 101; ++i) {
        many += "branch end fallen \"x\"\n";
    }
    const auto file = read(many);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->motions[0].motion.branches.size(), 100U);
    ASSERT_EQ(file->motions[0].findings.size(), 1U);
    EXPECT_EQ(file->motions[0].findings[0].line, 103);
}

TEST(SidelineTextTest, BranchesAreOrderedByTimeAndHaveTheirLines) {
    const auto file = read("sideline-motion 1\nmotion \"m\"\nbranch end fallen \"a\"\n"
                           "branch 1 upright \"b\"\nbranch 0.5 always \"c\"\n"
                           "branch 1 always \"d\"\n");
    ASSERT_TRUE(file.has_value());
    const ReadMotion& one = file->motions[0];
    std::string order;
    for (std::size_t i = 0; i < one.motion.branches.size(); ++i) {
        order += one.motion.branches[i].motion + std::to_string(one.lines.lineOfBranch(i));
    }
    EXPECT_EQ(order, "c5b4d6a3");
}

TEST(SidelineTextTest, NamesBothAxesOfUniversalJoints) {
    Motion motion;
    motion.name = "wave";
    motion.robots = {"soccerbot056"};
    motion.muted = {"rle2_3.2"};
    motion.entry = EntryPose{{{"lae1_2.2", 5.0}}, 0.2};
    motion.branches = {{0.3, {motion::ConditionKind::JointOff, false, "lae1_2.2", 10.0}, "stand"}};
    motion.keyframeAtForWriting(0.4).joints["lae1_2"].angleDeg = 30.0;
    motion.keyframeAtForWriting(0.4).joints["lae1_2.2"].angleDeg = 20.0;
    const std::string text = written(motion);
    for (const char* line : {"muted rle2_3.2\n", "\n  lae1_2.2 = 5\n", "joint lae1_2.2 10 ",
                             "\n  lae1_2 = 30\n  lae1_2.2 = 20\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << line << '\n' << text;
    }
    const auto file = read(text);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->motions.at(0).findings.empty());
    EXPECT_EQ(file->motions.at(0).motion, motion);
}

TEST(SidelineTextTest, AnEmptyMotionHasOneLine) {
    EXPECT_EQ(written(Motion()), "sideline-motion 1\n\nmotion \"\"\n");
    EXPECT_EQ(read(written(Motion()))->motions[0].motion, Motion());
}

TEST(SidelineTextTest, MatchesTheDocumentation) {
    Motion motion;
    motion.name = "Wave";
    motion.parameters["height"] = 20;
    motion.keyframeAtForWriting(0.4).name = "raise";
    motion.keyframeAtForWriting(0.4).joints["rae1"].angleDeg = expression("60 + $height");
    motion.keyframeAtForWriting(0.8).joints["rae4"] =
        Key{Value(45.5), Curve::Cubic, {-0.1, -3}, {}, 2.0};
    EXPECT_EQ(written(motion), "sideline-motion 1\n\n"
                               "motion \"Wave\"\n"
                               "parameter height = 20\n"
                               "keyframe 0.4 \"raise\"\n"
                               "  rae1 = 60 + $height\n"
                               "keyframe 0.8\n"
                               "  rae4 = 45.5; cubic; in -0.1 -3; scale 2\n");
}

TEST(SidelineTextTest, ReadsHandwrittenText) {
    const auto file = read("\xEF\xBB\xBF# A comment first\r\n"
                           "sideline-motion 1  # version\r\n"
                           "motion Wave\r\n"
                           "description \"with # inside\" # and outside\r\n"
                           "keyframe 0.5\r\n"
                           "rae1=-30 ;  hold;scale   2 # down\r\n"
                           "\t rae2 = ( 1 + 2 ) * 3\r\n"
                           "motion \"Second\"\r\n"
                           "keyframe 1 end\r\n"
                           "he1 = +5");
    ASSERT_TRUE(file.has_value()) << file.error().toString();
    ASSERT_EQ(file->motions.size(), 2U);
    const Motion& wave = file->motions[0].motion;
    EXPECT_TRUE(file->motions[0].findings.empty());
    EXPECT_EQ(wave.name, "Wave");
    EXPECT_EQ(wave.description, "with # inside");
    EXPECT_EQ(wave.keyframes.at(0)->joints.at("rae1"),
              (Key{Value(-30.0), Curve::Hold, {}, {}, 2.0}));
    EXPECT_EQ(wave.keyframes.at(0)->joints.at("rae2").angleDeg, Value(9.0));
    EXPECT_EQ(file->motions[0].lines.lineOf(0), 5);
    EXPECT_EQ(file->motions[0].lines.lineOf(0, "rae2"), 7);
    EXPECT_EQ(file->motions[1].motion.keyframes.at(0)->name, "end");
}

TEST(SidelineTextTest, OptionsDefineMissingParameters) {
    ReadOptions options;
    options.parameters = {{"a", 4.0}, {"unused", 1.0}};
    const auto file = readMotions("sideline-motion 1\nmotion m\nparameter b = 2\nkeyframe 1\n"
                                  "he1 = $a + $b\n",
                                  options);
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(file->motions[0].findings.empty());
    EXPECT_EQ(file->motions[0].motion.parameters, (Parameters{{"a", 4.0}, {"b", 2.0}}));
}

struct LineCase {
    const char* name;
    const char* lines; ///< after `sideline-motion 1` and `motion m`, so from line 3 on
    int line;
    Finding::Severity severity;
    Finding::Kind kind;
    const char* text;
};

class SidelineFaultTest : public testing::TestWithParam<LineCase> {};

TEST_P(SidelineFaultTest, IsReportedWithItsLineAndTheRestIsRead) {
    const LineCase& each = GetParam();
    const auto file =
        read(std::string("sideline-motion 1\nmotion m\n") + each.lines + "\nkeyframe 9\nhe1 = 1\n");
    ASSERT_TRUE(file.has_value()) << file.error().toString();
    ASSERT_EQ(file->motions.size(), 1U);
    ASSERT_EQ(file->motions[0].findings.size(), 1U);
    const Finding& finding = file->motions[0].findings[0];
    EXPECT_EQ(finding.file, "test.motion");
    EXPECT_EQ(finding.line, each.line);
    EXPECT_EQ(finding.severity, each.severity);
    EXPECT_EQ(finding.kind, each.kind);
    EXPECT_EQ(finding.text, each.text);
    const Motion& motion = file->motions[0].motion;
    ASSERT_FALSE(motion.keyframes.empty());
    EXPECT_EQ(motion.keyframes.back()->joints.at("he1").angleDeg, Value(1.0));
}

using Severity = Finding::Severity;
using Kind = Finding::Kind;

INSTANTIATE_TEST_SUITE_P(
    All, SidelineFaultTest,
    testing::Values(
        LineCase{"UnknownField", "color red", 3, Severity::Warning, Kind::Syntax,
                 "unknown field 'color'; it is ignored"},
        LineCase{
            "NoNumber", "keyframe 1\n  rae1 = abc", 4, Severity::Error, Kind::Syntax,
            "angle of rae1: 'abc': unexpected 'abc'; expected a number, a $parameter or a bracket"},
        LineCase{"TimesOutOfOrder", "keyframe 2\n rae1 = 1\nkeyframe 1\n rae1 = 2", 5,
                 Severity::Error, Kind::TimeOutOfOrder,
                 "times are out of order: 1 s comes after 2 s; expected a later time"},
        LineCase{"TimeTwice", "keyframe 2\n rae1 = 1\nkeyframe 2\n rae2 = 2", 5, Severity::Error,
                 Kind::TimeOutOfOrder,
                 "times are out of order: 2 s comes after 2 s; expected a later time"},
        LineCase{"TimeBelowZero", "keyframe -1", 3, Severity::Error, Kind::TimeOutOfOrder,
                 "'-1' is not a time; expected seconds, 0 or more"},
        LineCase{"NoTime", "keyframe soon", 3, Severity::Error, Kind::Syntax,
                 "'soon' is not a time; expected seconds, 0 or more"},
        LineCase{"MissingParameter", "keyframe 1\nrae1 = 2 * $speed", 4, Severity::Error,
                 Kind::MissingParameter,
                 "$speed has no value; expected one in the motion or in a parameter file"},
        LineCase{"OpenQuote", "description \"no end", 3, Severity::Error, Kind::Syntax,
                 "unterminated quoted text; expected '\"'"},
        LineCase{"JointOutside", "rae1 = 4", 3, Severity::Error, Kind::Syntax,
                 "joint 'rae1' outside a keyframe"},
        LineCase{"JointTwice", "keyframe 1\nrae1 = 4\nrae1 = 5", 5, Severity::Warning, Kind::Syntax,
                 "joint rae1 is given twice in this keyframe; the last one is used"},
        LineCase{"UnknownOption", "keyframe 1\nrae1 = 4; quick", 4, Severity::Warning, Kind::Syntax,
                 "unknown option 'quick'; expected hold, linear, smooth, sine, cubic, in, out, "
                 "scale or gains"},
        LineCase{"PlaceTooShort", "keyframe 1\nleft-foot = 1, 2", 4, Severity::Error, Kind::Syntax,
                 "'1, 2' has 2 values; expected 3, separated by commas"},
        LineCase{"ViaAlone", "keyframe 1\nvia 1, 2, 3", 4, Severity::Error, Kind::Syntax,
                 "via needs a limb's target before it"},
        LineCase{"WaitUnknown", "keyframe 1\nwait dawn 1", 4, Severity::Error, Kind::Syntax,
                 "cannot parse 'dawn 1'; expected left-foot, right-foot, both-feet or still, and "
                 "seconds"},
        LineCase{"LoopWords", "loop 1 2", 3, Severity::Error, Kind::Syntax,
                 "cannot parse '1 2'; expected start and end in seconds and a number of passes"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(SidelineTextTest, TheDocumentedExampleIsValid) {
    const std::string page = tests::readUnpacked(tests::dataFile("../../docs/motion-format.md"));
    const std::size_t begin = page.find("```\n") + 4;
    const auto file = read(page.substr(begin, page.find("```", begin) - begin));
    ASSERT_TRUE(file.has_value()) << file.error().toString();
    EXPECT_TRUE(file->motions[0].findings.empty()) << file->motions[0].findings[0].toString();
    EXPECT_EQ(file->motions[0].motion.keyframes.size(), 5U);
    EXPECT_FALSE(hasErrors(resolve(file->motions[0].motion, textNao()).findings));
}

TEST(SidelineTextTest, RejectsNewerVersions) {
    const auto file = read("# from tomorrow\nsideline-motion 2\nmotion m\n");
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, base::ErrorCode::UnsupportedFormat);
    EXPECT_EQ(file.error().toString(), "test.motion:2: the file has version 2, newer than this "
                                       "program; expected version 1 at most");
}

TEST(SidelineTextTest, ThousandsOfKeyframesAreReadQuickly) {
    Motion motion;
    motion.name = "long";
    for (int i = 0; i < 3000; ++i) {
        Keyframe keyframe;
        keyframe.timeS = i * 0.02;
        for (const char* joint : {"he1", "lle3", "rle3", "lae1"}) {
            keyframe.joints[joint].angleDeg = i * 0.125;
        }
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    const auto file = read(written(motion));
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(file->motions[0].motion == motion);
}

} // namespace
} // namespace sideline::keyframe
