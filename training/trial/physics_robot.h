#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/branches.h"
#include "agentcore/motion/joint_gains.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"
#include "simulator/robot/self_contacts.h"
#include "simulator/world/physics_world.h"

namespace sideline::training {

/// Returns the ground frame below the midpoint of two feet, with x forward and y left as in the
/// torso, z up; in S.
[[nodiscard]] math::Pose groundBelow(const math::Pose& X_STorso, const Eigen::Vector3d& p_SLeftFoot,
                                     const Eigen::Vector3d& p_SRightFoot);

/// Contact of one body of the robot with ground or ball in one cycle.
struct BodyContact {
    robot::BodyId body;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< force-weighted center
    Eigen::Vector3d force_SN = Eigen::Vector3d::Zero();
};

/// A lone robot on the field, moved as by an agent, for tests of motions and trials in the physics
/// of any server. Targets decided after a cycle act in the cycle after the next, as on both
/// servers. One thread at a time.
class PhysicsRobot {
public:
    virtual ~PhysicsRobot() = default;

    [[nodiscard]] virtual const robot::RobotModel& model() const = 0;
    /// The engine for display: `SimSpark's physics`.
    [[nodiscard]] virtual std::string_view engine() const = 0;

    /// Places the robot in a posture, at rest, and clears pending commands.
    /// @param anglesRad one per joint, within its limits
    virtual void setPosture(const math::Pose& X_STorso, std::span<const double> anglesRad) = 0;
    /// Sets the response to the percepts of the last cycle.
    /// @param targetRad target angles, one per joint
    /// @param gains motor gains, one per joint (nullopt: the default gains); empty: default gains
    ///     for all joints. Servers whose actions have no gains ignore them.
    virtual void setTargets(std::span<const double> targetRad,
                            std::span<const std::optional<motion::JointGains>> gains) = 0;
    void setTargets(std::span<const double> targetRad) { setTargets(targetRad, {}); }
    /// Advances by 20 ms, in which the response before the last one acts.
    virtual void cycle() = 0;
    /// Advances nothing but the physics engine by 20 ms, for benchmarks; percepts are then too old.
    virtual void stepPhysics() = 0;
    /// Why the results since the last `setPosture` are worthless, such as unstable physics; empty
    /// if they are not.
    [[nodiscard]] virtual std::string_view fault() const { return {}; }

    /// Advances the ball alone by 20 ms. The robot is frozen, and does not collide with it.
    virtual void rollBall() = 0;
    /// Pushes the torso with the impulse that changes the velocity of the whole robot by this
    /// amount, as a force in the next cycle.
    /// @param change_SMps velocity change of the robot's center of mass, in S
    virtual void hit(const Eigen::Vector3d& change_SMps) = 0;

    /// Enables all percepts except vision and game state: gyro, accelerometer, forces and touches,
    /// rounded as by the server. By default only joints are perceived, which costs less. Does not
    /// affect the robot's motion.
    virtual void enableAllPercepts() = 0;
    [[nodiscard]] virtual bool needsAllPercepts() const = 0;
    /// The agent's belief of its body after the last cycle, without a pose. Everything except the
    /// joints requires `enableAllPercepts`.
    [[nodiscard]] virtual const world::BodyBelief& belief() const = 0;
    /// Joint states perceived in the last cycle.
    [[nodiscard]] std::span<const world::JointBelief> joints() const { return belief().joints; }
    // The true state after the last cycle.
    [[nodiscard]] virtual double jointAngleRad(robot::JointId joint) const = 0;
    [[nodiscard]] virtual double jointSpeedRadPerS(robot::JointId joint) const = 0;
    [[nodiscard]] virtual Eigen::Vector3d gyro_TRadPerS() const = 0;
    /// Reading of the accelerometer: 0 0 9.81 when upright at rest.
    [[nodiscard]] virtual Eigen::Vector3d acceleration_TMps2() const = 0;
    [[nodiscard]] virtual Eigen::Vector3d torsoVelocity_SMps() const = 0;
    [[nodiscard]] virtual motion::PlayerSenses senses() const = 0;
    [[nodiscard]] virtual math::Pose pose(robot::BodyId body) const = 0;
    /// Contacts of the last cycle with ground and ball, at most one per body.
    [[nodiscard]] virtual std::vector<BodyContact> contacts() const = 0;
    /// Overlaps of the robot's own bodies that the rules forbid or the physics resolves.
    [[nodiscard]] virtual std::vector<simulator::SelfContact> selfContacts() const = 0;
    /// Ground force on a foot, N; includes toes.
    [[nodiscard]] virtual double leftFootN() const = 0;
    [[nodiscard]] virtual double rightFootN() const = 0;
    /// Whether torso and head are almost at rest.
    [[nodiscard]] virtual bool isStill() const = 0;
    /// Records motor torques from the next cycle on; does not affect the robot's motion.
    virtual void watchMotors() = 0;
    /// Torque of a joint's motor in the last cycle; none if it is not measured.
    [[nodiscard]] virtual std::optional<double> motorTorqueNm(robot::JointId joint) const = 0;

    [[nodiscard]] virtual simulator::BallState ball() const = 0;
    virtual void setBall(const simulator::BallState& ball) = 0;
    [[nodiscard]] virtual double ballRadiusM() const = 0;

    /// The complete state at one time, for restarts.
    class State {
    public:
        virtual ~State() = default;
    };
    using StatePtr = std::shared_ptr<const State>;
    [[nodiscard]] virtual StatePtr save() const = 0;
    /// Continues exactly from a saved state.
    /// @param state of a robot of the same model and physics
    virtual void restore(const State& state) = 0;

    [[nodiscard]] math::Pose torso() const { return pose(robot::BodyId(std::int32_t{0})); }
    /// Cosine of the torso's tilt.
    [[nodiscard]] double uprightness() const { return torso().R(2, 2); }
    /// Height of the head relative to that with all joints at zero.
    [[nodiscard]] double headHeightRatio() const {
        return model().headHeightRatio([this](robot::BodyId body) { return pose(body); });
    }
    /// See `groundBelow`.
    [[nodiscard]] math::Pose ground() const;

protected:
    PhysicsRobot() = default;
    PhysicsRobot(const PhysicsRobot&) = default;
    PhysicsRobot& operator=(const PhysicsRobot&) = default;
    PhysicsRobot(PhysicsRobot&&) = default;
    PhysicsRobot& operator=(PhysicsRobot&&) = default;

    /// Returns the model's bodies with these roles.
    [[nodiscard]] static std::vector<robot::BodyId> bodiesOf(
        const robot::RobotModel& model, std::initializer_list<robot::BodyRole> roles);
};

/// Creates the robot in the physics of its server.
/// @param model must outlive the robot
/// @param isExact ODE's own solver instead of the fast one, for robots of SimSpark
/// Errors: InvalidArgument for a robot of rcssservermj if the program was built without MuJoCo;
/// those of `simulator::mujoco::MujocoWorld`.
[[nodiscard]] base::Expected<std::unique_ptr<PhysicsRobot>> makePhysicsRobot(
    const robot::RobotModel& model, bool isExact);

} // namespace sideline::training
