#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/base/strong_index.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/body_role.h"
#include "agentcore/robot/ids.h"
#include "agentcore/robot/joint_mirror.h"
#include "agentcore/robot/perceptor_layout.h"
#include "agentcore/robot/robot_limbs.h"

namespace sideline::robot {

/// Solid shapes of bodies, centered on the body frame; as the server passes them to ODE.
struct Box {
    Eigen::Vector3d sizeM; ///< full edge lengths along x, y, z
};
struct Sphere {
    double radiusM;
};
struct Capsule {
    double radiusM;
    double lengthM; ///< length of the cylindrical part, along z
};
using Shape = std::variant<Box, Sphere, Capsule>;

/// Contact parameters of a body's surface (`ContactJointHandler`); robots do not bounce.
struct ContactSurface {
    double softErp = 0.6; ///< fraction of the overlap that is corrected in each step
    /// Compliance of the contact, m/s per N; not set if the server's description does not set it.
    std::optional<double> softCfm = 1e-4;
    double slip = 5e-3; ///< creep of the contact, m/s per N
    [[nodiscard]] bool operator==(const ContactSurface&) const = default;
};

/// Color of a solid.
enum class SolidColor : std::uint8_t { Shell, Gray, Team };

/// A part of a body as it is drawn.
struct Solid {
    Shape shape;
    math::Pose X_BodySolid; ///< pose in the body
    SolidColor color = SolidColor::Shell;
};

/// A rigid body. Body frames are SimSpark's: origin at the center of the shape, x to the robot's
/// right, y forward, z up when all joints are at zero (but see `R_ParentBody`).
struct Body {
    std::string name; ///< name in the server's scene, such as `rshank`
    BodyId parent;    ///< parent in the tree; none for the torso
    /// The joint that connects the body to `parent`: a hinge, or the first of the two axes of a
    /// universal joint. None for the torso, and for a body that is fixed to its parent.
    JointId joint;
    Eigen::Vector3d p_ParentBody = Eigen::Vector3d::Zero(); ///< origin in the parent's frame, with
                                                            ///< joints at zero
    double massKg = 0.0;
    Shape shape = Sphere{0.0};
    bool collides = false; ///< whether it has a collider in the server
    /// Orientation in the parent with joints at zero; identity for the Naos.
    Eigen::Matrix3d R_ParentBody = Eigen::Matrix3d::Identity();
    ContactSurface surface = {};
    BodyRole role = BodyRole::None; ///< derived by `RobotModel` if the description has none
    /// The parts that are drawn instead of a Nao's shell or the shape; may be empty.
    std::vector<Solid> solids = {};
    /// Center of mass in the body's frame, m. In ODE, and thus in SimSpark, it is the origin.
    Eigen::Vector3d p_BodyCom = Eigen::Vector3d::Zero();
    /// Inertia about the center of mass, in axes parallel to the body's, kg m^2; if not set, the
    /// inertia of `shape` with uniform density.
    std::optional<Eigen::Matrix3d> inertiaKgM2 = {};
};

/// The motor and the limits of a joint, as ODE models them.
struct JointDynamics {
    double maxTorqueNm = 10.0; ///< 0 without a motor
    double cfm = 1e-8;         ///< constraint force mixing of the motor
    double stopCfm = 1e-8;
    double stopErp = 0.8;
    double fudgeFactor = 1e-5;
    double stopBounce = 1.0;
    [[nodiscard]] bool operator==(const JointDynamics&) const = default;
};

/// A hinge, or an axis of a universal joint.
enum class JointKind : std::uint8_t {
    Hinge,
    UniversalFirst,  ///< its axis is fixed in the child body; the next joint is the second axis
    UniversalSecond, ///< its axis is fixed in the parent body and rotates first
};

/// An axis about which two bodies rotate relative to each other, with one angle.
///
/// A hinge rotates the child body by its angle about `axis` relative to the parent. A universal
/// joint consists of two consecutive joints between the same bodies, with the same names and
/// anchor: they rotate the child by `Rot(second axis, second angle) * Rot(first axis, first
/// angle)`, in the frame of the child when both are at zero.
struct Joint {
    /// Name in the agent's HJ or UJ percept, such as `rlj4`, `rlj2_3`; empty if it is not reported.
    std::string perceptor;
    /// Name of the agent's speed command, such as `rle4`; empty if it cannot be moved.
    std::string effector;
    BodyId parent;
    BodyId child;
    Eigen::Vector3d anchor_Child = Eigen::Vector3d::Zero(); ///< anchor in the child body's frame, m
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();        ///< unit vector in the child's frame at
                                                            ///< zero
    double minRad = 0.0;                                    ///< -infinity without a limit
    double maxRad = 0.0;                                    ///< infinity without a limit
    double maxSpeedRadPerS = 0.0;                           ///< infinity without a limit
    JointKind kind = JointKind::Hinge;
    JointDynamics dynamics = {};
};

/// Properties of the whole robot in its server.
struct RobotTraits {
    /// File name in the agent's `(scene ...)` message, relative to the server's data; on
    /// rcssservermj the robot's name in the `(init ...)` message.
    std::string scenePath;
    /// Initial position of the torso in server coordinates S, without rotation.
    Eigen::Vector3d p_STorsoAtStart = Eigen::Vector3d::Zero();
    /// Whether bodies of the robot collide with each other, if no joint connects them.
    bool collidesWithItself = false;
    /// Position of the camera in the head's frame. If zero, it is at the head's origin; images are
    /// then taken from slightly in front of it.
    Eigen::Vector3d p_HeadEye = Eigen::Vector3d::Zero();
    /// The server family of this robot.
    game::ServerKind server = game::ServerKind::SimSpark;
    [[nodiscard]] bool operator==(const RobotTraits&) const = default;
};

class RobotModel;

/// Shared ownership of a description.
using RobotModelPtr = std::shared_ptr<const RobotModel>;

/// A robot as data: bodies in a tree, joints, masses, perceptors. Immutable and shared; any thread
/// may read. Functions take `const RobotModel&`; long-lived users hold a `RobotModelPtr`.
///
/// Bodies are in the order of the server's monitor stream, parents before children, the torso
/// first.
class RobotModel : public std::enable_shared_from_this<RobotModel> {
public:
    RobotModel(std::string name, std::vector<Body> bodies, std::vector<Joint> joints,
               PerceptorLayout percepts = {}, RobotTraits traits = {});

    /// Returns shared ownership. A model that no pointer owns, such as a local variable, must
    /// outlive the result.
    [[nodiscard]] RobotModelPtr shared() const;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::span<const Body> bodies() const { return m_bodies; }
    [[nodiscard]] std::span<const Joint> joints() const { return m_joints; }
    [[nodiscard]] const Body& body(BodyId id) const { return m_bodies[id.index()]; }
    [[nodiscard]] const Joint& joint(JointId id) const { return m_joints[id.index()]; }

    /// Perceptors, camera and visible parts.
    [[nodiscard]] const PerceptorLayout& percepts() const { return m_percepts; }
    [[nodiscard]] const RobotTraits& traits() const { return m_traits; }

    /// Returns the body with this name, or none.
    [[nodiscard]] BodyId findBody(std::string_view name) const;
    /// Returns the joint with this `jointName` (`rle4`, `rle2_3.2`) or this `perceptorName`
    /// (`rlj4`, `rlj2_3.2`), or none. The name of a universal joint alone (`rle2_3`) is that of its
    /// first axis.
    [[nodiscard]] JointId findJoint(std::string_view name) const;

    /// Returns the name of a joint in motions, poses, training and user interfaces: the name of its
    /// effector (`rle4`), or of its perceptor if it has no effector. Both axes of a universal joint
    /// have the same effector: the name of the first axis is that of the effector (`rle2_3`), the
    /// second has the suffix `.2` (`rle2_3.2`). Unique: if joints have equal effectors, the later
    /// ones have a suffix such as `~2`. Empty for a joint with neither effector nor perceptor.
    [[nodiscard]] const std::string& jointName(JointId id) const {
        return m_jointNames[id.index()];
    }
    /// Returns the name of a joint in policies and in the signals of logs: like `jointName`, but
    /// the name of its perceptor (`rlj4`, `rlj2_3.2`), or of its effector if it has no perceptor.
    [[nodiscard]] const std::string& perceptorName(JointId id) const {
        return m_perceptorNames[id.index()];
    }
    /// Returns the mirror image of a joint in the plane between left and right; none if it has no
    /// counterpart.
    [[nodiscard]] const std::optional<MirrorJoint>& mirror(JointId id) const {
        return m_mirrors[id.index()];
    }

    /// Returns the first body with this role, or none.
    [[nodiscard]] BodyId findBody(BodyRole role) const;
    /// Legs, arms and neck, derived from the tree.
    [[nodiscard]] const RobotLimbs& limbs() const { return m_limbs; }
    /// Returns the body with the camera, or none. The camera faces along the body's y axis, with z
    /// up, from `traits().p_HeadEye` in the body's frame.
    [[nodiscard]] BodyId cameraBody() const;
    /// Returns the height of the head above the ground, relative to its height with all joints at
    /// zero; 1 without a head.
    /// @param poseOf returns the pose of a body, z up from the ground: `poseOf(BodyId)`
    template <typename PoseOf>
    [[nodiscard]] double headHeightRatio(const PoseOf& poseOf) const {
        return m_standingHeadM > 0.0 ? poseOf(m_head).p.z() / m_standingHeadM : 1.0;
    }

    /// Height of the torso's origin above the ground with all joints at zero, m.
    [[nodiscard]] double standingTorsoM() const { return m_standingTorsoM; }
    /// Bounding box of all bodies in the torso's frame with all joints at zero.
    [[nodiscard]] const Eigen::AlignedBox3d& extent_T() const { return m_extent_T; }

    /// Sum of all body masses.
    [[nodiscard]] double massKg() const { return m_massKg; }

private:
    std::string m_name;
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
    PerceptorLayout m_percepts;
    RobotTraits m_traits;
    std::vector<std::string> m_jointNames;
    std::vector<std::string> m_perceptorNames;
    std::vector<std::optional<MirrorJoint>> m_mirrors;
    double m_massKg = 0.0;
    RobotLimbs m_limbs;
    BodyId m_head;
    Eigen::AlignedBox3d m_extent_T;
    double m_standingTorsoM = 0.0;
    double m_standingHeadM = 0.0; ///< head height with all joints at zero; 0 without a head
};

/// Returns the other joint of a universal joint: the next one for the first joint, the previous one
/// for the second.
[[nodiscard]] inline JointId otherAxis(const RobotModel& model, JointId joint) {
    return JointId(joint.value() + (model.joint(joint).kind == JointKind::UniversalFirst ? 1 : -1));
}

} // namespace sideline::robot
