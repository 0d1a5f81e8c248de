#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/look.h"
#include "agentcore/behavior/moving.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/walk/legged_body.h"

namespace sideline::behavior {

/// Moves a walking robot: gets up before anything else, and looks around while walking. A component
/// of behaviors; a value.
class OnFeet {
public:
    OnFeet(Walk walk, GetUp getUp, const OnFeetSettings& settings = {});

    /// Call when the behavior becomes active, and after other behaviors have moved the robot.
    void enter(const Context& context);
    /// Like `enter`, but continues another walk without a halt, with this object's settings.
    void takeOver(const Context& context, const Walk& walk);
    /// The walk with its complete state.
    [[nodiscard]] const Walk& walking() const { return m_walk; }
    /// Call once per cycle, before the other functions.
    /// @return the status while the robot lies or gets up; not set while it stands
    std::optional<Status> rise(const Context& context, ActionRequest& request);
    /// Walks and looks; sets the reason of the walk.
    /// @return the status of the walk
    Status walk(const Context& context, const motion::WalkCommand& command, ActionRequest& request);
    /// The walk command of a search for the ball: the robot looks around briefly, then turns in
    /// place. Call once per cycle. Zero while the ball is known.
    [[nodiscard]] motion::WalkCommand search(const Context& context);
    /// See `Look::lookAt`.
    void lookAt(const std::optional<Eigen::Vector3d>& place_F) { m_look.lookAt(place_F); }
    /// Moves only the head.
    void look(const Context& context, ActionRequest& request);

    /// Position of the ball on the ground below the feet: x ahead of the midpoint between them, y
    /// to the left, m; not set while it is unknown.
    [[nodiscard]] std::optional<Eigen::Vector2d> ballOnGround(const Context& context);
    /// The command that backs away from a ball at the robot's feet, for robots that must not touch
    /// it or that leave it to others. Not set if no ball is there.
    [[nodiscard]] std::optional<motion::WalkCommand> offTheBall(const Context& context);
    /// Angle from the robot's heading to a direction in F, positive to the left; 0 without a pose.
    [[nodiscard]] static double turnTo(const Context& context, const Eigen::Vector2d& way_F);

    [[nodiscard]] const MovingSettings& moving() const { return m_settings.moving; }
    [[nodiscard]] bool isStanding() const { return m_walk.isStanding(); }
    /// Like `WalkHandover::walkToHandOver`.
    [[nodiscard]] const Walk* walkToHandOver() const { return isRising() ? nullptr : &m_walk; }
    /// Adopts the settings of another `OnFeet`; effective from the next cycle.
    void takeSettings(const OnFeet& other);
    [[nodiscard]] bool isRising() const { return m_upFirst.isRising(); }
    [[nodiscard]] bool hasJustRisen() const { return m_upFirst.hasJustRisen(); }
    /// The robot's legs; not set before `enter`, and for robots without a Nao's legs.
    [[nodiscard]] const std::optional<motion::LeggedBody>& body() const { return m_body; }
    [[nodiscard]] bool mayBeInterrupted() const {
        return m_upFirst.isRising() ? m_upFirst.mayBeInterrupted() : m_walk.mayBeInterrupted();
    }

    /// See `Walk`.
    void hurry(double fromRad, double perRad) { m_walk.hurry(fromRad, perRad); }
    void settle(bool isOn) { m_walk.settle(isOn); }

private:
    Walk m_walk;
    UpFirst m_upFirst;
    OnFeetSettings m_settings;
    Look m_look;
    robot::RobotModelPtr m_model;
    std::optional<motion::LeggedBody> m_body;
    WalkSensing m_sensing;
    double m_unseenS = 0.0; ///< time since the ball was last known, counted by `search`
};

} // namespace sideline::behavior
