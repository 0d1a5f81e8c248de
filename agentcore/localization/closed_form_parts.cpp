#include "agentcore/localization/closed_form_parts.h"

#include <algorithm>

#include <Eigen/Eigenvalues>

#include "agentcore/localization/camera.h"

namespace sideline::localization {

namespace {

constexpr double kFurthestM = 1000.0;
// Lines count as collinear if the ratio of their squared spreads across and along them is below
// this.
constexpr double kMinPlaneSpread = 1e-4;

} // namespace

bool isSensible(const protocol::Polar& polar) {
    return isUsable(polar) && polar.distanceM < kFurthestM;
}

void SeenParts::clear() {
    m_landmarkCount = 0;
    m_lineCount = 0;
}

void SeenParts::collect(const protocol::VisionPercept& vision, const field::FieldModel& field,
                        const math::Pose& X_TC) {
    clear();
    m_camera_T = X_TC.p;
    collectLandmarks(vision, field, X_TC);
    collectLines(vision, X_TC);
}

void SeenParts::collectLandmarks(const protocol::VisionPercept& vision,
                                 const field::FieldModel& field, const math::Pose& X_TC) {
    const std::size_t count = std::min(field.landmarks().size(), kMaxLandmarks);
    for (std::size_t i = 0; i < count; ++i) {
        const field::Landmark& landmark = field.landmarks()[i];
        Eigen::Vector3d sum_T = Eigen::Vector3d::Zero();
        int times = 0;
        for (const protocol::SeenObject& object : vision.objects) {
            if (object.name == landmark.name && isSensible(object.polar)) {
                sum_T += X_TC * pointInCamera(object.polar);
                ++times;
            }
        }
        if (times > 0) {
            m_landmarks[m_landmarkCount++] = {i, landmark.kind == field::LandmarkKind::CornerFlag,
                                              landmark.p_S, sum_T / times};
        }
    }
}

void SeenParts::collectLines(const protocol::VisionPercept& vision, const math::Pose& X_TC) {
    const auto forEachEnd = [&](const auto& take) {
        for (const auto& [from, to] : vision.lines) {
            if (isSensible(from) && isSensible(to)) {
                take(Eigen::Vector3d(X_TC * pointInCamera(from)));
                take(Eigen::Vector3d(X_TC * pointInCamera(to)));
            }
        }
    };
    std::size_t ends = 0;
    m_lineCenter_T.setZero();
    m_lineScatter_T.setZero();
    forEachEnd([&](const Eigen::Vector3d& p_T) {
        m_lineCenter_T += p_T;
        ++ends;
    });
    if (ends == 0) {
        return;
    }
    m_lineCount = ends / 2;
    m_lineCenter_T /= static_cast<double>(ends);
    forEachEnd([&](const Eigen::Vector3d& p_T) {
        const Eigen::Vector3d fromCenter = p_T - m_lineCenter_T;
        m_lineScatter_T += fromCenter * fromCenter.transpose();
    });
}

std::optional<Eigen::Vector3d> SeenParts::groundNormal_T() const {
    if (m_lineCount < 2) {
        return std::nullopt;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(m_lineScatter_T);
    const Eigen::Vector3d& squares = solver.eigenvalues(); // eigenvalues are in ascending order
    if (solver.info() != Eigen::Success || !(squares(1) > kMinPlaneSpread * squares(2))) {
        return std::nullopt;
    }
    const Eigen::Vector3d normal_T = solver.eigenvectors().col(0);
    // The camera is always above the ground, which determines the sign.
    return normal_T.dot(m_camera_T - m_lineCenter_T) < 0.0 ? Eigen::Vector3d(-normal_T) : normal_T;
}

} // namespace sideline::localization
