#include "evaluation/belief_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agentcore/localization/explain.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/posture.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::evaluation {

namespace {

using localization::ObservationKind;
using localization::ObservationReport;
using localization::PoseDiagnostics;
using localization::PoseEstimate;
using localization::Verdict;

constexpr double kSameTimeS = 0.0105; // half a cycle plus the rounding of the server's times

Eigen::Matrix3d turnedBy(double headingRad) {
    return Eigen::AngleAxisd(headingRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

// Returns the torso height of an upright robot with all joints at zero.
double standingHeightM(const robot::RobotModel& model) {
    const std::vector<double> anglesRad(model.joints().size(), 0.0);
    return robot::placeOnGround(model, anglesRad, robot::GroundRule::LevelTorso).p.z();
}

math::Pose serverFromFrame(const BeliefMessage& message, const AgentStream& stream) {
    return message.frame == BeliefFrame::Server
               ? math::Pose()
               : world::fieldFromServer(stream.robot().side).inverse();
}

// Returns the torso pose in the frame of the message.
math::Pose torsoOf(const BeliefPose& pose, const math::Pose& X_TC, double standingM) {
    const math::Pose X_TBody = pose.isOfCamera ? X_TC : math::Pose();
    // The torso is assumed upright, with the reported heading of the body.
    const Eigen::Matrix3d R = pose.R
                                  ? *pose.R * X_TBody.R.transpose()
                                  : turnedBy(pose.headingRad - math::forwardHeadingRad(X_TBody.R));
    const Eigen::Vector3d arm = R * X_TBody.p;
    const double z = pose.zM ? *pose.zM - arm.z() : standingM;
    return {R, {pose.xM - arm.x(), pose.yM - arm.y(), z}};
}

// Computes the covariance of the torso from that of the reported body's x, y and heading.
localization::PoseCovariance covarianceOf(const BeliefMessage& message, const math::Pose& X_SF,
                                          const Eigen::Vector3d& arm_S) {
    Eigen::Matrix3d J = Eigen::Matrix3d::Identity();
    J.topLeftCorner<2, 2>() = X_SF.R.topLeftCorner<2, 2>();
    // A rotation about the body moves the torso, which is offset from it.
    J(0, 2) = arm_S.y();
    J(1, 2) = -arm_S.x();
    const Eigen::Matrix3d spread = J * *message.covariance * J.transpose();
    localization::PoseCovariance covariance = localization::PoseCovariance::Zero();
    static constexpr std::array<Eigen::Index, 3> kPlaces = {3, 4, 2}; // x, y, rotation about z
    for (Eigen::Index row = 0; row < 3; ++row) {
        for (Eigen::Index column = 0; column < 3; ++column) {
            covariance(kPlaces[static_cast<std::size_t>(row)],
                       kPlaces[static_cast<std::size_t>(column)]) = spread(row, column);
        }
    }
    return covariance;
}

// The agent's report about a landmark takes precedence over the computed one.
void takeReported(const BeliefLandmark& reported, ObservationReport& report) {
    report.verdict = reported.isUsed ? Verdict::Used : Verdict::Unused;
    const Eigen::Vector3d& off = reported.residual;
    if (!off.array().isFinite().any()) {
        return;
    }
    protocol::Polar expected = report.hasPrediction ? report.predicted[0] : report.measured[0];
    const Eigen::Vector3d variance =
        localization::VisionNoise().polarVariance(report.measured[0].distanceM);
    report.squaredSigmas = 0.0;
    report.dimension = 0;
    const auto take = [&](Eigen::Index axis, double measured, double scale, double& value) {
        if (std::isfinite(off[axis])) {
            value = measured - scale * off[axis];
            report.squaredSigmas += off[axis] * off[axis] / variance[axis];
            ++report.dimension;
        }
    };
    constexpr double kDeg = 180.0 / math::kPi;
    take(0, report.measured[0].distanceM, 1.0, expected.distanceM);
    take(1, report.measured[0].thetaDeg, kDeg, expected.thetaDeg);
    take(2, report.measured[0].phiDeg, kDeg, expected.phiDeg);
    report.predicted[0] = expected;
    report.hasPrediction = true;
}

void takeLandmarks(const BeliefMessage& message, const field::FieldModel& field,
                   PoseDiagnostics& diagnostics) {
    for (ObservationReport& report : diagnostics.observations) {
        report.gate = 0.0; // the agent's own gate is unknown
        if (message.landmarks.empty()) {
            continue;
        }
        const bool isLandmark =
            report.kind == ObservationKind::CornerFlag || report.kind == ObservationKind::GoalPost;
        const auto reported = std::ranges::find_if(message.landmarks, [&](const auto& landmark) {
            return isLandmark &&
                   landmark.name == field.landmarks()[static_cast<std::size_t>(report.index)].name;
        });
        if (reported == message.landmarks.end()) {
            report.verdict = Verdict::Unused;
        } else {
            takeReported(*reported, report);
        }
    }
    diagnostics.squaredSigmas = 0.0;
    diagnostics.dimension = 0;
    for (const ObservationReport& report : diagnostics.observations) {
        if (report.verdict == Verdict::Used) {
            diagnostics.squaredSigmas += report.squaredSigmas;
            diagnostics.dimension += report.dimension;
        }
    }
}

} // namespace

void BeliefRun::index(const AgentStream& stream) {
    if (m_reported.empty()) {
        m_standingM = standingHeightM(stream.model());
    }
    for (std::size_t cycle = m_reported.size(); cycle < stream.cycles().size(); ++cycle) {
        m_cycleAtTimeS[stream.cycles()[cycle].serverTimeS] = cycle;
        m_reported.push_back(kNone);
    }
}

std::optional<std::size_t> BeliefRun::cycleOf(const BeliefMessage& message) const {
    if (!message.timeS) {
        return message.cycle && *message.cycle < m_reported.size()
                   ? std::optional(static_cast<std::size_t>(*message.cycle))
                   : std::nullopt;
    }
    const auto behind = m_cycleAtTimeS.lower_bound(*message.timeS);
    std::optional<std::size_t> best;
    double offS = kSameTimeS;
    const auto consider = [&](const auto& place) {
        if (const double off = std::abs(place->first - *message.timeS); off < offS) {
            offS = off;
            best = place->second;
        }
    };
    if (behind != m_cycleAtTimeS.end()) {
        consider(behind);
    }
    if (behind != m_cycleAtTimeS.begin()) {
        consider(std::prev(behind));
    }
    return best;
}

// Whether the message's cycle may still arrive.
bool BeliefRun::isAhead(const BeliefMessage& message) const {
    return message.timeS ? m_cycleAtTimeS.empty() || *message.timeS > m_cycleAtTimeS.rbegin()->first
                         : message.cycle.value_or(0) >= m_reported.size();
}

void BeliefRun::noteNames(const BeliefMessage& message) {
    for (const BeliefValue& value : message.values) {
        if (std::holds_alternative<double>(value.value) &&
            std::ranges::find(m_numberNames, value.name) == m_numberNames.end() &&
            m_numberNames.size() < kMaxBeliefValues) {
            m_numberNames.push_back(value.name);
        }
    }
}

void BeliefRun::keep(BeliefMessage message) {
    noteNames(message);
    m_particles += message.particles.size();
    m_messages.push_back(std::move(message));
    for (; m_particles > kMaxKeptParticles; ++m_firstWithParticles) {
        std::vector<Eigen::Vector3d>& oldest = m_messages[m_firstWithParticles].particles;
        m_particles -= oldest.size();
        oldest = {};
    }
}

// Assigns messages to their cycles. Returns the first cycle with a new message.
std::size_t BeliefRun::placeWaiting(const AgentStream& stream) {
    std::size_t first = stream.cycles().size();
    std::deque<BeliefMessage> waiting;
    std::swap(waiting, m_waiting);
    for (BeliefMessage& message : waiting) {
        const auto cycle = cycleOf(message);
        if (cycle) {
            m_reported[*cycle] = static_cast<std::int64_t>(m_messages.size());
            keep(std::move(message));
            first = std::min(first, *cycle);
        } else if (isAhead(message)) {
            m_waiting.push_back(std::move(message));
        } else {
            ++m_lost;
        }
    }
    while (m_waiting.size() > kMaxWaiting) {
        m_waiting.pop_front();
        ++m_lost;
    }
    return first;
}

std::size_t BeliefRun::advance(const AgentStream& stream,
                               const std::function<bool(std::size_t)>& shouldContinue) {
    index(stream);
    const std::size_t first = std::min(placeWaiting(stream), m_estimates.size());
    m_estimates.resize(first);
    m_standing.resize(first);
    m_residuals.resize(first);
    for (std::size_t cycle = first; cycle < stream.cycles().size(); ++cycle) {
        if (shouldContinue && cycle % kCancelCheckInterval == 0 && !shouldContinue(cycle)) {
            break;
        }
        believe(stream, cycle);
    }
    return first;
}

void BeliefRun::believe(const AgentStream& stream, std::size_t cycle) {
    if (m_reported[cycle] == kNone) {
        const bool isHeld =
            cycle > 0 && m_standing[cycle - 1] != kNone &&
            m_estimates[cycle - 1].cyclesSinceVision < static_cast<int>(kHeldCycles);
        m_standing.push_back(isHeld ? m_standing[cycle - 1] : kNone);
        m_estimates.push_back(isHeld ? m_estimates[cycle - 1] : PoseEstimate());
        ++m_estimates.back().cyclesSinceVision;
        m_residuals.emplace_back();
        return;
    }
    m_standing.push_back(m_reported[cycle]);
    const BeliefMessage& message = m_messages[static_cast<std::size_t>(m_reported[cycle])];
    m_estimates.push_back(estimateOf(stream, cycle, message));
    std::optional<float>& residual = m_residuals.emplace_back();
    if (stream.cycles()[cycle].hasVision && m_estimates.back().isValid) {
        PoseDiagnostics diagnostics;
        explainMessage(stream, cycle, diagnostics);
        if (diagnostics.dimension > 0) {
            residual =
                static_cast<float>(std::sqrt(diagnostics.squaredSigmas / diagnostics.dimension));
        }
    }
}

PoseEstimate BeliefRun::estimateOf(const AgentStream& stream, std::size_t cycle,
                                   const BeliefMessage& message) const {
    PoseEstimate estimate;
    if (!message.pose) {
        return estimate;
    }
    const math::Pose& X_TC = stream.cycles()[cycle].X_TCamera;
    const math::Pose X_SF = serverFromFrame(message, stream);
    estimate.isValid = true;
    estimate.X_ST = X_SF * torsoOf(*message.pose, X_TC, m_standingM);
    if (message.covariance) {
        const Eigen::Vector3d arm_S = message.pose->isOfCamera
                                          ? Eigen::Vector3d(estimate.X_ST.R * X_TC.p)
                                          : Eigen::Vector3d::Zero();
        estimate.covariance = covarianceOf(message, X_SF, arm_S);
        estimate.hasCovariance = true;
        estimate.positionSigmaM =
            std::sqrt(std::max({estimate.covariance(3, 3), estimate.covariance(4, 4), 0.0}));
        estimate.headingSigmaRad = std::sqrt(std::max(estimate.covariance(2, 2), 0.0));
    }
    return estimate;
}

const BeliefMessage* BeliefRun::standing(std::size_t cycle) const {
    const bool isKnown = cycle < m_standing.size() && m_standing[cycle] != kNone;
    return isKnown ? &m_messages[static_cast<std::size_t>(m_standing[cycle])] : nullptr;
}

bool BeliefRun::hasHeight(std::size_t cycle) const {
    const BeliefMessage* message = standing(cycle);
    return message != nullptr && message->pose && message->pose->zM;
}

void BeliefRun::explainMessage(const AgentStream& stream, std::size_t cycle,
                               PoseDiagnostics& diagnostics) const {
    const StreamCycle& now = stream.cycles()[cycle];
    protocol::Percepts percepts;
    if (now.hasVision && protocol::parsePercepts(now.percepts, percepts) && percepts.vision) {
        localization::explainVision(*percepts.vision, stream.model(), *m_field, now.X_TCamera,
                                    m_estimates[cycle], {}, diagnostics);
    }
    // A report about another cycle's vision frame does not apply to this cycle.
    static const BeliefMessage kNothing;
    takeLandmarks(m_reported[cycle] == kNone
                      ? kNothing
                      : m_messages[static_cast<std::size_t>(m_reported[cycle])],
                  *m_field, diagnostics);
}

PoseEstimate BeliefRun::explain(const AgentStream& stream, std::size_t cycle,
                                PoseDiagnostics& diagnostics) const {
    diagnostics.clear();
    if (cycle >= m_estimates.size() || cycle >= stream.cycles().size()) {
        return {};
    }
    explainMessage(stream, cycle, diagnostics);
    diagnostics.stage = m_estimates[cycle].isValid ? localization::PoseStage::Tracking
                                                   : localization::PoseStage::Searching;
    if (const BeliefMessage* message = standing(cycle)) {
        const math::Pose X_SF = serverFromFrame(*message, stream);
        const bool isOfCamera = message->pose && message->pose->isOfCamera;
        for (const Eigen::Vector3d& particle : message->particles) {
            BeliefPose pose;
            pose.isOfCamera = isOfCamera;
            pose.xM = particle.x();
            pose.yM = particle.y();
            pose.headingRad = particle.z();
            diagnostics.candidates_ST.push_back(
                X_SF * torsoOf(pose, stream.cycles()[cycle].X_TCamera, m_standingM));
        }
    }
    return m_estimates[cycle];
}

std::span<const BeliefValue> BeliefRun::values(std::size_t cycle) const {
    const BeliefMessage* message = standing(cycle);
    return message != nullptr ? std::span<const BeliefValue>(message->values)
                              : std::span<const BeliefValue>();
}

std::optional<double> BeliefRun::number(std::size_t cycle, const std::string& name) const {
    for (const BeliefValue& value : values(cycle)) {
        if (const double* reported = std::get_if<double>(&value.value);
            reported != nullptr && value.name == name) {
            return *reported;
        }
    }
    return std::nullopt;
}

std::map<std::string, std::vector<BeliefMessage>> beliefsByEstimator(
    std::vector<BeliefMessage> messages, const AgentStream& stream, std::size_t& others) {
    std::map<std::string, std::vector<BeliefMessage>> groups;
    for (BeliefMessage& message : messages) {
        const bool isOther =
            (!message.team.empty() && !stream.team().empty() && message.team != stream.team()) ||
            (message.unum > 0 && stream.robot().unum.value() > 0 &&
             message.unum != stream.robot().unum.value());
        if (isOther) {
            ++others;
        } else {
            groups[message.estimator].push_back(std::move(message));
        }
    }
    return groups;
}

} // namespace sideline::evaluation
