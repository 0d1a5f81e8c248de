#include "simulator/mujoco/league_scene.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/robot/mujoco_meshes.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/field_mjcf.h"
#include "simulator/mujoco/robot_physics.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using game::Side;
using monitor::NodeKind;
using monitor::SceneNode;
using Color = std::array<float, 4>;

constexpr Color kBarColor = {0.8F, 0.8F, 0.8F, 1.0F};
constexpr Color kNetColor = {1.0F, 1.0F, 1.0F, 0.2F};

// A number on the torso, drawn by the server as a box; in the server's axes.
struct Jersey {
    std::array<double, 3> p_TorsoM;
    std::array<double, 4> turn; // quaternion w, x, y, z
    std::array<float, 3> sizeM;
};
constexpr std::array kT1Jerseys = {
    Jersey{{-0.025, 0.0, 0.13}, {1.0, 0.0, 0.0, 0.0}, {0.01F, 0.12F, 0.16F}},
    Jersey{{0.141, 0.0, 0.09}, {0.0, 0.9986, 0.0, -0.0523}, {0.01F, 0.1F, 0.14F}}};
constexpr std::array kK1Jerseys = {
    Jersey{{-0.065, 0.0, 0.1}, {1.0, 0.0, 0.0, 0.0}, {0.01F, 0.1F, 0.14F}},
    Jersey{{0.071, 0.0, 0.08}, {0.0, 0.99985, 0.0, -0.01745}, {0.01F, 0.1F, 0.14F}}};

math::Pose poseOf(const std::array<double, 3>& p, const std::array<double, 4>& turn) {
    const Eigen::Quaterniond q(turn[0], turn[1], turn[2], turn[3]);
    return {q.normalized().toRotationMatrix(), {p[0], p[1], p[2]}};
}

class SceneBuilder {
public:
    explicit SceneBuilder(const LeagueSimulation& simulation) : m_simulation(simulation) {}

    LeagueScene build() {
        const WorldSettings settings{.field = m_simulation.settings().field};
        const std::size_t world = begin(NodeKind::Transform, monitor::NodeId::none());
        addBall(settings.ballRadiusM, world);
        addFloors(world);
        for (const double direction : {-1.0, 1.0}) {
            addGoal(settings, direction, world);
        }
        for (const LeaguePlayer& player : m_simulation.players()) {
            addRobot(player, world);
        }
        end(world);

        m_scene.visible.assign(m_nodes.size(), 1);
        for (const std::size_t node : m_hidden) {
            m_scene.visible[node] = 0;
        }
        auto structure = std::make_shared<monitor::SceneStructure>();
        structure->nodes = std::move(m_nodes);
        structure->transformCount = static_cast<std::int32_t>(m_scene.local.size());
        structure->objects = monitor::recognizeDescribedObjects(
            structure->nodes,
            {m_simulation.game().team(Side::Left), m_simulation.game().team(Side::Right)});
        m_scene.structure = std::move(structure);
        return std::move(m_scene);
    }

private:
    std::size_t begin(NodeKind kind, monitor::NodeId parent, const math::Pose& X = {}) {
        SceneNode node;
        node.kind = kind;
        node.parent = parent;
        if (kind == NodeKind::Transform) {
            node.transformSlot = static_cast<std::int32_t>(m_scene.local.size());
            m_scene.local.push_back(localTransform(X));
        }
        m_nodes.push_back(std::move(node));
        return m_nodes.size() - 1;
    }
    std::size_t begin(NodeKind kind, std::size_t parent, const math::Pose& X = {}) {
        return begin(kind, monitor::NodeId(parent), X);
    }
    void end(std::size_t node) { m_nodes[node].end = static_cast<std::int32_t>(m_nodes.size()); }

    SceneNode& mesh(std::size_t parent, std::string file, std::array<float, 3> scale) {
        const std::size_t node = begin(NodeKind::SingleMaterialMesh, parent);
        m_nodes[node].mesh = std::move(file);
        m_nodes[node].scale = scale;
        end(node);
        return m_nodes[node];
    }
    // Adds a mesh in a frame of its own.
    void shape(std::size_t parent, const math::Pose& X, std::string file,
               std::array<float, 3> scale, std::string material) {
        const std::size_t frame = begin(NodeKind::Transform, parent, X);
        mesh(frame, std::move(file), scale).materials = {std::move(material)};
        end(frame);
    }
    void shape(std::size_t parent, const math::Pose& X, std::string file,
               std::array<float, 3> scale, const Color& color) {
        const std::size_t frame = begin(NodeKind::Transform, parent, X);
        mesh(frame, std::move(file), scale).color = color;
        end(frame);
    }
    // Adds a shape for which the stream has no mesh.
    void emptyShape(std::size_t parent, const math::Pose& X) {
        end(begin(NodeKind::Transform, parent, X));
    }
    std::size_t describe(std::size_t parent, std::string description) {
        const std::size_t node = begin(NodeKind::Description, parent);
        m_nodes[node].descriptions = {std::move(description)};
        return node;
    }
    std::size_t track(std::size_t parent, TrackedBody body) {
        const std::size_t node = begin(NodeKind::Transform, parent);
        body.slot = m_scene.local.size() - 1;
        m_scene.tracked.push_back(body);
        return node;
    }

    void addBall(double radiusM, std::size_t world) {
        const std::size_t description = describe(world, "ball");
        const std::size_t ball = track(description, {});
        const auto scale = static_cast<float>(radiusM);
        mesh(ball, "StdUnitSphere", {scale, scale, scale}).materials = {"ball"};
        end(ball);
        end(description);
    }

    void addFloors(std::size_t world) {
        const field::FieldDimensions& field = m_simulation.settings().field;
        const auto floor = [&](const Eigen::Vector3d& line) {
            const std::size_t node =
                begin(NodeKind::Transform, world, math::Pose::translation(line));
            const double outM = std::max(1.0, line.norm() * 0.05);
            emptyShape(node, math::Pose::translation(outM * line.normalized()));
            end(node);
        };
        floor({-field.lengthM / 2.0, 0.0, 0.0});
        floor({field.lengthM / 2.0, 0.0, 0.0});
        floor({0.0, field.widthM / 2.0, 0.0});
        floor({0.0, -field.widthM / 2.0, 0.0});
    }

    void addGoal(const WorldSettings& settings, double direction, std::size_t world) {
        const std::size_t goal =
            begin(NodeKind::Transform, world,
                  math::Pose::translation({direction * settings.field.lengthM / 2.0, 0.0, 0.0}));
        for (const GoalPart& part : goalParts(settings, direction)) {
            const math::Pose X = poseOf(part.p_GoalM, part.turn);
            const auto half = [&](std::size_t i) { return static_cast<float>(part.halfM[i]); };
            const auto size = [&](std::size_t i) { return static_cast<float>(2 * part.halfM[i]); };
            if (part.isBar) {
                shape(goal, X, "StdUnitCylinder", {half(0), half(0), size(1)}, kBarColor);
            } else {
                shape(goal, X, "StdUnitBox", {size(0), size(1), size(2)}, kNetColor);
            }
        }
        end(goal);
    }

    void addRobot(const LeaguePlayer& player, std::size_t world) {
        const std::size_t description =
            describe(world, fmt::format("agent {} {}", player.team, player.id.unum.value()));
        m_kind.reset();
        for (const robot::MujocoRobot kind : robot::kMujocoRobots) {
            if (robot::mujocoRobotModel(kind).name() == player.model->name()) {
                m_kind = kind;
            }
        }
        m_physics = robotPhysics(*player.model);
        addBody(player, robot::BodyId(std::size_t{0}), -1, description);
        end(description);
    }

    void addBody(const LeaguePlayer& player, robot::BodyId id, int parent, std::size_t parentNode) {
        const robot::RobotModel& model = *player.model;
        const bool isTorso = parent < 0;
        const auto index = static_cast<int>(m_scene.tracked.size());
        const std::size_t node = track(parentNode, {player.robot, id, parent});
        if (m_kind) {
            const std::string_view name = robot::mujocoMesh(*m_kind, id);
            shape(node, {}, fmt::format("models/{}/{}.STL", model.name(), name),
                  {1.0F, robot::isMeshMirrored(model, id, name) ? -1.0F : 1.0F, 1.0F},
                  !isTorso                       ? "gray"
                  : player.id.side == Side::Left ? "matLeft"
                                                 : "matRight");
        } else {
            shape(node, {}, "StdUnitBox", {0.1F, 0.1F, 0.1F}, "gray");
        }
        for (const Collider& collider : m_physics.colliders) {
            if (collider.body == id) {
                addCollider(collider, node);
            }
        }
        if (isTorso) {
            addJerseys(node);
        }
        for (std::size_t i = id.index() + 1; i < model.bodies().size(); ++i) {
            if (model.bodies()[i].parent == id) {
                addBody(player, robot::BodyId(i), index, node);
            }
        }
        end(node);
    }

    void addCollider(const Collider& collider, std::size_t body) {
        const math::Pose X = {toServer(collider.X_BodyCollider.R),
                              toServer(collider.X_BodyCollider.p)};
        std::string file;
        Eigen::Vector3d size = Eigen::Vector3d::Zero();
        if (const auto* box = std::get_if<robot::Box>(&collider.shape)) {
            file = "StdUnitBox";
            size = toServer(box->sizeM).cwiseAbs();
        } else if (const auto* sphere = std::get_if<robot::Sphere>(&collider.shape)) {
            file = "StdUnitSphere";
            size.setConstant(sphere->radiusM);
        } else if (const auto* cylinder = std::get_if<Cylinder>(&collider.shape)) {
            file = "StdUnitCylinder";
            size = {cylinder->radiusM, cylinder->radiusM, cylinder->lengthM};
        } else {
            emptyShape(body, X); // a capsule
            return;
        }
        const Eigen::Vector3f scale = size.cast<float>();
        const std::size_t frame = begin(NodeKind::Transform, body, X);
        mesh(frame, std::move(file), {scale.x(), scale.y(), scale.z()}).materials = {"transparent"};
        m_hidden.push_back(m_nodes.size() - 1);
        end(frame);
    }

    void addJerseys(std::size_t torso) {
        const auto add = [&](const auto& jerseys) {
            for (const Jersey& jersey : jerseys) {
                shape(torso, poseOf(jersey.p_TorsoM, jersey.turn), "StdUnitBox", jersey.sizeM,
                      "jersey_mat");
            }
        };
        if (m_kind == robot::MujocoRobot::T1) {
            add(kT1Jerseys);
        } else if (m_kind == robot::MujocoRobot::K1) {
            add(kK1Jerseys);
        }
    }

    const LeagueSimulation& m_simulation;
    LeagueScene m_scene;
    std::vector<SceneNode> m_nodes;
    std::vector<std::size_t> m_hidden;        // nodes that are not drawn
    std::optional<robot::MujocoRobot> m_kind; // kind of the robot being added
    RobotPhysics m_physics;                   // the same
};

} // namespace

monitor::LocalTransform localTransform(const math::Pose& X) {
    monitor::LocalTransform local{};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            local[static_cast<std::size_t>(3 * column + row)] =
                static_cast<float>(X.R(row, column));
        }
        local[static_cast<std::size_t>(9 + column)] = static_cast<float>(X.p(column));
    }
    return local;
}

LeagueScene makeLeagueScene(const LeagueSimulation& simulation) {
    return SceneBuilder(simulation).build();
}

} // namespace sideline::simulator::mujoco
