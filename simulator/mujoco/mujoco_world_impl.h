#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "simulator/mujoco/mujoco_library.h"
#include "simulator/mujoco/mujoco_world.h"
#include "simulator/mujoco/server_axes.h"
#include "simulator/simulation/robot_handling.h"

namespace sideline::simulator::mujoco {

/// Motors are three actuators in this order: `he1_tau`, `he1_pos`, `he1_vel`.
inline constexpr int kActuatorsPerMotor = 3;

/// The implementation of a world; user actions and saved states are in `world_handling.cpp`.
struct MujocoWorld::Impl {
    using Vector3d = Eigen::Vector3d;
    // A robot, and the indices of its parts in the arrays of the compiled world.
    struct Robot {
        std::string prefix;
        robot::RobotModelPtr model;
        RobotPhysics physics;
        std::vector<int> bodies;
        std::vector<int> angles;    // in qpos
        std::vector<int> speeds;    // in qvel
        std::vector<int> joints;    // ids
        std::vector<int> actuators; // first actuator of each joint; -1 without a motor
        std::vector<int> angleSensors;
        std::vector<int> speedSensors;
        std::vector<int> sites;
        std::vector<int> colliders;
        std::array<int, 4> torsoSensors{}; // orientation, position, gyro, accelerometer
        int rootAngle = 0;
        int rootSpeed = 0;
        std::optional<std::array<mjtNum, 7>> heldAt; // pose of the free joint of a held robot
    };
    // A spring that pulls a body during the next cycle.
    struct Pull {
        RobotKey robot;
        robot::BodyId body;
        Vector3d grip_Body;
        Vector3d target_S;
        PullSpring spring;
    };

    [[nodiscard]] int find(mjtObj kind, const std::string& name) const {
        return mj_name2id(model.get(), kind, name.c_str());
    }
    void bind(Robot& robot) const;
    void bindAll();
    base::Expected<void> rebuild(RobotKey newcomer);
    void rest(const Robot& robot) const;
    void place(Robot& robot, const TorsoPlace& place) const;
    void setRoot(Robot& robot, const TorsoPlace& place) const;
    void returnToBegin() const;
    void standUp(Robot& robot) const;
    void advance();
    void keepHeld() const;
    void stiffen(const Robot& robot) const;
    void push(int body, const Vector3d& p_S, const Vector3d& force_SN) const;
    void applyPull() const;
    [[nodiscard]] std::size_t stateSize() const;
    [[nodiscard]] bool hasRobotsOf(std::span<const double> state) const;
    [[nodiscard]] bool isSound(const Robot& robot) const;
    [[nodiscard]] std::vector<Touch> ballTouches() const;
    static Vector3d vectorAt(const mjtNum* values, int at) {
        return {values[at], values[at + 1], values[at + 2]};
    }
    static math::Pose poseAt(const mjtNum* positions, const mjtNum* rotations, int id) {
        using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
        return poseFromServer(
            {Eigen::Map<const RowMajor>(rotations + 9 * id), vectorAt(positions, 3 * id)});
    }

    WorldSettings settings;
    SpecPtr spec;
    ModelPtr model;
    DataPtr data;
    std::map<RobotKey, Robot> robots;
    RobotKey nextRobot = 1;
    std::vector<mjtNum> begun;  // the state at the beginning of the cycle
    std::vector<mjtNum> pushes; // external forces of this cycle
    std::optional<Pull> pull;
    bool hasGravity = true;
    int ballBody = 0;
    int ballGeom = 0;
    int ballAngle = 0;
    int ballSpeed = 0;
};

} // namespace sideline::simulator::mujoco
