#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/drive.h"
#include "agentcore/math/pose.h"

namespace sideline::training {

/// Where a robot should go in a trial, one place after another. Their field frame F begins below
/// the feet of the robot as it stands at first, x ahead.
struct TargetPlan {
    std::vector<behavior::GoToPlace> places;
    // It has reached one when it has been so near for so long.
    double nearM = 0.1;
    double nearRad = 0.2;
    double heldS = 0.3;
};

/// Follows a robot from target to target. One thread at a time.
class TargetRun {
public:
    /// @param X_SGround the ground below the robot, x ahead
    void begin(TargetPlan plan, const math::Pose& X_SGround);
    /// After each cycle.
    /// @param timeS since the start of the trial
    void update(const math::Pose& X_SGround, double timeS);

    /// Where it should go now; null when it has reached all of them.
    [[nodiscard]] const behavior::GoToPlace* target() const;
    [[nodiscard]] int count() const { return static_cast<int>(m_plan.places.size()); }
    [[nodiscard]] int reachedCount() const { return m_reachedCount; }
    /// When it reached the last of those that it has reached.
    [[nodiscard]] double reachedS() const { return m_reachedS; }

    /// The present target, or else the last one, seen from the robot: x forward, y left, m.
    [[nodiscard]] const Eigen::Vector2d& goal_R() const { return m_goal_R; }
    /// By how much it has to turn for that target, positive to the left; nothing if any heading is
    /// fine.
    [[nodiscard]] const std::optional<double>& turnRad() const { return m_turnRad; }
    /// How much of the way to the present target is behind it, 0 to 1; a turn of one rad counts as
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
    double m_firstLeftM = 0.0; ///< `leftM` when the present target was given
    Eigen::Vector2d m_goal_R = Eigen::Vector2d::Zero();
    std::optional<double> m_turnRad;
};

} // namespace sideline::training
