#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/fall_state.h"
#include "agentcore/math/pose.h"
#include "agentcore/world/tilt_filter.h"
#include "simulator/mujoco/mujoco_world.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// A lone robot in the physics of rcssservermj.
///
/// Motors receive targets without clamping, even beyond a joint's limits, where they press harder
/// against the stop; get-ups of that league use this. Joint angles are those of the percepts,
/// rounded to 0.01 degrees.
class LeagueTrialRobot final : public PhysicsRobot {
public:
    /// @param model a robot of rcssservermj
    /// Errors: those of `simulator::mujoco::MujocoWorld`.
    [[nodiscard]] static base::Expected<std::unique_ptr<PhysicsRobot>> create(
        const robot::RobotModel& model);

    [[nodiscard]] const robot::RobotModel& model() const override { return *m_model; }
    [[nodiscard]] std::string_view engine() const override;
    void setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) override;
    using PhysicsRobot::setTargets;
    void setTargets(std::span<const double> targetRad,
                    std::span<const std::optional<motion::JointGains>> gains) override;
    void cycle() override;
    void stepPhysics() override { m_world->stepAlone(); }
    void rollBall() override;
    void hit(const Eigen::Vector3d& change_SMps) override;
    [[nodiscard]] std::string_view fault() const override { return m_now.fault; }

    void enableAllPercepts() override { m_hasAllPercepts = true; }
    [[nodiscard]] bool needsAllPercepts() const override { return m_hasAllPercepts; }
    [[nodiscard]] const world::BodyBelief& belief() const override { return m_now.body; }
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const override {
        return m_world->jointRad(m_robot, joint);
    }
    [[nodiscard]] double jointSpeedRadPerS(robot::JointId joint) const override {
        return m_now.readings.jointRadPerS[joint.index()];
    }
    [[nodiscard]] Eigen::Vector3d gyro_TRadPerS() const override;
    [[nodiscard]] Eigen::Vector3d acceleration_TMps2() const override;
    [[nodiscard]] Eigen::Vector3d torsoVelocity_SMps() const override {
        return m_now.torsoVelocity_SMps;
    }
    [[nodiscard]] motion::PlayerSenses senses() const override;
    [[nodiscard]] math::Pose pose(robot::BodyId body) const override {
        return m_world->pose(m_robot, body);
    }
    [[nodiscard]] std::vector<BodyContact> contacts() const override { return m_now.contacts; }
    [[nodiscard]] std::vector<simulator::SelfContact> selfContacts() const override {
        return m_now.selfContacts;
    }
    [[nodiscard]] double leftFootN() const override { return forceN(m_leftFoot); }
    [[nodiscard]] double rightFootN() const override { return forceN(m_rightFoot); }
    [[nodiscard]] bool isStill() const override { return m_now.isStill; }
    void watchMotors() override {}
    [[nodiscard]] std::optional<double> motorTorqueNm(robot::JointId joint) const override {
        return m_world->motorTorqueNm(m_robot, joint);
    }
    [[nodiscard]] simulator::BallState ball() const override;
    void setBall(const simulator::BallState& ball) override;
    [[nodiscard]] double ballRadiusM() const override;
    [[nodiscard]] StatePtr save() const override;
    void restore(const State& state) override;

private:
    using Commands = std::vector<simulator::mujoco::MotorCommand>;

    LeagueTrialRobot(const robot::RobotModel& model,
                     std::unique_ptr<simulator::mujoco::MujocoWorld> world,
                     simulator::mujoco::RobotKey robot);
    void commandMotors();
    void perceive();
    void perceiveAll();
    void feelContacts();
    [[nodiscard]] std::string stiffestText() const;
    [[nodiscard]] double forceN(const std::vector<robot::BodyId>& bodies) const;

    robot::RobotModelPtr m_model;
    std::unique_ptr<simulator::mujoco::MujocoWorld> m_world;
    simulator::mujoco::RobotKey m_robot;
    std::unique_ptr<simulator::mujoco::MujocoWorld> m_ballWorld; ///< for `rollBall`; on demand
    /// The remaining state that determines the robot's future and its percepts.
    struct Moment {
        world::BodyBelief body;
        world::TiltFilter tilt;
        Commands answer; ///< the last response
        Commands acting; ///< the response before it, which acts in the next cycle
        simulator::mujoco::SensorReadings readings;
        std::vector<BodyContact> contacts;
        std::vector<simulator::SelfContact> selfContacts;
        std::string fault;
        std::array<math::Pose, 2> before; ///< torso and head after the previous cycle
        Eigen::Vector3d torsoVelocity_SMps = Eigen::Vector3d::Zero();
        bool isStill = false;
        game::FallState fall;
    };
    struct SavedState;
    Moment m_now;
    bool m_hasAllPercepts = false;
    robot::BodyId m_head;
    std::vector<robot::BodyId> m_leftFoot;
    std::vector<robot::BodyId> m_rightFoot;
    bool m_isBallAlone = false; ///< the ball in `m_ballWorld` is where `rollBall` left it
};

} // namespace sideline::training
