#include "agentcore/monitor/encoder.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "tests/support/scene_builder.h"
#include "tests/support/test_files.h"

namespace sideline::monitor {
namespace {

TEST(EncoderTest, WrittenStateIsReadBackIdentically) {
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(game::Side::Left, 3, 1.25, -2),
                    tests::scriptedRobot(game::Side::Right, 11, 4, 4, robot::NaoType::Toes)};
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

// The scene of a message as text, with the server's -0 in the constant row replaced by 0.
std::string sceneText(std::string_view message) {
    std::string text(message.substr(message.find("(RSG")));
    for (std::size_t at = text.find(" -0 "); at != std::string::npos; at = text.find(" -0 ")) {
        text.erase(at + 1, 1);
    }
    return text;
}

// Lines of a real match log: full scenes are reproduced byte for byte.
TEST(EncoderTest, RealScenesAreReproduced) {
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

// The state after a full message with a scene.
MonitorDecoder decoded(const tests::ScriptedScene& scene) {
    MonitorDecoder decoder;
    EXPECT_TRUE(decoder.decode(fullMessage(scene), 0));
    return decoder;
}

std::string difference(MonitorStream& stream, const GameState& game, const SceneState& scene) {
    std::string text;
    EXPECT_EQ(stream.append(game, scene, text), MessageKind::Difference);
    return text;
}

std::size_t transformCount(std::string_view message) {
    std::size_t count = 0;
    for (std::size_t at = message.find("(SLT"); at != std::string_view::npos;
         at = message.find("(SLT", at + 1)) {
        ++count;
    }
    return count;
}

TEST(MonitorStreamTest, StartsFullAndThenReportsDifferences) {
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(game::Side::Left, 3, 1.25, -2)};
    const MonitorDecoder source = decoded(scene);
    MonitorStream stream;
    std::string text = "in front ";
    EXPECT_EQ(stream.append(source.game(), source.scene(), text), MessageKind::Full);
    EXPECT_EQ(text, "in front " + encodeFullMessage(source.game(), source.scene()));
    const std::string nothing = difference(stream, source.game(), source.scene());
    EXPECT_TRUE(nothing.starts_with("((time 0))(RDS 0 1)((nd"));
    EXPECT_EQ(transformCount(nothing), 0U);
    stream.requestFullMessage();
    EXPECT_EQ(stream.append(source.game(), source.scene(), text), MessageKind::Full);
    EXPECT_FALSE(stream.needsFullMessage(source.game(), source.scene()));
    scene.robots.push_back(tests::scriptedRobot(game::Side::Right, 4));
    const MonitorDecoder more = decoded(scene);
    EXPECT_TRUE(stream.needsFullMessage(more.game(), more.scene()));
}

TEST(MonitorStreamTest, SendsTransformOnlyAfterSufficientMotion) {
    const MonitorDecoder source = decoded({});
    SceneState scene = source.scene();
    ASSERT_TRUE(scene.structure->objects.ball.isValid());
    float& x = scene.local[static_cast<std::size_t>(
        scene.structure->node(scene.structure->objects.ball).transformSlot)][9];
    MonitorStream stream;
    std::string text;
    stream.append(source.game(), scene, text);
    x = 0.0045F;
    EXPECT_EQ(transformCount(difference(stream, source.game(), scene)), 0U);
    x = 0.0055F; // relative to the last sent value, not to the last message
    const std::string moved = difference(stream, source.game(), scene);
    EXPECT_EQ(transformCount(moved), 1U);
    EXPECT_NE(moved.find("(SLT 1 0 0 0 0 1 0 0 0 0 1 0 0.0055 0 0.042 1)"), std::string::npos);
    x = 0.002F;
    EXPECT_EQ(transformCount(difference(stream, source.game(), scene)), 0U);
    x = std::nanf("");
    EXPECT_EQ(transformCount(difference(stream, source.game(), scene)), 0U);
}

TEST(MonitorStreamTest, ReportsPredicatesWhenTheyChangeAndFoulsOnce) {
    const MonitorDecoder source = decoded({});
    GameState game = source.game();
    MonitorStream stream;
    std::string text;
    stream.append(game, source.scene(), text);
    const auto predicates = [&] {
        const std::string message = difference(stream, game, source.scene());
        return message.substr(0, message.find("(RDS"));
    };
    EXPECT_EQ(predicates(), "((time 0))");
    game.timeS = 12.34;
    game.scoreLeft = 1;
    game.playMode = 13;
    game.teamRight = "Guests";
    EXPECT_EQ(predicates(), "((time 12.34)(team_right Guests)(score_left 1)(play_mode 13))");
    game.passModeScoreWaitLeftS = 9.98;
    EXPECT_EQ(predicates(), "((time 12.34)(pass_mode_score_wait_left 9.98))");
    EXPECT_EQ(predicates(), "((time 12.34)(pass_mode_score_wait_left 9.98))");
    game.passModeScoreWaitLeftS.reset();
    game.fouls = {{1, 6, {game::Side::Left, game::UniformNumber(2)}},
                  {2, 1, {game::Side::Right, game::UniformNumber(5)}}};
    EXPECT_EQ(predicates(), "((time 12.34)(foul 1 6 1 2)(foul 2 1 2 5))");
    game.fouls.push_back({3, 6, {game::Side::Left, game::UniformNumber(2)}});
    EXPECT_EQ(predicates(), "((time 12.34)(foul 3 6 1 2))");
    EXPECT_EQ(predicates(), "((time 12.34))");
    game.half = 2;
    EXPECT_EQ(predicates(), "((time 12.34)(half 2))");
}

TEST(MonitorStreamTest, FullMessageAfterLossRepeatsLostFouls) {
    const MonitorDecoder source = decoded({});
    GameState game = source.game();
    game.fouls = {{1, 6, {game::Side::Left, game::UniformNumber(2)}}};
    MonitorStream stream;
    std::string text;
    stream.append(game, source.scene(), text);
    for (const int index : {2, 3}) { // two consecutive messages are lost
        game.fouls.push_back({index, 6, {game::Side::Left, game::UniformNumber(2)}});
        EXPECT_NE(difference(stream, game, source.scene()).find(fmt::format("(foul {}", index)),
                  std::string::npos);
        stream.lastMessageWasLost();
        EXPECT_TRUE(stream.needsFullMessage(game, source.scene()));
        text.clear();
        EXPECT_EQ(stream.append(game, source.scene(), text), MessageKind::Full);
        EXPECT_NE(text.find(fmt::format("(foul {} 6 1 2)", index)), std::string::npos);
        EXPECT_EQ(text.find("(foul 1 "), std::string::npos) << "it was reported before";
        stream.lastMessageWasLost();
        text.clear();
        stream.append(game, source.scene(), text);
        EXPECT_NE(text.find(fmt::format("(foul {} 6 1 2)", index)), std::string::npos);
    }
    EXPECT_EQ(difference(stream, game, source.scene()).find("(foul"), std::string::npos);
}

TEST(MonitorStreamTest, ScriptedMatchIsReadBackIdentically) {
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(game::Side::Left, 3, 1.25, -2),
                    tests::scriptedRobot(game::Side::Right, 11, 4, 4, robot::NaoType::Toes)};
    MonitorStream stream;
    MonitorDecoder reader;
    MonitorDecoder source = decoded(scene);
    const auto structure = source.scene().structure;
    std::string text;
    for (int step = 0; step < 20; ++step) {
        scene.timeS += 0.04;
        scene.p_SBall.x() += 0.1;
        scene.robots[1].X_STorso.p.y() -= 0.01;
        source = decoded(scene);
        SceneState state = source.scene();
        state.structure = structure; // constant structure, as in a simulator
        // The marker of the selected robot.
        const NodeId marker = structure->objects.robots[0].selectionMarker;
        if (marker.isValid()) {
            state.visible[marker.index()] = step % 3 == 0 ? 1 : 0;
        }
        text.clear();
        stream.append(source.game(), state, text);
        const auto report = reader.decode(text, 0);
        ASSERT_TRUE(report) << report.error().toString();
        EXPECT_FALSE(report->outOfSync);
        EXPECT_TRUE(report->remarks.empty());
        EXPECT_EQ(reader.game(), source.game());
        EXPECT_EQ(reader.scene().local, state.local);
        EXPECT_EQ(reader.scene().visible, state.visible);
    }
}

// With the values of the server's messages, the stream reproduces these messages, except for
// transforms at the edge of the tolerance, which the server compared before rounding.
TEST(MonitorStreamTest, ReproducesRealDifferences) {
    const std::string log = tests::readUnpacked(tests::dataFile("squat-t4.monitor.log.xz"));
    MonitorDecoder source;
    MonitorDecoder reader;
    MonitorStream stream;
    std::string written;
    std::uint32_t frame = 0;
    int same = 0;
    for (std::size_t at = 0; at < log.size(); ++frame) {
        const std::size_t end = log.find('\n', at);
        const std::string_view line = std::string_view(log).substr(at, end - at);
        at = end + 1;
        const auto report = source.decode(line, 0);
        ASSERT_TRUE(report);
        if (report->kind == MessageKind::Full) {
            stream.requestFullMessage();
        }
        written.clear();
        EXPECT_EQ(stream.append(source.game(), source.scene(), written), report->kind);
        ASSERT_TRUE(reader.decode(written, 0));
        EXPECT_EQ(reader.game(), source.game()) << "frame " << frame;
        same += written.substr(written.find("(R")).size() == line.substr(line.find("(R")).size() ||
                        report->kind == MessageKind::Full
                    ? 1
                    : 0;
    }
    EXPECT_GT(frame, 100U);
    EXPECT_GE(same, static_cast<int>(frame) * 98 / 100) << "of " << frame;
}

} // namespace
} // namespace sideline::monitor
