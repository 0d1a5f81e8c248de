#pragma once

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::world {

/// An object of a vision frame, projected onto the field, with its uncertainty. Field frame F.
struct SeenPoint {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    double distanceM = 0.0; ///< distance from the camera
    /// Noise and rounding of the server, independent in every vision frame: more precise across the
    /// ray for near objects, along the ray for far ones. m^2
    Eigen::Matrix3d noise_FM2 = Eigen::Matrix3d::Zero();
    /// Uncertainty of the robot's own pose and of the camera offset, correlated between successive
    /// vision frames. m^2
    Eigen::Matrix3d common_FM2 = Eigen::Matrix3d::Zero();
};

/// The camera pose of a robot in one cycle and its uncertainty; projects vision percepts onto the
/// field.
///
/// Applies the camera offset learned by the estimator.
class Viewpoint {
public:
    /// @param pose valid estimate of the torso in the server frame S
    /// @param X_FT pose of the torso in F
    /// @param X_TC pose of the camera in the torso
    /// @param vision the camera's description; must outlive this object
    Viewpoint(const localization::PoseEstimate& pose, const math::Pose& X_FT,
              const math::Pose& X_TC, const robot::VisionSettings& vision,
              const localization::VisionNoise& noise = {});

    /// @param polar must be usable (see `localization::isUsable`)
    [[nodiscard]] SeenPoint point(const protocol::Polar& polar) const;
    /// The position without covariances, which take longer to compute.
    [[nodiscard]] Eigen::Vector3d place(const protocol::Polar& polar) const;
    /// Whether a point is in the camera's view, excluding its margin.
    [[nodiscard]] bool isInView(const Eigen::Vector3d& p_F) const;
    [[nodiscard]] const math::Pose& X_FC() const { return m_X_FC; }

private:
    math::Pose m_X_FC;
    math::Pose m_X_FT;
    Eigen::Vector3d m_offset_CM;
    double m_offsetVarianceM2;
    localization::PoseCovariance m_covariance_F; ///< rotation, then translation of the torso
    const robot::VisionSettings* m_vision;
    localization::VisionNoise m_noise;
};

} // namespace sideline::world
