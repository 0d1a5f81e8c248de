#include "agentcore/protocol/mujoco_actions.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/protocol/base64.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol::mujoco {
namespace {

std::string rewritten(const Message& message) {
    std::string text;
    Writer writer(text);
    for (const Action& action : message.actions) {
        EXPECT_TRUE(writer.write(action));
    }
    return text;
}

TEST(MujocoActionsTest, ReadsAgentMessages) {
    Message message;
    parseMessage("(init T1 Alpha 3)(beam -8 -4.5 90)(he1 1.20 -2 25.00 .6 1e1)(SPK say 100 AQID)"
                 "(syn)",
                 message);
    ASSERT_EQ(message.actions.size(), 5U);
    EXPECT_EQ(message.unread, 0U);
    const auto& join = std::get<Join>(message.actions[0]);
    EXPECT_EQ(join.robot, "T1");
    EXPECT_EQ(join.team, "Alpha");
    EXPECT_EQ(join.unum, 3);
    const auto& beam = std::get<Beam>(message.actions[1]);
    EXPECT_EQ(beam.xM.value, -8.0);
    EXPECT_EQ(beam.yM.value, -4.5);
    EXPECT_EQ(beam.headingDeg.value, 90.0);
    const auto& motor = std::get<Motor>(message.actions[2]);
    EXPECT_EQ(motor.name, "he1");
    EXPECT_EQ(motor.angleDeg.value, 1.2);
    EXPECT_EQ(motor.speedDegPerS.value, -2.0);
    EXPECT_EQ(motor.kpNmPerRad.value, 25.0);
    EXPECT_EQ(motor.kdNmsPerRad.value, 0.6);
    EXPECT_EQ(motor.torqueNm.value, 10.0);
    EXPECT_EQ(std::get<Speak>(message.actions[3]).base64, "AQID");
    EXPECT_TRUE(std::holds_alternative<Sync>(message.actions[4]));
}

TEST(MujocoActionsTest, KeepsIgnoredLists) {
    for (const char* text : {"(he1 1.0 2.0)", "(he1 1 2 3 4 nan)", "(he1 1 2 3 4 5 6)",
                             "(beam 1 2)", "(init T1 A)", "(init T1 A x)", "(SPK say 100)",
                             "(scene file 0)", "(pass)", "()", "((he1 1 2 3 4 5))", "(syn now)"}) {
        Message message;
        const std::string all = std::string(text) + "(syn)";
        parseMessage(all, message);
        ASSERT_EQ(message.actions.size(), 2U) << text;
        EXPECT_EQ(message.unread, 1U) << text;
        EXPECT_EQ(std::get<Unread>(message.actions[0]).text, text);
        EXPECT_EQ(rewritten(message), all);
    }
}

TEST(MujocoActionsTest, ReportsPositionOfBrokenText) {
    for (const char* text : {"(syn)(he1 1 2", "(syn) he1", "(syn))"}) {
        Message message;
        parseMessage(text, message);
        EXPECT_EQ(message.actions.size(), 1U) << text;
        ASSERT_TRUE(message.damage) << text;
        EXPECT_GE(message.damage->byteOffset.value_or(0), 5U) << text;
    }
}

TEST(MujocoActionsTest, WritesOnlyWhatTheServerReads) {
    std::string text;
    Writer writer(text);
    EXPECT_TRUE(writer.join({"T1", "Alpha", 3}));
    EXPECT_TRUE(writer.motor({"he1", {1.25, ""}, {0.0, ""}, {25.0, ""}, {0.6, ""}, {0.0, ""}}));
    EXPECT_TRUE(writer.beam({{-8.0, ""}, {-4.5, ""}, {90.0, ""}}));
    EXPECT_TRUE(writer.say("\x01\x02\x03"));
    EXPECT_TRUE(writer.sync());
    EXPECT_EQ(text, "(init T1 Alpha 3)(he1 1.25 0 25 0.6 0)(beam -8 -4.5 90)(SPK say 100 AQID)"
                    "(syn)");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::string before = text;
    EXPECT_FALSE(writer.join({"T1", "A team", 3}));
    EXPECT_FALSE(writer.join({"", "Alpha", 3}));
    EXPECT_FALSE(writer.join({"T1", "Alpha", 100}));
    EXPECT_FALSE(writer.motor({"he1", {nan, ""}, {0.0, ""}, {25.0, ""}, {0.6, ""}, {0.0, ""}}));
    EXPECT_FALSE(writer.motor({"he(", {0.0, ""}, {0.0, ""}, {25.0, ""}, {0.6, ""}, {0.0, ""}}));
    EXPECT_FALSE(writer.beam({{1e9, ""}, {0.0, ""}, {0.0, ""}}));
    EXPECT_FALSE(writer.say(""));
    EXPECT_FALSE(writer.say("elevenbytes"));
    EXPECT_EQ(text, before);
}

TEST(MujocoActionsTest, RecognizesJoinRequest) {
    const auto join = joinIn("(init K1 Beta 11)");
    ASSERT_TRUE(join);
    EXPECT_EQ(join->robot, "K1");
    EXPECT_FALSE(joinIn("(init (unum 1)(teamname A))"));
    EXPECT_FALSE(joinIn("(scene rsg/agent/nao/nao_hetero.rsg 0)"));
    EXPECT_FALSE(joinIn(""));
}

TEST(MujocoActionsTest, Base64RoundTrips) {
    for (const auto& [bytes, text] : {std::pair<std::string_view, std::string_view>{"", ""},
                                      {"a", "YQ=="},
                                      {"ab", "YWI="},
                                      {"abc", "YWJj"},
                                      {"\xff\xfe\x00 ", "//4="}}) {
        std::string out;
        appendBase64(out, bytes);
        EXPECT_EQ(out, text);
        std::string back = "before ";
        EXPECT_TRUE(appendFromBase64(back, text));
        EXPECT_EQ(back, "before " + std::string(bytes));
    }
    for (const char* text : {"A", "AB", "ABC", "A===", "AB=C", "AB C", "====", "YWJj="}) {
        std::string out = "before";
        EXPECT_FALSE(appendFromBase64(out, text)) << text;
        EXPECT_EQ(out, "before");
    }
}

void expectExact(const std::filesystem::path& file, std::size_t messages) {
    Message message;
    std::size_t count = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (record.isFromServer) {
            continue;
        }
        ++count;
        parseMessage(record.message, message);
        ASSERT_EQ(message.unread, 0U) << record.message;
        ASSERT_FALSE(message.damage);
        ASSERT_EQ(rewritten(message), record.message);
    }
    EXPECT_EQ(count, messages);
}

TEST(MujocoActionsTest, ShippedStreamRoundTripsByteForByte) {
    expectExact(tests::dataFile("mj/agent.rec.xz"), 210);
}

TEST(MujocoActionsTest, RealTimeStreamRoundTripsByteForByte) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/A-alpha3.agent.rec.xz");
    expectExact(file, 2844);
}

TEST(MujocoActionsTest, SyncStreamRoundTripsByteForByte) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-Alpha2.agent.rec.xz");
    expectExact(file, 2126);
}

} // namespace
} // namespace sideline::protocol::mujoco
