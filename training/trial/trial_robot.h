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

/// Returns the ground frame below the midpoint of two feet, with x forward and y left as in the
/// torso, z up; in S.
[[nodiscard]] math::Pose groundBelow(const math::Pose& X_STorso, const Eigen::Vector3d& p_SLeftFoot,
                                     const Eigen::Vector3d& p_SRightFoot);

/// A lone robot on the field, moved as by an agent.
///
/// The timing is the server's: targets decided after a cycle act in the cycle after the next
/// (simspark.md 3.1), joint angles are rounded to 0.01 degrees, speeds have single precision. No
/// rules, no network, no other percepts. One thread at a time.
class TrialRobot {
public:
    /// @param model must outlive this object
    /// @param isExact ODE's own solver instead of the fast one
    TrialRobot(const robot::RobotModel& model, bool isExact);

    /// Places the robot in a posture, at rest, and clears pending commands.
    /// @param anglesRad one per joint, within its limits
    void setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad);
    /// Sets the response to the percepts of the last cycle.
    /// @param targetRad target angles, one per joint
    void setTargets(std::span<const double> targetRad);
    /// Advances by 20 ms, in which the response before the last one acts.
    void cycle();
    /// Advances the ball alone by 20 ms. The robot is frozen, and does not collide with it.
    void rollBall();

    /// Enables all percepts except vision and game state: gyro, accelerometer, forces and touches,
    /// rounded as by the server. By default only joints are perceived, which costs less. Does not
    /// affect the robot's motion.
    void enableAllPercepts();
    [[nodiscard]] bool needsAllPercepts() const { return m_hasAllPercepts; }

    /// The agent's belief of its body after the last cycle, without a pose. Everything except the
    /// joints requires `enableAllPercepts`.
    [[nodiscard]] const world::BodyBelief& belief() const { return m_body; }
    /// Joint states perceived in the last cycle.
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
    /// Height of the head relative to that with all joints at zero.
    [[nodiscard]] double headHeightRatio() const {
        return m_model->headHeightRatio([this](robot::BodyId body) { return pose(body); });
    }
    /// Ground force on a foot, N; includes toes.
    [[nodiscard]] double leftFootN() const { return forceN(m_leftFoot); }
    [[nodiscard]] double rightFootN() const { return forceN(m_rightFoot); }
    /// See `groundBelow`.
    [[nodiscard]] math::Pose ground() const;
    /// Whether torso and head are almost at rest.
    [[nodiscard]] bool isStill() const;

    /// Records motor torques from the next cycle on (`simulator::RobotBody::watchMotors`); does not
    /// affect the robot's motion.
    void watchMotors() { m_robot->watchMotors(); }

    /// Pushes the torso with the impulse that changes the velocity of the whole robot by this
    /// amount, as a force in the next step.
    /// @param change_SMps velocity change of the robot's center of mass, in S
    void hit(const Eigen::Vector3d& change_SMps);

    [[nodiscard]] simulator::PhysicsWorld& physics() { return m_physics; }
    [[nodiscard]] const simulator::PhysicsWorld& physics() const { return m_physics; }
    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }

    /// The robot in the physics simulation.
    [[nodiscard]] const simulator::RobotBody& body() const { return *m_robot; }

    /// Complete state, for restarts.
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
    std::unique_ptr<simulator::PhysicsWorld> m_ballWorld; ///< for `rollBall`; created on demand
    simulator::RobotBody* m_robot;
    /// Always present; optional so that it can be recreated.
    std::optional<world::BodyTracker> m_tracker;
    motion::JointController m_controller;
    protocol::Percepts m_percepts;
    world::BodyBelief m_body;
    std::vector<double> m_angleRad;    ///< exact joint angles
    std::vector<double> m_nextRadPerS; ///< joint speeds that act in the next cycle
    bool m_hasAllPercepts = false;
    robot::BodyId m_head;
    std::vector<robot::BodyId> m_leftFoot;
    std::vector<robot::BodyId> m_rightFoot;
    game::FallState m_fall;
};

} // namespace sideline::training
