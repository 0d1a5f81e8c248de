#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/look.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/behavior/walk_sensing.h"
#include "agentcore/motion/walk/legged_body.h"

namespace sideline::behavior {

/// A robot that walks about: gets up before anything else, and looks while it walks. A part of
/// behaviors; a value.
class OnFeet {
public:
    /// @param aim where it looks
    OnFeet(Walk walk, GetUp getUp, Look::Aim aim = Look::Aim::Follow);

    /// The behavior becomes active, or the robot stands after something else.
    void enter(const Context& context);
    /// The same in the middle of a walk, which goes on without a halt.
    /// @param walk of the robot so far; it walks on as it is set itself
    void takeOver(const Context& context, const Walk& walk);
    /// How it walks, with all that it is doing.
    [[nodiscard]] const Walk& walking() const { return m_walk; }
    /// Once per cycle, first.
    /// @return how it goes while it lies and rises; nothing while it stands
    std::optional<Status> rise(const Context& context, ActionRequest& request);
    /// Walks and looks; the reason is the walk's own.
    /// @return that of the walk
    Status walk(const Context& context, const motion::WalkCommand& command, ActionRequest& request);
    /// Where it goes that searches for the ball: it looks about for a moment, then turns on the
    /// spot. Once per cycle; zero while the ball is known.
    [[nodiscard]] motion::WalkCommand search(const Context& context);
    /// Looks only.
    void look(const Context& context, ActionRequest& request);

    /// Where the ball is, as the feet feel the ground: x ahead of the middle between them, y to the
    /// left, m; nothing while it is not known.
    [[nodiscard]] std::optional<Eigen::Vector2d> ballOnGround(const Context& context);
    /// Straight away from a ball that is at its feet: of who must not touch it, or leaves it to
    /// others. Nothing if it is not.
    [[nodiscard]] std::optional<motion::WalkCommand> offTheBall(const Context& context);
    /// Direction in the own field frame, seen from the robot: positive to the left. 0 without a
    /// pose.
    [[nodiscard]] static double turnTo(const Context& context, const Eigen::Vector2d& way_F);

    [[nodiscard]] bool isStanding() const { return m_walk.isStanding(); }
    /// Its walk, as `Behavior::walkToHandOver`.
    [[nodiscard]] const Walk* walkToHandOver() const { return isRising() ? nullptr : &m_walk; }
    /// How another one walks and where it looks, from the next cycle on.
    void takeSettings(const OnFeet& other);
    [[nodiscard]] bool isRising() const { return m_upFirst.isRising(); }
    [[nodiscard]] bool hasJustRisen() const { return m_upFirst.hasJustRisen(); }
    /// The legs that it moves; nothing before `enter`, and of robots that it cannot move.
    [[nodiscard]] const std::optional<motion::LeggedBody>& body() const { return m_body; }
    [[nodiscard]] bool mayBeInterrupted() const {
        return m_upFirst.isRising() ? m_upFirst.mayBeInterrupted() : m_walk.mayBeInterrupted();
    }

    /// See `Walk`.
    void hurry() { m_walk.hurry(); }
    void settle(bool isOn) { m_walk.settle(isOn); }

private:
    Walk m_walk;
    UpFirst m_upFirst;
    Look::Aim m_aim;
    Look m_look;
    robot::RobotModelPtr m_model;
    std::optional<motion::LeggedBody> m_body;
    WalkSensing m_sensing;
    double m_unseenS = 0.0; ///< since the ball was known, as `search` has counted
};

} // namespace sideline::behavior
