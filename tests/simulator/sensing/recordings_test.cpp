// Compares percepts of the real server with those of our server at the same position.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"
#include "simulator/sensing/hear.h"
#include "simulator/sensing/vision.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using math::degFromRad;
using protocol::Polar;

// Positions of all objects, by cycle.
std::vector<monitor::MatchFramePtr> readTruth(const std::filesystem::path& file) {
    const std::string log = tests::readUnpacked(file);
    std::vector<monitor::MatchFramePtr> frames;
    monitor::MonitorDecoder decoder;
    for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        const auto index = static_cast<std::uint32_t>(frames.size());
        if (decoder.decode(std::string_view(log).substr(at, end - at), index)) {
            frames.push_back(monitor::makeMatchFrame(
                index, 0.0, decoder.game(),
                std::make_shared<const monitor::SceneState>(decoder.scene()), false));
        }
        at = end + 1;
    }
    return frames;
}

// Errors of a stream's messages, in units of the expected error from noise, rounding, calibration
// error and the error of the ground truth.
struct Residuals {
    std::size_t count = 0;
    std::size_t large = 0; ///< above 4 sigma
    double worst = 0.0;
    void add(double error, double sigma, double bound) {
        const double sigmas = std::max(0.0, std::abs(error) - bound) / sigma;
        ++count;
        large += sigmas > 4.0 ? 1U : 0U;
        worst = std::max(worst, sigmas);
    }
};

struct Comparison {
    Residuals objects;
    Residuals lines;
    std::size_t unexplained = 0; ///< seen by only one of the two, away from all edges
    std::size_t linesTheirs = 0;
    std::size_t linesOurs = 0;
    std::size_t linesOnlyTheirs = 0;
    std::size_t linesOnlyOurs = 0;
};

constexpr double kRoundingDeg = 0.005;
constexpr double kCalibrationM = 0.0087;

void compare(Residuals& residuals, const Polar& theirs, const Polar& ours, double truthErrorRad,
             double truthErrorM) {
    const double nearM = std::max(0.05, std::min(theirs.distanceM, ours.distanceM));
    const double boundM = 0.005 + kCalibrationM + truthErrorM;
    const double boundDeg =
        kRoundingDeg + degFromRad(truthErrorRad + (kCalibrationM + truthErrorM) / nearM);
    const double cosPhi = std::max(0.05, std::cos(math::radFromDeg(ours.phiDeg)));
    residuals.add(theirs.distanceM - ours.distanceM, 0.000965 * ours.distanceM, boundM);
    residuals.add(theirs.thetaDeg - ours.thetaDeg, 0.148, boundDeg / cosPhi);
    residuals.add(theirs.phiDeg - ours.phiDeg, 0.1225, boundDeg);
}

bool isNearEdge(const Polar& polar, double slackDeg) {
    return std::abs(polar.thetaDeg) > 60.0 - slackDeg || std::abs(polar.phiDeg) > 60.0 - slackDeg ||
           polar.distanceM < 0.13;
}

using SeenByName = std::map<std::string, Polar, std::less<>>;

SeenByName byName(const protocol::VisionPercept& vision) {
    SeenByName seen;
    for (const protocol::SeenObject& object : vision.objects) {
        seen[std::string(object.name)] = object.polar;
    }
    for (const protocol::SeenPlayer& player : vision.players) {
        for (const protocol::SeenObject& part : player.parts) {
            seen[std::string(player.team) + std::to_string(player.unum) + std::string(part.name)] =
                part.polar;
        }
    }
    return seen;
}

void compareObjects(Comparison& result, const protocol::VisionPercept& theirs,
                    const protocol::VisionPercept& ours, double truthErrorRad, double truthErrorM) {
    const SeenByName a = byName(theirs);
    const SeenByName b = byName(ours);
    const double slackDeg = 1.0 + degFromRad(truthErrorRad);
    for (const auto& [name, polar] : a) {
        if (const auto it = b.find(name); it != b.end()) {
            compare(result.objects, polar, it->second, truthErrorRad, truthErrorM);
        } else if (!isNearEdge(polar, slackDeg)) {
            ++result.unexplained;
        }
    }
    for (const auto& [name, polar] : b) {
        if (!a.contains(name) && !isNearEdge(polar, slackDeg)) {
            ++result.unexplained;
        }
    }
}

using LineEnds = std::pair<Polar, Polar>;

double distanceDeg(const LineEnds& a, const LineEnds& b) {
    const auto one = [](const Polar& p, const Polar& q) {
        const double deg =
            std::abs(p.thetaDeg - q.thetaDeg) * std::cos(math::radFromDeg(p.phiDeg)) +
            std::abs(p.phiDeg - q.phiDeg);
        return std::isnan(deg) ? 0.0 : deg;
    };
    return one(a.first, b.first) + one(a.second, b.second);
}

// Both lists are in scene order: matching pairs are the longest common subsequence.
void compareLines(Comparison& result, const std::vector<LineEnds>& theirs,
                  const std::vector<LineEnds>& ours, double truthErrorRad, double truthErrorM) {
    constexpr double kSkipDeg = 4.0;
    const std::size_t n = theirs.size();
    const std::size_t m = ours.size();
    std::vector<std::vector<double>> cost(n + 1, std::vector<double>(m + 1));
    for (std::size_t i = n + 1; i-- > 0;) {
        for (std::size_t j = m + 1; j-- > 0;) {
            double best = i == n && j == m ? 0.0 : 1e9;
            best = i < n ? std::min(best, cost[i + 1][j] + kSkipDeg) : best;
            best = j < m ? std::min(best, cost[i][j + 1] + kSkipDeg) : best;
            if (i < n && j < m) {
                best = std::min(best, cost[i + 1][j + 1] + distanceDeg(theirs[i], ours[j]));
            }
            cost[i][j] = best;
        }
    }
    result.linesTheirs += n;
    result.linesOurs += m;
    for (std::size_t i = 0, j = 0; i < n || j < m;) {
        if (i < n && j < m && cost[i][j] == cost[i + 1][j + 1] + distanceDeg(theirs[i], ours[j])) {
            compare(result.lines, theirs[i].first, ours[j].first, truthErrorRad, truthErrorM);
            compare(result.lines, theirs[i].second, ours[j].second, truthErrorRad, truthErrorM);
            ++i;
            ++j;
        } else if (i < n && cost[i][j] == cost[i + 1][j] + kSkipDeg) {
            ++result.linesOnlyTheirs;
            ++i;
        } else {
            ++result.linesOnlyOurs;
            ++j;
        }
    }
}

// Our percepts at that position, without errors.
std::string seeFrom(const monitor::MatchFrame& truth, const game::PlayerId& viewer) {
    static const field::FieldModel kField(field::newestField().dimensions);
    VisionScene scene(kField);
    scene.beginCycle(truth.ball->X_SBall.p);
    for (const monitor::RobotFrame& robot : truth.robots) {
        scene.addPlayer(robot.id, truth.game.teamName(robot.id.side), robot.X_STorso().p);
        for (const robot::VisiblePart& part : robot.model->percepts().visibleParts) {
            scene.addPart(part.name, robot.X_SBody[part.body.index()].p);
        }
    }
    const monitor::RobotFrame& self = *truth.findRobot(viewer);
    const robot::RobotModel& model = *self.model;
    const Viewer from{self.X_SBody[model.findBody("head").index()], viewer.side};
    SensorSwitches exact;
    exact.visionNoise = exact.visionCalibrationError = exact.visionQuantization = false;
    exact.groundTruth = true;
    std::string text;
    VisionSensor(1).see(scene, from, model.percepts().vision, exact, text);
    return text;
}

// Compares message by message; `frameOf` returns the ground truth of a message, or nullptr.
template <typename FrameOf>
Comparison compareStream(const std::filesystem::path& stream, const game::PlayerId& viewer,
                         double truthErrorRad, double truthErrorM, FrameOf frameOf) {
    Comparison result;
    std::size_t index = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(stream)) {
        if (!record.isFromServer) {
            continue;
        }
        protocol::Percepts percepts;
        protocol::GroundTruth reported;
        const bool isRead = protocol::parsePercepts(record.message, percepts, reported).has_value();
        const std::size_t message = index++;
        if (!isRead || !percepts.vision || !reported.myPosition_S) {
            continue;
        }
        const monitor::MatchFrame* truth = frameOf(message, percepts, reported);
        if (truth == nullptr || !truth->findRobot(viewer) || !truth->ball) {
            continue;
        }
        const std::string text = seeFrom(*truth, viewer);
        const auto ours = protocol::parsePercepts(text);
        if (!ours || !ours->vision) {
            ADD_FAILURE() << "cannot be read: " << text;
            return result;
        }
        compareObjects(result, *percepts.vision, *ours->vision, truthErrorRad, truthErrorM);
        compareLines(result, percepts.vision->lines, ours->vision->lines, truthErrorRad,
                     truthErrorM);
    }
    return result;
}

void expectAlike(const Comparison& c, double unpairedRatio) {
    EXPECT_GT(c.objects.count, 500U);
    EXPECT_LE(static_cast<double>(c.objects.large), 2e-4 * static_cast<double>(c.objects.count));
    EXPECT_LE(static_cast<double>(c.lines.large), 2e-4 * static_cast<double>(c.lines.count));
    EXPECT_EQ(c.unexplained, 0U);
    const auto unpaired = static_cast<double>(c.linesOnlyOurs + c.linesOnlyTheirs);
    EXPECT_LE(unpaired, unpairedRatio * static_cast<double>(c.linesTheirs));
}

// The robot stands still at the end, so the last scene gives the ground truth.
TEST(RecordingsTest, StandingRobotSeesTheSameAsOnTheRealServer) {
    for (const char* name : {"stand-t0", "ball-t0"}) {
        SIDELINE_SHARED_OR_SKIP(stream, std::string("sim/") + name + ".agent.rec.gz");
        SIDELINE_SHARED_OR_SKIP(log, std::string("sim/") + name + ".monitor.log.gz");
        const auto frames = readTruth(log);
        // After the last scene the robot leaves.
        const auto last = std::find_if(frames.rbegin(), frames.rend(),
                                       [](const auto& frame) { return !frame->robots.empty(); });
        ASSERT_NE(last, frames.rend());
        monitor::MatchFrame truth = **last;
        const auto frameOf = [&](std::size_t message, const protocol::Percepts&,
                                 const protocol::GroundTruth& reported) {
            truth.ball->X_SBall.p = *reported.ballPosition_S;
            return message > 90 ? &truth : nullptr;
        };
        const Comparison c = compareStream(stream, truth.robots.front().id, 0.0, 0.012, frameOf);
        expectAlike(c, 0.0);
    }
}

TEST(RecordingsTest, PlayingRobotsSeeTheSameAsOnTheRealServer) {
    SIDELINE_SHARED_OR_SKIP(log, "agent/ut-fine.monitor.log.xz");
    const auto frames = readTruth(log);
    std::map<long, const monitor::MatchFrame*> byTime;
    for (const monitor::MatchFramePtr& frame : frames) {
        byTime.emplace(std::lround(frame->game.timeS * 100.0), frame.get());
    }
    for (const auto& [name, side] :
         {std::pair("ut-fine00", game::Side::Left), std::pair("ut-fine02", game::Side::Right)}) {
        SIDELINE_SHARED_OR_SKIP(stream, std::string("agent/") + name + ".rec.gz");
        const game::PlayerId viewer{side, game::UniformNumber(1)};
        const auto frameOf =
            [&,
             lastTime = 0.0](std::size_t, const protocol::Percepts& percepts,
                             const protocol::GroundTruth&) mutable -> const monitor::MatchFrame* {
            const double timeS = percepts.gameTimeS.value_or(0.0);
            const bool runs = timeS > lastTime && timeS > 0.1;
            lastTime = timeS;
            const auto it = byTime.find(std::lround(timeS * 100.0));
            return runs && it != byTime.end() ? it->second : nullptr;
        };
        const Comparison c = compareStream(stream, viewer, 0.012, 0.03, frameOf);
        expectAlike(c, 0.003);
    }
}

// With two robots in a team the speaker is known: messages come from the teammate's position.
TEST(RecordingsTest, TeammatesAreHeardFromTheirDirection) {
    SIDELINE_SHARED_OR_SKIP(log, "agent/ut-fine.monitor.log.xz");
    const auto frames = readTruth(log);
    for (const auto& [name, side] :
         {std::pair("ut-fine00", game::Side::Left), std::pair("ut-fine02", game::Side::Right)}) {
        SIDELINE_SHARED_OR_SKIP(stream, std::string("agent/") + name + ".rec.gz");
        const game::PlayerId listener{side, game::UniformNumber(1)};
        const game::PlayerId mate{side, game::UniformNumber(2)};
        std::size_t count = 0;
        for (const tests::AgentRecord& record : tests::readAgentRecords(stream)) {
            const auto percepts = protocol::parsePercepts(record.message);
            if (!record.isFromServer || !percepts || percepts->gameTimeS.value_or(0.0) < 0.1) {
                continue;
            }
            const auto frame = std::ranges::find_if(frames, [&](const auto& f) {
                return std::abs(f->game.timeS - *percepts->gameTimeS) < 0.005;
            });
            for (const protocol::Heard& heard : percepts->heard) {
                if (heard.isOwn || frame == frames.end() ||
                    heard.team != (*frame)->game.teamName(side)) {
                    continue;
                }
                Hearing hearing;
                hearing.join(listener);
                hearing.place(listener, (*frame)->findRobot(listener)->X_STorso().p);
                hearing.say(mate, heard.text, (*frame)->findRobot(mate)->X_STorso().p);
                const HeardMessages words = hearing.listen(listener);
                ASSERT_EQ(words.count, 1U);
                const double errorDeg =
                    heard.directionDeg - static_cast<double>(words.words[0].directionDeg);
                EXPECT_LT(std::abs(std::remainder(errorDeg, 360.0)), 3.0);
                ++count;
            }
        }
        EXPECT_GT(count, 50U);
    }
}

} // namespace
} // namespace sideline::simulator
