#include "agentcore/localization/observation_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kNearestM = 0.05;
constexpr double kFurthestM = 200.0;
constexpr double kShortestLineM = 0.02;

SeenPoint seenPoint(const protocol::Polar& polar, const VisionNoise& noise) {
    SeenPoint point;
    point.percept = polar;
    point.isUsable = isUsable(polar) && polar.distanceM > kNearestM &&
                     polar.distanceM < kFurthestM && std::abs(polar.phiDeg) < 89.0 &&
                     std::abs(polar.thetaDeg) < 360.0;
    if (!point.isUsable) {
        return point;
    }
    point.z = {polar.distanceM, math::radFromDeg(polar.thetaDeg), math::radFromDeg(polar.phiDeg)};
    // Without noise, the variance is that of floating-point rounding.
    point.variance = noise.polarVariance(polar.distanceM).cwiseMax(Vector3d(1e-10, 1e-12, 1e-12));
    point.p_C = pointInCamera(polar);
    return point;
}

} // namespace

double gateFor(int dimension) {
    constexpr std::array<double, 7> kGates = {0.0, 15.1, 18.4, 21.1, 23.5, 25.7, 27.9};
    return kGates[static_cast<std::size_t>(std::clamp(dimension, 0, 6))];
}

void CameraBelief::move(const CameraVector& step) {
    X_SC.p -= X_SC.R * step.tail<3>();
    X_SC.R = X_SC.R * math::rotationBy(step.head<3>());
}

void VisionPoints::take(const protocol::VisionPercept& vision, const field::FieldModel& field,
                        const VisionNoise& noise) {
    m_landmarkCount = 0;
    m_lineCount = 0;
    for (const protocol::SeenObject& object : vision.objects) {
        const char label = object.name.size() == 1 ? object.name.front() : '\0';
        const auto known = std::ranges::find_if(field.landmarks(), [&](const auto& landmark) {
            return label != 0 ? field::landmarkLabel(landmark.kind) == label
                              : landmark.name == object.name;
        });
        if (m_landmarkCount == kMaxLandmarks || known == field.landmarks().end()) {
            continue;
        }
        SeenLandmark& seen = m_landmarks[m_landmarkCount];
        seen.point = seenPoint(object.polar, noise);
        seen.landmark = static_cast<int>(known - field.landmarks().begin());
        seen.label = label;
        m_landmarkCount += seen.point.isUsable ? 1U : 0U;
    }
    for (std::size_t i = 0; i < vision.lines.size() && m_lineCount < kMaxLines; ++i) {
        SeenLine& seen = m_lines[m_lineCount];
        seen.ends = {seenPoint(vision.lines[i].first, noise),
                     seenPoint(vision.lines[i].second, noise)};
        seen.index = static_cast<int>(i);
        const bool isUsable = seen.ends[0].isUsable && seen.ends[1].isUsable &&
                              (seen.ends[1].p_C - seen.ends[0].p_C).norm() > kShortestLineM;
        m_lineCount += isUsable ? 1U : 0U;
    }
}

bool VisionPoints::hasLabels() const {
    return std::ranges::any_of(landmarks(), [](const auto& seen) { return seen.label != 0; });
}

void VisionPoints::nameLabels(const CameraBelief& belief, const field::FieldModel& field) {
    for (std::size_t i = 0; i < m_landmarkCount; ++i) {
        SeenLandmark& seen = m_landmarks[i];
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; seen.label != 0 && k < field.landmarks().size(); ++k) {
            const field::Landmark& landmark = field.landmarks()[k];
            if (field::landmarkLabel(landmark.kind) != seen.label) {
                continue;
            }
            // Compares with noise alone, since the uncertainty of the belief affects all landmarks
            // equally.
            const Vector3d off = polarDifference(seen.point.z, polarOf(belief.see(landmark.p_S)));
            const double misfit = off.cwiseAbs2().cwiseQuotient(seen.point.variance).sum();
            if (misfit < nearest) {
                nearest = misfit;
                seen.landmark = static_cast<int>(k);
            }
        }
    }
}

PolarVector polarOf(const Vector3d& p_C) {
    const double flat = std::sqrt(math::square(p_C.x()) + math::square(p_C.y()));
    return {p_C.norm(), std::atan2(-p_C.x(), p_C.y()), std::atan2(p_C.z(), flat)};
}

protocol::Polar perceptOf(const PolarVector& z) {
    return {z(0), math::degFromRad(z(1)), math::degFromRad(z(2))};
}

Matrix3d polarJacobian(const Vector3d& p_C) {
    const double flatSquare = std::max(math::square(p_C.x()) + math::square(p_C.y()), 1e-12);
    const double flat = std::sqrt(flatSquare);
    const double wholeSquare = flatSquare + math::square(p_C.z());
    Matrix3d J;
    J.row(0) = p_C.transpose() / std::sqrt(wholeSquare);
    J.row(1) << -p_C.y() / flatSquare, p_C.x() / flatSquare, 0.0;
    const double common = -p_C.z() / (flat * wholeSquare);
    J.row(2) << p_C.x() * common, p_C.y() * common, flat / wholeSquare;
    return J;
}

PolarVector polarDifference(const PolarVector& measured, const PolarVector& predicted) {
    PolarVector difference = measured - predicted;
    difference(1) = math::wrapRad(difference(1));
    return difference;
}

PointComparison comparePoint(const SeenPoint& seen, const Vector3d& known_S,
                             const CameraBelief& camera, bool withSpread) {
    PointComparison result;
    const Vector3d ray_C = camera.X_SC.R.transpose() * (known_S - camera.X_SC.p);
    result.p_C = ray_C + camera.offset_C;
    result.residual = polarDifference(seen.z, polarOf(result.p_C));
    const Matrix3d J = polarJacobian(result.p_C);
    result.rows << J * math::crossMatrix(ray_C), J;
    if (withSpread) {
        result.spread.noalias() = result.rows * camera.covariance * result.rows.transpose();
        result.spread.diagonal() += seen.variance;
    }
    return result;
}

LineComparison compareWithLine(const SeenPoint& seen, const Vector3d& from_S,
                               const Vector3d& along_S, const CameraBelief& camera) {
    const Vector3d from_C = camera.see(from_S);
    const Vector3d along_C = camera.X_SC.R.transpose() * along_S;
    LineComparison result;
    result.alongM = along_C.dot(seen.p_C - from_C);
    // The nearest point in space is not exactly the most likely one, so one step along the line
    // follows.
    for (int i = 0; i < 2; ++i) {
        result.point = comparePoint(seen, from_S + result.alongM * along_S, camera, i == 1);
        result.slope = polarJacobian(result.point.p_C) * along_C;
        if (i == 0) {
            const Vector3d weighed = result.slope.cwiseQuotient(seen.variance);
            result.alongM += std::clamp(weighed.dot(result.point.residual) /
                                            std::max(weighed.dot(result.slope), 1e-12),
                                        -1.0, 1.0);
        }
    }
    const Matrix3d weight = result.point.spread.inverse();
    const Vector3d weighed = weight * result.slope;
    const double along = weighed.dot(result.point.residual);
    result.squaredSigmas = result.point.residual.dot(weight * result.point.residual) -
                           along * along / std::max(weighed.dot(result.slope), 1e-12);
    return result;
}

void CameraInformation::add(const PointComparison& comparison, const PolarVector& variance) {
    const Eigen::Matrix<double, 3, 6> weighed =
        variance.cwiseInverse().asDiagonal() * comparison.rows;
    matrix.noalias() += comparison.rows.transpose() * weighed;
    vector.noalias() += weighed.transpose() * comparison.residual;
}

void CameraInformation::addAcross(const LineComparison& comparison, const PolarVector& variance) {
    const Vector3d weight = variance.cwiseInverse();
    const Vector3d weighed = weight.cwiseProduct(comparison.slope);
    Matrix3d across = weight.asDiagonal();
    across -= weighed * weighed.transpose() / std::max(weighed.dot(comparison.slope), 1e-12);
    const Eigen::Matrix<double, 3, 6> rows = across * comparison.point.rows;
    matrix.noalias() += comparison.point.rows.transpose() * rows;
    vector.noalias() += rows.transpose() * comparison.point.residual;
}

CameraInformation CameraInformation::movedBy(const CameraVector& at) const {
    return {matrix, vector + matrix * at};
}

CameraInformation CameraInformation::withCommonError(const CameraMatrix& covariance) const {
    if (covariance.isZero(0.0)) {
        return {0.5 * (matrix + matrix.transpose()), vector};
    }
    const CameraMatrix mixed = CameraMatrix::Identity() + matrix * covariance;
    const Eigen::PartialPivLU<CameraMatrix> solver(mixed);
    CameraInformation result;
    result.matrix = solver.solve(matrix);
    result.matrix = (0.5 * (result.matrix + result.matrix.transpose())).eval();
    result.vector = solver.solve(vector);
    return result;
}

} // namespace sideline::localization
