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
    [[nodiscard]] std::string_view fault() const override { return m_fault; }

    [[nodiscard]] std::span<const world::JointBelief> joints() const override { return m_joints; }
    [[nodiscard]] motion::PlayerSenses senses() const override;
    [[nodiscard]] math::Pose pose(robot::BodyId body) const override {
        return m_world->pose(m_robot, body);
    }
    [[nodiscard]] std::vector<BodyContact> contacts() const override { return m_contacts; }
    [[nodiscard]] std::vector<simulator::SelfContact> selfContacts() const override {
        return m_selfContacts;
    }
    [[nodiscard]] double leftFootN() const override { return forceN(m_leftFoot); }
    [[nodiscard]] double rightFootN() const override { return forceN(m_rightFoot); }
    [[nodiscard]] bool isStill() const override { return m_isStill; }
    void watchMotors() override {}
    [[nodiscard]] std::optional<double> motorTorqueNm(robot::JointId joint) const override {
        return m_world->motorTorqueNm(m_robot, joint);
    }
    [[nodiscard]] simulator::BallState ball() const override;
    void setBall(const simulator::BallState& ball) override;
    [[nodiscard]] double ballRadiusM() const override;

private:
    using Commands = std::vector<simulator::mujoco::MotorCommand>;

    LeagueTrialRobot(const robot::RobotModel& model,
                     std::unique_ptr<simulator::mujoco::MujocoWorld> world,
                     simulator::mujoco::RobotKey robot);
    void perceive();
    void feelContacts();
    [[nodiscard]] std::string stiffestText() const;
    [[nodiscard]] double forceN(const std::vector<robot::BodyId>& bodies) const;

    robot::RobotModelPtr m_model;
    std::unique_ptr<simulator::mujoco::MujocoWorld> m_world;
    simulator::mujoco::RobotKey m_robot;
    std::vector<world::JointBelief> m_joints;
    Commands m_answer; ///< the last response
    Commands m_acting; ///< the response before it, which acts in the next cycle
    simulator::mujoco::SensorReadings m_readings;
    std::vector<BodyContact> m_contacts;
    std::vector<simulator::SelfContact> m_selfContacts;
    std::string m_fault;
    std::array<math::Pose, 2> m_before; ///< torso and head after the previous cycle
    bool m_isStill = false;
    game::FallState m_fall;
    robot::BodyId m_head;
    std::vector<robot::BodyId> m_leftFoot;
    std::vector<robot::BodyId> m_rightFoot;
};

} // namespace sideline::training
