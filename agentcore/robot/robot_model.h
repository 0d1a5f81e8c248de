#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/strong_index.h"
#include "agentcore/math/pose.h"

namespace sideline::robot {

using BodyId = base::StrongIndex<struct BodyTag>;
using JointId = base::StrongIndex<struct JointTag>;

/// Most bodies and joints that any robot description may have.
inline constexpr std::size_t kMaxBodies = 32;
inline constexpr std::size_t kMaxJoints = 32;

/// Solid shapes of bodies, centred on the body frame; the same that the server gives to ODE.
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

/// One rigid body. Body frames are SimSpark's: origin in the centre of the shape, x to the
/// robot's right, y forward, z up when all joints are at zero.
struct Body {
    std::string name; ///< server scene name, as `rshank`
    BodyId parent;    ///< none for the torso
    JointId joint;    ///< the joint that connects it to `parent`; none for the torso
    Eigen::Vector3d p_ParentBody = Eigen::Vector3d::Zero(); ///< origin in the parent, joints zero
    double massKg = 0.0;
    Shape shape = Sphere{0.0};
    bool collides = false; ///< whether the server gives it a collider
};

/// One hinge. The angle turns the child body about `axis` relative to the parent body.
struct Joint {
    std::string perceptor; ///< name in the agent's HJ percept, as `rlj4`
    std::string effector;  ///< name of the agent's speed command, as `rle4`
    BodyId parent;
    BodyId child;
    Eigen::Vector3d anchor_Child = Eigen::Vector3d::Zero(); ///< in the child body's frame, m
    Eigen::Vector3d axis = Eigen::Vector3d::UnitX(); ///< unit; same in parent and child at zero
    double minRad = 0.0;
    double maxRad = 0.0;
    double maxSpeedRadPerS = 0.0;
};

/// A robot as data: bodies in a tree, hinges, masses. Immutable and shared; any thread may read.
///
/// Bodies stand in the order in which the server's monitor stream lists them, parents before
/// children, the torso first.
class RobotModel {
public:
    RobotModel(std::string name, std::vector<Body> bodies, std::vector<Joint> joints);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::span<const Body> bodies() const { return m_bodies; }
    [[nodiscard]] std::span<const Joint> joints() const { return m_joints; }
    [[nodiscard]] const Body& body(BodyId id) const { return m_bodies[id.index()]; }
    [[nodiscard]] const Joint& joint(JointId id) const { return m_joints[id.index()]; }

    /// The body called `name`, or none.
    [[nodiscard]] BodyId findBody(std::string_view name) const;
    /// The joint with this perceptor name (`rlj4`) or effector name (`rle4`), or none.
    [[nodiscard]] JointId findJoint(std::string_view perceptorOrEffector) const;

    /// Sum of all body masses.
    [[nodiscard]] double massKg() const { return m_massKg; }

private:
    std::string m_name;
    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
    double m_massKg = 0.0;
};

} // namespace sideline::robot
