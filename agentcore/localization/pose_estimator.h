#pragma once

#include <memory>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/constants.h"
#include "agentcore/localization/diagnostics.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// How a walk thinks that it has moved the robot since the cycle before.
struct WalkOdometry {
    Eigen::Vector3d move_TM = Eigen::Vector3d::Zero(); ///< of the torso, in the torso before, m
    double turnRad = 0.0;                              ///< about the vertical
    double sigmaM = 0.01;
    double sigmaRad = 0.02;
};

/// What an estimator is told of one cycle. Ground truth in the percepts may not be looked at.
struct PoseInput {
    const protocol::Percepts* percepts = nullptr;
    const robot::RobotModel* model = nullptr;
    const field::FieldModel* field = nullptr;
    /// Measured joint angles, one per joint of the model, rad.
    std::span<const double> jointAnglesRad;
    double stepS = game::kStepS; ///< server time since the cycle before
    std::optional<WalkOdometry> odometry{};
    PoseDiagnostics* diagnostics = nullptr; ///< filled if it is there; costs time
};

/// Turn and shift by which a belief may be off: `R_true = exp(turn_S) R`, `p_true = p + shift_S`;
/// the turn first (rad), then the shift (m).
using PoseCovariance = Eigen::Matrix<double, 6, 6>;

/// Where the torso is, and how sure that is.
struct PoseEstimate {
    bool isValid = false;         ///< false until enough has been seen
    math::Pose X_ST;              ///< torso in the server frame
    double positionSigmaM = 0.0;  ///< one standard deviation of the position on the ground
    double headingSigmaRad = 0.0; ///< one standard deviation of the heading
    int cyclesSinceVision = 0;    ///< since landmarks or lines last corrected it
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< of the torso; 0 if not estimated
    bool hasCovariance = false;
    PoseCovariance covariance = PoseCovariance::Zero(); ///< only if `hasCovariance`
    /// The constant error of the camera, in its frame C, as far as it has been learned: what is
    /// seen at `p` is really at `p - cameraOffset_CM`.
    Eigen::Vector3d cameraOffset_CM = Eigen::Vector3d::Zero();
    double cameraOffsetSigmaM = 0.0; ///< of its worst axis; 0 if it is not estimated
};

/// One way to find out where the robot is. State is the estimator's own; one thread at a time.
///
/// `update` allocates nothing once it is warm. Ground truth in the percepts is not looked at. The
/// order of what was seen makes no difference (but for rounding).
class PoseEstimator {
public:
    virtual ~PoseEstimator() = default;

    /// Takes a cycle's percepts and tells the pose at the end of it. Values that are not finite, or
    /// beyond all sense, are passed over; what comes out is always finite.
    virtual PoseEstimate update(const PoseInput& input) = 0;
    /// Forgets where it was, as after a beam; what is constant for a match (the camera's offset)
    /// may stay.
    virtual void reset() = 0;
    /// The same with everything that it remembers, to go on from here a second time.
    [[nodiscard]] virtual std::unique_ptr<PoseEstimator> clone() const = 0;

protected:
    PoseEstimator() = default;
    PoseEstimator(const PoseEstimator&) = default;
    PoseEstimator& operator=(const PoseEstimator&) = default;
};

} // namespace sideline::localization
