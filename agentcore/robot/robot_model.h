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

#include "agentcore/base/strong_index.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/body_role.h"
#include "agentcore/robot/ids.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::robot {

/// Solid shapes of bodies, centered on the body frame; the same that the server gives to ODE.
struct Box {
    Eigen::Vector3d sizeM; ///< full edge lengths along x, y, z
};
struct Sphere {
    double radiusM;
};
struct Capsule {
    double radiusM;
    double lengthM; ///< of the cylindrical part, along z
};
using Shape = std::variant<Box, Sphere, Capsule>;

/// What a body's surface does in contacts (`ContactJointHandler`); robots do not bounce.
struct ContactSurface {
    double softErp = 0.6; ///< share of the overlap that is pushed apart in a step
    /// How far the contact gives way, m/s per N; nothing where the server's description sets none.
    std::optional<double> softCfm = 1e-4;
    double slip = 5e-3; ///< how easily the contact creeps, m/s per N
    [[nodiscard]] bool operator==(const ContactSurface&) const = default;
};

/// What a solid is painted with.
enum class SolidColor : std::uint8_t { Shell, Gray, Team };

/// A part of a body as it is drawn.
struct Solid {
    Shape shape;
    math::Pose X_BodySolid; ///< where it is in the body
    SolidColor color = SolidColor::Shell;
};

/// One rigid body. Body frames are SimSpark's: origin in the center of the shape, x to the
/// robot's right, y forward, z up when all joints are at zero (but see `R_ParentBody`).
struct Body {
    std::string name; ///< server scene name, such as `rshank`
    BodyId parent;    ///< none for the torso
    /// The joint that connects it to `parent`: a hinge, or the first of the two of a universal
    /// joint. None for the torso, and for a body that is fixed to its parent.
    JointId joint;
    Eigen::Vector3d p_ParentBody = Eigen::Vector3d::Zero(); ///< origin in the parent, joints zero
    double massKg = 0.0;
    Shape shape = Sphere{0.0};
    bool collides = false; ///< whether the server gives it a collider
    /// How the body is turned in its parent with joints at zero; only the older robot has one.
    Eigen::Matrix3d R_ParentBody = Eigen::Matrix3d::Identity();
    ContactSurface surface = {};
    BodyRole role = BodyRole::None; ///< found by `RobotModel` where the description reports none
    /// What it is drawn with, where that is neither a Nao's shell nor its shape; may be empty.
    std::vector<Solid> solids = {};
};

/// The motor and the stops of a joint, as ODE knows them.
struct JointDynamics {
    double maxTorqueNm = 10.0; ///< 0: no motor
    double cfm = 1e-8;         ///< of the motor
    double stopCfm = 1e-8;
    double stopErp = 0.8;
    double fudgeFactor = 1e-5;
    double stopBounce = 1.0;
    [[nodiscard]] bool operator==(const JointDynamics&) const = default;
};

/// Whether a joint is a hinge, or which axis of a universal joint.
enum class JointKind : std::uint8_t {
    Hinge,
    UniversalFirst,  ///< its axis is fixed in the child body; the joint after it is the second
    UniversalSecond, ///< its axis is fixed in the parent body and turns first
};

/// One axis about which two bodies turn against each other, with one angle.
///
/// A hinge turns the child body by its angle about `axis` relative to the parent. A universal joint
/// is two consecutive joints between the same bodies, with the same names and anchor: they turn the
/// child by `Rot(second axis, second angle) * Rot(first axis, first angle)`, seen in the frame
/// that the child has when both are at zero.
struct Joint {
    /// Name in the agent's HJ or UJ percept, such as `rlj4`, `rlj2_3`; empty if the agent is not
    /// reported.
    std::string perceptor;
    /// Name of the agent's speed command, such as `rle4`; empty if it cannot be moved.
    std::string effector;
    BodyId parent;
    BodyId child;
    Eigen::Vector3d anchor_Child = Eigen::Vector3d::Zero(); ///< in the child body's frame, m
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX();        ///< unit; in the child's frame at zero
    double minRad = 0.0;                                    ///< -infinity: no stop
    double maxRad = 0.0;                                    ///< infinity: no stop
    double maxSpeedRadPerS = 0.0;                           ///< infinity: no limit
    JointKind kind = JointKind::Hinge;
    JointDynamics dynamics = {};
};

/// What the server does with a robot as a whole.
struct RobotTraits {
    /// File that the agent names in its `(scene ...)` message, relative to the server's data; on
    /// rcssservermj the robot's name in its `(init ...)`.
    std::string scenePath;
    /// Where the torso is put when the robot is created, in server coordinates S, not turned.
    Eigen::Vector3d p_STorsoAtStart = Eigen::Vector3d::Zero();
    /// Whether bodies of the robot that no joint connects push each other away.
    bool collidesWithItself = false;
    /// Where its camera is in the head's frame. Zero: in the head's origin; pictures are then taken
    /// from a little in front of it.
    Eigen::Vector3d p_HeadEye = Eigen::Vector3d::Zero();
    /// The servers that have this robot.
    game::ServerKind server = game::ServerKind::SimSpark;
    [[nodiscard]] bool operator==(const RobotTraits&) const = default;
};

class RobotModel;

/// How a description is held by whoever keeps it: it lives as long as the last one who does.
using RobotModelPtr = std::shared_ptr<const RobotModel>;

/// A robot as data: bodies in a tree, joints, masses, perceptors. Immutable and shared; any thread
/// may read. Functions take `const RobotModel&`; what outlives a call holds a `RobotModelPtr`.
///
/// Bodies stand in the order in which the server's monitor stream lists them, parents before
/// children, the torso first.
class RobotModel : public std::enable_shared_from_this<RobotModel> {
public:
    RobotModel(std::string name, std::vector<Body> bodies, std::vector<Joint> joints,
               PerceptorLayout percepts = {}, RobotTraits traits = {});

    /// The description to be kept. One that no pointer owns, such as a local variable, must
    /// outlive what is returned.
    [[nodiscard]] RobotModelPtr shared() const;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::span<const Body> bodies() const { return m_bodies; }
    [[nodiscard]] std::span<const Joint> joints() const { return m_joints; }
    [[nodiscard]] const Body& body(BodyId id) const { return m_bodies[id.index()]; }
    [[nodiscard]] const Joint& joint(JointId id) const { return m_joints[id.index()]; }

    /// What the robot perceives and what is seen of it.
    [[nodiscard]] const PerceptorLayout& percepts() const { return m_percepts; }
    [[nodiscard]] const RobotTraits& traits() const { return m_traits; }

    /// The body called `name`, or none.
    [[nodiscard]] BodyId findBody(std::string_view name) const;
    /// The joint with this perceptor name (`rlj4`) or effector name (`rle4`), the first of the two
    /// for a universal joint (`rlj2_3`, `rle2_3`), or none.
    [[nodiscard]] JointId findJoint(std::string_view perceptorOrEffector) const;

    /// The first body with this role, or none.
    [[nodiscard]] BodyId findBody(BodyRole role) const;
    /// The body that carries the camera, or none. The camera looks along its y axis, with z up,
    /// from `traits().p_HeadEye` in its frame.
    [[nodiscard]] BodyId cameraBody() const;
    /// Height of the head above the ground, as a share of that with all joints at zero; 1 without
    /// a head.
    /// @param poseOf gives the pose of a body of this model, z up from the ground: `poseOf(BodyId)`
    template <typename PoseOf>
    [[nodiscard]] double headShare(const PoseOf& poseOf) const {
        return m_standingHeadM > 0.0 ? poseOf(m_head).p.z() / m_standingHeadM : 1.0;
    }

    /// Sum of all body masses.
    [[nodiscard]] double massKg() const { return m_massKg; }

private:
    std::string m_name;
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
    PerceptorLayout m_percepts;
    RobotTraits m_traits;
    double m_massKg = 0.0;
    BodyId m_head;
    double m_standingHeadM = 0.0; ///< its height with all joints at zero; 0 without a head
};

/// The other joint of a universal joint: the one after the first, the one before the second.
[[nodiscard]] inline JointId otherAxis(const RobotModel& model, JointId joint) {
    return JointId(joint.value() + (model.joint(joint).kind == JointKind::UniversalFirst ? 1 : -1));
}

} // namespace sideline::robot
