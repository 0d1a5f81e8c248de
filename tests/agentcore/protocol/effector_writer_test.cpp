#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/protocol/effectors.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(EffectorWriterTest, WritesEveryEffector) {
    std::string text;
    EffectorWriter writer(text);
    EXPECT_TRUE(writer.scene("rsg/agent/nao/nao_hetero.rsg", 4));
    EXPECT_TRUE(writer.scene("rsg/agent/soccerbot056.rsg", -1));
    EXPECT_TRUE(writer.init(0, "Us"));
    EXPECT_TRUE(writer.beam(-14.5, 0.0, 90.0));
    EXPECT_TRUE(writer.joint("he1", -0.123456));
    EXPECT_TRUE(writer.universalJoint("lae1_2", 1.5, -2.0));
    EXPECT_TRUE(writer.say("hello"));
    EXPECT_TRUE(writer.pass());
    EXPECT_TRUE(writer.syn());
    EXPECT_EQ(writer.refused(), 0U);
    EXPECT_EQ(text, "(scene rsg/agent/nao/nao_hetero.rsg 4)(scene rsg/agent/soccerbot056.rsg)"
                    "(init (unum 0)(teamname Us))(beam -14.5 0 90)(he1 -0.123456)(lae1_2 1.5 -2)"
                    "(say hello)(pass)(syn)");
}

TEST(EffectorWriterTest, NumbersAreShort) {
    struct Row {
        double value;
        const char* text;
    };
    for (const Row& row :
         {Row{0.0, "0"}, Row{-0.0, "0"}, Row{-1e-7, "0"}, Row{1e-6, "0.000001"}, Row{7.0, "7"},
          Row{-7.25, "-7.25"}, Row{0.1 + 0.2, "0.3"}, Row{1.0 / 3.0, "0.333333"},
          Row{0.9999999, "1"}, Row{100.0, "100"}, Row{999999999.0, "999999999"}}) {
        std::string text;
        EXPECT_TRUE(EffectorWriter(text).joint("j", row.value));
        EXPECT_EQ(text, std::string("(j ") + row.text + ")");
    }
}

TEST(EffectorWriterTest, OmitsAndCountsValuesThatServersMisread) {
    std::string text;
    EffectorWriter writer(text);
    EXPECT_FALSE(writer.joint("he1", kNan));
    EXPECT_FALSE(writer.joint("he1", -kInfinity));
    EXPECT_FALSE(writer.joint("he1", 1e9));
    EXPECT_FALSE(writer.joint("", 1.0));
    EXPECT_FALSE(writer.joint("he 1", 1.0));
    EXPECT_FALSE(writer.universalJoint("lae1_2", 1.0, kNan));
    EXPECT_FALSE(writer.beam(0.0, kInfinity, 0.0));
    EXPECT_FALSE(writer.scene("", 0));
    EXPECT_FALSE(writer.init(12, "Us"));
    EXPECT_FALSE(writer.init(-1, "Us"));
    EXPECT_FALSE(writer.init(1, "A)(syn"));
    EXPECT_FALSE(writer.say(""));
    EXPECT_FALSE(writer.say("a b"));
    EXPECT_FALSE(writer.say("a\xc3\xa4"));
    EXPECT_FALSE(writer.say("123456789012345678901"));
    EXPECT_EQ(writer.refused(), 15U);
    EXPECT_EQ(text, "");
}

// Commands of a league agent survive writing and reading.
TEST(EffectorWriterTest, ReturnsSpeedsAsReadByTheServer) {
    base::Rng rng(3);
    AgentMessage message;
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        const double scale = std::pow(10.0, rng.uniform(-8.0, 8.0));
        const double speed = i == 0 ? -0.0 : scale * rng.uniform(-1.0, 1.0);
        text.clear();
        ASSERT_TRUE(EffectorWriter(text).joint("he1", speed));
        parseAgentMessage(text, message);
        const double read = std::get<JointEffector>(message.effectors.at(0)).speedRadPerS[0];
        ASSERT_EQ(std::bit_cast<std::uint64_t>(EffectorWriter::speedAsRead(speed)),
                  std::bit_cast<std::uint64_t>(read))
            << text;
    }
    for (const double refused : {kNan, kInfinity, -kInfinity, 1e9}) {
        EXPECT_TRUE(std::isnan(EffectorWriter::speedAsRead(refused)));
    }
}

TEST(EffectorWriterTest, RecordedCommandsSurviveWritingAndReading) {
    std::size_t effectors = 0;
    AgentMessage sent;
    AgentMessage readAgain;
    std::string text;
    for (const auto& record : tests::readAgentRecords(tests::dataFile("arms-t0.agent.rec.gz"))) {
        if (record.isFromServer) {
            continue;
        }
        parseAgentMessage(record.message, sent);
        ASSERT_TRUE(sent.faults.empty());
        text.clear();
        EffectorWriter writer(text);
        for (const Effector& effector : sent.effectors) {
            EXPECT_TRUE(writer.write(effector));
        }
        parseAgentMessage(text, readAgain);
        ASSERT_TRUE(readAgain.faults.empty()) << text;
        ASSERT_EQ(readAgain.effectors.size(), sent.effectors.size());
        for (std::size_t i = 0; i < sent.effectors.size(); ++i) {
            ASSERT_EQ(readAgain.effectors[i].index(), sent.effectors[i].index());
            const auto* before = std::get_if<JointEffector>(&sent.effectors[i]);
            const auto* after = std::get_if<JointEffector>(&readAgain.effectors[i]);
            if (before != nullptr && after != nullptr) {
                EXPECT_EQ(after->name, before->name);
                EXPECT_NEAR(after->speedRadPerS[0], before->speedRadPerS[0], 5.1e-7);
            }
            ++effectors;
        }
    }
    EXPECT_GT(effectors, 1000U);
}

TEST(EffectorWriterTest, WrittenTextsAreReadBackIdentically) {
    std::string text;
    EffectorWriter writer(text);
    writer.scene("rsg/agent/nao/nao_hetero.rsg", 3);
    writer.init(7, "Us");
    writer.beam(-1.25, 2.5, -30.0);
    writer.say("hello");
    AgentMessage message;
    parseAgentMessage(text, message);
    ASSERT_EQ(message.effectors.size(), 4U);
    EXPECT_EQ(std::get<SceneEffector>(message.effectors[0]).type, 3);
    EXPECT_EQ(std::get<InitEffector>(message.effectors[1]).unum, 7);
    EXPECT_EQ(std::get<InitEffector>(message.effectors[1]).team, "Us");
    EXPECT_EQ(std::get<BeamEffector>(message.effectors[2]).headingDeg, -30.0);
    EXPECT_EQ(std::get<SayEffector>(message.effectors[3]).text, "hello");
}

} // namespace
} // namespace sideline::protocol
