#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator::mujoco {

/// A cylinder along z, centered on its frame.
struct Cylinder {
    double radiusM;
    double lengthM;
};

/// Contact parameters of a collider, as in MJCF.
struct ContactParameters {
    std::array<double, 3> friction = {1.0, 0.005, 0.0001}; ///< sliding; torsional, m; rolling, m
    std::array<double, 2> solref = {0.02, 1.0};            ///< time constant, s; damping ratio
    std::array<double, 3> solimp = {0.9, 0.95, 0.001};     ///< minimum, maximum; width, m
};

/// A collision shape of a body.
struct Collider {
    robot::BodyId body;
    std::string name; ///< name of the geom, such as `left_foot`; empty: none
    std::variant<robot::Box, robot::Sphere, robot::Capsule, Cylinder> shape;
    math::Pose X_BodyCollider; ///< pose in the body's frame, with Sideline's axes
    ContactParameters contact = {};
};

// Names of sites, and suffixes of such names.
inline constexpr const char* kCameraSite = "camera";
inline constexpr std::string_view kVisibleSite = "-vismarker";
inline constexpr std::string_view kSpeakerSite = "_a-speaker";
inline constexpr std::string_view kMicrophoneSite = "_a-micro";

/// A point of a body: the position of its camera, or a point that other robots see.
struct Site {
    robot::BodyId body;
    std::string name;                                 ///< such as `camera`, `head-vismarker`
    Eigen::Vector3d p_Body = Eigen::Vector3d::Zero(); ///< position with Sideline's axes
};

/// How a joint resists motion.
struct JointResistance {
    double armatureKgM2 = 0.01;     ///< inertia of the motor, at the joint
    double dampingNmsPerRad = 0.01; ///< viscous friction
    double frictionLossNm = 0.1;    ///< dry friction
};

/// Properties that MuJoCo needs in addition to the `RobotModel`.
struct RobotPhysics {
    std::vector<JointResistance> joints; ///< one per joint of the model
    std::vector<Collider> colliders;
    std::vector<std::pair<robot::BodyId, robot::BodyId>>
        ignoredPairs; ///< bodies that do not collide
    std::vector<Site> sites;
    std::vector<robot::JointId>
        jointOrder; ///< order of joints in percepts; empty: the model's order
    /// Height of the torso at which the server places the robot, m; 0: the height in the model's
    /// traits.
    double startHeightM = 0.0;
    /// Whether the server's model names its colliders, by which the referee recognizes arms.
    bool namesColliders = true;
    /// MJCF that MuJoCo reads (`readRobotFile`); empty: generated from the model and these
    /// properties.
    std::filesystem::path file;
};

/// Returns the physics of a robot: for T1, K1 (`rcsssmj` 0.2.1, `resources/robots/*/robot.xml`) and
/// PiPlus (branch `master`) the values of the server's models, with capsules for the meshes that
/// collide (K1's head and arms); for others the bodies' shapes and default resistances.
[[nodiscard]] RobotPhysics robotPhysics(const robot::RobotModel& model);

} // namespace sideline::simulator::mujoco
