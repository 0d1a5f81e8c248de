#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::localization {
namespace {

using math::degFromRad;
using math::radFromDeg;

// Errors of an estimator on a recorded stream, compared with the ground truth in it.
struct Score {
    std::vector<double> onGroundM; ///< while landmarks are visible
    std::vector<double> blindM;    ///< without landmarks
    std::vector<double> headingDeg;
    std::vector<double> heightM;
    int visionFrames = 0; ///< cycles with ground truth
    int cycles = 0;       ///< cycles after the first valid pose
    int valid = 0;        ///< of these, with a valid pose
    int notFinite = 0;    ///< poses with values that are not finite
};

double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) {
        sum += value;
    }
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

double percentile(std::vector<double> values, double fraction) {
    if (values.empty()) {
        return 0.0;
    }
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1))];
}

Score scoreOf(const std::filesystem::path& file, robot::NaoType type) {
    const robot::RobotModel& model = robot::naoModel(type);
    const field::FieldModel field(field::newestField().dimensions);
    const robot::BodyId camera = model.cameraBody();
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    FusionEstimator estimator;
    Score score;
    double lastTimeS = -1.0;
    double flip = 1.0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        protocol::Percepts message;
        protocol::GroundTruth reported;
        const protocol::Percepts* const percepts = &message;
        if (!protocol::parsePercepts(record.message, message, reported) || !message.serverTimeS) {
            continue;
        }
        for (const protocol::JointPercept& joint : percepts->joints) {
            if (const robot::JointId id = model.findJoint(joint.name); id.isValid()) {
                anglesRad[id.index()] = radFromDeg(joint.angleDeg);
            }
        }
        // The server mirrors its reported truth for the right team.
        flip = percepts->ownSide == "right" ? -1.0 : flip;
        const double stepS = lastTimeS < 0.0 ? 0.02 : *percepts->serverTimeS - lastTimeS;
        lastTimeS = *percepts->serverTimeS;
        const PoseEstimate pose = estimator.update({&*percepts, &model, &field, anglesRad, stepS});
        score.notFinite += pose.X_ST.R.allFinite() && pose.X_ST.p.allFinite() ? 0 : 1;
        score.cycles += pose.isValid || score.cycles > 0 ? 1 : 0;
        score.valid += pose.isValid ? 1 : 0;
        if (!reported.myPosition_S || !reported.myHeadingDeg) {
            continue;
        }
        ++score.visionFrames;
        if (!pose.isValid) {
            continue;
        }
        const math::Pose X_SC = pose.X_ST * poseInTorso(model, camera, anglesRad);
        const Eigen::Vector3d truth =
            reported.myPosition_S->cwiseProduct(Eigen::Vector3d(flip, flip, 1.0));
        const double onGroundM = (X_SC.p - truth).head<2>().norm();
        if (pose.cyclesSinceVision > 0) {
            score.blindM.push_back(onGroundM);
            continue;
        }
        score.onGroundM.push_back(onGroundM);
        score.heightM.push_back(std::abs(X_SC.p.z() - truth.z()));
        const Eigen::Vector3d ahead = X_SC.R.col(1);
        const double headingRad = std::atan2(flip * ahead.y(), flip * ahead.x());
        score.headingDeg.push_back(
            std::abs(degFromRad(math::wrapRad(headingRad - radFromDeg(*reported.myHeadingDeg)))));
    }
    return score;
}

std::string figures(const std::vector<double>& values, double scale) {
    return fmt::format("mean {:.2f}, p95 {:.2f}, most {:.2f}", scale * mean(values),
                       scale * percentile(values, 0.95), scale * percentile(values, 1.0));
}

void print(const std::string& name, const Score& score) {
    std::cout << fmt::format(
        "{}: {} vision frames, valid in {} of {} cycles\n  position, mm: {}\n  without "
        "landmarks ({} vision frames): {}\n  height, mm: {}\n  heading, deg: {}\n",
        name, score.visionFrames, score.valid, score.cycles, figures(score.onGroundM, 1e3),
        score.blindM.size(), figures(score.blindM, 1e3), figures(score.heightM, 1e3),
        figures(score.headingDeg, 1.0));
}

struct Stream {
    const char* file;
    robot::NaoType type;
    double meanM;   ///< maximum error; 3.8 mm of it are the truth's rounding
    double meanDeg; ///< maximum error of the heading
};

class RecordedPoseTest : public testing::TestWithParam<Stream> {};

TEST_P(RecordedPoseTest, FollowsTheTruth) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam().file);
    const Score score = scoreOf(file, GetParam().type);
    print(GetParam().file, score);
    EXPECT_EQ(score.notFinite, 0);
    EXPECT_GE(score.valid, score.cycles * 98 / 100);
    ASSERT_GT(score.onGroundM.size(), 50U);
    EXPECT_LT(mean(score.onGroundM), tests::tolerance(GetParam().meanM));
    EXPECT_LT(percentile(score.onGroundM, 0.95), tests::tolerance(3.0 * GetParam().meanM));
    EXPECT_LT(mean(score.heightM), tests::tolerance(0.02));
    EXPECT_LT(mean(score.headingDeg), tests::tolerance(GetParam().meanDeg));
    if (!score.blindM.empty()) {
        // Seconds of falling and kicking without a landmark; the pose must stay on the field.
        EXPECT_LT(percentile(score.blindM, 1.0), tests::tolerance(3.0));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Streams, RecordedPoseTest,
    testing::Values(Stream{"agent/ut-player00.rec.gz", robot::NaoType::Standard, 0.006, 0.02},
                    Stream{"agent/ut-player02.rec.gz", robot::NaoType::FastAnklePitch, 0.006, 0.02},
                    Stream{"agent/ut-fine00.rec.gz", robot::NaoType::Standard, 0.006, 0.02},
                    Stream{"agent/ut-fine02.rec.gz", robot::NaoType::Standard, 0.006, 0.02},
                    Stream{"sim/arms-t0.agent.rec.gz", robot::NaoType::Standard, 0.012, 0.05},
                    Stream{"sim/ball-t0.agent.rec.gz", robot::NaoType::Standard, 0.012, 0.05},
                    Stream{"sim/limits-t0.agent.rec.gz", robot::NaoType::Standard, 0.012, 0.05},
                    Stream{"sim/squat-t0.agent.rec.gz", robot::NaoType::Standard, 0.012, 0.05},
                    Stream{"sim/squat-t4.agent.rec.gz", robot::NaoType::Toes, 0.012, 0.05},
                    Stream{"sim/stand-t0.agent.rec.gz", robot::NaoType::Standard, 0.012, 0.05}),
    [](const auto& param) {
        std::string name = param.param.file;
        std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
        return name;
    });

} // namespace
} // namespace sideline::localization
