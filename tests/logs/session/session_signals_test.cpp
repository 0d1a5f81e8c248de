#include "logs/session/session_signals.h"

#include <cmath>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "agentcore/robot/soccerbot056.h"
#include "logs/session/agent_recording.h"
#include "logs/session/session_export.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/signal_value.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;
using tests::openSession;

constexpr TrackId kFirstSignalTrack(std::int32_t{0});

TEST(SessionSignalsTest, NamesDescribeTheValues) {
    auto frame = *tests::plainFrame(7, milliseconds(0));
    const robot::JointId knee = frame.identity.model->findJoint("rle4");
    ASSERT_TRUE(knee.isValid());
    frame.body.joints[knee.index()].measuredRad = -0.5;
    frame.body.gyro_TRadPerS.z() = 3.14159265358979;
    frame.world.ball.p_F.x() = 1.25;
    frame.world.players.push_back({true, 4, {1, 2, 3}, 0.0, false, true, 0.25});
    frame.world.players.push_back({false, 0, {7, 8, 9}, 0.1, true, false, 0.0});
    frame.world.landmarks.push_back({"F1L", {-15, 10, 0}});
    frame.body.forces.push_back({frame.identity.model->findBody("lfoot"), {1, 2, 3}, {4, 5, 6}});
    frame.timing.senseToAct = std::chrono::microseconds(321);
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.world.ball.covariance.diagonal() << 0.01, 0.04, 1.0, 0.25, 0.09, 1.0;
    frame.world.ball.velocity_FMps = {3.0, 4.0, 0.0};
    frame.world.players[0].confidence = 0.5;
    frame.body.pose.cameraOffset_CM.y() = 0.003;
    frame.situation.setPiece = world::SetPiece::CornerKick;
    frame.situation.modeLeftS = 12.5;
    frame.situation.hasHome = true;
    frame.situation.home_F = {-4.0, 2.0};
    struct Row {
        const char* name;
        double value;
    };
    for (const Row& row : {Row{"cycle", 7.0},
                           {"game.gameTimeS", 0.14},
                           {"game.playMode", 3.0},
                           {"body.joint.rle4.measuredDeg", -28.64788975654116},
                           {"body.gyro_TDegPerS.z", 180.0},
                           {"body.force.lfoot.force_BodyN.y", 5.0},
                           {"world.ball.p_F.x", 1.25},
                           {"world.ball.speedMps", 5.0},
                           {"world.ball.positionSigmaM", 0.2},
                           {"world.ball.velocitySigmaMps", 0.5},
                           {"world.mate.4.confidence", 0.5},
                           {"body.pose.cameraOffset_CM.y", 0.003},
                           {"situation.setPiece", 3.0},
                           {"situation.modeLeftS", 12.5},
                           {"situation.home_F.y", 2.0},
                           {"world.mate.4.p_F.y", 2.0},
                           {"world.mate.4.isFallen", 1.0},
                           {"world.opponent.unknown1.p_F.z", 9.0},
                           {"world.landmark.F1L.p_F.x", -15.0},
                           {"timing.senseToActMs", 0.321},
                           {"debug.head.errorRad", 3.5}}) {
        EXPECT_NEAR(tests::agentSignalValue(row.name, frame), row.value, 1e-9) << row.name;
    }
    EXPECT_TRUE(std::isnan(tests::agentSignalValue("world.mate.4.headingDeg", frame)));
    EXPECT_TRUE(std::isnan(tests::agentSignalValue("situation.restart_F.x", frame)));
    EXPECT_TRUE(std::isnan(tests::agentSignalValue("no.such", frame)));
}

TEST(SessionSignalsTest, EveryReadingOfTheBodyHasASignal) {
    world::AgentFrame frame;
    double value = 10.0;
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        frame.body.readings.*reading.member = value += 1.0;
        EXPECT_EQ(tests::agentSignalValue("body." + std::string(reading.signal), frame), value)
            << reading.signal;
    }
}

TEST(SessionSignalsTest, NamesAreUniqueForEveryRobot) {
    for (const robot::RobotModelPtr& model :
         {robot::soccerbot056Model().shared(), tests::plainFrame(0, {})->identity.model,
          robot::RobotModelPtr()}) {
        auto frame = *tests::plainFrame(0, milliseconds(0));
        frame.identity.model = model;
        const auto names = agentSignalNames(frame);
        EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
        EXPECT_GT(names.size(), 22U * 4U);
    }
}

TEST(SessionSignalsTest, ColumnsComeFromARange) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 100);
    const auto reader = openSession(dir / "a.session");
    const auto names = listAgentSignals(*reader, {kFirstSignalTrack});
    ASSERT_TRUE(names);
    EXPECT_EQ(names->back(), "debug.head.errorRad");
    const auto table =
        readAgentSignals(*reader, {kFirstSignalTrack, milliseconds(190), milliseconds(400)},
                         {"debug.head.errorRad", "cycle"});
    ASSERT_TRUE(table);
    ASSERT_EQ(table->cycles.size(), 11U);
    EXPECT_EQ(table->cycles.front(), 10U);
    EXPECT_EQ(table->at.back(), milliseconds(400));
    EXPECT_EQ(table->values[0][2], 6.0);
    EXPECT_EQ(table->values[1][2], 12.0);
    const auto all = readAgentSignals(*reader, {kFirstSignalTrack}, {});
    EXPECT_EQ(all->names, *names);
    EXPECT_EQ(all->cycles.size(), 100U);
    EXPECT_EQ(readAgentSignals(*reader, {kFirstSignalTrack}, {"cycle", "no.such"}).error().code,
              ErrorCode::InvalidArgument);
    EXPECT_EQ(readAgentSignals(*reader, {TrackId(std::int32_t{5})}, {}).error().code,
              ErrorCode::InvalidArgument);
    const auto stopped =
        readAgentSignals(*reader, {kFirstSignalTrack}, {"cycle"}, [] { return false; });
    EXPECT_TRUE(stopped->cycles.empty());
    const auto none = readAgentSignals(
        *reader, {kFirstSignalTrack, milliseconds(191), milliseconds(195)}, {"cycle"});
    EXPECT_TRUE(none && none->cycles.empty());
}

TEST(SessionExportTest, WritesTablesStreamsAndLines) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 30);
    const auto reader = openSession(dir / "a.session");
    std::ostringstream csv;
    ASSERT_TRUE(exportAgentSignals(*reader, {kFirstSignalTrack},
                                   {"debug.head.errorRad", "world.ball.ageS"}, csv));
    EXPECT_EQ(csv.str().substr(0, csv.str().find('\n', 80) + 1),
              "cycle,time_s,game_time_s,debug.head.errorRad,world.ball.ageS\n"
              "0,0.000000,0.000,0,0\n");
    const std::string text = csv.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 31);
    std::ostringstream stream;
    ASSERT_TRUE(exportStream(*reader, {kFirstSignalTrack}, stream));
    const auto recording = AgentRecording::parse(stream.str(), "x.rec");
    ASSERT_TRUE(recording);
    EXPECT_FALSE(recording->damage());
    ASSERT_EQ(recording->messages().size(), 61U);
    EXPECT_EQ(recording->messages()[0].text, "(scene rsg/agent/nao/nao_hetero.rsg 0)")
        << "whose stream it is";
    EXPECT_EQ(recording->messages()[0].speaker, Speaker::Agent);
    EXPECT_EQ(recording->messages()[59].text,
              reader->frame(kFirstSignalTrack, 29)->frame->perceptText);
    EXPECT_EQ(recording->messages()[60].text, "(he1 9)");
    EXPECT_EQ(recording->messages()[60].speaker, Speaker::Agent);
    std::ostringstream lines;
    ASSERT_TRUE(exportOutputs(*reader, milliseconds(0), milliseconds(10), lines));
    EXPECT_EQ(lines.str(), "0.005\tTesters 1\tout\thello\n");
    std::ostringstream broken;
    broken.setstate(std::ios::badbit);
    EXPECT_EQ(exportStream(*reader, {kFirstSignalTrack}, broken).error().code, ErrorCode::Io);
}

} // namespace
} // namespace sideline::logs
