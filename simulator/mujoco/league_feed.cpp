#include "simulator/mujoco/league_feed.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/play_mode.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

namespace {

using game::Side;
using monitor::LocalTransform;
using monitor::NodeKind;
using monitor::SceneNode;

// `play_mode` counts in the order of rcssservermj, which is SimSpark's without pass modes, followed
// by these.
constexpr std::size_t kSharedPlayModes = static_cast<std::size_t>(game::PlayMode::PassLeft);
constexpr std::array kPenaltyModes = {"penalty_kick_left", "penalty_kick_right",
                                      "penalty_shoot_left", "penalty_shoot_right"};
constexpr double kLineWidthM = 0.1;

LocalTransform transformOf(const math::Pose& X) {
    LocalTransform local{};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            local[static_cast<std::size_t>(3 * column + row)] =
                static_cast<float>(X.R(row, column));
        }
        local[static_cast<std::size_t>(9 + column)] = static_cast<float>(X.p(column));
    }
    return local;
}

std::shared_ptr<const monitor::Environment> environmentOf(const LeagueSettings& settings) {
    monitor::Environment environment;
    environment.field = settings.field;
    environment.field.borderM = kLineWidthM; // so the server reports
    environment.ballRadiusM = WorldSettings().ballRadiusM;
    environment.goalPauseS = settings.rules.goalPauseS;
    environment.halfTimeS = settings.rules.halfS;
    environment.playModes.assign(game::kPlayModeNames.begin(),
                                 game::kPlayModeNames.begin() + kSharedPlayModes);
    environment.playModes.insert(environment.playModes.end(), kPenaltyModes.begin(),
                                 kPenaltyModes.end());
    const auto add = [&](const char* name, double value) {
        environment.others.emplace_back(name, fmt::format("{}", value));
    };
    add("CenterCircleRadius", settings.field.circleRadiusM);
    add("GoalieAreaLength", settings.field.goalAreaLengthM);
    add("GoalieAreaWidth", settings.field.goalAreaWidthM);
    add("PenaltySpotDistance", settings.field.penaltySpotM);
    if (settings.field.penaltyLengthM > 0.0) {
        add("PenaltyAreaLength", settings.field.penaltyLengthM);
        add("PenaltyAreaWidth", settings.field.penaltyWidthM);
    }
    return std::make_shared<const monitor::Environment>(std::move(environment));
}

} // namespace

// The nodes of a tree while it is built, in preorder.
struct LeagueFeed::Nodes {
    std::vector<SceneNode> list;
    std::int32_t transforms = 0;
    std::vector<LocalTransform> local;

    std::size_t begin(NodeKind kind, std::size_t parent) {
        SceneNode node;
        node.kind = kind;
        node.parent = list.empty() ? monitor::NodeId::none() : monitor::NodeId(parent);
        if (kind == NodeKind::Transform) {
            node.transformSlot = transforms++;
            local.push_back(transformOf({}));
        }
        list.push_back(std::move(node));
        return list.size() - 1;
    }
    void end(std::size_t node) { list[node].end = static_cast<std::int32_t>(list.size()); }
    // A mesh in a frame of its own, as the server writes geoms.
    void mesh(std::size_t parent, std::string file, std::string material, float scale) {
        const std::size_t frame = begin(NodeKind::Transform, parent);
        const std::size_t node = begin(NodeKind::SingleMaterialMesh, frame);
        list[node].mesh = std::move(file);
        list[node].materials = {std::move(material)};
        list[node].scale = {scale, scale, scale};
        end(node);
        end(frame);
    }
};

LeagueFeed::LeagueFeed(const LeagueSimulation& simulation) : m_simulation(&simulation) {
    m_game.format = monitor::StreamFormat::Rsmp;
    m_game.environment = environmentOf(simulation.settings());
    update();
}

void LeagueFeed::addRobot(Nodes& nodes, const LeaguePlayer& player) {
    const std::size_t description = nodes.begin(NodeKind::Description, 0);
    nodes.list[description].descriptions = {
        fmt::format("agent {} {}", player.team, player.id.unum.value())};
    const std::size_t first = m_tracked.size();
    const auto kind = [&]() -> std::optional<robot::MujocoRobot> {
        for (const robot::MujocoRobot robot : robot::kMujocoRobots) {
            if (robot::mujocoRobotModel(robot).name() == player.model->name()) {
                return robot;
            }
        }
        return std::nullopt;
    }();
    const auto addBody = [&](const auto& self, robot::BodyId id, std::size_t parentNode) -> void {
        const std::size_t node = nodes.begin(NodeKind::Transform, parentNode);
        const robot::Body& body = player.model->body(id);
        m_slots.push_back(static_cast<std::size_t>(nodes.list[node].transformSlot));
        m_tracked.push_back(
            {player.robot, id,
             body.parent.isValid() ? static_cast<int>(first + body.parent.index()) : -1});
        const bool isTorso = !body.parent.isValid();
        nodes.mesh(node,
                   kind ? fmt::format("models/{}/{}.STL", player.model->name(),
                                      robot::mujocoMesh(*kind, id))
                        : "StdUnitBox",
                   !isTorso                       ? "gray"
                   : player.id.side == Side::Left ? "matLeft"
                                                  : "matRight",
                   1.0F);
        for (std::size_t i = id.index() + 1; i < player.model->bodies().size(); ++i) {
            if (player.model->bodies()[i].parent == id) {
                self(self, robot::BodyId(i), node);
            }
        }
        nodes.end(node);
    };
    addBody(addBody, robot::BodyId(std::size_t{0}), description);
    nodes.end(description);
}

void LeagueFeed::rebuild() {
    Nodes nodes;
    m_tracked.clear();
    m_slots.clear();
    const std::size_t world = nodes.begin(NodeKind::Transform, 0);
    const std::size_t description = nodes.begin(NodeKind::Description, world);
    nodes.list[description].descriptions = {"ball"};
    const std::size_t ball = nodes.begin(NodeKind::Transform, description);
    m_tracked.push_back({});
    m_slots.push_back(static_cast<std::size_t>(nodes.list[ball].transformSlot));
    nodes.mesh(ball, "StdUnitSphere", "ball", static_cast<float>(m_game.environment->ballRadiusM));
    nodes.end(ball);
    nodes.end(description);
    for (const LeaguePlayer& player : m_simulation->players()) {
        addRobot(nodes, player);
    }
    nodes.end(world);

    auto structure = std::make_shared<monitor::SceneStructure>();
    structure->nodes = std::move(nodes.list);
    structure->transformCount = nodes.transforms;
    structure->objects = monitor::recognizeDescribedObjects(
        structure->nodes,
        {m_simulation->game().team(Side::Left), m_simulation->game().team(Side::Right)});
    m_scene.local = std::move(nodes.local);
    m_scene.updatedAt.assign(m_scene.local.size(), 0);
    m_scene.visible.assign(structure->nodes.size(), 1);
    m_scene.structure = std::move(structure);
    m_builtAt = m_simulation->robotChanges();
}

void LeagueFeed::update() {
    if (m_builtAt != m_simulation->robotChanges()) {
        rebuild();
    }
    const MujocoWorld& world = m_simulation->world();
    m_poses.resize(m_tracked.size());
    for (std::size_t i = 0; i < m_tracked.size(); ++i) {
        const Tracked& tracked = m_tracked[i];
        m_poses[i] = tracked.robot == 0 ? math::Pose::translation(world.ball().p_S)
                                        : poseToServer(world.pose(tracked.robot, tracked.body));
        const math::Pose X_Parent =
            tracked.parent < 0
                ? m_poses[i]
                : m_poses[static_cast<std::size_t>(tracked.parent)].inverse() * m_poses[i];
        m_scene.local[m_slots[i]] = transformOf(X_Parent);
    }
    readGame();
}

void LeagueFeed::readGame() {
    const LeagueGame& game = m_simulation->game();
    m_game.serverTimeS = m_simulation->timeS();
    m_game.timeS = game.gameTimeS();
    m_game.half = game.gameTimeS() > m_simulation->settings().rules.halfS ? 2 : 1;
    m_game.scoreLeft = game.score(Side::Left);
    m_game.scoreRight = game.score(Side::Right);
    m_game.playMode = static_cast<int>(game.playMode());
    m_game.teamLeft = game.team(Side::Left);
    m_game.teamRight = game.team(Side::Right);
    if (m_readAtCycle == m_simulation->cycleCount()) {
        return;
    }
    m_readAtCycle = m_simulation->cycleCount();
    m_game.fouls.clear();
    for (const LeagueFoulEvent& foul : m_simulation->fouls()) {
        m_game.fouls.push_back({++m_foulCount, static_cast<int>(foul.foul), foul.player});
    }
}

} // namespace sideline::simulator::mujoco
