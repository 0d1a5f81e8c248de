// Motions that exceed the limits: rejected while they are read, in every format, with line and
// limit.
#include <functional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/format/read_limits.h"
#include "motions/limits.h"

namespace sideline::keyframe {
namespace {

using base::ErrorCode;

std::string angles(int count) {
    std::string row;
    for (int i = 0; i < count; ++i) {
        row += " 0";
    }
    return row;
}

struct TooLong {
    const char* name;
    const char* fileName;
    std::string text;
    const char* error;
};

class TooLongFileTest : public testing::TestWithParam<TooLong> {};

TEST_P(TooLongFileTest, IsRejectedWithLineAndLimit) {
    const auto file = readMotions(GetParam().text, {GetParam().fileName, {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(file.error().toString(), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, TooLongFileTest,
    testing::Values(
        TooLong{"Length", "a.motion", "sideline-motion 1\nmotion \"m\"\nlength 1e9\n",
                "a.motion:3: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"Keyframe", "a.motion",
                "sideline-motion 1\nmotion \"m\"\nkeyframe 0\nkeyframe 3600.1\nlle3 = 1\n",
                "a.motion:4: a time of 3600.1 s; expected at most 3600 s"},
        TooLong{"Marker", "a.motion", "sideline-motion 1\nmotion \"m\"\nmarker 1e9 \"end\"\n",
                "a.motion:3: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"Loop", "a.motion", "sideline-motion 1\nmotion \"m\"\nloop 0 1e9 0\n",
                "a.motion:3: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"Entry", "a.motion", "sideline-motion 1\nmotion \"m\"\nentry 1e9\n",
                "a.motion:3: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"SecondMotion", "a.motion",
                "sideline-motion 1\nmotion \"m\"\nlength 1\nmotion \"n\"\nlength 1e9\n",
                "a.motion:5: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"MagmaTable", "a.csv", "m,1.0,LKneePitch\n00:00:000,a,0.1\n99999999:59:000,b,0.2\n",
                "a.csv:3: a time of 5999999999 s; expected at most 3600 s"},
        TooLong{"MagmaFunctions", "a.mfb", "1e9,false,Nao\nLKneePitch,linear,1.0,(0 0),(9 9)\n",
                "a.mfb:1: a time of 20000000 s; expected at most 3600 s"},
        TooLong{"UtWait", "a.skl", "STARTSKILL S\nSTARTSTATE\nwait 1e9 end\nENDSTATE\nENDSKILL\n",
                "a.skl:3: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{
            "FcpSlot", "a.xml",
            "<behavior>\n<slot delta=\"1e9\"><move id=\"2\" angle=\"1\"/></slot>\n</behavior>\n",
            "a.xml:2: a time of 1000000000 s; expected at most 3600 s"},
        TooLong{"RoboNewbie", "a.txt", "20" + angles(24) + "\n1e9" + angles(24) + "\n",
                "a.txt:2: a time of 1000000.02 s; expected at most 3600 s"},
        TooLong{"DreamWing", "a.txt", "0.02" + angles(22) + "\n1e9" + angles(22) + "\n",
                "a.txt:2: a time of 1000000000.02 s; expected at most 3600 s"},
        TooLong{"UnswPos", "a.pos", "!" + angles(25) + " 1e9\n",
                "a.pos:1: a time of 1000000 s; expected at most 3600 s"}),
    [](const auto& each) { return each.param.name; });

TEST(TooLongFileTest, SumsOfTimesCountAsWell) {
    const std::string state = "STARTSTATE\nsettar EFF_LL3 1 end\nwait 2000 end\nENDSTATE\n";
    const auto file =
        readMotions("STARTSKILL S\n" + state + state + state + "ENDSKILL\n", {"a.skl", {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().toString(), "a.skl:9: a time of 4000 s; expected at most 3600 s");
}

TEST(TooLongFileTest, AnHourIsNotTooLong) {
    const auto file = readMotions(
        "sideline-motion 1\nmotion \"m\"\nlength 3600\nkeyframe 3600\nlle3 = 1\n", {"a", {}, {}});
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->motions[0].motion.endS(), 3600.0);
}

// A file with a given number of rows of keys.
struct TooMany {
    const char* name;
    const char* fileName;
    int keysPerRow;
    std::string head;
    std::function<std::string(int row)> row;
    std::string tail;
    int headLines;
    int rowLines;
};

std::string textOf(const TooMany& each, int rows) {
    std::string text = each.head;
    for (int i = 0; i < rows; ++i) {
        text += each.row(i);
    }
    return text + each.tail;
}

class TooManyKeysTest : public testing::TestWithParam<TooMany> {};

TEST_P(TooManyKeysTest, AreRejectedAtTheFirstExcessLine) {
    const TooMany& each = GetParam();
    const int most = static_cast<int>(kMaxKeys) / each.keysPerRow;
    const auto fits = readMotions(textOf(each, most), {each.fileName, {}, {}});
    ASSERT_TRUE(fits.has_value()) << fits.error().toString();
    EXPECT_EQ(keyCount(fits->motions[0].motion), static_cast<std::size_t>(most * each.keysPerRow));
    const auto file = readMotions(textOf(each, most + 1), {each.fileName, {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(file.error().message, "the file has more than 100000 keys");
    EXPECT_EQ(file.error().expected, "at most 100000");
    EXPECT_GT(file.error().line.value_or(0), std::uint64_t(each.headLines + most * each.rowLines));
    EXPECT_LE(file.error().line.value_or(0),
              std::uint64_t(each.headLines + (most + 1) * each.rowLines));
}

INSTANTIATE_TEST_SUITE_P(
    All, TooManyKeysTest,
    testing::Values(
        TooMany{
            "Own", "a.motion", 2, "sideline-motion 1\nmotion \"m\"\n",
            [](int i) { return fmt::format("keyframe {:.2f}\nlle3 = 1\nrle3 = 1\n", 0.02 * i); },
            "", 2, 3},
        TooMany{"MagmaTable", "a.csv", 2, "m,1.0,LKneePitch,RKneePitch\n",
                [](int i) {
                    return fmt::format("{:02}:{:02}:{:03},p,0,0\n", i / 3000, i / 50 % 60,
                                       i % 50 * 20);
                },
                "", 1, 1},
        TooMany{"UtSkill", "a.skl", 2, "STARTSKILL S\n",
                [](int i) {
                    return fmt::format(
                        "STARTSTATE settar EFF_LL3 {} EFF_RL3 {} end wait 0.02 end ENDSTATE\n",
                        i % 9, i % 7);
                },
                "ENDSKILL\n", 1, 1},
        TooMany{"FcpSlots", "a.xml", 2, "<behavior>\n",
                [](int) {
                    return std::string("<slot delta=\"0.02\"><move id=\"6\" angle=\"1\"/><move "
                                       "id=\"7\" angle=\"1\"/></slot>\n");
                },
                "</behavior>\n", 1, 1},
        TooMany{"RoboNewbie", "a.txt", 24, "", [](int) { return "20" + angles(24) + "\n"; }, "", 0,
                1},
        TooMany{"DreamWing", "a.txt", 22, "", [](int) { return "0.02" + angles(22) + "\n"; }, "", 0,
                1},
        TooMany{"UnswPos", "a.pos", 22, "", [](int) { return "!" + angles(25) + " 20\n"; }, "", 0,
                1}),
    [](const auto& each) { return each.param.name; });

TEST(TooManyKeysTest, WavesOfOneLineCountAsKeys) {
    std::string text = "180000,false,Nao\n";
    for (const char* joint : {"lle1", "lle2", "lle3", "lle4", "lle5", "lle6"}) {
        text += fmt::format("{},sine,20,10,0,0\n", joint);
    }
    const auto file = readMotions(text, {"a.mfb", {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().toString(),
              "a.mfb:7: the file has more than 100000 keys; expected at most 100000");
}

TEST(TooManyKeysTest, ReflectionsOfASkillCountAsWell) {
    std::string text = "STARTSKILL S\n";
    for (int i = 0; i < 1000; ++i) {
        text += "STARTSTATE settar EFF_LL3 1 end wait 0.02 end ENDSTATE\n";
    }
    text += "ENDSKILL\n";
    for (int i = 0; i < 200; ++i) {
        text += "REFLECTSKILL S T\n";
    }
    const auto file = readMotions(text, {"a.skl", {}, {}});
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error().toString(),
              "a.skl:1102: the file has more than 100000 keys; expected at most 100000");
}

TEST(TooManyKeysTest, EmptyKeyframesAndMotionsHaveLimitsToo) {
    std::string keyframes = "sideline-motion 1\nmotion \"m\"\n";
    for (int i = 0; i <= 100'000; ++i) {
        keyframes += fmt::format("keyframe {:.3f}\n", 0.01 * i);
    }
    const auto first = readMotions(keyframes, {"a.motion", {}, {}});
    ASSERT_FALSE(first.has_value());
    EXPECT_EQ(first.error().toString(),
              "a.motion:100003: the file has more than 100000 keyframes; expected at most 100000");
    std::string motions = "sideline-motion 1\n";
    for (int i = 0; i <= 1000; ++i) {
        motions += "motion \"m\"\n";
    }
    const auto second = readMotions(motions, {"a.motion", {}, {}});
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().toString(),
              "a.motion:1002: the file has more than 1000 motions; expected at most 1000");
}

TEST(ReadLimitsTest, NothingIsAdmittedOnceThereWasTooMuch) {
    ReadLimits limits;
    EXPECT_TRUE(limits.admitsMotion(2));
    EXPECT_TRUE(limits.admitsKeyframe(3));
    EXPECT_TRUE(limits.admitsKeys(5, 4));
    EXPECT_FALSE(limits.admitsTime(1e9, 5));
    EXPECT_FALSE(limits.admitsMotion(6));
    EXPECT_FALSE(limits.admitsKeyframe(7));
    EXPECT_FALSE(limits.admitsKeys(1, 8));
    EXPECT_FALSE(limits.admitsTime(1.0, 9));
    ASSERT_TRUE(limits.fault());
    EXPECT_EQ(limits.fault()->line, 5U);
}

TEST(LargeFileTest, WrittenMotionsReadBack) {
    Motion motion;
    motion.name = "m";
    motion.lengthS = kLongestMotionS;
    for (std::size_t i = 0; i < kMaxKeys; ++i) {
        Keyframe keyframe;
        keyframe.timeS = 0.03 * static_cast<double>(i);
        keyframe.joints["lle3"].angleDeg = static_cast<double>(i % 90);
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    ASSERT_TRUE(checkSize(motion).has_value());
    const auto& model = robot::naoModel(robot::NaoType::Standard);
    const auto written = writeMotion(motion, Format::Sideline, model);
    ASSERT_TRUE(written.has_value());
    EXPECT_LT(written->text.size(), ReadLimits::kMaxBytes);
    const auto back = readMotions(written->text, {"a.motion", {}, {}});
    ASSERT_TRUE(back.has_value()) << back.error().toString();
    EXPECT_EQ(back->motions[0].motion, motion);
}

TEST(LargeFileTest, OnlyTheFirstThousandFindingsAreReported) {
    std::string text = "sideline-motion 1\nmotion \"m\"\n";
    for (int i = 0; i < 1500; ++i) {
        text += "keyframe soon\n";
    }
    const auto file = readMotions(text, {"a.motion", {}, {}});
    ASSERT_TRUE(file.has_value());
    const auto& findings = file->motions[0].findings;
    ASSERT_EQ(findings.size(), 1001U);
    EXPECT_EQ(findings[999].line, 1002);
    EXPECT_EQ(findings[1000].toString(),
              "a.motion: error: 500 more findings not shown; at most 1000 are listed");
}

TEST(LargeFileTest, AnExpressionThatGrowsWithEveryStateHasAnEnd) {
    std::string text = "STARTSKILL S\n";
    for (int i = 0; i < 3000; ++i) {
        text += "STARTSTATE inctar EFF_LL3 $a end wait 0.02 end ENDSTATE\n";
    }
    const auto file = readMotions(text + "ENDSKILL\n", {"a.skl", {}, {{"a", 0.01}}});
    ASSERT_TRUE(file.has_value());
    const ReadMotion& read = file->motions[0];
    EXPECT_LE(read.motion.keyframes.back()->joints.at("lle3").angleDeg.text().size(),
              kLongestExpression);
    ASSERT_TRUE(hasErrors(read.findings));
    EXPECT_TRUE(checkSize(read.motion).has_value());
}

TEST(SizeTest, ReportsExceededLimits) {
    const auto faultOf = [](const Motion& motion) {
        const auto checked = checkSize(motion);
        return checked ? std::string() : checked.error().toString();
    };
    Motion motion;
    EXPECT_EQ(faultOf(motion), "");
    motion.lengthS = 3601.0;
    EXPECT_EQ(faultOf(motion), "the motion would last 3601 s; expected at most 3600 s");
    motion.lengthS = 0.0;
    motion.markers = {{4000.0, "m"}};
    EXPECT_EQ(faultOf(motion), "the motion would last 4000 s; expected at most 3600 s");
    motion.markers.clear();
    motion.loop = LoopRange{0.0, 5000.0, 0};
    EXPECT_EQ(faultOf(motion), "the motion would last 5000 s; expected at most 3600 s");
    motion.loop.reset();
    Keyframe keyframe;
    auto& target = keyframe.limbs[Limb::LeftFoot];
    target.via.resize(kMaxKeys - 1);
    motion.keyframes.emplace_back(keyframe);
    EXPECT_EQ(faultOf(motion), "");
    motion.keyframes[0].write().joints["he1"].angleDeg = 1.0;
    EXPECT_EQ(faultOf(motion), "the motion would have 100001 keys; expected at most 100000");
    motion.keyframes.clear();
    motion.keyframes.resize(kMaxKeyframes + 1);
    EXPECT_EQ(faultOf(motion), "the motion would have 100001 keyframes; expected at most 100000");
}

} // namespace
} // namespace sideline::keyframe
