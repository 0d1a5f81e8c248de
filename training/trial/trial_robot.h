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
    void stepPhysics() override { m_physics.step(); }
    void rollBall() override;
    void hit(const Eigen::Vector3d& change_SMps) override;

    void enableAllPercepts() override { m_hasAllPercepts = true; }
    [[nodiscard]] bool needsAllPercepts() const override { return m_hasAllPercepts; }
    [[nodiscard]] const world::BodyBelief& belief() const override { return m_body; }
    [[nodiscard]] motion::PlayerSenses senses() const override;
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const override {
        return m_angleRad[joint.index()];
    }
    [[nodiscard]] double jointSpeedRadPerS(robot::JointId joint) const override {
        return m_robot->jointSpeedRadPerS(joint);
    }
    [[nodiscard]] Eigen::Vector3d gyro_TRadPerS() const override {
        return m_robot->gyro_TRadPerS();
    }
    [[nodiscard]] Eigen::Vector3d acceleration_TMps2() const override {
        return m_robot->acceleration_TMps2();
    }
    [[nodiscard]] Eigen::Vector3d torsoVelocity_SMps() const override;
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

    [[nodiscard]] const robot::RobotModel& model() const override { return *m_model; }
    [[nodiscard]] StatePtr save() const override;
    void restore(const State& state) override;

private:
    struct SavedState;

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
