#include "agentcore/monitor/scene.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::monitor {

namespace {

using Nodes = std::vector<SceneNode>;

NodeId nodeAt(std::size_t index) {
    return NodeId(index);
}

// File name of a model without its folder: `models/naobody1.obj` -> `naobody1.obj`.
std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The number in `text` between `prefix` and `suffix`; -1 if the text does not match.
int numberBetween(std::string_view text, std::string_view prefix, std::string_view suffix) {
    if (!text.starts_with(prefix) || !text.ends_with(suffix) ||
        text.size() <= prefix.size() + suffix.size()) {
        return -1;
    }
    text.remove_prefix(prefix.size());
    text.remove_suffix(suffix.size());
    return protocol::parseInteger(text).value_or(-1);
}

// The node below `root` that contains the robot's number: the torso's mesh.
const SceneNode* numberedMesh(const Nodes& nodes, std::size_t root) {
    const auto end = static_cast<std::size_t>(nodes[root].end);
    for (std::size_t i = root; i < end; ++i) {
        const bool numbered = std::ranges::any_of(nodes[i].materials, [](const std::string& m) {
            return std::string_view(m).starts_with("matNum");
        });
        if (numbered) {
            return &nodes[i];
        }
    }
    return nullptr;
}

void readNumberAndSide(const SceneNode& mesh, SceneRobot& robot) {
    for (const std::string& material : mesh.materials) {
        if (const int unum = numberBetween(material, "matNum", ""); unum > 0) {
            robot.id.unum = game::UniformNumber(unum);
        } else if (material == "matLeft") {
            robot.id.side = game::Side::Left;
        } else if (material == "matRight") {
            robot.id.side = game::Side::Right;
        } else if (const int type = numberBetween(material, "matType", ""); type >= 0) {
            robot.typeNumber = type;
        }
    }
}

// The first mesh at or below a body's transform, used for its name.
std::string_view firstMesh(const Nodes& nodes, NodeId body) {
    for (std::size_t i = body.index(); i < static_cast<std::size_t>(nodes[body.index()].end); ++i) {
        if (!nodes[i].mesh.empty()) {
            return fileName(nodes[i].mesh);
        }
    }
    return {};
}

// The Nao description that matches the robot's torso mesh and number of bodies, or nullptr.
robot::RobotModelPtr findNao(const Nodes& nodes, const SceneRobot& robot) {
    if (robot.bodies.empty() || !firstMesh(nodes, robot.bodies.front()).starts_with("naobody")) {
        return nullptr;
    }
    const robot::RobotModel* model = robot::defaultRobot(std::max(robot.typeNumber, 0));
    return model != nullptr && model->bodies().size() == robot.bodies.size() ? model->shared()
                                                                             : nullptr;
}

constexpr double kSameSizeM = 1e-3; // tolerance for equal sizes, which are sent with six digits

// The first mesh at or below a body's transform that shows it as a solid; null if there is none.
const SceneNode* firstSolid(const Nodes& nodes, NodeId body) {
    for (std::size_t i = body.index(); i < static_cast<std::size_t>(nodes[body.index()].end); ++i) {
        if (nodes[i].mesh.starts_with("Std")) {
            return &nodes[i];
        }
    }
    return nullptr;
}

bool showsShape(const SceneNode& mesh, const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        const Eigen::Vector3d scale(static_cast<double>(mesh.scale[0]),
                                    static_cast<double>(mesh.scale[1]),
                                    static_cast<double>(mesh.scale[2]));
        return mesh.mesh == "StdUnitBox" && (scale - box->sizeM).cwiseAbs().maxCoeff() < kSameSizeM;
    }
    return mesh.mesh ==
           (std::holds_alternative<robot::Capsule>(shape) ? "StdCapsule" : "StdUnitSphere");
}

bool showsRobot(const Nodes& nodes, const SceneRobot& robot, const robot::RobotModel& model) {
    if (model.bodies().size() != robot.bodies.size()) {
        return false;
    }
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
        const SceneNode* mesh = firstSolid(nodes, robot.bodies[i]);
        if (mesh == nullptr || !showsShape(*mesh, model.bodies()[i].shape)) {
            return false;
        }
    }
    return true;
}

// The robot description that matches the displayed solid shapes, or nullptr.
robot::RobotModelPtr findShown(const Nodes& nodes, const SceneRobot& robot,
                               std::span<const robot::RobotModelPtr> known) {
    const auto found = std::ranges::find_if(known, [&](const robot::RobotModelPtr& model) {
        return model && showsRobot(nodes, robot, *model);
    });
    if (found != known.end()) {
        return *found;
    }
    const robot::RobotModel& soccerbot = robot::soccerbot056Model();
    if (showsRobot(nodes, robot, soccerbot)) {
        return soccerbot.shared();
    }
    for (const robot::MujocoRobot kind : robot::kMujocoRobots) { // in logs of trials
        const robot::RobotModel& model = robot::mujocoRobotModel(kind);
        if (showsRobot(nodes, robot, model)) {
            return model.shared();
        }
    }
    return nullptr;
}

void nameBodies(const Nodes& nodes, SceneRobot& robot) {
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {
        if (robot.model != nullptr) {
            robot.bodyNames.push_back(robot.model->bodies()[i].name);
            continue;
        }
        std::string_view name = firstMesh(nodes, robot.bodies[i]);
        name = name.substr(0, name.rfind(".obj"));
        robot.bodyNames.push_back(name.empty() ? "body " + std::to_string(i + 1)
                                               : std::string(name));
    }
}

// The mesh that marks a robot as selected on the server; normally hidden, with material matSelect.
NodeId findSelectionMarker(const Nodes& nodes, std::size_t root) {
    for (std::size_t i = root; i < static_cast<std::size_t>(nodes[root].end); ++i) {
        if (std::ranges::find(nodes[i].materials, "matSelect") != nodes[i].materials.end()) {
            return nodeAt(i);
        }
    }
    return {};
}

SceneRobot describeRobot(const Nodes& nodes, std::size_t root, const SceneNode& mesh,
                         std::span<const robot::RobotModelPtr> known) {
    SceneRobot robot;
    robot.root = nodeAt(root);
    readNumberAndSide(mesh, robot);
    if (const int type = numberBetween(fileName(mesh.mesh), "naobody", ".obj"); type >= 0) {
        robot.typeNumber = type;
    } else if (fileName(mesh.mesh) == "naobody.obj") {
        robot.typeNumber = 0; // servers that predate heterogeneous types
    }
    for (std::size_t i = root + 1; i < static_cast<std::size_t>(nodes[root].end);
         i = static_cast<std::size_t>(nodes[i].end)) {
        if (nodes[i].kind == NodeKind::Transform) {
            robot.bodies.push_back(nodeAt(i));
        }
    }
    robot.model = findNao(nodes, robot);
    if (!robot.model) {
        robot.model = findShown(nodes, robot, known);
    }
    if (robot.bodies.size() > robot::kMaxBodies && robot.model == nullptr) {
        robot.bodies.resize(robot::kMaxBodies);
    }
    nameBodies(nodes, robot);
    robot.selectionMarker = findSelectionMarker(nodes, root);
    return robot;
}

// The transform of a mesh: its nearest ancestor that is a transform.
NodeId carrier(const Nodes& nodes, std::size_t mesh) {
    NodeId node = nodeAt(mesh);
    while (node.isValid() && nodes[node.index()].kind != NodeKind::Transform) {
        node = nodes[node.index()].parent;
    }
    return node;
}

} // namespace

math::Pose toPose(const LocalTransform& t) {
    math::Pose pose;
    pose.R << static_cast<double>(t[0]), static_cast<double>(t[3]), static_cast<double>(t[6]),
        static_cast<double>(t[1]), static_cast<double>(t[4]), static_cast<double>(t[7]),
        static_cast<double>(t[2]), static_cast<double>(t[5]), static_cast<double>(t[8]);
    pose.p << static_cast<double>(t[9]), static_cast<double>(t[10]), static_cast<double>(t[11]);
    return pose;
}

bool SceneState::operator==(const SceneState& other) const {
    const bool sameStructure = structure == other.structure ||
                               (structure && other.structure && *structure == *other.structure);
    return sameStructure && local == other.local && updatedAt == other.updatedAt &&
           visible == other.visible && outOfSync == other.outOfSync;
}

math::Pose SceneState::worldPose(NodeId id) const {
    SIDELINE_ASSERT(structure != nullptr && id.isValid());
    math::Pose pose;
    bool first = true;
    while (id.isValid()) {
        const SceneNode& node = structure->node(id);
        if (node.transformSlot >= 0) {
            const math::Pose step = toPose(local[static_cast<std::size_t>(node.transformSlot)]);
            pose = first ? step : step * pose;
            first = false;
        }
        id = node.parent;
    }
    return pose;
}

SceneObjects recognizeObjects(const std::vector<SceneNode>& nodes,
                              std::span<const robot::RobotModelPtr> known) {
    SceneObjects objects;
    for (std::size_t root = 0; root < nodes.size();
         root = static_cast<std::size_t>(nodes[root].end)) {
        if (const SceneNode* mesh = numberedMesh(nodes, root); mesh != nullptr) {
            objects.robots.push_back(describeRobot(nodes, root, *mesh, known));
            continue;
        }
        for (std::size_t i = root; i < static_cast<std::size_t>(nodes[root].end); ++i) {
            if (fileName(nodes[i].mesh) == "soccerball.obj") {
                objects.ball = carrier(nodes, i);
            }
        }
    }
    return objects;
}

} // namespace sideline::monitor
