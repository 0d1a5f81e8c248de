#include "widgets/localization/map_scene.h"

#include <algorithm>
#include <utility>

#include <Eigen/Eigenvalues>

#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::ObservationReport;

constexpr double kFarM = 1000.0; // points beyond are not drawn

bool isNear(const QPointF& p) {
    return std::abs(p.x()) < kFarM && std::abs(p.y()) < kFarM; // false for NaN
}

} // namespace

bool isVisionPlaced(const LocalizeInstant& instant) {
    const bool isLost = instant.chosen >= 0 &&
                        std::cmp_less(instant.chosen, instant.beliefs.size()) &&
                        !instant.beliefs[static_cast<std::size_t>(instant.chosen)].estimate.isValid;
    return instant.hasVision && !isLost;
}

std::vector<SeenMark> seenMarks(const LocalizeInstant& instant, const field::FieldModel& field) {
    std::vector<SeenMark> marks;
    if (!isVisionPlaced(instant)) {
        return marks;
    }
    const auto& observations = instant.vision.observations;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        const ObservationReport& report = observations[i];
        const bool isLine = report.kind == ObservationKind::Line;
        const bool isLandmark =
            report.kind == ObservationKind::CornerFlag || report.kind == ObservationKind::GoalPost;
        const int required = isLine ? 2 : 1;
        if ((!isLine && !isLandmark) || report.pointCount < required) {
            continue;
        }
        SeenMark mark;
        mark.observation = static_cast<int>(i);
        mark.kind = report.kind;
        mark.verdict = report.verdict;
        mark.pointCount = static_cast<std::size_t>(required);
        mark.fieldLine = isLine ? report.fieldLine : -1;
        mark.hasKnown = isLandmark || report.fieldLine >= 0;
        mark.sigmas = sigmasOf(report);
        mark.name = nameOfObservation(report, field);
        bool isFine = true;
        for (std::size_t end = 0; end < mark.pointCount; ++end) {
            const Eigen::Vector3d p_S =
                instant.X_SCAtVision *
                (localization::pointInCamera(report.measured.at(end)) - instant.cameraOffset_CM);
            const Eigen::Vector3d& known = report.known_S.at(end);
            mark.seen_S.at(end) = {p_S.x(), p_S.y()};
            mark.known_S.at(end) = {known.x(), known.y()};
            isFine = isFine && isNear(mark.seen_S.at(end));
            mark.hasKnown = mark.hasKnown && isNear(mark.known_S.at(end));
        }
        if (isFine) {
            marks.push_back(std::move(mark));
        }
    }
    return marks;
}

GroundEllipse ellipseOf(const Eigen::Matrix2d& covariance_S, double sigmas) {
    if (!covariance_S.allFinite()) {
        return {};
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(covariance_S);
    const Eigen::Vector2d variances = solver.eigenvalues().cwiseMax(0.0);
    const Eigen::Vector2d large = solver.eigenvectors().col(1);
    return {sigmas * std::sqrt(variances[1]), sigmas * std::sqrt(variances[0]),
            std::atan2(large.y(), large.x())};
}

GroundEllipse ellipseOf(const localization::PoseEstimate& estimate, double sigmas) {
    if (estimate.hasCovariance) {
        return ellipseOf(Eigen::Matrix2d(estimate.covariance.block<2, 2>(3, 3)), sigmas);
    }
    const double radiusM =
        std::isfinite(estimate.positionSigmaM) ? sigmas * estimate.positionSigmaM : 0.0;
    return {radiusM, radiusM, 0.0};
}

QString lengthText(double meters) {
    const double mm = std::abs(meters) * 1000.0;
    if (!std::isfinite(mm)) {
        return QStringLiteral("-");
    }
    if (mm >= 999.5) {
        return QStringLiteral("%1 m").arg(meters, 0, 'f', 2);
    }
    return QStringLiteral("%1 mm").arg(meters * 1000.0, 0, 'f', mm < 9.95 ? 1 : 0);
}

} // namespace sideline::widgets
