#include "logs/session/agent_recording.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

std::string twoRecords() {
    std::string bytes;
    appendRecord(bytes, Speaker::Agent, "(syn)");
    appendRecord(bytes, Speaker::Server, "(time (now 1.00))");
    return bytes;
}

TEST(AgentRecordingTest, ReadsBackWrittenMessages) {
    std::string bytes = twoRecords();
    appendRecord(bytes, Speaker::Trainer, "(ball (pos 0 0 0))");
    appendRecord(bytes, Speaker::Agent, "");
    const auto recording = AgentRecording::parse(bytes, "x.rec");
    ASSERT_TRUE(recording) << recording.error().toString();
    EXPECT_FALSE(recording->damage());
    ASSERT_EQ(recording->messages().size(), 4U);
    EXPECT_EQ(recording->messages()[1].speaker, Speaker::Server);
    EXPECT_EQ(recording->messages()[1].text, "(time (now 1.00))");
    EXPECT_EQ(recording->messages()[1].byteOffset, 10U);
    EXPECT_EQ(recording->messages()[2].speaker, Speaker::Trainer);
    EXPECT_TRUE(recording->messages()[3].text.empty());
}

TEST(AgentRecordingTest, ReadsACompressedRecordingOfARealServer) {
    const auto recording = AgentRecording::read(tests::dataFile("arms-t0.agent.rec.gz"));
    ASSERT_TRUE(recording) << recording.error().toString();
    EXPECT_FALSE(recording->damage());
    EXPECT_EQ(recording->messages().front().text, "(scene rsg/agent/nao/nao_hetero.rsg 0)(syn)");
    EXPECT_GT(recording->messages().size(), 400U);
}

struct Damage {
    const char* name;
    std::string tail; ///< after two valid records
    const char* message;
};

TEST(AgentRecordingTest, KeepsTheGoodPartOfADamagedFile) {
    for (const Damage& damage : {Damage{"kind", "?????", "starts with byte 0x3f"},
                                 Damage{"length", std::string("<\0\0", 3), "record's length"},
                                 Damage{"text",
                                        std::string("<\0\0\0\x09"
                                                    "abc",
                                                    8),
                                        "6 more bytes"},
                                 Damage{"huge",
                                        "<\xff\xff\xff\xff"
                                        "abc",
                                        "ends inside a record"}}) {
        const auto recording = AgentRecording::parse(twoRecords() + damage.tail, "x.rec");
        ASSERT_TRUE(recording) << damage.name;
        EXPECT_EQ(recording->messages().size(), 2U) << damage.name;
        ASSERT_TRUE(recording->damage()) << damage.name;
        const std::string text = recording->damage()->toString();
        EXPECT_NE(text.find(damage.message), std::string::npos) << text;
        EXPECT_NE(text.find("x.rec"), std::string::npos) << text;
        EXPECT_EQ(recording->damage()->byteOffset, 32U) << text;
    }
}

TEST(AgentRecordingTest, ReportsInvalidFiles) {
    EXPECT_EQ(AgentRecording::read("/nowhere/x.rec").error().code, base::ErrorCode::NotFound);
    EXPECT_EQ(AgentRecording::parse("", "x").error().code, base::ErrorCode::UnsupportedFormat);
    EXPECT_EQ(AgentRecording::parse("((FieldLength 30)", "x").error().code,
              base::ErrorCode::UnsupportedFormat);
    EXPECT_EQ(AgentRecording::read(tests::dataFile("arms-t0.agent.rec.gz"), 1000).error().code,
              base::ErrorCode::LimitExceeded);
}

} // namespace
} // namespace sideline::logs
