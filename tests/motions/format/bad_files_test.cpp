#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/format/text_lines.h"
#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

using base::ErrorCode;
using Severity = Finding::Severity;
using Kind = Finding::Kind;

std::string zeros(int count) {
    std::string row;
    for (int i = 0; i < count; ++i) {
        row += " 0";
    }
    return row;
}

// A file that cannot be read at all.
struct Broken {
    const char* name;
    const char* fileName;
    std::string text;
    ErrorCode code;
    const char* error;
};

class BrokenFileTest : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFileTest, IsRejectedWithLineAndReason) {
    const Broken& each = GetParam();
    const auto file = readMotions(each.text, {each.fileName, {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, each.code);
    EXPECT_EQ(file.error().toString(), each.error);
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenFileTest,
    testing::Values(
        Broken{"Empty", "a.motion", "", ErrorCode::Malformed,
               "a.motion:1: the file is empty; expected a motion"},
        Broken{"OnlyBlanks", "a.xml", " \n\n", ErrorCode::Malformed,
               "a.xml:1: the file is empty; expected a motion"},
        Broken{"Binary", "a.skl", std::string("STARTSKILL\n\x7F\0ELF", 16), ErrorCode::Malformed,
               "a.skl:2: a null byte, not allowed in text; expected text in UTF-8"},
        Broken{
            "Garbage", "a.motion", "\xFF\xFE\x01garbage", ErrorCode::Malformed,
            "a.motion:1: '\xFF\xFE?garbage' is not a valid first line; expected sideline-motion 1"},
        Broken{"NoMotion", "a.motion", "sideline-motion 1\n# nothing\n", ErrorCode::Malformed,
               "a.motion:2: the file contains no motion; expected a line motion \"NAME\""},
        Broken{"Prose", "letter", "Dear all,\nthis is no motion.\n", ErrorCode::UnsupportedFormat,
               "letter: not a motion file; expected a motion file: .motion (Sideline or Webots), "
               ".csv, .mfb, .skl, .xml, .pos, .json, .yaml, or .txt with 24 or 22 angles per line"},
        Broken{"BadXml", "a.xml",
               "<behavior>\n<slot delta=\"1\">\n<move id=\"1\" angle=\"2\">\n</slot>\n",
               ErrorCode::Malformed,
               "a.xml:4: bad XML: Start-end tags mismatch; expected well-formed XML with "
               "<behavior>, <slot> and <move>"},
        Broken{"CutXml", "a.xml", "<behavior>\n<slot delta=\"1\">\n", ErrorCode::Malformed,
               "a.xml:2: bad XML: Start-end tags mismatch; expected well-formed XML with "
               "<behavior>, <slot> and <move>"},
        Broken{"OtherXml", "a.xml", "<html/>", ErrorCode::Malformed,
               "a.xml:1: there is no <behavior>; expected a <behavior> around <slot>s"},
        Broken{"NoSlots", "a.xml", "\n<behavior/>", ErrorCode::Malformed,
               "a.xml:2: the behavior has no <slot>; expected at least one <slot>"},
        Broken{"NoSkill", "a.skl", "# only a comment\n", ErrorCode::Malformed,
               "a.skl:1: there is no skill; expected STARTSKILL NAME"},
        Broken{"NoCsvHead", "a.csv", "name\n", ErrorCode::Malformed,
               "a.csv:1: 'name' is not a table header; expected NAME,VERSION,JOINT,..."},
        Broken{"NoCsvRow", "a.csv", "name,1.0,NeckYaw\n", ErrorCode::Malformed,
               "a.csv:1: the table has no row; expected rows MM:SS:mmm,POSE,ANGLE,..."},
        Broken{"NoPeriod", "a.mfb", "often,false,Nao\n", ErrorCode::Malformed,
               "a.mfb:1: 'often,false,Nao' is not a header; expected PERIOD,MIRRORED,ROBOT or "
               "NAME,VERSION,PERIOD,1.0,1.0, with a period in cycles above 0"},
        Broken{"NoPose", "a.pos", "just text\n", ErrorCode::Malformed,
               "a.pos:1: there is no pose; expected lines of '!', 25 angles and milliseconds"}),
    [](const auto& each) { return std::string(each.param.name); });

// A file with one fault, which is reported; the rest is read.
struct Faulty {
    const char* name;
    const char* fileName;
    std::string text;
    int line;
    Kind kind;
    const char* joint;
    const char* finding;
    std::size_t keys; ///< number of keys read nevertheless
};

class FaultyFileTest : public testing::TestWithParam<Faulty> {};

TEST_P(FaultyFileTest, ReportsTheFaultAndReadsTheRest) {
    const Faulty& each = GetParam();
    const auto file = readMotions(each.text, {each.fileName, {}, {}});
    ASSERT_TRUE(file.has_value()) << file.error().toString();
    std::vector<Finding> findings = file->motions.at(0).findings;
    std::erase_if(findings, [](const Finding& finding) {
        return finding.severity != Severity::Error; // notes about features of the other format
    });
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].kind, each.kind);
    EXPECT_EQ(findings[0].file, each.fileName);
    EXPECT_EQ(findings[0].line, each.line);
    EXPECT_EQ(findings[0].joint, each.joint);
    EXPECT_EQ(findings[0].text, each.finding);
    std::size_t keys = 0;
    for (const auto& keyframe : file->motions[0].motion.keyframes) {
        keys += keyframe->joints.size();
    }
    EXPECT_EQ(keys, each.keys);
}

constexpr const char* kSlot = "<behavior>\n<slot delta=\"1\">\n";

INSTANTIATE_TEST_SUITE_P(
    Slots, FaultyFileTest,
    testing::Values(
        Faulty{"UnknownId", "a.xml",
               std::string(kSlot) +
                   "<move id=\"24\" angle=\"1\"/>\n<move id=\"0\" angle=\"1\"/></slot></behavior>",
               3, Kind::UnknownJoint, "24", "unknown joint id '24'; expected 0 to 23", 1},
        Faulty{"NoNumber", "a.xml",
               std::string(kSlot) + "<move id=\"0\" angle=\"1\"/>\n<move id=\"6\" "
                                    "angle=\"12,5\"/></slot></behavior>",
               4, Kind::Syntax, "lle3", "angle '12,5' is not a number; expected degrees", 1},
        Faulty{"DeltaZero", "a.xml",
               "<behavior>\n\n<slot delta=\"0\"><move id=\"0\" angle=\"1\"/></slot><slot "
               "delta=\"1\"><move id=\"0\" angle=\"1\"/></slot></behavior>",
               3, Kind::TimeOutOfOrder, "",
               "invalid delta '0' of a slot, which is ignored; expected seconds above 0", 1}),
    [](const auto& each) { return std::string(each.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Skills, FaultyFileTest,
    testing::Values(
        Faulty{"UnknownJoint", "a.skl",
               "STARTSKILL S\nSTARTSTATE\nsettar EFF_XX1 3 EFF_LL3 4 end\nwait 1 "
               "end\nENDSTATE\nENDSKILL\n",
               3, Kind::UnknownJoint, "EFF_XX1",
               "unknown joint 'EFF_XX1', which is ignored; expected a name such as EFF_LL3", 1},
        Faulty{"MissingParameter", "a.skl",
               "STARTSKILL S\nSTARTSTATE\nsettar EFF_LL4 1 EFF_LL3\n (2+$p) end\nENDSTATE "
               "ENDSKILL\n",
               3, Kind::MissingParameter, "lle3",
               "$p has no value; expected one in the motion or in a parameter file", 2},
        Faulty{"MissingTime", "a.skl",
               "STARTSKILL S\nSTARTSTATE settar EFF_LL3 1 end\nwait $t end\nENDSTATE ENDSKILL\n", 3,
               Kind::MissingParameter, "",
               "a time: parameter $t has no value; expected a value among the motion's "
               "parameters",
               1},
        Faulty{"NoNumber", "a.skl",
               "STARTSKILL S\nSTARTSTATE\nsettar EFF_LL3 much end\nsettar EFF_RL3 1 "
               "end\nENDSTATE ENDSKILL\n",
               3, Kind::Syntax, "",
               "unexpected 'much'; expected a number, a $parameter or an expression in brackets",
               1},
        Faulty{"CutOff", "a.skl",
               "STARTSKILL S\nSTARTSTATE\nsettar EFF_LL3 1 end\nwait 1 "
               "end\nENDSTATE\n",
               5, Kind::Syntax, "", "the file ends here; expected ENDSKILL", 1},
        Faulty{"UnknownCommand", "a.skl",
               "STARTSKILL S\nSTARTSTATE\njump high end\nsettar EFF_LL3 1 end ENDSTATE "
               "ENDSKILL\n",
               3, Kind::Syntax, "",
               "'jump' is ignored; expected settar, inctar, setscale, wait, reset, setfoot, "
               "STARTCURVE, stabilize or ENDSTATE",
               1},
        Faulty{"ReflectsNothing", "a.skl",
               "STARTSKILL S\nSTARTSTATE settar EFF_LL3 1 end ENDSTATE ENDSKILL\nREFLECTSKILL A "
               "B\n",
               3, Kind::Syntax, "",
               "skill 'A' to reflect is not in this file; expected the name of a skill above", 1}),
    [](const auto& each) { return std::string(each.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Rows, FaultyFileTest,
    testing::Values(
        Faulty{"TooShort", "a.txt", "500" + zeros(24) + "\n500" + zeros(20) + "\n", 2, Kind::Syntax,
               "", "21 numbers in a row; expected 25: milliseconds and 24 angles", 44},
        Faulty{"NoNumber", "a.txt", "0.5" + zeros(22) + "\n0.5" + zeros(21) + " x\n", 2,
               Kind::Syntax, "rle7", "angle 'x' is not a number; expected degrees", 43},
        Faulty{"TimeZero", "a.txt", "0.5" + zeros(22) + "\n0" + zeros(22) + "\n", 2,
               Kind::TimeOutOfOrder, "",
               "row with invalid time '0' is ignored; expected seconds above 0", 22},
        Faulty{"PoseTooShort", "a.pos", "!" + zeros(25) + " 100\n!" + zeros(24) + " 100\n", 2,
               Kind::Syntax, "",
               "25 numbers in a pose, which is ignored; expected 25 angles and milliseconds", 22}),
    [](const auto& each) { return std::string(each.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Magma, FaultyFileTest,
    testing::Values(
        Faulty{"CsvJoint", "a.csv", "m,1.0,NeckYaw,Tail\n00:00:500,p,0.1,0.2\n", 1,
               Kind::UnknownJoint, "Tail",
               "unknown joint 'Tail', whose column is ignored; expected a name such as LKneePitch "
               "or lle4",
               1},
        Faulty{"CsvOrder", "a.csv", "m,1.0,NeckYaw\n00:01:000,p,0.1\n00:00:500,q,0.2\n", 3,
               Kind::TimeOutOfOrder, "",
               "times are out of order: 0.5 s comes after 1 s; expected a later time", 2},
        Faulty{"CsvTime", "a.csv", "m,1.0,NeckYaw\n00:01:000,p,0.1\n1.5,q,0.2\n", 3, Kind::Syntax,
               "", "row with invalid time '1.5' is ignored; expected MM:SS:mmm", 1},
        Faulty{"CsvAngle", "a.csv", "m,1.0,NeckYaw\n00:01:000,p,up\n", 2, Kind::Syntax, "he1",
               "angle 'up' is not a number; expected radians", 0},
        Faulty{"FunctionJoint", "a.mfb",
               "50.0,false,Nao\nTail,linear,1.0,(0 1)\nNeckYaw,linear,1.0,(0 1),(9 2)\n", 2,
               Kind::UnknownJoint, "Tail",
               "unknown joint 'Tail', whose function is ignored; expected a name such as "
               "LKneePitch or lle4",
               2},
        Faulty{"FunctionKind", "a.mfb",
               "50.0,false,Nao\nNeckYaw,wobble,1.0,(0 1)\nNeckPitch,linear,1.0,(0 1),(9 2)\n", 2,
               Kind::Syntax, "he1",
               "function 'wobble' of NeckYaw is ignored; expected linear, spline, sine, sinus, "
               "sinsquare or bezier",
               2},
        Faulty{"FunctionPoint", "a.mfb",
               "50.0,false,Nao\nNeckYaw,linear,1.0,(0 1),(x 2)\nNeckPitch,linear,1.0,(0 1),(9 "
               "2)\n",
               2, Kind::Syntax, "",
               "'(x 2)' of NeckYaw is not a support point, so its function is ignored; expected "
               "(CYCLE DEGREES)",
               2}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(UnswPosTest, NamesBelongToOnePoseAndRepetitionsAreCounted) {
    const std::string pose = "!" + zeros(25) + " 100\n";
    const auto file = readMotions("lean\n" + pose + pose, {"a.pos", {}, {}});
    ASSERT_TRUE(file.has_value());
    const ReadMotion& read = file->motions[0];
    ASSERT_EQ(read.motion.keyframes.size(), 2U);
    EXPECT_EQ(read.motion.keyframes[0]->name, "lean");
    EXPECT_EQ(read.motion.keyframes[1]->name, "");
    ASSERT_EQ(read.findings.size(), 1U);
    EXPECT_EQ(read.findings[0].text, // four columns in each pose
              "wrists and hands are ignored: the simulated Nao has none (8 times)");
}

TEST(TextLinesTest, MayEndWithCarriageReturns) {
    std::vector<std::string> lines;
    for (const TextLine& line : textLines("one\r\ntwo \n\r\nfour\r\n")) {
        lines.emplace_back(line.text);
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two ", "", "four"}));
}

// A row with an earlier time changes neither the motion's end nor the reference for the next row.
TEST(MagmaTableTest, ARowOutOfOrderDoesNotTurnTimeBack) {
    const auto file = readMotions("m,1.0,NeckYaw\n00:02:000,a,0.1\n00:00:500,b,0.2\n"
                                  "00:01:000,c,0.3\n",
                                  {"a.csv", {}, {}});
    ASSERT_TRUE(file.has_value());
    const ReadMotion& read = file->motions[0];
    EXPECT_EQ(read.motion.lengthS, 2.0);
    ASSERT_EQ(read.findings.size(), 2U);
    EXPECT_EQ(read.findings[0].toString(),
              "a.csv:3: error: at 0.500 s: times are out of order: 0.5 s comes after 2 s; expected "
              "a later time");
    EXPECT_EQ(read.findings[1].toString(),
              "a.csv:4: error: at 1.000 s: times are out of order: 1 s comes after 2 s; expected a "
              "later time");
}

TEST(MotionFileTest, MissingFilesAreErrors) {
    const tests::TempDir folder;
    const auto missing = readMotionFile(folder / "none.motion");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_EQ(missing.error().file, (folder / "none.motion").string());
    const auto directory = readMotionFile(folder.path());
    ASSERT_FALSE(directory.has_value());
    EXPECT_EQ(directory.error().code, ErrorCode::InvalidArgument);
}

TEST(MotionFileTest, AFifoIsRejectedAndAByteOrderMarkSkipped) {
    const tests::TempDir folder;
    ASSERT_EQ(::mkfifo((folder / "fifo.motion").c_str(), 0600), 0);
    const auto fifo = readMotionFile(folder / "fifo.motion");
    ASSERT_FALSE(fifo.has_value());
    EXPECT_NE(fifo.error().toString().find("fifo.motion: this is a FIFO"), std::string::npos);
    const std::string text = tests::readUnpacked(
        tests::dataFile("../../motions/library/Basic/head-scan.motion")); // a shipped one
    tests::writeFile(folder / "marked.motion", "\xef\xbb\xbf" + text);
    const auto marked = readMotionFile(folder / "marked.motion");
    ASSERT_TRUE(marked.has_value()) << marked.error().toString();
    EXPECT_FALSE(marked->motions.empty());
}

TEST(MotionFileTest, EveryPrefixOfAFileIsReadOrRejected) {
    const std::string text = "sideline-motion 1\nmotion \"m\"\nkeyframe 1 \"k\"\n  rae1 = ($a + 1) "
                             "* 2; cubic; in -0.1 2\n  left-foot = 0, 1, 2; turn 1, 2, 3; ball\n"
                             "  via 1, 2, 3\nmarker 1 \"x\"\n";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const auto file = readMotions(text.substr(0, size), {"a.motion", {}, {}});
        EXPECT_TRUE(file.has_value() ? !file->motions.empty() : !file.error().message.empty());
    }
}

TEST(MotionFileTest, WritersRejectUnresolvableMotions) {
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    Motion motion;
    motion.keyframeAtForWriting(1.0).joints["he1"].angleDeg = *Value::parse("$missing");
    const auto parameter = writeMotion(motion, Format::FcpSlots, nao);
    ASSERT_FALSE(parameter.has_value());
    EXPECT_EQ(parameter.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(parameter.error().message.find("missing"), std::string::npos);
    motion.keyframeAtForWriting(1.0).joints["he1"].angleDeg = 1.0;
    motion.speed = 0.0;
    for (const FormatInfo& info : formats()) {
        const auto written = writeMotion(motion, info.format, nao);
        if (info.format == Format::Sideline) {
            EXPECT_TRUE(written.has_value());
            continue;
        }
        ASSERT_FALSE(written.has_value()) << info.id;
        EXPECT_EQ(written.error().code,
                  info.canWrite ? ErrorCode::InvalidArgument : ErrorCode::UnsupportedFormat);
    }
}

} // namespace
} // namespace sideline::keyframe
