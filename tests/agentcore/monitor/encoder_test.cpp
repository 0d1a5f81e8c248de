#include "agentcore/monitor/encoder.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "tests/support/scene_builder.h"
#include "tests/support/test_files.h"

namespace sideline::monitor {
namespace {

TEST(EncoderTest, WhatItWritesIsReadAsTheSameState) {
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 3, 1.25, -2),
                    tests::scriptedRobot(Side::Right, 11, 4, 4, robot::NaoType::Toes)};
    scene.playMode = 4;
    scene.scoreRight = 2;
    scene.extraPredicates = "(foul 3 6 1 2)(pass_mode_score_wait_left 2.5)(Novelty a b)";
    MonitorDecoder first;
    ASSERT_TRUE(first.decode(fullMessage(scene), 7));
    MonitorDecoder second;
    const auto report = second.decode(encodeFullMessage(first.game(), first.scene()), 7);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_EQ(first.game(), second.game());
    EXPECT_EQ(first.scene(), second.scene());
}

// The scene of a message as text; the server writes some zeros of the constant row as -0.
std::string sceneText(std::string_view message) {
    std::string text(message.substr(message.find("(RSG")));
    for (std::size_t at = text.find(" -0 "); at != std::string::npos; at = text.find(" -0 ")) {
        text.erase(at + 1, 1);
    }
    return text;
}

// Lines of a real log, in the middle of a match: full scenes come out byte for byte.
TEST(EncoderTest, RealScenesComeBackUnchanged) {
    const std::string log = tests::readUnpacked(tests::sampleLog());
    MonitorDecoder decoder;
    std::uint32_t frame = 0;
    int fullScenes = 0;
    for (std::size_t at = 0; at < log.size(); ++frame) {
        const std::size_t end = log.find('\n', at);
        const std::string_view line = std::string_view(log).substr(at, end - at);
        at = end + 1;
        const auto report = decoder.decode(line, frame);
        ASSERT_TRUE(report) << report.error().toString();
        const std::string written = encodeFullMessage(decoder.game(), decoder.scene());
        MonitorDecoder again;
        ASSERT_TRUE(again.decode(written, frame));
        EXPECT_EQ(again.scene().local, decoder.scene().local);
        EXPECT_EQ(*again.scene().structure, *decoder.scene().structure);
        EXPECT_EQ(again.game(), decoder.game());
        if (report->kind == MessageKind::Full) {
            ++fullScenes;
            EXPECT_TRUE(sceneText(written) == sceneText(line)) << "frame " << frame;
        }
    }
    EXPECT_GE(fullScenes, 3);
}

} // namespace
} // namespace sideline::monitor
