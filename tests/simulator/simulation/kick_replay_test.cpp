// Kicks recorded on the real server without beam noise, so that the position of the foot is known:
// our simulation reproduces them to within the reported rounding.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "logs/session/agent_recording.h"
#include "simulator/fidelity/stream_replay.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

// Positions are reported in whole centimeters, angles in hundredths of a degree.
constexpr double kPlaceRoundingM = 0.005;
constexpr double kAngleRoundingDeg = 0.005;

struct Kick {
    const char* name;
    Solver solver;
    double minBallM; ///< minimum distance of the recorded ball; type 4 misses it
};

// Reported distance of the ball while it was observed.
double reportedBallM(const std::vector<StreamMessage>& stream) {
    std::optional<Eigen::Vector3d> first;
    double farthestM = 0.0;
    const auto cycles = messagesByCycle(stream);
    for (const CycleMessages& words : *cycles) {
        if (words.truth.ballPosition_S) {
            const Eigen::Vector3d ball_S = *words.truth.ballPosition_S;
            // a trainer places it in front of the robot, 2.8 m from the center
            if (!first && ball_S.x() < -2.0) {
                first = ball_S;
            }
            farthestM = std::max(farthestM, first ? (ball_S - *first).norm() : 0.0);
        }
    }
    return farthestM;
}

class KickReplayTest : public ::testing::TestWithParam<Kick> {};

TEST_P(KickReplayTest, BallMovesAsOnTheRealServer) {
    SIDELINE_SHARED_OR_SKIP(file, fmt::format("sim/{}.agent.rec.gz", GetParam().name));
    const auto recording = logs::AgentRecording::read(file);
    ASSERT_TRUE(recording) << recording.error().toString();
    std::vector<StreamMessage> stream;
    for (const logs::RecordedMessage& message : recording->messages()) {
        using Speaker = StreamMessage::Speaker;
        stream.push_back({message.speaker == logs::Speaker::Server  ? Speaker::Server
                          : message.speaker == logs::Speaker::Agent ? Speaker::Agent
                                                                    : Speaker::Trainer,
                          message.text});
    }
    ASSERT_GE(reportedBallM(stream), GetParam().minBallM);
    SimulationSettings settings;
    settings.solver = GetParam().solver;
    const auto report = replayStream(stream, settings);
    ASSERT_TRUE(report) << report.error().toString();
    int joints = 0;
    for (const SignalError& error : report->signals) {
        RecordProperty(error.name, fmt::format("rms {:.5f} worst {:.5f} {}", error.rms, error.worst,
                                               error.unit));
        if (error.name.starts_with("HJ")) {
            ++joints;
            EXPECT_LT(error.worst, kAngleRoundingDeg + tests::tolerance(0.002)) << error.name;
        }
    }
    EXPECT_GE(joints, 22);
    for (const char* place : {"ball x", "ball y", "ball z", "head x", "head y", "head z"}) {
        const SignalError* error = report->find(place);
        ASSERT_NE(error, nullptr) << place;
        EXPECT_GT(error->count, 80U);
        EXPECT_LT(error->worst, kPlaceRoundingM + tests::tolerance(0.002)) << place;
    }
    ASSERT_NE(report->find("heading"), nullptr);
    EXPECT_LT(report->find("heading")->worst, kAngleRoundingDeg + tests::tolerance(0.01));
}

INSTANTIATE_TEST_SUITE_P(Recordings, KickReplayTest,
                         ::testing::Values(Kick{"kick-t1", Solver::Exact, 0.5},
                                           Kick{"kick-t4", Solver::Exact, 0.0},
                                           Kick{"kick-t1", Solver::Fast, 0.5},
                                           Kick{"kick-t4", Solver::Fast, 0.0}),
                         [](const auto& kick) {
                             const std::string name = kick.param.name;
                             return "Type" + name.substr(name.size() - 1) +
                                    (kick.param.solver == Solver::Fast ? "Fast" : "");
                         });

} // namespace
} // namespace sideline::simulator
