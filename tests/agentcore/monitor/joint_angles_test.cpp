// Compares joint angles derived from the monitor stream with the agent's own HJ percepts, their
// only ground truth.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::monitor {
namespace {

// Bounds on the precision of the stream: text has six digits, and a transform is sent again only if
// an element moved by more than 0.005. A rotation with this error in every element is wrong by at
// most 0.0106 rad (Frobenius norm 3 * 0.005 over sqrt 2), and a joint has two bodies.
constexpr double kFullSceneDeg = 0.1;
constexpr double kDifferenceDeg = 2.0 * 0.0106 * 180.0 / math::kPi;

struct Derived {
    bool full = false;
    std::map<std::string, double> anglesDeg;
};

std::vector<Derived> deriveAngles(const std::filesystem::path& monitorLog) {
    const std::string log = tests::readUnpacked(monitorLog);
    std::vector<Derived> frames;
    MonitorDecoder decoder;
    for (std::size_t at = 0; at < log.size();) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        const auto index = static_cast<std::uint32_t>(frames.size());
        const auto report = decoder.decode(std::string_view(log).substr(at, end - at), index);
        at = end + 1;
        EXPECT_TRUE(report) << (report ? "" : report.error().toString());
        Derived& frame = frames.emplace_back();
        frame.full = report && report->kind == MessageKind::Full;
        const auto match = makeMatchFrame(index, 0.0, decoder.game(),
                                          std::make_shared<SceneState>(decoder.scene()), false);
        if (match->robots.size() == 1) {
            const RobotFrame& robot = match->robots[0];
            for (std::size_t j = 0; j < robot.jointAnglesRad.size(); ++j) {
                frame.anglesDeg[robot.model->joints()[j].perceptor] =
                    math::degFromRad(robot.jointAnglesRad[j]);
            }
        }
    }
    return frames;
}

struct Worst {
    double fullDeg = 0.0;
    double differenceDeg = 0.0;
    std::string fullJoint;
    std::string differenceJoint;
    int fullCount = 0;
    int differenceCount = 0;
    double squares = 0.0;
};

// The two recordings started at different times, a whole number of cycles apart.
Worst compare(const std::vector<Derived>& derived,
              const std::vector<tests::JointPercepts>& percepts, std::ptrdiff_t offset) {
    Worst worst;
    for (std::size_t i = 0; i < derived.size(); ++i) {
        const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) + offset;
        if (k < 0 || k >= static_cast<std::ptrdiff_t>(percepts.size())) {
            continue;
        }
        const tests::JointPercepts& reported = percepts[static_cast<std::size_t>(k)];
        for (const auto& [joint, angleDeg] : derived[i].anglesDeg) {
            const auto it = reported.find(joint);
            if (it == reported.end()) {
                ADD_FAILURE() << "no percept of " << joint;
                return worst;
            }
            const double error = std::abs(angleDeg - it->second);
            double& largest = derived[i].full ? worst.fullDeg : worst.differenceDeg;
            if (error > largest) {
                largest = error;
                (derived[i].full ? worst.fullJoint : worst.differenceJoint) = joint;
            }
            ++(derived[i].full ? worst.fullCount : worst.differenceCount);
            worst.squares += error * error;
        }
    }
    return worst;
}

void expectAgreement(const std::filesystem::path& monitorLog, const std::filesystem::path& agent,
                     int leastFullScenes) {
    const auto derived = deriveAngles(monitorLog);
    const auto percepts = tests::readJointPercepts(agent);
    ASSERT_GT(percepts.size(), 50U);
    Worst best;
    double bestMean = 1e9;
    for (std::ptrdiff_t offset = -20; offset <= 20; ++offset) {
        const Worst worst = compare(derived, percepts, offset);
        const double mean = worst.squares / std::max(1, worst.fullCount + worst.differenceCount);
        if (mean < bestMean) {
            bestMean = mean;
            best = worst;
        }
    }
    EXPECT_GE(best.fullCount, leastFullScenes * 22);
    EXPECT_GT(best.differenceCount, 1000);
    EXPECT_LT(best.fullDeg, kFullSceneDeg) << best.fullJoint;
    EXPECT_LT(best.differenceDeg, kDifferenceDeg) << best.differenceJoint;
    ::testing::Test::RecordProperty("worstFullSceneDeg", std::to_string(best.fullDeg));
    ::testing::Test::RecordProperty("worstDifferenceDeg", std::to_string(best.differenceDeg));
    std::cout << "  worst on full scenes " << best.fullDeg << " deg (" << best.fullJoint
              << "), on differences " << best.differenceDeg << " deg (" << best.differenceJoint
              << "), rms " << std::sqrt(bestMean) << " deg\n";
}

TEST(JointAnglesTest, MatchPerceptsInShippedExcerpts) {
    expectAgreement(tests::dataFile("squat-t4.monitor.log.xz"),
                    tests::dataFile("squat-t4.agent.rec.gz"), 1);
    expectAgreement(tests::dataFile("arms-t0.monitor.log.xz"),
                    tests::dataFile("arms-t0.agent.rec.gz"), 1);
}

class JointAnglesSharedTest : public ::testing::TestWithParam<const char*> {};

TEST_P(JointAnglesSharedTest, MatchPerceptsInEveryExperiment) {
    const std::string name = GetParam();
    SIDELINE_SHARED_OR_SKIP(monitorLog, "sim/" + name + ".monitor.log.gz");
    SIDELINE_SHARED_OR_SKIP(agent, "sim/" + name + ".agent.rec.gz");
    expectAgreement(monitorLog, agent, 2);
}

// `stand` and `ball` hold their joints still, so they add no information.
INSTANTIATE_TEST_SUITE_P(Recordings, JointAnglesSharedTest,
                         ::testing::Values("arms-t0", "limits-t0", "squat-t0", "squat-t4"),
                         [](const auto& instance) {
                             std::string name = instance.param;
                             std::erase(name, '-');
                             return name;
                         });

} // namespace
} // namespace sideline::monitor
