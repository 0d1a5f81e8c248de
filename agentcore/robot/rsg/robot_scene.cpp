#include "agentcore/robot/rsg/robot_scene.h"

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/rsg/call_reader.h"
#include "agentcore/robot/rsg/robot_parts.h"

namespace sideline::robot::rsg {

namespace {

using base::ErrorCode;
using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kDrag = 0.01; // the only value that robots use

// Builds a robot from the nodes of a scene: first all bodies, then everything that refers to them.
// The first fault is kept; results after it are discarded.
class Assembler {
public:
    explicit Assembler(const SceneTree& tree)
        : m_tree(tree), m_poses(tree.nodes.size()), m_read(tree) {}

    base::Expected<RobotModel> run(std::string name, const std::string& scenePath) {
        const SceneNodeId root(std::size_t{0});
        collectBodies(root, SceneNodeId::none());
        if (m_bodies.empty()) {
            m_read.fail(m_tree.node(root), ErrorCode::Malformed, "the scene has no robot",
                        "an AgentAspect with a RigidBody");
        }
        if (!m_read.error()) {
            readNode(root, SceneNodeId::none());
        }
        for (std::size_t i = 1; i < m_bodies.size() && !m_read.error(); ++i) {
            if (!m_bodies[i].parent.isValid()) {
                m_read.fail(m_tree.node(m_transforms[i]), ErrorCode::Malformed,
                            fmt::format("body '{}' is not attached to anything", m_bodies[i].name),
                            "a joint that attaches it");
            }
        }
        if (m_read.error()) {
            return tl::unexpected(*m_read.error());
        }
        m_traits.scenePath = scenePath;
        m_traits.p_STorsoAtStart = m_poses[m_transforms.front().index()].p;
        return RobotModel(std::move(name), std::move(m_bodies), std::move(m_joints),
                          std::move(m_layout), std::move(m_traits));
    }

private:
    // First pass: the world poses of all nodes, and the bodies.
    void collectBodies(SceneNodeId id, SceneNodeId transform) {
        const SceneNode& node = m_tree.node(id);
        math::Pose& X_SNode = m_poses[id.index()];
        X_SNode = node.parent.isValid() ? m_poses[node.parent.index()] : math::Pose{};
        if (node.type == "Transform" || node.type == "AgentAspect") {
            transform = id;
            X_SNode = X_SNode * localPose(id);
        } else if (node.type == "RigidBody") {
            addBody(id, transform);
        }
        for (const SceneNodeId child : node.children) {
            if (!m_read.error()) {
                collectBodies(child, transform);
            }
        }
    }

    math::Pose localPose(SceneNodeId id) {
        math::Pose X;
        if (const SceneCall* call = m_tree.findCall(id, "setLocalPos")) {
            X.p = m_read.vector(*call);
        }
        if (const SceneCall* call = m_tree.findCall(id, "setLocalRotation")) {
            const Vector3d angles = m_read.vector(*call) * radFromDeg(1.0);
            X.R = (Eigen::AngleAxisd(angles.x(), Vector3d::UnitX()) *
                   Eigen::AngleAxisd(angles.y(), Vector3d::UnitY()) *
                   Eigen::AngleAxisd(angles.z(), Vector3d::UnitZ()))
                      .toRotationMatrix();
        }
        if (const SceneCall* call = m_tree.findCall(id, "setLocalTransform")) {
            m_read.fail(call->place, ErrorCode::UnsupportedFormat,
                        "the transform is given as a matrix", "setLocalPos and setLocalRotation");
        }
        return X;
    }

    void addBody(SceneNodeId id, SceneNodeId transform) {
        const SceneNode& node = m_tree.node(id);
        if (m_bodies.size() == kMaxBodies) {
            m_read.fail(node, ErrorCode::LimitExceeded, "the robot has too many bodies",
                        fmt::format("at most {}", kMaxBodies));
        } else if (!transform.isValid() || m_bodyOf.contains(transform.index())) {
            m_read.fail(node, ErrorCode::Malformed, "a body has no transform of its own",
                        "one RigidBody in a Transform");
        } else if (m_bodies.empty() != (m_tree.node(transform).type == "AgentAspect")) {
            m_read.fail(node, ErrorCode::Malformed, "the torso is not first, or is repeated",
                        "one AgentAspect with a RigidBody before the other bodies");
        }
        if (m_read.error()) {
            return;
        }
        m_bodyOf[transform.index()] = m_bodyOf[id.index()] = BodyId(m_bodies.size());
        m_transforms.push_back(transform);
        m_bodies.push_back(Body{.name = m_bodies.empty() ? "torso" : m_tree.node(transform).name,
                                .parent = {},
                                .joint = {}});
        readMass(m_read, id, m_bodies.back());
    }

    // Second pass: everything that refers to bodies, in the order of the scene.
    void readNode(SceneNodeId id, SceneNodeId transform) {
        const SceneNode& node = m_tree.node(id);
        if (node.type == "Transform" || node.type == "AgentAspect") {
            transform = id;
        } else if (node.type == "Space") {
            m_traits.collidesWithItself = !m_read.flagOf(id, "disableInnerCollision", false);
        } else if (node.type == "DragController") {
            checkDrag(id);
        } else if (node.type.ends_with("Collider")) {
            readCollider(id, transform);
        } else if (node.type.ends_with("Joint")) {
            readJoint(id);
        } else if (node.type == "ObjectState") {
            readVisiblePart(id, transform);
        } else {
            readPerceptor(id, transform);
        }
        for (const SceneNodeId child : node.children) {
            if (!m_read.error()) {
                readNode(child, transform);
            }
        }
    }

    // Returns the body of the transform that contains a node.
    BodyId bodyAt(SceneNodeId id, SceneNodeId transform) {
        const auto found = transform.isValid() ? m_bodyOf.find(transform.index()) : m_bodyOf.end();
        if (found == m_bodyOf.end()) {
            m_read.fail(m_tree.node(id), ErrorCode::Malformed,
                        fmt::format("a {} outside a body", m_tree.node(id).type),
                        "a Transform with a RigidBody around it");
            return BodyId(std::size_t{0});
        }
        return found->second;
    }

    void checkDrag(SceneNodeId id) {
        if (m_read.numberOf(id, "setLinearDrag", 0.0) != kDrag ||
            m_read.numberOf(id, "setAngularDrag", 0.0) != kDrag) {
            m_read.fail(m_tree.node(id), ErrorCode::UnsupportedFormat, "unsupported drag",
                        "0.01 for setLinearDrag and setAngularDrag");
        }
    }

    void readCollider(SceneNodeId id, SceneNodeId transform) {
        const SceneNode& node = m_tree.node(id);
        Body& body = m_bodies[bodyAt(id, transform).index()];
        const auto shape = readColliderShape(m_read, id);
        if (!shape || !isSame(*shape, body.shape)) {
            m_read.fail(
                node, ErrorCode::UnsupportedFormat,
                fmt::format("the collider of '{}' does not match the shape of its mass", body.name),
                "the same box, sphere or capsule");
        }
        body.collides = true;
        for (const SceneNodeId child : node.children) {
            const std::string& type = m_tree.node(child).type;
            if (type == "ContactJointHandler" || type == "TouchPerceptorHandler") {
                body.surface = readSurface(m_read, child);
                return;
            }
        }
        m_read.fail(node, ErrorCode::UnsupportedFormat, "a collider has no surface",
                    "a ContactJointHandler or TouchPerceptorHandler");
    }

    void readJoint(SceneNodeId id) {
        const SceneNode& node = m_tree.node(id);
        const bool isUniversal = node.type == "UniversalJoint";
        if (!isUniversal && node.type != "HingeJoint" && node.type != "FixedJoint") {
            return m_read.fail(node, ErrorCode::UnsupportedFormat,
                               fmt::format("robots cannot have a {}", node.type),
                               "HingeJoint, UniversalJoint or FixedJoint");
        }
        const std::size_t axes = node.type == "FixedJoint" ? 0 : isUniversal ? 2 : 1;
        if (m_joints.size() + axes > kMaxJoints) {
            return m_read.fail(node, ErrorCode::LimitExceeded, "the robot has too many joints",
                               fmt::format("at most {}", kMaxJoints));
        }
        const auto bodies = attachedBodies(id);
        if (!bodies) {
            return;
        }
        const auto [child, parent] = *bodies;
        Body& body = m_bodies[child.index()];
        const math::Pose& X_SChild = m_poses[m_transforms[child.index()].index()];
        const math::Pose X_ParentChild =
            m_poses[m_transforms[parent.index()].index()].inverse() * X_SChild;
        body.parent = parent;
        body.p_ParentBody = X_ParentChild.p;
        body.R_ParentBody = X_ParentChild.R;
        const math::Pose X_ChildJoint = X_SChild.inverse() * m_poses[id.index()];
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const JointId joint(m_joints.size());
            if (axis == 0) {
                body.joint = joint;
                m_jointOf[id.index()] = joint;
            }
            m_joints.push_back(readAxis(m_read, id, axis, X_ChildJoint));
            m_joints.back().parent = parent;
            m_joints.back().child = child;
        }
    }

    // Returns the bodies named by `(attach child parent)`.
    std::optional<std::pair<BodyId, BodyId>> attachedBodies(SceneNodeId id) {
        const SceneNode& node = m_tree.node(id);
        const SceneCall* attach = m_tree.findCall(id, "attach");
        if (attach == nullptr || attach->arguments.size() != 2) {
            m_read.fail(node, ErrorCode::Malformed, "a joint connects nothing",
                        "(attach ../boxBody ../../body/boxBody)");
            return std::nullopt;
        }
        BodyId found[2];
        for (std::size_t i = 0; i < 2; ++i) {
            const SceneNodeId target = m_tree.resolve(id, attach->arguments[i]);
            const auto body = target.isValid() ? m_bodyOf.find(target.index()) : m_bodyOf.end();
            if (body == m_bodyOf.end()) {
                m_read.fail(attach->place, ErrorCode::Malformed,
                            fmt::format("no body at '{}'", attach->arguments[i]),
                            "the path to a RigidBody");
                return std::nullopt;
            }
            found[i] = body->second;
        }
        if (found[0] <= found[1] || m_bodies[found[0].index()].parent.isValid()) {
            m_read.fail(attach->place, ErrorCode::UnsupportedFormat,
                        fmt::format("'{}' cannot be attached to '{}'",
                                    m_bodies[found[0].index()].name,
                                    m_bodies[found[1].index()].name),
                        "a tree of bodies, each after its parent");
            return std::nullopt;
        }
        return std::pair(found[0], found[1]);
    }

    void readVisiblePart(SceneNodeId id, SceneNodeId transform) {
        const SceneCall* name = m_tree.findCall(id, "setID");
        if (name == nullptr || name->arguments.empty()) {
            return m_read.fail(m_tree.node(id), ErrorCode::Malformed, "a visible part has no name",
                               "(setID name)");
        }
        m_layout.visibleParts.push_back({name->arguments.front(), bodyAt(id, transform)});
    }

    void readPerceptor(SceneNodeId id, SceneNodeId transform) {
        const SceneNode& node = m_tree.node(id);
        for (const PerceptorKindInfo& info : kPerceptorKinds) {
            if (node.type.empty() || (node.type != info.node && node.type != info.otherNode)) {
                continue;
            }
            Perceptor perceptor{info.kind, info.hasName ? node.name : std::string(), {}, {}};
            if (info.place == PerceptorKindInfo::Place::Body) {
                perceptor.body = bodyAt(id, transform);
            } else if (info.place == PerceptorKindInfo::Place::Joint) {
                const auto joint = m_jointOf.find(node.parent.index());
                if (joint == m_jointOf.end()) {
                    return m_read.fail(node, ErrorCode::Malformed,
                                       fmt::format("a {} outside a joint", node.type));
                }
                perceptor.joint = joint->second;
            }
            if (info.kind == PerceptorKind::Vision) {
                m_layout.vision = readVision(m_read, id);
            }
            m_layout.perceptors.push_back(std::move(perceptor));
        }
    }

    const SceneTree& m_tree;
    std::vector<math::Pose> m_poses; // world pose of every node
    std::vector<Body> m_bodies;
    std::vector<SceneNodeId> m_transforms; // transforms of the bodies
    std::vector<Joint> m_joints;
    PerceptorLayout m_layout;
    RobotTraits m_traits;
    std::map<std::size_t, BodyId> m_bodyOf; // bodies by node, for transforms and rigid bodies
    std::map<std::size_t, JointId> m_jointOf;
    CallReader m_read;
};

} // namespace

base::Expected<RobotModel> readRobotScene(const std::string& scenePath, const SceneSource& source) {
    const auto tree = readScene(scenePath, source);
    if (!tree) {
        return tl::unexpected(tree.error());
    }
    std::string name = std::filesystem::path(scenePath).stem().string();
    for (const std::string& argument : source.arguments) {
        name += " " + argument;
    }
    return Assembler(*tree).run(std::move(name), scenePath);
}

} // namespace sideline::robot::rsg
