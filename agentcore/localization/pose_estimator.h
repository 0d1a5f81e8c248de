#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// What an estimator is told of one cycle.
struct PoseInput {
    const protocol::Percepts* percepts = nullptr;
    const robot::RobotModel* model = nullptr;
    const field::FieldModel* field = nullptr;
    /// Measured joint angles, one per joint of the model, rad.
    std::span<const double> jointAnglesRad;
    double stepS = 0.02; ///< server time since the cycle before
};

/// Where the torso is, and how sure that is.
struct PoseEstimate {
    bool isValid = false;         ///< false until enough has been seen
    math::Pose X_ST;              ///< torso in the server frame
    double positionSigmaM = 0.0;  ///< one standard deviation of the position on the ground
    double headingSigmaRad = 0.0; ///< one standard deviation of the heading
    int cyclesSinceSight = 0;     ///< since landmarks last corrected it
};

/// One way to find out where the robot is. State is the estimator's own; one thread at a time.
///
/// `update` allocates nothing once it is warm. Ground truth in the percepts is not looked at.
class PoseEstimator {
public:
    virtual ~PoseEstimator() = default;

    /// Takes a cycle's percepts and tells the pose at the end of it.
    virtual PoseEstimate update(const PoseInput& input) = 0;
    /// Forgets where it was, as after a beam.
    virtual void reset() = 0;
};

} // namespace sideline::localization
