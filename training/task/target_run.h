#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/drive.h"
#include "agentcore/math/pose.h"

namespace sideline::training {

/// Targets of a robot in a trial, visited in order. Their field frame F has its origin below the
/// robot's feet at the start, x ahead.
struct TargetPlan {
    std::vector<behavior::GoToPlace> places;
    // A target is reached after staying this close for this time.
    double nearM = 0.1;
    double nearRad = 0.2;
    double heldS = 0.3;
};

/// Guides a robot from target to target. One thread at a time.
class TargetRun {
public:
    /// @param X_SGround the ground below the robot, x ahead
    void begin(TargetPlan plan, const math::Pose& X_SGround);
    /// Processes the robot's pose after each cycle.
    /// @param timeS since the start of the trial
    void update(const math::Pose& X_SGround, double timeS);

    /// Current target; null after the last.
    [[nodiscard]] const behavior::GoToPlace* target() const;
    [[nodiscard]] int count() const { return static_cast<int>(m_plan.places.size()); }
    [[nodiscard]] int reachedCount() const { return m_reachedCount; }
    /// Time at which the latest target was reached.
    [[nodiscard]] double reachedS() const { return m_reachedS; }

    /// The current target, or the last one, relative to the robot: x forward, y left, m.
    [[nodiscard]] const Eigen::Vector2d& goal_R() const { return m_goal_R; }
    /// Remaining turn for that target, positive to the left; none if it has no heading.
    [[nodiscard]] const std::optional<double>& turnRad() const { return m_turnRad; }
    /// Completed fraction of the way to the current target, 0 to 1; a turn of one rad counts as
    /// 0.25 m.
    [[nodiscard]] double progress() const;

private:
    void look(const math::Pose& X_SGround);
    [[nodiscard]] bool isNear() const;
    [[nodiscard]] double leftM() const;

    TargetPlan m_plan;
    math::Pose m_X_SF;
    int m_reachedCount = 0;
    double m_reachedS = 0.0;
    std::optional<double> m_nearSinceS;
    double m_firstLeftM = 0.0; ///< distance measure when the current target was set
    Eigen::Vector2d m_goal_R = Eigen::Vector2d::Zero();
    std::optional<double> m_turnRad;
};

} // namespace sideline::training
