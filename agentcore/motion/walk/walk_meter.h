#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/step_planner.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/balance.h"

namespace sideline::motion {

/// Measured state of feet and center of mass of a walking robot.
///
/// Frame L, in which feet are placed (`FootPlace`): level, on the ground below the hips, turned
/// with the torso; x ahead, y to the left, z up.
struct WalkMeasure {
    math::Pose X_LT; ///< pose of the torso
    std::array<FootPlace, 2> soles;
    world::Balance balance; ///< in L
    /// Velocity of the center of mass over the ground.
    Eigen::Vector2d velocity_LMps = Eigen::Vector2d::Zero();
    /// Foot position with which the robot would come to rest above the foot: capture point of a
    /// linear inverted pendulum (Pratt et al. 2006, "Capture point").
    Eigen::Vector2d capturePoint_L = Eigen::Vector2d::Zero();
};

/// Measures a walk from joints, tilt and foot forces, cycle by cycle. The foot with the larger load
/// in the previous cycle is assumed not to have moved since; in flight the velocity is constant. A
/// value; no allocation.
class WalkMeter {
public:
    explicit WalkMeter(const robot::RobotModel& model);

    /// Resets the velocity.
    void begin() { m_hasLast = false; }
    /// @param body contains one joint belief per joint of the model
    const WalkMeasure& update(const world::BodyBelief& body, double cycleS);
    [[nodiscard]] const WalkMeasure& measure() const { return m_measure; }

private:
    void updateVelocity(const world::BodyBelief& body, double cycleS);

    robot::RobotModelPtr m_model;
    LeggedBody m_body;
    WalkMeasure m_measure;
    bool m_hasLast = false;
    std::optional<Foot> m_previousStance; ///< the foot with the larger load in the previous cycle
    std::array<FootPlace, 2> m_lastSoles{};
    Eigen::Vector2d m_lastCenter_L = Eigen::Vector2d::Zero();
};

/// Ground reaction force on the left and the right foot, N; including toes.
[[nodiscard]] std::array<double, 2> footForcesN(const robot::RobotModel& model,
                                                const world::BodyBelief& body);

} // namespace sideline::motion
