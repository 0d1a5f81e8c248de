#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// An orientation that a gyro carries from cycle to cycle. Nothing puts it right but `set`, so it
/// drifts.
class GyroTracker {
public:
    /// Whether `set` has been called since the start or `forget`.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Torso to server frame; only if it is known.
    [[nodiscard]] Eigen::Matrix3d R_ST() const { return m_orientation.toRotationMatrix(); }

    void set(const Eigen::Matrix3d& R_ST);
    void forget() { m_isKnown = false; }

    /// Turns as the gyro reported for the step that ends with this message. Speeds that are not
    /// finite, or that no body reaches, are ignored.
    /// @param stepS server time since the message before; the server rounds it, so anything short
    ///        counts as one cycle of 0.02 s
    /// @return false without a usable gyro percept; nothing is turned then
    bool turn(const protocol::Percepts& percepts, double stepS);

private:
    Eigen::Quaterniond m_orientation = Eigen::Quaterniond::Identity();
    bool m_isKnown = false;
};

} // namespace sideline::localization
