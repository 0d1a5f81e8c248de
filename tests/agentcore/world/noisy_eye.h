#pragma once

#include <cmath>
#include <cstdint>

#include <Eigen/Core>

#include "agentcore/base/rng.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// A static camera on the field with the server's vision and a known pose.
class NoisyEye {
public:
    /// @param p_F position of the camera
    /// @param headingRad direction of its forward axis
    /// @param noiseFactor factor of the server's noise; 0 keeps only the rounding
    NoisyEye(std::uint64_t seed, const Eigen::Vector3d& p_F, double headingRad,
             double noiseFactor = 1.0)
        : m_rng(seed), m_noise(localization::VisionNoise{}.scaled(noiseFactor)) {
        m_X_FC.p = p_F;
        m_X_FC.R =
            Eigen::AngleAxisd(headingRad - math::kPi / 2.0, Eigen::Vector3d::UnitZ()).matrix();
        m_pose.isValid = true;
        m_pose.hasCovariance = true;
        m_pose.X_ST = m_X_FC;
        m_pose.cameraOffsetSigmaM = 1e-4;
    }

    /// The estimate of the camera's own pose.
    localization::PoseEstimate& pose() { return m_pose; }

    [[nodiscard]] Viewpoint view() const {
        return {m_pose, m_pose.X_ST, math::Pose{},
                robot::naoModel(robot::NaoType::Standard).percepts().vision};
    }

    protocol::Polar look(const Eigen::Vector3d& p_F) {
        const Eigen::Vector3d p_C = m_X_FC.inverse() * p_F;
        const double distanceM = p_C.norm();
        const double thetaRad = std::atan2(-p_C.x(), p_C.y());
        const double phiRad = std::asin(p_C.z() / distanceM);
        const auto rounded = [](double value) { return std::round(value * 100.0) / 100.0; };
        return {rounded(distanceM * (1.0 + m_noise.distanceRatio * normal())),
                rounded(math::degFromRad(thetaRad + m_noise.sidewaysRad * normal())),
                rounded(math::degFromRad(phiRad + m_noise.upwardsRad * normal()))};
    }

    SeenPoint see(const Eigen::Vector3d& p_F) { return view().point(look(p_F)); }

    /// A standard normal number.
    double normal() { return m_rng.normal(1.0); }

private:
    base::Rng m_rng;
    localization::VisionNoise m_noise;
    math::Pose m_X_FC;
    localization::PoseEstimate m_pose;
};

} // namespace sideline::world
