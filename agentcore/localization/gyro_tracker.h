#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// An orientation integrated from a gyro. It is corrected only by `set`, and therefore
/// drifts.
class GyroTracker {
public:
    /// Whether `set` has been called since the start or `forget`.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Returns the rotation from torso to server frame; call only if it is known.
    [[nodiscard]] Eigen::Matrix3d R_ST() const { return m_orientation.toRotationMatrix(); }

    void set(const Eigen::Matrix3d& R_ST);
    void forget() { m_isKnown = false; }

    /// Integrates the gyro reading for the step that ends with this message. Non-finite and
    /// implausible speeds are ignored.
    /// @param stepS server time since the previous message; because of the server's rounding, short
    /// steps count as one cycle of 0.02 s
    /// @return false without a usable gyro percept, with unchanged orientation
    bool turn(const protocol::Percepts& percepts, double stepS);

private:
    Eigen::Quaterniond m_orientation = Eigen::Quaterniond::Identity();
    bool m_isKnown = false;
};

} // namespace sideline::localization
