#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/mujoco/robot_physics.h"
#include "simulator/mujoco/torso_place.h"

struct mjData_;
struct mjModel_;

namespace sideline::simulator::mujoco {

/// Returns the version of the MuJoCo library in use, such as `3.5.0`.
[[nodiscard]] std::string_view libraryVersion();

/// A field with goals and a ball.
struct WorldSettings {
    field::FieldDimensions field;
    double goalPostRadiusM = 0.05;
    double ballRadiusM = 0.11;
    double ballMassKg = 0.41;
    double stepS = 0.005;
    int stepsPerCycle = 4;
};

/// The command of a motor, which applies the torque `kp (target - angle) + kd (speed target -
/// speed) + torque`, clipped to the joint's limit, until the next command.
struct MotorCommand {
    double targetRad = 0.0;
    double targetRadPerS = 0.0;
    double kpNmPerRad = 0.0;
    double kdNmsPerRad = 0.0;
    double torqueNm = 0.0;
    [[nodiscard]] bool isFinite() const;
};

/// A robot's sensors after a cycle. As on the server, they are measured at the beginning of the
/// cycle's last step. Body axes are the server's (x forward, y left, z up).
struct SensorReadings {
    std::array<double, 4> torsoTurn{1.0, 0.0, 0.0, 0.0}; ///< quaternion w, x, y, z
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero();
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero();
    std::vector<double> jointRad; ///< one per joint of the model; 0 for those without a perceptor
    std::vector<double> jointRadPerS;
};

/// Position and velocity of the ball's center, and its rotation.
struct BallMotion {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d angularVelocity_SRadPerS = Eigen::Vector3d::Zero();
};

/// A robot of a world.
using RobotKey = std::uint32_t;

/// The physics of rcssservermj: MuJoCo with a field, goals, a ball and robots, which may be added
/// and removed. In the server frame S, x points to the right goal, y left, z up. Equal calls
/// produce equal runs, bit for bit. One thread at a time; worlds are independent of each other.
class MujocoWorld {
public:
    /// Errors: Internal if the library is not the version that the program was built for, or
    /// rejects the field.
    [[nodiscard]] static base::Expected<std::unique_ptr<MujocoWorld>> create(
        const WorldSettings& settings);
    ~MujocoWorld();
    MujocoWorld(const MujocoWorld&) = delete;
    MujocoWorld& operator=(const MujocoWorld&) = delete;

    /// Adds a robot, at rest, with all joints at zero. The motors of all robots are reset, as in
    /// the server, which recompiles the world.
    /// @param prefix prefix of all its names in the world, such as `r-1-3-`; unique
    /// Errors: InvalidArgument with MuJoCo's message, if it rejects the robot; the world is
    /// unchanged
    [[nodiscard]] base::Expected<RobotKey> addRobot(std::string prefix, robot::RobotModelPtr model,
                                                    const RobotPhysics& physics,
                                                    const TorsoPlace& place);
    /// Removes a robot; an unknown one is ignored.
    void removeRobot(RobotKey robot);
    [[nodiscard]] std::vector<RobotKey> robots() const;
    [[nodiscard]] const robot::RobotModel& model(RobotKey robot) const;
    [[nodiscard]] const RobotPhysics& physics(RobotKey robot) const;

    /// Sets the command of a joint's motor; ignored for joints without a motor.
    /// Errors: InvalidArgument for a number that is not finite, naming the joint
    base::Expected<void> command(RobotKey robot, robot::JointId joint, const MotorCommand& command);
    /// Places a robot at rest, with all joints at zero. Its torso is reported there immediately,
    /// its other bodies after the next cycle.
    void place(RobotKey robot, const TorsoPlace& place);
    void placeBall(const BallMotion& ball);

    static constexpr double kGravityMps2 = -9.81;
    /// Switches gravity from the next cycle on; initially on.
    void setGravity(bool hasGravity);
    [[nodiscard]] bool hasGravity() const;
    /// Fixes a torso at its pose, also in the air, or releases it; the joints keep moving. A held
    /// robot that is placed is held at its new place.
    void hold(RobotKey robot, bool isHeld);
    [[nodiscard]] bool isHeld(RobotKey robot) const;
    /// Computes the poses of all bodies from the current joint angles now, instead of in the next
    /// cycle.
    void updatePoses();
    /// Applies a force to a point of a body during the next cycle.
    void push(RobotKey robot, robot::BodyId body, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& force_SN);
    /// Pulls a point of a body to a target with a soft spring during the next cycle.
    /// @param grip_Body the point, in the body's frame with Sideline's axes
    void pull(RobotKey robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S);
    void setBallVelocity(const Eigen::Vector3d& velocity_SMps);

    /// Advances by one cycle of 20 ms. A robot whose motion became unstable or is not finite is
    /// moved back to its pose at the start of the cycle, at rest, and returned.
    std::vector<RobotKey> step();
    /// Advances by a cycle with nothing but MuJoCo's own steps, for benchmarks.
    void stepAlone();

    [[nodiscard]] double timeS() const;
    /// The pose of a body in S, with Sideline's axes.
    [[nodiscard]] math::Pose pose(RobotKey robot, robot::BodyId body) const;
    [[nodiscard]] double jointRad(RobotKey robot, robot::JointId joint) const;
    /// The torque of a joint's motor in the last step, after clipping, N m.
    [[nodiscard]] double motorTorqueNm(RobotKey robot, robot::JointId joint) const;
    void readSensors(RobotKey robot, SensorReadings& readings) const;
    /// The pose of a `RobotPhysics::sites` entry in S, with Sideline's axes.
    [[nodiscard]] math::Pose site(RobotKey robot, std::size_t index) const;
    /// Pose of a collider in S, and its size in MJCF's convention.
    struct ColliderPlace {
        Eigen::Vector3d p_S;
        Eigen::Vector3d halfM;
    };
    [[nodiscard]] ColliderPlace collider(RobotKey robot, std::size_t index) const;
    [[nodiscard]] BallMotion ball() const;
    /// A part of a robot that touches the ball.
    struct Touch {
        RobotKey robot;
        std::size_t collider; ///< index in `RobotPhysics::colliders`
    };
    /// Contacts of the ball in the last step, in MuJoCo's order.
    [[nodiscard]] std::vector<Touch> ballTouches() const;

    /// MuJoCo's own structures, for this module's calls of its library. Valid until a robot is
    /// added or removed.
    struct Native {
        const mjModel_* model;
        mjData_* data;
    };
    [[nodiscard]] Native native() const;
    /// MuJoCo's ID of a `RobotPhysics::sites` entry.
    [[nodiscard]] int siteId(RobotKey robot, std::size_t index) const;
    /// MuJoCo's ID of a body.
    [[nodiscard]] int bodyId(RobotKey robot, robot::BodyId body) const;

    /// Saves the complete state, bit for bit, with gravity and held torsos.
    [[nodiscard]] std::vector<double> save() const;
    /// Continues exactly from a saved state.
    /// Errors: InvalidArgument if robots were added or removed since.
    base::Expected<void> restore(std::span<const double> state);

private:
    struct Impl;
    explicit MujocoWorld(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator::mujoco
