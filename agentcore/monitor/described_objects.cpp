// Recognizes the objects of an rcssservermj scene.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/monitor/scene.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/mujoco_robots.h"

namespace sideline::monitor {

namespace {

using Nodes = std::vector<SceneNode>;

std::size_t endOf(const Nodes& nodes, std::size_t node) {
    return static_cast<std::size_t>(nodes[node].end);
}

// Calls `visit` for each child of a node.
template <typename Visit>
void forChildren(const Nodes& nodes, std::size_t parent, const Visit& visit) {
    for (std::size_t i = parent + 1; i < endOf(nodes, parent); i = endOf(nodes, i)) {
        visit(i);
    }
}

bool hasTransformBelow(const Nodes& nodes, std::size_t node) {
    bool has = false;
    forChildren(nodes, node,
                [&](std::size_t i) { has = has || nodes[i].kind == NodeKind::Transform; });
    return has;
}

// A body and the index of its parent among the bodies; -1 for the torso.
struct TreeBody {
    NodeId node;
    int parent = -1;
    std::string mesh; ///< name of its first mesh file, without folder and extension
};

// `models/T1/AL1.STL` -> `AL1`; empty for the built-in solids.
std::string meshName(std::string_view path) {
    if (path.starts_with("Std")) {
        return {};
    }
    path = path.substr(path.rfind('/') + 1); // the whole path if it has no folder
    return std::string(path.substr(0, path.rfind('.')));
}

// Geoms and sites are transforms without transforms below them.
void collectBodies(const Nodes& nodes, std::size_t body, int parent,
                   std::vector<TreeBody>& bodies) {
    const auto index = static_cast<int>(bodies.size());
    bodies.push_back({NodeId(body), parent, {}});
    std::string mesh;
    forChildren(nodes, body, [&](std::size_t child) {
        if (nodes[child].kind != NodeKind::Transform) {
            return;
        }
        if (hasTransformBelow(nodes, child)) {
            collectBodies(nodes, child, index, bodies); // the reader limits the depth of trees
            return;
        }
        forChildren(nodes, child, [&](std::size_t leaf) {
            mesh = mesh.empty() ? meshName(nodes[leaf].mesh) : mesh;
        });
    });
    bodies[static_cast<std::size_t>(index)].mesh = std::move(mesh);
}

bool isSameMesh(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) ==
               std::tolower(static_cast<unsigned char>(y));
    });
}

// Some meshes differ between server versions, but the tree is the same.
bool isRobot(const std::vector<TreeBody>& bodies, robot::MujocoRobot robot) {
    const auto known = robot::mujocoRobotModel(robot).bodies();
    if (known.size() != bodies.size()) {
        return false;
    }
    std::size_t sameMeshes = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const robot::BodyId parent = known[i].parent;
        if (bodies[i].parent != (parent.isValid() ? static_cast<int>(parent.index()) : -1)) {
            return false;
        }
        sameMeshes += isSameMesh(bodies[i].mesh, robot::mujocoMesh(robot, robot::BodyId(i)));
    }
    return 2 * sameMeshes > bodies.size();
}

robot::RobotModelPtr findModel(const std::vector<TreeBody>& bodies) {
    const auto found = std::ranges::find_if(
        robot::kMujocoRobots, [&](robot::MujocoRobot robot) { return isRobot(bodies, robot); });
    return found == robot::kMujocoRobots.end() ? nullptr : robot::mujocoRobotModel(*found).shared();
}

game::Side sideOf(const Nodes& nodes, std::size_t root, std::string_view team,
                  const TeamNames& teams) {
    for (std::size_t i = root; i < endOf(nodes, root); ++i) {
        for (const std::string& material : nodes[i].materials) {
            if (material == "matLeft" || material == "matRight") {
                return material == "matLeft" ? game::Side::Left : game::Side::Right;
            }
        }
    }
    if (team.empty() || teams.left == teams.right) {
        return game::Side::None;
    }
    return team == teams.left    ? game::Side::Left
           : team == teams.right ? game::Side::Right
                                 : game::Side::None;
}

// `Team 3`; the team name may consist of several words.
void readIdentity(const Nodes& nodes, std::size_t root, std::string_view text,
                  const TeamNames& teams, SceneRobot& robot) {
    const std::size_t blank = text.rfind(' ');
    const std::string_view last = text.substr(blank + 1); // the whole text if it has no blank
    const int unum = protocol::parseInteger(last).value_or(0);
    robot.id.unum = game::UniformNumber(std::max(unum, 0));
    robot.id.side =
        sideOf(nodes, root, blank == std::string_view::npos ? "" : text.substr(0, blank), teams);
}

SceneRobot describe(const Nodes& nodes, std::size_t root, std::string_view text,
                    const TeamNames& teams) {
    SceneRobot robot;
    robot.root = NodeId(root);
    robot.R_NodeBody << 0.0, 1.0, 0.0, //
        -1.0, 0.0, 0.0,                //
        0.0, 0.0, 1.0;
    readIdentity(nodes, root, text, teams, robot);
    std::vector<TreeBody> bodies;
    forChildren(nodes, root, [&](std::size_t child) {
        if (bodies.empty() && nodes[child].kind == NodeKind::Transform) {
            collectBodies(nodes, child, -1, bodies);
        }
    });
    robot.model = findModel(bodies);
    if (robot.model == nullptr && bodies.size() > robot::kMaxBodies) {
        bodies.resize(robot::kMaxBodies);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        robot.bodies.push_back(bodies[i].node);
        robot.bodyNames.push_back(robot.model              ? robot.model->bodies()[i].name
                                  : bodies[i].mesh.empty() ? "body " + std::to_string(i + 1)
                                                           : bodies[i].mesh);
    }
    return robot;
}

} // namespace

SceneObjects recognizeDescribedObjects(const Nodes& nodes, const TeamNames& teams) {
    constexpr std::string_view kAgent = "agent ";
    SceneObjects objects;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string& description : nodes[i].descriptions) {
            if (description.starts_with(kAgent)) {
                objects.robots.push_back(
                    describe(nodes, i, std::string_view(description).substr(kAgent.size()), teams));
            } else if (description == "ball" && !objects.ball.isValid()) {
                forChildren(nodes, i, [&](std::size_t child) {
                    if (nodes[child].kind == NodeKind::Transform) {
                        objects.ball = NodeId(child);
                    }
                });
            }
        }
    }
    return objects;
}

} // namespace sideline::monitor
