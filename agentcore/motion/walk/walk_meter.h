#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/step_planner.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/balance.h"

namespace sideline::motion {

/// Where a walking robot's feet and weight are, as it feels them.
///
/// Frame L, in which feet are placed (`FootPlace`): level, on the ground below the hips, turned as
/// the torso looks; x ahead, y to the left, z up.
struct WalkMeasure {
    math::Pose X_LT; ///< of the torso
    std::array<FootPlace, 2> soles;
    world::Balance balance; ///< in L
    /// Of the center of mass over the ground.
    Eigen::Vector2d velocity_LMps = Eigen::Vector2d::Zero();
    /// Where a foot would have to stand for the robot to come to rest above it: of a linear
    /// inverted pendulum (Pratt et al. 2006, "Capture point").
    Eigen::Vector2d capturePoint_L = Eigen::Vector2d::Zero();
};

/// Measures a walk by joints, tilt and foot forces, cycle by cycle. The foot that bore the
/// most weight in the cycle before is taken to have stood still since; in flight the speed stays
/// what it was. A value; no allocation.
class WalkMeter {
public:
    explicit WalkMeter(const robot::RobotModel& model);

    /// Forgets how the robot moved.
    void begin() { m_hasLast = false; }
    /// @param body one joint per joint of the model
    const WalkMeasure& update(const world::BodyBelief& body, double cycleS);
    [[nodiscard]] const WalkMeasure& measure() const { return m_measure; }

private:
    void updateVelocity(const world::BodyBelief& body, double cycleS);

    robot::RobotModelPtr m_model;
    LeggedBody m_body;
    WalkMeasure m_measure;
    bool m_hasLast = false;
    std::optional<Foot> m_stood; ///< the foot that bore the most weight in the cycle before
    std::array<FootPlace, 2> m_lastSoles{};
    Eigen::Vector2d m_lastCenter_L = Eigen::Vector2d::Zero();
};

/// Force of the ground on the left and the right foot, N; toes count.
[[nodiscard]] std::array<double, 2> footForcesN(const robot::RobotModel& model,
                                                const world::BodyBelief& body);

} // namespace sideline::motion
