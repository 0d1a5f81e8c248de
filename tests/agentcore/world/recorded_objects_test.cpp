#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Cholesky>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/localization/methods.h"
#include "agentcore/world/ball_prediction.h"
#include "agentcore/world/world_model.h"
#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"
#include "tests/support/test_files.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;
using evaluation::TruthInstant;

// Replaces the estimator by the torso poses of the log, to evaluate ball and players independently.
class FixedPose : public localization::PoseEstimator {
public:
    explicit FixedPose(const evaluation::TruthTrack& truth) : m_truth(&truth) {}

    localization::PoseEstimate update(const localization::PoseInput&) override {
        const TruthInstant* instant = m_truth->at(m_cycle++);
        if (instant != nullptr && instant->X_ST) {
            m_pose.isValid = true;
            m_pose.X_ST = *instant->X_ST;
            m_pose.hasCovariance = true;
            // The log omits changes of up to 0.005 in a transform's elements.
            m_pose.covariance.diagonal() << 4e-6, 4e-6, 4e-6, 4e-6, 4e-6, 4e-6;
        }
        return m_pose;
    }
    void reset() override {}
    [[nodiscard]] std::unique_ptr<PoseEstimator> clone() const override {
        return std::make_unique<FixedPose>(*this);
    }

private:
    const evaluation::TruthTrack* m_truth;
    std::size_t m_cycle = 0;
    localization::PoseEstimate m_pose;
};

// A simple Kalman filter for comparison, as used by league teams: isotropic noise, and between
// vision frames a velocity that decays to 95 %.
class PlainFilter {
public:
    void predict(double stepS) {
        const double decay = std::pow(0.95, stepS / 0.06);
        m_p += stepS * m_v;
        m_v *= decay;
        m_pp += 2.0 * stepS * m_pv + stepS * stepS * m_vv + 1e-5;
        m_pv = decay * (m_pv + stepS * m_vv);
        m_vv = decay * decay * m_vv + 0.5 * stepS;
    }
    void see(const Vector3d& p, double distanceM) {
        const double noise = 0.02 + 0.01 * distanceM;
        if (!m_isKnown || (p - m_p).norm() > 2.0) {
            m_p = p;
            m_v.setZero();
            m_pp = noise * noise;
            m_pv = 0.0;
            m_vv = 1.0;
            m_isKnown = true;
            return;
        }
        const double gain = m_pp / (m_pp + noise * noise);
        const double gainV = m_pv / (m_pp + noise * noise);
        const Vector3d innovation = p - m_p;
        m_p += gain * innovation;
        m_v += gainV * innovation;
        m_vv -= gainV * m_pv;
        m_pv *= 1.0 - gain;
        m_pp *= 1.0 - gain;
    }
    [[nodiscard]] const Vector3d& p() const { return m_p; }
    [[nodiscard]] const Vector3d& v() const { return m_v; }
    [[nodiscard]] Vector3d after(double seconds) const {
        const double rate = -std::log(0.95) / 0.06;
        return m_p + (1.0 - std::exp(-rate * seconds)) / rate * m_v;
    }

private:
    Vector3d m_p = Vector3d::Zero();
    Vector3d m_v = Vector3d::Zero();
    double m_pp = 1.0;
    double m_pv = 0.0;
    double m_vv = 1.0;
    bool m_isKnown = false;
};

struct Errors {
    std::vector<double> values;
    void add(double value) { values.push_back(value); }
    [[nodiscard]] double mean() const {
        double sum = 0.0;
        for (const double value : values) {
            sum += value;
        }
        return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
    }
    [[nodiscard]] double fraction(double part) const {
        if (values.empty()) {
            return 0.0;
        }
        std::vector<double> sorted = values;
        std::ranges::sort(sorted);
        return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
    }
    [[nodiscard]] std::string text() const {
        return fmt::format("{:6.1f} /{:6.1f} ({})", 1e3 * mean(), 1e3 * fraction(0.95),
                           values.size());
    }
};

// Errors of a ball filter.
struct BallErrors {
    Errors nearM;    ///< seen, within 3 m
    Errors middleM;  ///< within 8 m
    Errors farM;     ///< beyond
    Errors speedMps; ///< in vision frames, for an untouched ball
    Errors restMps;  ///< likewise, for a resting ball
    Errors aheadM;   ///< after a prediction of 0.48 s, for untouched balls
};

void print(const char* name, const BallErrors& errors) {
    std::cout << fmt::format(
        "  {}: seen up to 3 m {}, up to 8 m {}, beyond {} mm\n    speed {} mm/s, at rest {}, "
        "0.48 s ahead {} mm\n",
        name, errors.nearM.text(), errors.middleM.text(), errors.farM.text(),
        errors.speedMps.text(), errors.restMps.text(), errors.aheadM.text());
}

struct Result {
    BallErrors ours;
    BallErrors plain;
    Errors playersM;         ///< seen
    Errors playersMps;       ///< velocity, likewise
    Errors lostPlayersM;     ///< unseen for 0.5 s to 2 s
    Errors heightM;          ///< of a ball seen in the air
    int inAir = 0;           ///< vision frames with a ball clearly in the air ...
    int inAirReported = 0;   ///< ... that is believed to be in the air
    int onGround = 0;        ///< vision frames with a resting or rolling ball ...
    int wronglyReported = 0; ///< ... that is believed to be in the air
    Errors nees;             ///< of the ball's ground position; 2 is consistent
};

// Whether the ball moved without touches between two cycles.
bool isUntouched(const evaluation::TruthTrack& truth, std::size_t from, std::size_t to) {
    constexpr double kTouchedMps = 0.15;
    constexpr double kPutElsewhereM = 0.6; // between two vision frames
    const TruthInstant* last = nullptr;
    for (std::size_t i = from; i <= to; ++i) {
        const TruthInstant* now = truth.at(i);
        if (now == nullptr || !now->p_SBall) {
            continue;
        }
        if (!now->velocity_SBallMps) {
            return false;
        }
        if (last != nullptr &&
            ((*now->velocity_SBallMps - *last->velocity_SBallMps).head<2>().norm() > kTouchedMps ||
             (*now->p_SBall - *last->p_SBall).norm() > kPutElsewhereM)) {
            return false;
        }
        last = now;
    }
    return last != nullptr;
}

constexpr std::size_t kAround = 6; // the true velocity is a difference over several cycles
constexpr std::size_t kAhead =
    24; // a multiple of three: the truth may come with vision frames only
constexpr double kAheadS = 0.48;

// A cycle with a vision frame, and its ground truth.
struct Instant {
    const evaluation::TruthTrack& truth;
    std::size_t cycle;
    const TruthInstant& now;
    math::Pose X_FS;
    const AgentFrame& frame;
};

// The estimate of a ball filter.
struct BallSaid {
    Vector3d p_F;
    Vector3d velocity_FMps;
    Vector3d ahead_F; ///< predicted position after `kAheadS`
};

void noteBall(const Instant& at, double distanceM, const BallSaid& said, BallErrors& errors) {
    const double errorM = (said.p_F - at.X_FS * *at.now.p_SBall).head<2>().norm();
    Errors& byDistance = distanceM < 3.0   ? errors.nearM
                         : distanceM < 8.0 ? errors.middleM
                                           : errors.farM;
    byDistance.add(errorM);
    if (at.now.velocity_SBallMps && at.cycle >= kAround &&
        isUntouched(at.truth, at.cycle - kAround, at.cycle + kAround)) {
        const Vector3d velocity_F = at.X_FS.R * *at.now.velocity_SBallMps;
        const double speedError = (said.velocity_FMps - velocity_F).head<2>().norm();
        (velocity_F.norm() < 1e-3 ? errors.restMps : errors.speedMps).add(speedError);
    }
    const TruthInstant* later = at.truth.at(at.cycle + kAhead);
    if (later != nullptr && later->p_SBall && isUntouched(at.truth, at.cycle, at.cycle + kAhead)) {
        errors.aheadM.add((said.ahead_F - at.X_FS * *later->p_SBall).head<2>().norm());
    }
}

// Whether flights are detected, and whether the covariance is consistent.
void noteFlight(const Instant& at, Result& result) {
    const BallBelief& ball = at.frame.world.ball;
    const Vector3d truth_F = at.X_FS * *at.now.p_SBall;
    if (truth_F.z() > 0.15) {
        ++result.inAir;
        result.inAirReported += ball.isFlying ? 1 : 0;
        result.heightM.add(std::abs(ball.p_F.z() - truth_F.z()));
    } else if (truth_F.z() < 0.05 &&
               isUntouched(at.truth, at.cycle - std::min(at.cycle, kAround), at.cycle + kAround)) {
        ++result.onGround;
        result.wronglyReported += ball.isFlying ? 1 : 0;
    }
    const Eigen::Vector2d error = (ball.p_F - truth_F).head<2>();
    const Eigen::Matrix2d P =
        ball.covariance.topLeftCorner<2, 2>() +
        at.truth.roundingM * at.truth.roundingM / 12.0 * Eigen::Matrix2d::Identity();
    result.nees.add(error.dot(P.ldlt().solve(error)));
}

void notePlayer(const Instant& at, const PlayerBelief& player, Result& result) {
    const bool isLeft = (at.frame.identity.robot.side == game::Side::Left) == player.isTeammate;
    const game::PlayerId id{isLeft ? game::Side::Left : game::Side::Right,
                            game::UniformNumber(player.unum)};
    const auto other = at.now.p_SPlayers.find(id);
    if (other == at.now.p_SPlayers.end()) {
        return;
    }
    const double errorM = (player.p_F - at.X_FS * other->second).head<2>().norm();
    if (player.ageS > 0.0) {
        if (player.ageS > 0.5 && player.ageS < 2.0) {
            result.lostPlayersM.add(errorM);
        }
        return;
    }
    result.playersM.add(errorM);
    constexpr std::size_t kSpan = 5;
    const TruthInstant* before = at.cycle > kSpan ? at.truth.at(at.cycle - kSpan) : nullptr;
    const TruthInstant* behind = at.truth.at(at.cycle + kSpan);
    if (before == nullptr || behind == nullptr || !before->p_SPlayers.contains(id) ||
        !behind->p_SPlayers.contains(id)) {
        return;
    }
    const Vector3d velocity_F =
        at.X_FS.R * (behind->p_SPlayers.at(id) - before->p_SPlayers.at(id)) / (2.0 * kSpan * 0.02);
    constexpr double kPutElsewhereMps = 3.0;
    if (velocity_F.norm() < kPutElsewhereMps) {
        result.playersMps.add((player.velocity_FMps - velocity_F).head<2>().norm());
    }
}

// Pose of the camera in F, from the frame.
math::Pose cameraOf(const AgentFrame& frame) {
    const robot::RobotModel& model = *frame.identity.model;
    std::vector<double> anglesRad;
    for (const JointBelief& joint : frame.body.joints) {
        anglesRad.push_back(joint.measuredRad);
    }
    return frame.body.X_FT * localization::poseInTorso(model, model.cameraBody(), anglesRad);
}

Result resultOf(const evaluation::AgentStream& stream, const evaluation::TruthTrack& truth,
                std::unique_ptr<localization::PoseEstimator> estimator) {
    const field::FieldModel field(field::newestField().dimensions);
    WorldModel world(AgentIdentity{stream.team(), {}, stream.typeNumber(), stream.model().shared()},
                     field, std::move(estimator));
    PlainFilter plain;
    Result result;
    AgentFrame frame;
    protocol::Percepts percepts;
    for (std::size_t cycle = 0; cycle < stream.cycles().size(); ++cycle) {
        if (!protocol::parsePercepts(stream.cycles()[cycle].percepts, percepts)) {
            continue;
        }
        world.update(percepts, frame);
        plain.predict(0.02);
        if (!frame.body.pose.isValid || !percepts.vision) {
            continue;
        }
        const auto seen = std::ranges::find(percepts.vision->objects, std::string_view("B"),
                                            &protocol::SeenObject::name);
        const bool isSeen = seen != percepts.vision->objects.end();
        if (isSeen) {
            plain.see(cameraOf(frame) * localization::pointInCamera(seen->polar),
                      seen->polar.distanceM);
        }
        const TruthInstant* now = truth.at(cycle);
        if (now == nullptr) {
            continue;
        }
        const Instant at{truth, cycle, *now, fieldFromServer(frame.identity.robot.side), frame};
        const BallBelief& ball = frame.world.ball;
        if (isSeen && now->p_SBall && ball.isKnown) {
            const double distanceM = seen->polar.distanceM;
            noteBall(at, distanceM, {ball.p_F, ball.velocity_FMps, predictBall(ball, kAheadS).p_F},
                     result.ours);
            noteBall(at, distanceM, {plain.p(), plain.v(), plain.after(kAheadS)}, result.plain);
            noteFlight(at, result);
        }
        for (const PlayerBelief& player : frame.world.players) {
            notePlayer(at, player, result);
        }
    }
    return result;
}

void print(const std::string& name, const Result& result) {
    std::cout << name << ", mean / p95 (count)\n";
    print("ours", result.ours);
    print("plain filter, 0.95 a sight", result.plain);
    std::cout << fmt::format("  NEES of the ball's place {:.2f} of 2\n", result.nees.mean());
    std::cout << fmt::format(
        "  flying: reported in {} of {} vision frames, height {} mm; wrongly {} of {}\n",
        result.inAirReported, result.inAir, result.heightM.text(), result.wronglyReported,
        result.onGround);
    if (!result.playersM.values.empty()) {
        std::cout << fmt::format("  players: seen {} mm, speed {} mm/s, unseen {} mm\n",
                                 result.playersM.text(), result.playersMps.text(),
                                 result.lostPlayersM.text());
    }
}

class RecordedObjectsTest : public testing::TestWithParam<const char*> {};

TEST_P(RecordedObjectsTest, WithPoseFromLog) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam());
    SIDELINE_SHARED_OR_SKIP(log, "agent/ut-fine.monitor.log.xz");
    const auto stream = evaluation::AgentStream::read(file);
    ASSERT_TRUE(stream.has_value()) << stream.error().message;
    const auto truth = evaluation::truthOfMatchLog(*stream, log);
    ASSERT_TRUE(truth.has_value()) << truth.error().message;
    const Result result = resultOf(*stream, *truth, std::make_unique<FixedPose>(*truth));
    print(GetParam(), result);
    const BallErrors& ours = result.ours;
    ASSERT_GT(ours.speedMps.values.size(), 50U);
    EXPECT_LT(ours.nearM.mean(), tests::tolerance(0.015));
    EXPECT_LT(ours.middleM.mean(), tests::tolerance(0.03));
    EXPECT_LT(ours.restMps.mean(), tests::tolerance(0.02));
    EXPECT_LT(ours.speedMps.mean(), tests::tolerance(result.plain.speedMps.mean()));
    EXPECT_LT(ours.aheadM.mean(), tests::tolerance(result.plain.aheadM.mean()));
    ASSERT_GT(result.playersM.values.size(), 100U);
    EXPECT_LT(result.playersM.mean(), tests::tolerance(0.06));
}

TEST_P(RecordedObjectsTest, WithFusionEstimator) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam());
    SIDELINE_SHARED_OR_SKIP(log, "agent/ut-fine.monitor.log.xz");
    const auto stream = evaluation::AgentStream::read(file);
    ASSERT_TRUE(stream.has_value()) << stream.error().message;
    const auto truth = evaluation::truthOfMatchLog(*stream, log);
    ASSERT_TRUE(truth.has_value()) << truth.error().message;
    const Result result =
        resultOf(*stream, *truth, localization::makeEstimator(localization::Method::Fusion));
    print(std::string(GetParam()) + ", fusion", result);
    const BallErrors& ours = result.ours;
    EXPECT_LT(ours.nearM.mean(), tests::tolerance(0.01));
    EXPECT_LT(ours.middleM.mean(), tests::tolerance(0.012));
    EXPECT_LT(ours.farM.mean(), tests::tolerance(0.015));
    EXPECT_LT(ours.aheadM.mean(), tests::tolerance(0.015));
    EXPECT_LT(ours.speedMps.mean(), tests::tolerance(0.06));
    EXPECT_GT(result.nees.mean(), 0.3);
    EXPECT_LT(result.nees.mean(), 4.0);
}

INSTANTIATE_TEST_SUITE_P(Fine, RecordedObjectsTest,
                         testing::Values("agent/ut-fine00.rec.gz", "agent/ut-fine02.rec.gz"),
                         [](const auto& param) { return std::string(param.param).substr(9, 6); });

// With an estimator, as in agents; the ground truth is rounded to centimeters.
class RecordedBallTest : public testing::TestWithParam<const char*> {};

TEST_P(RecordedBallTest, WithAnEstimator) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam());
    const auto stream = evaluation::AgentStream::read(file);
    ASSERT_TRUE(stream.has_value()) << stream.error().message;
    const Result result = resultOf(*stream, evaluation::truthOfStream(*stream),
                                   std::make_unique<localization::FusionEstimator>());
    print(GetParam(), result);
    ASSERT_GT(result.ours.speedMps.values.size(), 20U);
    EXPECT_LT(result.ours.speedMps.mean(), tests::tolerance(result.plain.speedMps.mean()));
    EXPECT_LT(result.ours.aheadM.mean(), tests::tolerance(result.plain.aheadM.mean()));
    EXPECT_LT(result.ours.middleM.mean(), tests::tolerance(0.06));
    EXPECT_GE(result.inAirReported * 10, result.inAir * 9);
    EXPECT_LE(result.wronglyReported * 50, result.onGround);
}

INSTANTIATE_TEST_SUITE_P(Streams, RecordedBallTest,
                         testing::Values("agent/ut-player00.rec.gz", "agent/ut-player02.rec.gz",
                                         "sim/ball-t0.agent.rec.gz"),
                         [](const auto& param) {
                             std::string name = param.param;
                             std::erase_if(name, [](char c) {
                                 return !std::isalnum(static_cast<unsigned char>(c));
                             });
                             return name;
                         });

} // namespace
} // namespace sideline::world
