#pragma once

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::world {

/// A vision frame of a thing, put on the field, and how far it may be off. Field frame F.
struct SeenPoint {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    double distanceM = 0.0; ///< from the camera
    /// Of the server's noise and rounding, again with every vision frame: good across the ray in
    /// what is near, along the ray in what is far. m^2
    Eigen::Matrix3d noise_FM2 = Eigen::Matrix3d::Zero();
    /// Of the own pose and of what is not known of the camera's offset: much the same in the vision
    /// frames that follow. m^2
    Eigen::Matrix3d common_FM2 = Eigen::Matrix3d::Zero();
};

/// Where a robot looks from in a cycle, and how sure that is: turns what it sees into places.
///
/// The camera's offset is taken out as far as the estimator has learned it.
class Viewpoint {
public:
    /// @param pose belief of the torso in the server frame S; valid
    /// @param X_FT the same in F
    /// @param X_TC camera in the torso
    /// @param vision what the camera sees; outlives this
    Viewpoint(const localization::PoseEstimate& pose, const math::Pose& X_FT,
              const math::Pose& X_TC, const robot::VisionSettings& vision,
              const localization::VisionNoise& noise = {});

    /// @param polar usable (see `localization::isUsable`)
    [[nodiscard]] SeenPoint point(const protocol::Polar& polar) const;
    /// The same without the spreads, which cost more.
    [[nodiscard]] Eigen::Vector3d place(const protocol::Polar& polar) const;
    /// Whether a thing there is in the camera's view, and not just at its rim.
    [[nodiscard]] bool isInView(const Eigen::Vector3d& p_F) const;
    [[nodiscard]] const math::Pose& X_FC() const { return m_X_FC; }

private:
    math::Pose m_X_FC;
    math::Pose m_X_FT;
    Eigen::Vector3d m_offset_CM;
    double m_offsetVarianceM2;
    localization::PoseCovariance m_covariance_F; ///< turn, then shift of the torso
    const robot::VisionSettings* m_vision;
    localization::VisionNoise m_noise;
};

} // namespace sideline::world
