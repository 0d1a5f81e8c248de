#include "agentcore/localization/vision_fit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Vector3d;

// Beliefs with larger standard deviations are narrowed in several rounds.
constexpr double kWideTurnRad = math::radFromDeg(0.4);
constexpr double kWideShiftM = 0.05;
constexpr int kMaxRounds = 5;
// Convergence tolerance of a step.
constexpr double kSmallTurnRad = math::radFromDeg(0.05);
constexpr double kSmallShiftM = 0.01;
constexpr double kMissedLandmark = 40.0;
constexpr double kMissedLine = 20.0;

bool isWide(const CameraMatrix& covariance) {
    return covariance.diagonal().head<3>().maxCoeff() > kWideTurnRad * kWideTurnRad ||
           covariance.diagonal().tail<3>().maxCoeff() > kWideShiftM * kWideShiftM;
}

bool isSmall(const CameraVector& step) {
    return step.head<3>().norm() < kSmallTurnRad && step.tail<3>().norm() < kSmallShiftM;
}

// Sums the information of the used observations, linearized at `camera`.
CameraInformation gather(const VisionPoints& vision, const VisionFit& fit,
                         const CameraBelief& camera, const field::FieldModel& field,
                         bool withLines) {
    CameraInformation information;
    for (std::size_t i = 0; i < vision.landmarks().size(); ++i) {
        if (fit.landmarks[i].verdict == Verdict::Used) {
            const auto& seen = vision.landmarks()[i];
            const Vector3d& known_S =
                field.landmarks()[static_cast<std::size_t>(seen.landmark)].p_S;
            information.add(comparePoint(seen.point, known_S, camera, false), seen.point.variance);
        }
    }
    for (std::size_t i = 0; withLines && i < vision.lines().size(); ++i) {
        const LineMatch& match = fit.lines[i];
        if (match.verdict != Verdict::Used) {
            continue;
        }
        const LineFrame frame = frameOf(field.lines()[static_cast<std::size_t>(match.fieldLine)]);
        for (std::size_t end = 0; end < 2; ++end) {
            const SeenPoint& seen = vision.lines()[i].ends[end];
            if (match.isCut[end]) {
                information.addAcross(compareWithLine(seen, frame.from_S, frame.along_S, camera),
                                      seen.variance);
            } else {
                const Vector3d known_S = frame.from_S + match.alongM[end] * frame.along_S;
                information.add(comparePoint(seen, known_S, camera, false), seen.variance);
            }
        }
    }
    return information;
}

// Solves for the camera, given a prior and information linearized at a step `at` from it.
void solve(const CameraBelief& prior, const CameraInformation& information, CameraVector& at,
           CameraBelief& posterior) {
    const CameraInformation moved = information.movedBy(at).withCommonError(prior.covariance);
    at = prior.covariance * moved.vector;
    posterior = prior;
    posterior.move(at);
    posterior.covariance -= prior.covariance * moved.matrix * prior.covariance;
    posterior.covariance = (0.5 * (posterior.covariance + posterior.covariance.transpose())).eval();
    posterior.covariance.diagonal() = posterior.covariance.diagonal().cwiseMax(1e-16);
}

void judgeLandmarks(const VisionPoints& vision, const CameraBelief& camera,
                    const field::FieldModel& field, VisionFit& fit) {
    fit.landmarksUsed = 0;
    for (std::size_t i = 0; i < vision.landmarks().size(); ++i) {
        const auto& seen = vision.landmarks()[i];
        const Vector3d& known_S = field.landmarks()[static_cast<std::size_t>(seen.landmark)].p_S;
        const PointComparison point = comparePoint(seen.point, known_S, camera, true);
        LandmarkMatch& match = fit.landmarks[i];
        match.squaredSigmas = point.residual.dot(point.spread.inverse() * point.residual);
        match.verdict = match.squaredSigmas < gateFor(3) ? Verdict::Used : Verdict::Refused;
        fit.landmarksUsed += match.verdict == Verdict::Used ? 1 : 0;
    }
}

void judgeLines(const VisionPoints& vision, const CameraBelief& camera, const VisionScene& scene,
                VisionFit& fit) {
    matchLines(vision, camera, scene.field, scene.cone,
               std::span(fit.lines).first(vision.lines().size()));
    fit.linesUsed = 0;
    fit.linesStrange = 0;
    for (std::size_t i = 0; i < vision.lines().size(); ++i) {
        const LineMatch& match = fit.lines[i];
        fit.linesUsed += match.verdict == Verdict::Used ? 1 : 0;
        fit.linesStrange += match.verdict == Verdict::Refused || match.fieldLine < 0 ? 1 : 0;
    }
}

} // namespace

VisionFit fitVision(const VisionPoints& vision, const CameraBelief& belief,
                    const VisionScene& scene, const CameraMatrix& commonError) {
    VisionFit fit;
    CameraBelief prior = belief;
    prior.covariance += commonError;
    fit.posterior = prior;
    judgeLandmarks(vision, prior, scene.field, fit);
    const bool inRounds = isWide(prior.covariance);
    if (inRounds && fit.landmarksUsed > 0) {
        for (int i = 0; i < 2; ++i) {
            solve(prior, gather(vision, fit, fit.posterior, scene.field, false), fit.at,
                  fit.posterior);
        }
    }
    for (int i = 0; i < kMaxRounds; ++i) {
        if (i == 0 || inRounds) {
            judgeLines(vision, fit.posterior, scene, fit);
        }
        fit.information = gather(vision, fit, fit.posterior, scene.field, true);
        CameraVector next = fit.at;
        solve(prior, fit.information, next, fit.posterior);
        const bool isGood = isSmall(next - fit.at) && (i > 0 || !inRounds);
        if (isGood || i + 1 == kMaxRounds) {
            break; // `fit.information` stays linearized at `fit.at`
        }
        fit.at = next;
    }
    return fit;
}

VisionFit judgeVision(const VisionPoints& vision, const CameraBelief& belief,
                      const VisionScene& scene, const CameraMatrix& commonError) {
    VisionFit fit;
    fit.posterior = belief;
    fit.posterior.covariance += commonError;
    judgeLandmarks(vision, fit.posterior, scene.field, fit);
    judgeLines(vision, fit.posterior, scene, fit);
    return fit;
}

VisionCost costOfVision(const VisionPoints& vision, const CameraBelief& camera,
                        const VisionScene& scene) {
    VisionFit fit;
    judgeLandmarks(vision, camera, scene.field, fit);
    judgeLines(vision, camera, scene, fit);
    VisionCost cost;
    for (std::size_t i = 0; i < vision.landmarks().size(); ++i) {
        const bool fits = fit.landmarks[i].verdict == Verdict::Used;
        cost.cost += fits ? fit.landmarks[i].squaredSigmas : kMissedLandmark;
        cost.landmarksMissed += fits ? 0 : 1;
    }
    for (std::size_t i = 0; i < vision.lines().size(); ++i) {
        const bool fits = fit.lines[i].verdict == Verdict::Used;
        cost.cost += fits ? fit.lines[i].squaredSigmas : kMissedLine;
        cost.linesMissed += fits ? 0 : 1;
    }
    return cost;
}

} // namespace sideline::localization
