#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/strong_index.h"
#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::monitor {

using NodeId = base::StrongIndex<struct SceneNodeTag>;

enum class NodeKind : std::uint8_t {
    Transform,          ///< `TRF`
    Light,              ///< `Light`
    StaticMesh,         ///< `StaticMesh`
    SingleMaterialMesh, ///< `SMN`
    Description,        ///< `DSC` of rcssservermj: identifies the nodes below it
    Other,              ///< any other word; kept so that positions of nodes stay the same
};

/// Colors of a light, red green blue alpha in 0 to 1.
struct LightColors {
    std::array<float, 4> diffuse{};
    std::array<float, 4> ambient{};
    std::array<float, 4> specular{};
    [[nodiscard]] bool operator==(const LightColors&) const = default;
};

/// The part of a scene node that is constant between two full messages.
struct SceneNode {
    NodeKind kind = NodeKind::Other;
    NodeId parent;                   ///< none for top-level nodes
    std::int32_t end = 0;            ///< index one past the last node of its subtree (preorder)
    std::int32_t transformSlot = -1; ///< index into `SceneState::local`, for transforms
    std::string mesh;                ///< `load`: model file, or StdUnitBox, StdCapsule, ...
    std::vector<std::string> meshParameters;
    std::array<float, 3> scale{1.0F, 1.0F, 1.0F}; ///< `sSc`
    std::vector<std::string> materials;           ///< `resetMaterials` or `sMat`
    bool transparent = false;
    LightColors light;
    std::optional<std::array<float, 4>> color; ///< `rgba`: red green blue alpha in 0 to 1
    /// Contents of a `Description`, one entry per list: `ball`, `agent Team 3`.
    std::vector<std::string> descriptions;
    [[nodiscard]] bool operator==(const SceneNode&) const = default;
};

/// A robot found in the scene.
struct SceneRobot {
    NodeId root;                ///< its top-level node
    game::PlayerId id;          ///< side None and number 0 until the agent has initialized
    int typeNumber = -1;        ///< heterogeneous type; -1 if not reported
    robot::RobotModelPtr model; ///< null for a robot without a description
    std::vector<NodeId> bodies; ///< transform nodes, in the model's order if there is one
    std::vector<std::string> bodyNames;
    /// Rotation of this program's body frames (x right, y forward, z up) relative to the frames of
    /// the nodes.
    Eigen::Matrix3d R_NodeBody = Eigen::Matrix3d::Identity();
    NodeId selectionMarker; ///< mesh that the server shows while the robot is selected
    [[nodiscard]] bool operator==(const SceneRobot&) const = default;
};

/// Objects recognized in a scene.
struct SceneObjects {
    NodeId ball; ///< transform of the ball; none if there is no ball
    std::vector<SceneRobot> robots;
    [[nodiscard]] bool operator==(const SceneObjects&) const = default;
};

/// The scene tree of a full message, flattened in preorder, and the objects recognized in it.
/// Immutable and shared by all frames until the next change of the tree.
struct SceneStructure {
    std::vector<SceneNode> nodes;
    std::int32_t transformCount = 0;
    SceneObjects objects;

    [[nodiscard]] const SceneNode& node(NodeId id) const { return nodes[id.index()]; }
    [[nodiscard]] bool operator==(const SceneStructure&) const = default;
};

/// A local transform as in the stream, without the constant fourth row: columns n, o, a (the
/// rotation) and p (the translation, meters), in the parent node's frame.
using LocalTransform = std::array<float, 12>;

/// The part of a scene that differences change. A value.
struct SceneState {
    std::shared_ptr<const SceneStructure> structure; ///< null before the first full message
    std::vector<LocalTransform> local;               ///< one per transform node
    std::vector<std::uint32_t>
        updatedAt; ///< one per transform node: stamp of the last message that contained it
    std::vector<std::uint8_t> visible; ///< one per node: 0 or 1, meaningful for meshes
    bool outOfSync = false; ///< a difference did not match the tree; reset by the next full message

    /// Compares trees (by content), transforms, stamps and flags.
    [[nodiscard]] bool operator==(const SceneState& other) const;

    /// Pose of a transform node in the server frame S, including its ancestors.
    [[nodiscard]] math::Pose worldPose(NodeId node) const;
};

/// The rotation and translation of a local transform.
[[nodiscard]] math::Pose toPose(const LocalTransform& transform);

/// Finds the ball and the robots in a tree.
///
/// Robots are top-level nodes with a mesh whose materials contain a number (`matNum7`); side and
/// type are in the same mesh (`matLeft`, `naobody3.obj`, `matType3`), set by the server's
/// StaticMeshInitEffector. Bodies are the transforms directly below the robot's node.
///
/// Naos are recognized by their meshes. Other robots are identified by solid shapes: the robot of
/// `known`, or soccerbot056, with the same number of bodies of the same kinds and sizes.
[[nodiscard]] SceneObjects recognizeObjects(const std::vector<SceneNode>& nodes,
                                            std::span<const robot::RobotModelPtr> known = {});

/// Team names in a stream of rcssservermj, used to determine the side of a robot.
struct TeamNames {
    std::string_view left;
    std::string_view right;
};

/// Finds the ball and the robots in a tree of rcssservermj.
///
/// Both are below `Description` nodes. A robot's bodies are transforms that have transforms below
/// them: geoms, sites and further bodies. The material `matLeft` or `matRight`, or the team's name,
/// determines the robot's side. Known robots are recognized by the shape of their tree and by their
/// mesh names, most of which must match.
[[nodiscard]] SceneObjects recognizeDescribedObjects(const std::vector<SceneNode>& nodes,
                                                     const TeamNames& teams);

} // namespace sideline::monitor
