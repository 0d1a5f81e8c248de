#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/fall_state.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/joint_controller.h"
#include "agentcore/motion/trajectory_player.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/body_tracker.h"
#include "simulator/world/physics_world.h"

namespace sideline::training {

/// The ground below the middle between two feet, with x forward and y left as the torso has them,
/// z up; in S.
[[nodiscard]] math::Pose groundBelow(const math::Pose& X_STorso, const Eigen::Vector3d& p_SLeftFoot,
                                     const Eigen::Vector3d& p_SRightFoot);

/// A robot alone on the field, moved as an agent moves it.
///
/// The timing is the server's: what is wanted after a cycle acts in the cycle after the next
/// (simspark.md 3.1), joint angles come rounded to 0.01 degrees, speeds are held in single
/// precision. No rules, no network, no other senses. One thread at a time.
class TrialRobot {
public:
    /// @param model outlives this
    /// @param isExact ODE's own solver instead of the fast one
    TrialRobot(const robot::RobotModel& model, bool isExact);

    /// Puts the robot somewhere in a posture, at rest, with no command on its way.
    /// @param anglesRad one per joint, inside its stops
    void assume(const math::Pose& X_STorso, std::span<const double> anglesRad);
    /// Answers the senses of the last cycle.
    /// @param wantedRad one per joint
    void want(std::span<const double> wantedRad);
    /// 20 ms pass, in which the answer before the last one acts.
    void cycle();
    /// 20 ms pass for the ball alone. The robot stays as it is, and in nobody's way.
    void rollBall();

    /// Perceives everything but vision and the game from now on: gyro, accelerometer, forces and
    /// touches, rounded as the server does. Otherwise only joints, which costs less. The robot
    /// moves in the same way.
    void feelAll();
    [[nodiscard]] bool feelsAll() const { return m_feelsAll; }

    /// What an agent would know of its body after the last cycle, without a pose. Apart from the
    /// joints only after `feelAll`.
    [[nodiscard]] const world::BodyBelief& belief() const { return m_body; }
    /// What is known of the joints after the last cycle.
    [[nodiscard]] std::span<const world::JointBelief> joints() const { return m_body.joints; }
    [[nodiscard]] motion::PlayerSenses senses() const;
    /// True angle of a joint after the last cycle.
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const {
        return m_angleRad[joint.index()];
    }
    [[nodiscard]] math::Pose pose(robot::BodyId body) const { return m_robot->pose(body); }
    [[nodiscard]] math::Pose torso() const { return pose(robot::BodyId(std::int32_t{0})); }
    /// Cosine of the torso's tilt.
    [[nodiscard]] double uprightness() const { return torso().R(2, 2); }
    /// Height of the head, as a share of that with all joints at zero.
    [[nodiscard]] double headShare() const {
        return m_model->headShare([this](robot::BodyId body) { return pose(body); });
    }
    /// Force of the ground on a foot, N; toes count.
    [[nodiscard]] double leftFootN() const { return forceN(m_leftFoot); }
    [[nodiscard]] double rightFootN() const { return forceN(m_rightFoot); }
    /// See `groundBelow`.
    [[nodiscard]] math::Pose ground() const;
    /// Whether torso and head hardly move.
    [[nodiscard]] bool isStill() const;

    /// The torso is hit: its speed changes at once as if the whole robot's had changed by this
    /// much, through a force in the next step.
    /// @param change_SMps of the velocity of the robot's mass, in S
    void hit(const Eigen::Vector3d& change_SMps);

    [[nodiscard]] simulator::PhysicsWorld& physics() { return m_physics; }
    [[nodiscard]] const simulator::PhysicsWorld& physics() const { return m_physics; }
    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }

    /// The robot in the physical world.
    [[nodiscard]] const simulator::RobotBody& body() const { return *m_robot; }

    /// Everything that it remembers, to continue from again and again.
    struct State {
        simulator::PhysicsState physics;
        world::BodyTracker tracker;
        world::BodyBelief body;
        std::vector<double> angleRad;
        std::vector<double> actingRadPerS;
        game::FallState fall;
    };
    [[nodiscard]] State save() const;
    /// @param state of a robot of the same model
    void restore(const State& state);

private:
    void perceive();
    void perceiveAll();
    [[nodiscard]] double forceN(const std::vector<robot::BodyId>& bodies) const;
    [[nodiscard]] std::vector<robot::BodyId> bodiesOf(
        std::initializer_list<robot::BodyRole> roles) const;

    robot::RobotModelPtr m_model;
    simulator::PhysicsWorld m_physics;
    std::unique_ptr<simulator::PhysicsWorld> m_ballWorld; ///< of `rollBall`; made when needed
    simulator::RobotBody* m_robot;
    std::optional<world::BodyTracker> m_tracker; ///< always there; made again to be put back
    motion::JointController m_controller;
    protocol::Percepts m_percepts;
    world::BodyBelief m_body;
    std::vector<double> m_angleRad;    ///< of the joints, exactly
    std::vector<double> m_nextRadPerS; ///< what acts in the next cycle
    bool m_feelsAll = false;
    robot::BodyId m_head;
    std::vector<robot::BodyId> m_leftFoot;
    std::vector<robot::BodyId> m_rightFoot;
    game::FallState m_fall;
};

} // namespace sideline::training
