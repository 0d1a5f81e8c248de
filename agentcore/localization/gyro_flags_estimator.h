#pragma once

#include <memory>

#include "agentcore/localization/pose_estimator.h"

namespace sideline::localization {

/// The simplest good source of the pose: gyro and accelerometer carry it from cycle to cycle, the
/// named landmarks (corner flags, goal posts) that are seen put it right.
///
/// Model: dead reckoning by the server's own law (gyro after the step, accelerometer one step
/// late), corrected by weighted least squares of the landmarks with the server's noise (0.0965 % of
/// the distance, 0.1480 deg sideways, 0.1225 deg up and down, plus the camera's unknown offset of
/// up to 5 mm an axis) against what was predicted: an error-state Kalman filter over tilt, heading,
/// velocity and position. A foot that tells a force stands on the ground; gravity holds the tilt
/// while the body moves gently.
/// The first pose, and the one after a jump (a beam, the referee's hand), comes from two or more
/// landmarks and the accelerometer's up.
/// Valid for robots with a gyro and a view that turns with the camera; for others the pose stays
/// invalid. One without an accelerometer counts as upright at the start. Lines are not used.
class GyroFlagsEstimator final : public PoseEstimator {
public:
    GyroFlagsEstimator();
    ~GyroFlagsEstimator() override;
    PoseEstimate update(const PoseInput& input) override;
    void reset() override;
    [[nodiscard]] std::unique_ptr<PoseEstimator> clone() const override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::localization
