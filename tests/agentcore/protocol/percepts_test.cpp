#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

TEST(PerceptsTest, GroundTruthIsSeparate) {
    const std::string_view message = "(See (B (pol 1.00 2.00 3.00)) (mypos 1.00 2.00 0.50) "
                                     "(myorien 90.00) (ballpos -9.80 0.10 0.04))";
    Percepts percepts;
    GroundTruth truth;
    ASSERT_TRUE(parsePercepts(message, percepts, truth));
    EXPECT_EQ(truth.myPosition_S, Eigen::Vector3d(1.0, 2.0, 0.5));
    EXPECT_EQ(truth.myHeadingDeg, 90.0);
    EXPECT_EQ(truth.ballPosition_S, Eigen::Vector3d(-9.8, 0.1, 0.04));

    std::string whole;
    writePercepts(percepts, truth, whole);
    EXPECT_EQ(whole, message);
    std::string without;
    writePercepts(percepts, without);
    EXPECT_EQ(without, "(See (B (pol 1.00 2.00 3.00)))");

    ASSERT_TRUE(parsePercepts("(See (B (pol 1.00 2.00 3.00)))", percepts, truth));
    EXPECT_FALSE(truth.hasAny()) << "the truth of the message before is gone";
}

TEST(PerceptsTest, ReadsEveryWordOfAMessage) {
    const auto percepts = parsePercepts(
        "(time (now 104.87))(GS (unum 3) (team left) (sl 1) (sr 2) (t 3.50) (pm PlayOn))"
        "(GYR (n torso) (rt 0.24 -0.05 0.02))(ACC (n torso) (a -0.01 0.05 9.80))"
        "(HJ (n hj1) (ax -1.50))(UJ (n laj1_2) (ax1 -1.32) (ax2 2.00))"
        "(See (G2R (pol 17.55 -3.33 4.31)) (B (pol 8.51 -0.21 -0.17))"
        " (P (team UTA) (id 1) (rlowerarm (pol 0.18 -35.78 -21.65)) (llowerarm (pol 0.19 34 -21)))"
        " (P (team X) (id 2) (pol 5 6 7))"
        " (mypos -1.00 2.00 0.55) (myorien 90.00) (ballpos 0.00 0.10 0.04)"
        " (L (pol 12.11 -40.77 -2.40) (pol 12.95 -37.76 -2.41)))"
        "(FRP (n rf) (c -0.01 0.03 -0.01) (f 1.00 2.00 22.59))(TCH n bumper val 1)"
        "(hear UTA 12.30 self hello)(hear 12.30 -30.50 old)(newword 1 (2 3))");
    ASSERT_TRUE(percepts) << percepts.error().toString();
    EXPECT_EQ(percepts->serverTimeS, 104.87);
    EXPECT_EQ(percepts->gameTimeS, 3.5);
    EXPECT_EQ(percepts->playMode, "PlayOn");
    EXPECT_EQ(percepts->unum, 3);
    EXPECT_EQ(percepts->ownSide, "left");
    EXPECT_EQ(percepts->scoreLeft, 1);
    EXPECT_EQ(percepts->scoreRight, 2);
    ASSERT_EQ(percepts->gyros.size(), 1U);
    EXPECT_EQ(percepts->gyros[0].value.y(), -0.05);
    EXPECT_EQ(percepts->accelerometers.at(0).value.z(), 9.8);
    ASSERT_EQ(percepts->joints.size(), 3U);
    EXPECT_EQ(percepts->joints[0].angleDeg, -1.5);
    EXPECT_EQ(percepts->joints[2].axis, 2);
    EXPECT_EQ(percepts->joints[2].name, "laj1_2");
    ASSERT_TRUE(percepts->vision);
    EXPECT_EQ(percepts->vision->objects.size(), 2U);
    EXPECT_EQ(percepts->vision->objects[1].name, "B");
    ASSERT_EQ(percepts->vision->players.size(), 2U);
    EXPECT_EQ(percepts->vision->players[0].parts[1].name, "llowerarm");
    EXPECT_EQ(percepts->vision->players[1].parts.at(0).polar, (Polar{5, 6, 7}));
    ASSERT_EQ(percepts->vision->lines.size(), 1U);
    EXPECT_EQ(percepts->vision->lines[0].second.distanceM, 12.95);
    ASSERT_EQ(percepts->forces.size(), 1U);
    EXPECT_EQ(percepts->forces[0].forceN.z(), 22.59);
    ASSERT_EQ(percepts->touches.size(), 1U);
    EXPECT_TRUE(percepts->touches[0].isTouching);
    ASSERT_EQ(percepts->heard.size(), 2U);
    EXPECT_TRUE(percepts->heard[0].isOwn);
    EXPECT_EQ(percepts->heard[0].team, "UTA");
    EXPECT_EQ(percepts->heard[1].directionDeg, -30.5);
    EXPECT_EQ(percepts->heard[1].text, "old");
    ASSERT_EQ(percepts->unread.size(), 1U);
    EXPECT_EQ(percepts->unread[0].name, "newword");
}

TEST(PerceptsTest, ReadsEveryMessageOfARealServer) {
    int visionFrames = 0;
    int messages = 0;
    for (const auto& record : tests::readAgentRecords(tests::dataFile("arms-t0.agent.rec.gz"))) {
        if (!record.isFromServer) {
            continue;
        }
        const auto percepts = parsePercepts(record.message);
        ASSERT_TRUE(percepts) << percepts.error().toString() << '\n' << record.message;
        EXPECT_EQ(percepts->joints.size(), 22U);
        EXPECT_EQ(percepts->gyros.size(), 1U);
        visionFrames += percepts->vision ? 1 : 0;
        ++messages;
    }
    EXPECT_GT(messages, 200);
    EXPECT_NEAR(3.0 * visionFrames, messages, 3.0);
}

using Reason = UnreadPercept::Reason;

std::ptrdiff_t failedCount(const Percepts& percepts) {
    return std::ranges::count(percepts.unread, Reason::Failed, &UnreadPercept::reason);
}

TEST(PerceptsTest, ReadsFormatsOfOlderServers) {
    const auto percepts = parsePercepts(
        "(GS (t 0.00) (pm BeforeKickOff))(AgentState (pan_tilt -5 10) (battery 75.50) (temp 48))"
        "(HJ (ax 1.5)(n hj1))(UJ (n laj1_2) (ax1 -1.32) (ax2 2.00))(TCH (n rf) (val 0))"
        "(See (F1L (pol 1.00 2.00 3.00)) (P (team X) (id 2) (pol 5.00 6.00 7.00)) "
        "( (id head) (pol 4.00 -90.00 2.00)) ( (id 0) (pol 5.00 0.00 0.00)))"
        "(hear 3.00 self own)(hear 3.00 -0.00 other)(hear A 3.00 self own)(hear B 3.00 45.00 far)");
    ASSERT_TRUE(percepts) << percepts.error().toString();
    EXPECT_TRUE(percepts->unread.empty());
    EXPECT_EQ(percepts->gameTimeS, 0.0);
    EXPECT_FALSE(percepts->unum || percepts->scoreLeft || percepts->serverTimeS);
    EXPECT_EQ(percepts->batteryLevel, 75.5);
    EXPECT_EQ(percepts->temperatureC, 48.0);
    EXPECT_EQ(percepts->panTiltDeg, Eigen::Vector2i(-5, 10));
    EXPECT_EQ(percepts->joints.at(0).name, "hj1");
    EXPECT_EQ(percepts->joints.at(1).axis, 1);
    EXPECT_FALSE(percepts->touches.at(0).isTouching);
    const auto& players = percepts->vision->players;
    ASSERT_EQ(players.size(), 3U);
    EXPECT_EQ(players[0], (SeenPlayer{"X", 2, {{"", {5, 6, 7}}}}));
    EXPECT_EQ(players[1], (SeenPlayer{"", 0, {{"head", {4, -90, 2}}}}));
    EXPECT_EQ(players[2], (SeenPlayer{"", 0, {{"", {5, 0, 0}}}}));
    ASSERT_EQ(percepts->heard.size(), 4U);
    EXPECT_TRUE(percepts->heard[0].isOwn);
    EXPECT_EQ(percepts->heard[1].team, "");
    EXPECT_FALSE(percepts->heard[1].isOwn);
    EXPECT_EQ(percepts->heard[2].team, "A");
    EXPECT_EQ(percepts->heard[3].directionDeg, 45.0);
    EXPECT_EQ(percepts->heard[3].text, "far");
}

TEST(PerceptsTest, ReportsAssignedNumberAndSide) {
    const auto percepts = parsePercepts("(GS (unum 11) (team right) (t 1.00) (pm PlayOn))");
    ASSERT_TRUE(percepts);
    EXPECT_EQ(percepts->unum, 11);
    EXPECT_EQ(percepts->ownSide, "right");
    EXPECT_FALSE(percepts->scoreLeft);
}

// Skipped lists, and the parts of the message that are still used.
struct PassedOver {
    const char* text;
    Reason reason;
    std::string_view name;
    std::string_view list;
};

class PassedOverTest : public ::testing::TestWithParam<PassedOver> {};

TEST_P(PassedOverTest, IsKeptWithItsOffsetAndTheRestCounts) {
    const PassedOver& row = GetParam();
    const std::string text = std::string(row.text) + "(HJ (n last) (ax 1.00))";
    const auto percepts = parsePercepts(text);
    ASSERT_TRUE(percepts) << text << '\n' << percepts.error().toString();
    ASSERT_EQ(percepts->unread.size(), 1U) << text;
    const UnreadPercept& unread = percepts->unread[0];
    EXPECT_EQ(unread.reason, row.reason) << text;
    EXPECT_EQ(unread.name, row.name) << text;
    EXPECT_EQ(unread.text, row.list) << text;
    EXPECT_EQ(unread.byteOffset, text.find(row.list)) << text;
    EXPECT_EQ(std::string_view(unread.expected).empty(), row.reason == Reason::Unknown) << text;
    EXPECT_EQ(failedCount(*percepts), row.reason == Reason::Failed ? 1 : 0);
    ASSERT_FALSE(percepts->joints.empty()) << text;
    EXPECT_EQ(percepts->joints.back().name, "last") << text;
}

INSTANTIATE_TEST_SUITE_P(
    Lists, PassedOverTest,
    ::testing::Values(
        PassedOver{"(new 1 (2 3))", Reason::Unknown, "new", "(new 1 (2 3))"},
        PassedOver{"()", Reason::Unknown, "", "()"},
        PassedOver{"((a) b)", Reason::Unknown, "", "((a) b)"},
        PassedOver{"(GS (t 1.00) (var 3) (pm PlayOn))", Reason::Unknown, "var", "(var 3)"},
        PassedOver{"(HJ (n a) (ax 1.00) (rt 2.00))", Reason::Unknown, "rt", "(rt 2.00)"},
        PassedOver{"(AgentState (mood good))", Reason::Unknown, "mood", "(mood good)"},
        PassedOver{"(time (now x))", Reason::Failed, "time", "(time (now x))"},
        PassedOver{"(time (now nan))", Reason::Failed, "time", "(time (now nan))"},
        PassedOver{"(time)", Reason::Failed, "time", "(time)"},
        PassedOver{"(GS (t inf) (pm PlayOn))", Reason::Failed, "t", "(t inf)"},
        PassedOver{"(GS (sl 1.5) (sr 2))", Reason::Failed, "sl", "(sl 1.5)"},
        PassedOver{"(GS (sl 1) (sr 99999999999))", Reason::Failed, "sr", "(sr 99999999999)"},
        PassedOver{"(GS (pm (a)))", Reason::Failed, "pm", "(pm (a))"},
        PassedOver{"(GS (t 1.0) pm)", Reason::Failed, "GS", "(GS (t 1.0) pm)"},
        PassedOver{"(GYR (n t) (rt 1 2))", Reason::Failed, "GYR", "(GYR (n t) (rt 1 2))"},
        PassedOver{"(GYR (rt 1 2 3))", Reason::Failed, "GYR", "(GYR (rt 1 2 3))"},
        PassedOver{"(ACC (n t) (a 1 nan 3))", Reason::Failed, "ACC", "(ACC (n t) (a 1 nan 3))"},
        PassedOver{"(HJ (n a) (ax nan))", Reason::Failed, "HJ", "(HJ (n a) (ax nan))"},
        PassedOver{"(HJ (n a) (ax -inf))", Reason::Failed, "HJ", "(HJ (n a) (ax -inf))"},
        PassedOver{"(HJ (n a) (ax 1.00 2))", Reason::Failed, "HJ", "(HJ (n a) (ax 1.00 2))"},
        PassedOver{"(HJ (rt 2) (n a))", Reason::Failed, "HJ", "(HJ (rt 2) (n a))"},
        PassedOver{"(UJ (n a) (ax1 1.00))", Reason::Failed, "UJ", "(UJ (n a) (ax1 1.00))"},
        PassedOver{"(FRP (n a) (c 0 0 0))", Reason::Failed, "FRP", "(FRP (n a) (c 0 0 0))"},
        PassedOver{"(TCH (n a) (val x))", Reason::Failed, "TCH", "(TCH (n a) (val x))"},
        PassedOver{"(TCH n a)", Reason::Failed, "TCH", "(TCH n a)"},
        PassedOver{"(See (B (pol 1 2)))", Reason::Failed, "B", "(B (pol 1 2))"},
        PassedOver{"(See (B (pol nan 2 3)) (F1L (pol 1 2 3)))", Reason::Failed, "B",
                   "(B (pol nan 2 3))"},
        PassedOver{"(See (L (pol 1 2 3)))", Reason::Failed, "L", "(L (pol 1 2 3))"},
        PassedOver{"(See (P (team A) (id 1)))", Reason::Failed, "P", "(P (team A) (id 1))"},
        PassedOver{"(See (P (team A) (head (pol 1 2 inf))))", Reason::Failed, "P",
                   "(P (team A) (head (pol 1 2 inf)))"},
        PassedOver{"(See (mypos 1 2))", Reason::Failed, "mypos", "(mypos 1 2)"},
        PassedOver{"(See (myorien x))", Reason::Failed, "myorien", "(myorien x)"},
        PassedOver{"(See B)", Reason::Failed, "See", "(See B)"},
        PassedOver{"(See (B (pol 1 2 3)))(See )", Reason::Failed, "See", "(See )"},
        PassedOver{"(hear a)", Reason::Failed, "hear", "(hear a)"},
        PassedOver{"(hear A 1.0 self)", Reason::Failed, "hear", "(hear A 1.0 self)"},
        PassedOver{"(hear A 1.0 nan b)", Reason::Failed, "hear", "(hear A 1.0 nan b)"},
        PassedOver{"(hear A 1.0 2.0 b c)", Reason::Failed, "hear", "(hear A 1.0 2.0 b c)"}));

TEST(PerceptsTest, BadlyClippedLinesAreKeptSeparately) {
    const auto percepts =
        parsePercepts("(See (L (pol 10.40 57.72 39.04) (pol nan nan nan)) (L (pol 1.00 2.00 3.00) "
                      "(pol 4.00 5.00 6.00)) (L (pol -nan 0.00 0.00) (pol 1.00 2.00 3.00)))");
    ASSERT_TRUE(percepts && percepts->vision);
    EXPECT_TRUE(percepts->unread.empty());
    EXPECT_EQ(percepts->vision->lines.size(), 1U);
    ASSERT_EQ(percepts->vision->cutLines.size(), 2U);
    EXPECT_EQ(percepts->vision->cutLines[0].first.distanceM, 10.4);
    EXPECT_TRUE(std::isnan(percepts->vision->cutLines[0].second.distanceM));
}

TEST(PerceptsTest, InvalidListKeepsTheOthers) {
    const auto percepts =
        parsePercepts("(GS (sl x) (sr 2) (t 1.00))"
                      "(See (B (pol nan 0 0)) (F1L (pol 1.00 2.00 3.00)) (L (pol 1 2 3)))");
    ASSERT_TRUE(percepts);
    EXPECT_EQ(failedCount(*percepts), 3);
    EXPECT_FALSE(percepts->scoreLeft);
    EXPECT_EQ(percepts->scoreRight, 2);
    ASSERT_TRUE(percepts->vision);
    EXPECT_EQ(percepts->vision->objects.size(), 1U);
    EXPECT_TRUE(percepts->vision->lines.empty());
}

TEST(PerceptsTest, UnreadableVisionIsDiscarded) {
    const auto percepts = parsePercepts("(See (B (pol 1 2 3)) x)");
    ASSERT_TRUE(percepts);
    EXPECT_EQ(failedCount(*percepts), 1);
    EXPECT_FALSE(percepts->vision);
    const auto twice = parsePercepts("(See (B (pol 1 2 3)) x)(See (F1L (pol 4 5 6)))");
    ASSERT_TRUE(twice && twice->vision) << "the next one is used";
    ASSERT_EQ(twice->vision->objects.size(), 1U);
    EXPECT_EQ(twice->vision->objects[0].name, "F1L");
}

TEST(PerceptsTest, BrokenMessageReportsOffsetAndIsDiscarded) {
    struct Row {
        const char* text;
        std::uint64_t byteOffset;
    };
    for (const Row& row : {Row{"(time (now 1.0))x", 16}, Row{"(HJ (n hj1) (ax 1.0)", 20},
                           Row{"time", 0}, Row{")", 0}, Row{"(time (now 1.0)))", 16},
                           Row{"(hear A 1.0 self \x01)", 17}, Row{"(HJ (n a\x7f) (ax 1))", 8},
                           Row{"(See (P (team A) (head (pol 1 2", 31}, Row{"(new (a (b) c)", 14}}) {
        Percepts percepts;
        percepts.serverTimeS = 5.0;
        const auto read = parsePercepts(row.text, percepts);
        ASSERT_FALSE(read) << row.text;
        EXPECT_EQ(read.error().byteOffset, row.byteOffset) << row.text;
        EXPECT_FALSE(percepts.serverTimeS || !percepts.order.empty() || !percepts.joints.empty());
    }
}

TEST(PerceptsTest, MessageLengthIsLimited) {
    const std::string deep(100, '(');
    EXPECT_EQ(parsePercepts(deep).error().code, base::ErrorCode::LimitExceeded);
    const std::string longWord = "(" + std::string(5000, 'a') + ")";
    EXPECT_EQ(parsePercepts(longWord).error().code, base::ErrorCode::LimitExceeded);
    const std::string large = "(a " + std::string(kMaxPerceptBytes, ' ') + ")";
    EXPECT_EQ(parsePercepts(large).error().code, base::ErrorCode::LimitExceeded);
}

TEST(PerceptsTest, ReadingReplacesOldPercepts) {
    Percepts percepts;
    ASSERT_TRUE(parsePercepts("(time (now 1.00))(See (P (team A) (id 3) (head (pol 1 2 3)) (rfoot "
                              "(pol 4 5 6))) (mypos 1 2 3))(hear A 1.0 self a)(x)(HJ (n a) (ax 1))",
                              percepts));
    ASSERT_TRUE(parsePercepts("(See (P (team B) (lfoot (pol 7 8 9))))", percepts));
    EXPECT_FALSE(percepts.serverTimeS);
    EXPECT_TRUE(percepts.joints.empty() && percepts.heard.empty() && percepts.unread.empty());
    EXPECT_EQ(percepts.order.size(), 1U);
    ASSERT_EQ(percepts.vision->players.size(), 1U);
    EXPECT_EQ(percepts.vision->players[0], (SeenPlayer{"B", 0, {{"lfoot", {7, 8, 9}}}}));
    ASSERT_TRUE(parsePercepts("(HJ (n a) (ax 1))", percepts));
    EXPECT_FALSE(percepts.vision);
}

} // namespace
} // namespace sideline::protocol
