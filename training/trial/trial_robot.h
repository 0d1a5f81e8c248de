#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/constants.h"
#include "agentcore/game/fall_state.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/joint_controller.h"
#include "agentcore/motion/trajectory_player.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/body_tracker.h"
#include "simulator/world/physics_world.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// A lone robot in SimSpark's physics.
///
/// The timing is the server's: targets decided after a cycle act in the cycle after the next
/// (simspark.md 3.1), joint angles are rounded to 0.01 degrees, speeds have single precision. No
/// rules, no network, no other percepts. One thread at a time.
class TrialRobot final : public PhysicsRobot {
public:
    /// @param model must outlive this object
    /// @param isExact ODE's own solver instead of the fast one
    TrialRobot(const robot::RobotModel& model, bool isExact);

    [[nodiscard]] std::string_view engine() const override { return "SimSpark's physics"; }
    void setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) override;
    using PhysicsRobot::setTargets;
    void setTargets(std::span<const double> targetRad,
                    std::span<const std::optional<motion::JointGains>> gains) override;
    void cycle() override;
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
    [[nodiscard]] std::span<const world::JointBelief> joints() const override {
        return m_body.joints;
    }
    [[nodiscard]] motion::PlayerSenses senses() const override;
    /// True angle of a joint after the last cycle.
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const {
        return m_angleRad[joint.index()];
    }
    [[nodiscard]] math::Pose pose(robot::BodyId body) const override { return m_robot->pose(body); }
    [[nodiscard]] std::vector<BodyContact> contacts() const override;
    [[nodiscard]] std::vector<simulator::SelfContact> selfContacts() const override;
    [[nodiscard]] double leftFootN() const override { return forceN(m_leftFoot); }
    [[nodiscard]] double rightFootN() const override { return forceN(m_rightFoot); }
    [[nodiscard]] bool isStill() const override;
    /// See `simulator::RobotBody::watchMotors`.
    void watchMotors() override { m_robot->watchMotors(); }
    [[nodiscard]] std::optional<double> motorTorqueNm(robot::JointId joint) const override {
        return m_robot->motorTorqueNm(joint);
    }
    [[nodiscard]] simulator::BallState ball() const override { return m_physics.ball(); }
    void setBall(const simulator::BallState& ball) override { m_physics.setBall(ball); }
    [[nodiscard]] double ballRadiusM() const override { return game::kBallRadiusM; }

    /// Pushes the torso with the impulse that changes the velocity of the whole robot by this
    /// amount, as a force in the next step.
    /// @param change_SMps velocity change of the robot's center of mass, in S
    void hit(const Eigen::Vector3d& change_SMps);

    [[nodiscard]] simulator::PhysicsWorld& physics() { return m_physics; }
    [[nodiscard]] const simulator::PhysicsWorld& physics() const { return m_physics; }
    [[nodiscard]] const robot::RobotModel& model() const override { return *m_model; }

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
