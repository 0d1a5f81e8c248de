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

/// Odometry of a walk since the previous cycle.
struct WalkOdometry {
    Eigen::Vector3d move_TM =
        Eigen::Vector3d::Zero(); ///< translation of the torso in its previous frame, m
    double turnRad = 0.0;        ///< rotation about the vertical
    double sigmaM = 0.01;
    double sigmaRad = 0.02;
};

/// The input of an estimator for one cycle. Ground truth in the percepts must not be used.
struct PoseInput {
    const protocol::Percepts* percepts = nullptr;
    const robot::RobotModel* model = nullptr;
    const field::FieldModel* field = nullptr;
    /// Measured joint angles, one per joint of the model, rad.
    std::span<const double> jointAnglesRad;
    double stepS = game::kStepS; ///< server time since the previous cycle
    std::optional<WalkOdometry> odometry{};
    PoseDiagnostics* diagnostics = nullptr; ///< filled if not null; filling takes time
};

/// Error covariance of a belief: `R_true = exp(turn_S) R`, `p_true = p + shift_S`; rotation (rad)
/// first, then translation (m).
using PoseCovariance = Eigen::Matrix<double, 6, 6>;

/// The estimated pose of the torso and its uncertainty.
struct PoseEstimate {
    bool isValid = false;         ///< false until there are enough observations
    math::Pose X_ST;              ///< pose of the torso in the server frame
    double positionSigmaM = 0.0;  ///< standard deviation of the position on the ground
    double headingSigmaRad = 0.0; ///< standard deviation of the heading
    int cyclesSinceVision = 0;    ///< cycles since the last correction by landmarks or lines
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< velocity of the torso; 0 if not
                                                             ///< estimated
    bool hasCovariance = false;
    PoseCovariance covariance = PoseCovariance::Zero(); ///< valid only if `hasCovariance`
    /// The estimated constant error of the camera in its frame C: an object observed at `p` is at
    /// `p - cameraOffset_CM`.
    Eigen::Vector3d cameraOffset_CM = Eigen::Vector3d::Zero();
    double cameraOffsetSigmaM = 0.0; ///< standard deviation of the worst axis; 0 if not estimated
};

/// A localization method. All state is a member; one thread at a time.
///
/// `update` allocates nothing after warm-up. Ground truth in the percepts is not used. The
/// order of observations does not matter (except for rounding).
class PoseEstimator {
public:
    virtual ~PoseEstimator() = default;

    /// Processes the percepts of a cycle and returns the pose at its end. Non-finite and
    /// implausible values are ignored; the result is always finite.
    virtual PoseEstimate update(const PoseInput& input) = 0;
    /// Discards the pose, for example after a beam; constants of a match (the camera offset) may be
    /// kept.
    virtual void reset() = 0;
    /// Returns a copy with the complete state, which continues independently.
    [[nodiscard]] virtual std::unique_ptr<PoseEstimator> clone() const = 0;

protected:
    PoseEstimator() = default;
    PoseEstimator(const PoseEstimator&) = default;
    PoseEstimator& operator=(const PoseEstimator&) = default;
};

} // namespace sideline::localization
