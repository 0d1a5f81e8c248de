#include <string>

#include <gtest/gtest.h>

#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/number_percepts.h"
#include "agentcore/protocol/percepts.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

std::string writtenAgain(std::string_view message) {
    Percepts percepts;
    GroundTruth truth;
    const auto read = parsePercepts(message, percepts, truth);
    EXPECT_TRUE(read) << message;
    std::string text;
    writePercepts(percepts, truth, text);
    return text;
}

TEST(PerceptWriterTest, WritesEveryPerceptLikeTheServer) {
    for (const char* text :
         {"(time (now 0.02))", "(GS (t 0.00) (pm BeforeKickOff))",
          "(GS (unum 1) (team left) (sl 0) (sr 10) (t 301.50) (pm free_kick_left))",
          "(AgentState (pan_tilt 0 -30) (battery 100.00) (temp 23.00))",
          "(GYR (n torso) (rt -0.00 6342.50 0.01))", "(ACC (n torso) (a 0.00 0.05 9.81))",
          "(HJ (n raj4) (ax -112.12))", "(UJ (n laj1_2) (ax1 -1.32) (ax2 2.00))",
          "(FRP (n lf) (c -0.01 0.03 -0.01) (f 0.10 -0.20 22.59))",
          "(TCH (n rf) (val 1))(TCH (n lf) (val 0))", "(See )",
          "(See (G2R (pol 17.55 -3.33 4.31)) (P (team UTA) (id 1) (rlowerarm (pol 0.18 -35.78 "
          "-21.65)) (llowerarm (pol 0.19 34.00 -21.00))) (B (pol 8.51 -0.21 -0.17)) (mypos -1.00 "
          "2.00 0.55) (myorien 90.00) (ballpos 0.00 0.10 0.04) (L (pol 12.11 -40.77 -2.40) (pol "
          "12.95 -37.76 -2.41)))",
          "(See (P (team A) (head (pol 1.00 2.00 3.00))) (P (team A) (id 2) (pol 5.00 6.00 7.00)) "
          "( "
          "(id head) (pol 4.00 -90.00 2.00)) ( (id 0) (pol 5.00 0.00 0.00)))",
          "(See (L (pol 10.40 57.72 39.04) (pol nan nan nan)) (L (pol -nan nan -nan) (pol 1.00 "
          "2.00 "
          "3.00)))",
          "(hear UTA 12.30 self hello)(hear UTA 12.30 -30.50 mate)(hear 0.00 self a)"}) {
        EXPECT_EQ(writtenAgain(text), text);
    }
}

// Numbers of a percept, different in each list and place.
void setNumbers(double& value, double& next) {
    value = next += 0.25;
}
template <int kSize>
void setNumbers(Eigen::Matrix<double, kSize, 1>& value, double& next) {
    for (double& number : value) {
        setNumbers(number, next);
    }
}

TEST(PerceptWriterTest, EveryRowOfNumbersReadsBackOnItsServers) {
    for (const game::ServerKind server :
         {game::ServerKind::SimSpark, game::ServerKind::Rcssservermj}) {
        Percepts written;
        written.server = server;
        written.joints.push_back({"hj1", 0, 1.5}); // identifies the server
        std::size_t rows = 0;
        double next = 0.0;
        forEachNumberPercept([&](const auto& row) {
            auto& percept = (written.*row.list).emplace_back();
            percept.name = "sensor";
            std::apply(
                [&](const auto&... lists) { (setNumbers(percept.*lists.member, next), ...); },
                row.numbers);
            ++rows;
        });
        std::string text;
        writePercepts(written, text);
        const auto read = parsePercepts(text);
        ASSERT_TRUE(read) << text;
        EXPECT_TRUE(read->unread.empty()) << text;
        EXPECT_EQ(read->server, server);
        forEachNumberPercept([&](const auto& row) {
            const auto& list = (*read).*row.list;
            ASSERT_EQ(list.size(), row.isOf(server) ? 1U : 0U) << row.text.word;
            if (!list.empty()) {
                EXPECT_EQ(list[0].name, "sensor");
                const auto expectSame = [&](const auto& numbers) {
                    EXPECT_EQ(numbersOf(list[0].*numbers.member),
                              numbersOf((written.*row.list)[0].*numbers.member))
                        << row.text.word;
                };
                std::apply([&](const auto&... numbers) { (expectSame(numbers), ...); },
                           row.numbers);
            }
        });
        EXPECT_GE(rows, 5U);
    }
}

TEST(PerceptWriterTest, KeepsOrderAndUnreadLists) {
    for (const char* text :
         {"(HJ (n a) (ax 1.00))(GYR (n t) (rt 1.00 2.00 3.00))(HJ (n b) (ax 2.00))(time (now "
          "1.00))",
          "(new 1 (2 3))(HJ (n a) (ax nan))(HJ (n b) (ax 2.00))()",
          "(See (B (pol nan 1 2)) (F1L (pol 1.00 2.00 3.00)) (L (pol 1)) (G1L (pol 1.00 2.00 "
          "3.00)))"}) {
        EXPECT_EQ(writtenAgain(text), text);
    }
}

TEST(PerceptWriterTest, WritesNumbersWithTwoDecimals) {
    EXPECT_EQ(writtenAgain("(time (now 1))( HJ (n a)(ax 1e1) )"),
              "(time (now 1.00))(HJ (n a) (ax 10.00))");
    EXPECT_EQ(
        writtenAgain("(HJ (n a) (ax 0.129))(HJ (n b) (ax -0.001))(HJ (n c) (ax 123456789012345))"),
        "(HJ (n a) (ax 0.13))(HJ (n b) (ax -0.00))(HJ (n c) (ax 123456789012345.00))");
}

TEST(PerceptWriterTest, PerceptsWithoutOrderUseTheServersOrder) {
    Percepts percepts;
    percepts.heard.push_back({"A", 1.0, true, 0.0, "hi"});
    percepts.joints.push_back({"hj1", 0, 1.5});
    percepts.joints.push_back({"laj1_2", 1, 2.5});
    percepts.joints.push_back({"laj1_2", 2, 3.5});
    percepts.gyros.push_back({"torso", {1, 2, 3}});
    VisionPercept vision;
    vision.lines.push_back({{1, 2, 3}, {4, 5, 6}});
    vision.objects.push_back({"B", {7, 8, 9}});
    percepts.vision = vision;
    percepts.gameTimeS = 2.0;
    percepts.serverTimeS = 3.0;
    std::string text = "kept ";
    writePercepts(percepts, text);
    EXPECT_EQ(text, "kept (time (now 3.00))(GS (t 2.00))(GYR (n torso) (rt 1.00 2.00 3.00))"
                    "(See (B (pol 7.00 8.00 9.00)) (L (pol 1.00 2.00 3.00) (pol 4.00 5.00 6.00)))"
                    "(HJ (n hj1) (ax 1.50))(UJ (n laj1_2) (ax1 2.50) (ax2 3.50))"
                    "(hear A 1.00 self hi)");
}

// Every message of a stream is parsed completely and written identically.
void expectExactStream(const std::filesystem::path& file) {
    Percepts percepts;
    GroundTruth truth;
    std::string text;
    std::size_t messages = 0;
    for (const auto& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        ++messages;
        const auto read = parsePercepts(record.message, percepts, truth);
        ASSERT_TRUE(read) << record.message;
        ASSERT_TRUE(percepts.unread.empty()) << percepts.unread[0].text;
        text.clear();
        writePercepts(percepts, truth, text);
        ASSERT_EQ(text, record.message);
    }
    EXPECT_GT(messages, 100U);
}

TEST(PerceptWriterTest, ShippedStreamIsWrittenByteForByte) {
    expectExactStream(tests::dataFile("arms-t0.agent.rec.gz"));
}

class RecordedStreamTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedStreamTest, IsWrittenByteForByte) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam());
    expectExactStream(file);
}

INSTANTIATE_TEST_SUITE_P(Shared, RecordedStreamTest,
                         ::testing::Values("agent/ut-fine00.rec.gz", "agent/ut-fine02.rec.gz",
                                           "agent/ut-player00.rec.gz", "agent/ut-player02.rec.gz",
                                           "sim/arms-t0.agent.rec.gz", "sim/ball-t0.agent.rec.gz",
                                           "sim/limits-t0.agent.rec.gz",
                                           "sim/squat-t0.agent.rec.gz", "sim/squat-t4.agent.rec.gz",
                                           "sim/stand-t0.agent.rec.gz"));

} // namespace
} // namespace sideline::protocol
