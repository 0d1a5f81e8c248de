// Compares the believed ball position of agents of rcssservermj with its monitor stream: that
// server reports false balls.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/field/field_model.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/runtime/agent_observer.h"
#include "logs/session/agent_recording.h"
#include "tests/support/test_files.h"

namespace sideline::runtime {
namespace {

using logs::AgentRecording;
using logs::Speaker;

long hundredths(double timeS) {
    return std::lround(100.0 * timeS);
}

std::map<long, Eigen::Vector3d> ballsOf(const std::filesystem::path& monitorFile) {
    std::map<long, Eigen::Vector3d> balls;
    const auto recording = AgentRecording::read(monitorFile);
    EXPECT_TRUE(recording);
    monitor::MonitorDecoder decoder;
    std::uint32_t number = 0;
    for (const auto& message : recording->messages()) {
        if (message.speaker != Speaker::Server || !decoder.decode(message.text, ++number) ||
            decoder.scene().structure == nullptr || !decoder.game().serverTimeS) {
            continue;
        }
        const auto frame =
            monitor::makeMatchFrame(number, 0.0, decoder.game(),
                                    std::make_shared<monitor::SceneState>(decoder.scene()), false);
        if (frame->ball) {
            balls[hundredths(*decoder.game().serverTimeS)] = frame->ball->X_SBall.p;
        }
    }
    return balls;
}

struct BallErrors {
    std::vector<double> seenM; ///< while it was seen within 0.1 s, ascending
    int strange = 0;           ///< of those, errors above 2 m plus a tenth of the distance
};

// The team plays on the left, so its field frame is the server's.
BallErrors errorsOf(const std::filesystem::path& monitorFile,
                    const std::filesystem::path& agentFile, const char* team, int unum) {
    const auto truth = ballsOf(monitorFile);
    const auto recording = AgentRecording::read(agentFile);
    EXPECT_TRUE(recording);
    AgentObserver observer({team,
                            {game::Side::None, game::UniformNumber(unum)},
                            0,
                            robot::findMujocoRobot("T1")->shared()},
                           localization::Method::Fusion, field::footballFields().front());
    world::AgentFrame frame;
    BallErrors errors;
    std::chrono::nanoseconds at{0};
    for (const auto& message : recording->messages()) {
        if (message.speaker != Speaker::Server) {
            continue;
        }
        Exchange exchange;
        exchange.percepts = message.text;
        exchange.receivedAt = at += std::chrono::milliseconds(20);
        observer.observe(exchange, frame);
        const auto there = truth.find(hundredths(frame.game.serverTimeS));
        const world::BallBelief& ball = frame.world.ball;
        if (there == truth.end() || !ball.isKnown || ball.ageS > 0.1) {
            continue;
        }
        const double errorM = (ball.p_F - there->second).head<2>().norm();
        const double awayM = (frame.body.X_FT.p - there->second).head<2>().norm();
        errors.seenM.push_back(errorM);
        errors.strange += errorM > 2.0 + 0.1 * awayM ? 1 : 0;
    }
    std::ranges::sort(errors.seenM);
    return errors;
}

void expectBall(const BallErrors& errors, const char* name) {
    ASSERT_GT(errors.seenM.size(), 300U);
    const double medianM = errors.seenM[errors.seenM.size() / 2];
    const double p95M = errors.seenM[errors.seenM.size() * 95 / 100];
    const double strangeRatio =
        static_cast<double>(errors.strange) / static_cast<double>(errors.seenM.size());
    std::printf("%s: %zu instants, median %.3f m, 95 %% %.3f m, worst %.2f m, strange %.2f %%\n",
                name, errors.seenM.size(), medianM, p95M, errors.seenM.back(),
                100.0 * strangeRatio);
    EXPECT_LT(medianM, 0.3);
    EXPECT_LT(p95M, 1.0);
    EXPECT_LT(strangeRatio, 0.01) << "but for the moments after a trainer has put it elsewhere";
}

TEST(MujocoBallTest, IsTheBallAndNotALandmarkThatLooksLikeOne) {
    SIDELINE_SHARED_OR_SKIP(monitorFile, "mj/A-1v0-realtime.monitor.rec.xz");
    SIDELINE_SHARED_OR_SKIP(agentFile, "mj/A-alpha3.agent.rec.xz");
    expectBall(errorsOf(monitorFile, agentFile, "Alpha", 3), "A");
}

TEST(MujocoBallTest, SoInAGameOfSeveral) {
    SIDELINE_SHARED_OR_SKIP(monitorFile, "mj/B-3v3-sync.monitor.rec.xz");
    SIDELINE_SHARED_OR_SKIP(agentFile, "mj/B-Alpha2.agent.rec.xz");
    expectBall(errorsOf(monitorFile, agentFile, "Alpha", 2), "B");
}

} // namespace
} // namespace sideline::runtime
