#include "simulator/monitor/scene_writer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/play_mode.h"
#include "simulator/monitor/robot_appearance.h"

namespace sideline::simulator {

namespace {

using monitor::LocalTransform;
using monitor::NodeId;
using monitor::NodeKind;
using monitor::SceneNode;

constexpr LocalTransform kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
/// Rotates a mesh with y up and -x right: `setLocalRotation 90 180 0`.
constexpr LocalTransform kMeshUpright = {-1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};
constexpr LocalTransform kGoalMeshUpright = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
constexpr LocalTransform kHalfTurn = {-1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0};

constexpr double kGoalBarM = 0.04; // thickness of posts and bar
// Walls around the field, relative to its length and width (`soccer.rsg`).
constexpr double kBorderPerLength = 0.333;
constexpr double kBorderPerWidth = 0.75;
constexpr double kWallM = 1.0;
// Size of the ground for which the field texture was drawn.
constexpr double kTextureLengthM = 12.0;
constexpr double kTextureWidthM = 8.0;
constexpr int kLineCount = 21; // nodes without a mesh; monitors do not receive lines

LocalTransform at(const LocalTransform& rotation, double x, double y, double z) {
    LocalTransform result = rotation;
    result[9] = static_cast<float>(x);
    result[10] = static_cast<float>(y);
    result[11] = static_cast<float>(z);
    return result;
}

LocalTransform at(double x, double y, double z) {
    return at(kIdentity, x, y, z);
}

LocalTransform toLocal(const math::Pose& pose) {
    LocalTransform result{};
    for (Eigen::Index column = 0; column < 3; ++column) {
        for (Eigen::Index row = 0; row < 3; ++row) {
            result[static_cast<std::size_t>(3 * column + row)] =
                static_cast<float>(pose.R(row, column));
        }
        result[static_cast<std::size_t>(9 + column)] = static_cast<float>(pose.p(column));
    }
    return result;
}

SceneNode meshNode(NodeKind kind, std::string mesh, std::vector<std::string> materials,
                   std::array<double, 3> scale) {
    SceneNode node;
    node.kind = kind;
    node.mesh = std::move(mesh);
    node.materials = std::move(materials);
    std::ranges::transform(scale, node.scale.begin(),
                           [](double s) { return static_cast<float>(s); });
    return node;
}

} // namespace

/// Appends nodes in preorder; an open node is the parent of the following nodes until it is closed.
class MonitorScene::TreeBuilder {
public:
    explicit TreeBuilder(Tree& tree) : m_tree(tree) {}

    /// @return the slot of the transform
    std::int32_t open(const LocalTransform& transform) {
        SceneNode node;
        node.kind = NodeKind::Transform;
        node.transformSlot = static_cast<std::int32_t>(m_tree.local.size());
        m_tree.local.push_back(transform);
        m_open.push_back(NodeId(add(std::move(node), true)));
        return m_tree.nodes.back().transformSlot;
    }
    void close() {
        m_tree.nodes[m_open.back().index()].end = static_cast<std::int32_t>(m_tree.nodes.size());
        m_open.pop_back();
    }
    /// Adds a node without children. @return its index
    std::size_t add(SceneNode node, bool isVisible) {
        node.parent = m_open.empty() ? NodeId::none() : m_open.back();
        node.end = static_cast<std::int32_t>(m_tree.nodes.size()) + 1;
        m_tree.nodes.push_back(std::move(node));
        m_tree.visible.push_back(isVisible ? 1 : 0);
        return m_tree.nodes.size() - 1;
    }
    /// Adds a transform with one child node. @return the slot of the transform
    std::int32_t addBelow(const LocalTransform& transform, SceneNode node) {
        const std::int32_t slot = open(transform);
        add(std::move(node), true);
        close();
        return slot;
    }
    void addEmpty(const LocalTransform& transform) {
        open(transform);
        close();
    }

private:
    Tree& m_tree;
    std::vector<NodeId> m_open;
};

namespace {

SceneNode lightNode(float ambient) {
    SceneNode node;
    node.kind = NodeKind::Light;
    node.light.diffuse = {1, 1, 1, 1};
    node.light.ambient = {ambient, ambient, ambient, 1};
    node.light.specular = {0.1F, 0.1F, 0.1F, 1};
    return node;
}

SceneNode wallNode(double xM, double yM) {
    return meshNode(NodeKind::SingleMaterialMesh, "StdUnitBox", {"matGrey"}, {xM, yM, kWallM});
}

// Adds the goal; the origin of its frame is behind the center of a goal line, and the frame faces
// the field.
template <typename Builder>
void addGoal(Builder& tree, const field::FieldDimensions& field, const LocalTransform& pose,
             std::string mesh, std::string color) {
    const double depthM = field.goalDepthM / 2;
    const double widthM = field.goalWidthM / 2;
    const double heightM = field.goalHeightM / 2;
    const double barM = kGoalBarM / 2;
    tree.open(pose);
    SceneNode goal =
        meshNode(NodeKind::StaticMesh, std::move(mesh), {"naogoalnet", std::move(color)},
                 {field.goalWidthM + 2 * kGoalBarM, field.goalHeightM + 2 * kGoalBarM,
                  field.goalDepthM + 2 * kGoalBarM});
    goal.transparent = true;
    tree.addBelow(at(kGoalMeshUpright, depthM, 0, -heightM), std::move(goal));
    tree.addEmpty(at(0, -(widthM + barM), 0)); // posts
    tree.addEmpty(at(0, widthM + barM, 0));
    tree.addEmpty(at(-(depthM - barM), 0, 0));  // back
    tree.addEmpty(at(0, 0, heightM + barM));    // top
    tree.addEmpty(at(depthM, widthM, heightM)); // landmarks
    tree.addEmpty(at(depthM, -widthM, heightM));
    tree.close();
}

} // namespace

MonitorScene::MonitorScene(const field::FieldDimensions& field, double ballRadiusM) {
    buildField(field, ballRadiusM);
    rebuild({});
}

void MonitorScene::buildField(const field::FieldDimensions& field, double ballRadiusM) {
    TreeBuilder tree(m_field);
    tree.addBelow(at(-10, 10, 10), lightNode(0.8F));
    tree.addBelow(at(10, -10, 10), lightNode(0.0F));
    tree.addBelow(kMeshUpright,
                  meshNode(NodeKind::StaticMesh, "models/naosoccerfield.obj",
                           {"None_rcs-naofield.png"},
                           {field.lengthM / kTextureLengthM, 1, field.widthM / kTextureWidthM}));
    std::vector<std::string> sky;
    for (int side = 1; side <= 6; ++side) {
        sky.push_back("Material_skyrender_000" + std::to_string(side) + ".tif");
    }
    tree.addBelow(kMeshUpright, meshNode(NodeKind::StaticMesh, "models/skybox.obj", std::move(sky),
                                         {10, 10, 10}));

    const double halfLengthM = field.lengthM / 2;
    const double halfWidthM = field.widthM / 2;
    const double goalXM = halfLengthM + field.goalDepthM / 2;
    const double goalZM = field.goalHeightM / 2;
    addGoal(tree, field, at(-goalXM, 0, goalZM), "models/leftsoccergoal.obj", "yellow");
    addGoal(tree, field, at(kHalfTurn, goalXM, 0, goalZM), "models/rightsoccergoal.obj",
            "sky-blue");

    const double wallXM = halfLengthM + kBorderPerLength * field.lengthM;
    const double wallYM = halfWidthM + kBorderPerWidth * field.widthM;
    tree.addBelow(at(-wallXM, 0, 0), wallNode(kWallM, 2 * wallYM + kWallM));
    tree.addBelow(at(wallXM, 0, 0), wallNode(kWallM, 2 * wallYM + kWallM));
    tree.addBelow(at(0, wallYM, 0), wallNode(2 * wallXM + kWallM, kWallM));
    tree.addBelow(at(0, -wallYM, 0), wallNode(2 * wallXM + kWallM, kWallM));

    for (const double x : {-halfLengthM, halfLengthM}) {
        tree.addEmpty(at(x, halfWidthM, 0)); // corner flags
        tree.addEmpty(at(x, -halfWidthM, 0));
    }
    for (int line = 0; line < kLineCount; ++line) {
        tree.addEmpty(kIdentity);
    }
    m_ballSlot = static_cast<std::size_t>(
        tree.addBelow(at(0, 0, ballRadiusM), meshNode(NodeKind::StaticMesh, "models/soccerball.obj",
                                                      {"soccerball_rcs-soccerball.png"},
                                                      {ballRadiusM, ballRadiusM, ballRadiusM})));
}

bool MonitorScene::showsSameRobots(std::span<const SceneRobotInput> robots) const {
    return std::ranges::equal(robots, m_robots,
                              [](const SceneRobotInput& robot, const ShownRobot& shown) {
                                  return robot.id == shown.id && robot.model == shown.model &&
                                         robot.typeNumber == shown.typeNumber;
                              });
}

void MonitorScene::update(const math::Pose& X_SBall, std::span<const SceneRobotInput> robots) {
    if (!showsSameRobots(robots)) {
        rebuild(robots);
    }
    m_state.local[m_ballSlot] = toLocal(X_SBall);
    for (std::size_t i = 0; i < robots.size(); ++i) {
        const SceneRobotInput& robot = robots[i];
        const ShownRobot& shown = m_robots[i];
        SIDELINE_ASSERT(robot.X_SBody.size() == shown.bodySlots.size());
        for (std::size_t body = 0; body < shown.bodySlots.size(); ++body) {
            m_state.local[static_cast<std::size_t>(shown.bodySlots[body])] =
                toLocal(robot.X_SBody[body]);
        }
        m_state.visible[shown.marker] = robot.isSelected ? 1 : 0;
    }
}

void MonitorScene::rebuild(std::span<const SceneRobotInput> robots) {
    Tree tree = m_field;
    TreeBuilder builder(tree);
    m_robots.clear();
    for (const SceneRobotInput& robot : robots) {
        m_robots.push_back(addRobot(builder, robot));
    }
    monitor::SceneStructure structure;
    structure.nodes = std::move(tree.nodes);
    structure.transformCount = static_cast<std::int32_t>(tree.local.size());
    std::vector<robot::RobotModelPtr> known;
    std::ranges::transform(robots, std::back_inserter(known), &SceneRobotInput::model);
    structure.objects = monitor::recognizeObjects(structure.nodes, known);
    m_state.structure = std::make_shared<const monitor::SceneStructure>(std::move(structure));
    m_state.updatedAt.assign(tree.local.size(), 0);
    m_state.local = std::move(tree.local);
    m_state.visible = std::move(tree.visible);
}

MonitorScene::ShownRobot MonitorScene::addRobot(TreeBuilder& builder,
                                                const SceneRobotInput& robot) {
    SIDELINE_ASSERT(robot.model != nullptr);
    ShownRobot shown{robot.id, robot.typeNumber, robot.model, {}, 0};
    builder.open(kIdentity);
    for (std::size_t i = 0; i < robot.model->bodies().size(); ++i) {
        const BodyAppearance look =
            appearanceOf(*robot.model, robot::BodyId(i), robot.typeNumber, robot.id);
        SceneNode mesh;
        mesh.kind = look.kind;
        mesh.mesh = look.mesh;
        mesh.meshParameters = look.meshParameters;
        mesh.scale = look.scale;
        mesh.materials = look.materials;
        shown.bodySlots.push_back(builder.open(kIdentity));
        if (look.isTurned) {
            builder.addBelow(kMeshUpright, std::move(mesh));
        } else {
            builder.add(std::move(mesh), true);
        }
        if (i == 0) {
            SceneNode marker = meshNode(NodeKind::SingleMaterialMesh, "StdUnitCylinder",
                                        {"matSelect"}, {0.2, 0.2, 0.02});
            marker.meshParameters = {"1", "1"};
            marker.transparent = true;
            builder.open(kIdentity);
            shown.marker = builder.add(std::move(marker), false);
            builder.close();
        }
        builder.close();
    }
    builder.close();
    return shown;
}

monitor::Environment makeEnvironment(const field::FieldDimensions& field, const game::Rules& rules,
                                     double ballRadiusM, double ballMassKg) {
    monitor::Environment environment;
    environment.field = field;
    environment.ballRadiusM = ballRadiusM;
    environment.ballMassKg = ballMassKg;
    environment.agentRadiusM = rules.agentRadiusM;
    environment.freeKickDistanceM = rules.freeKickDistanceM;
    environment.waitBeforeKickOffS = rules.waitBeforeKickOffS;
    environment.goalPauseS = rules.goalPauseS;
    environment.kickInPauseS = rules.kickInPauseS;
    environment.halfTimeS = rules.halfTimeS;
    environment.passModeMinOpponentBallDistanceM = rules.passModeMinOpponentDistanceM;
    environment.passModeDurationS = rules.passModeDurationS;
    environment.playModes.assign(game::kPlayModeNames.begin(), game::kPlayModeNames.end());
    return environment;
}

} // namespace sideline::simulator
