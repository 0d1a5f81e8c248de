#include "simulator/mujoco/league_control.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "agentcore/game/constants.h"
#include "simulator/mujoco/league_feed.h"
#include "simulator/mujoco/league_play.h"
#include "simulator/mujoco/robot_touches.h"
#include "simulator/simulation/robot_handling.h"

namespace sideline::simulator::mujoco {

namespace {

using Snapshot = SnapshotOf<LeagueState>;

base::Expected<void> onlySimSpark(std::string what) {
    return base::failure(base::ErrorCode::InvalidArgument,
                         what + " cannot be changed during an rcssservermj match");
}

std::vector<math::Pose> posesIn(const MujocoWorld& world, const LeaguePlayer& player) {
    std::vector<math::Pose> X_SBody;
    for (std::size_t i = 0; i < player.model->bodies().size(); ++i) {
        X_SBody.push_back(world.pose(player.robot, robot::BodyId(i)));
    }
    return X_SBody;
}

// Moves a robot without changing its posture.
void moveTo(MujocoWorld& world, const LeaguePlayer& player, const math::Pose& X_STorso) {
    std::vector<double> anglesRad;
    for (std::size_t i = 0; i < player.model->joints().size(); ++i) {
        anglesRad.push_back(world.jointRad(player.robot, robot::JointId(i)));
    }
    placeInPosture(world, player.robot, X_STorso, anglesRad);
}

// Cylinders, which robot descriptions cannot contain, are drawn as capsules or boxes.
robot::Shape drawnShape(const Collider& collider) {
    if (const auto* box = std::get_if<robot::Box>(&collider.shape)) {
        return *box;
    }
    if (const auto* sphere = std::get_if<robot::Sphere>(&collider.shape)) {
        return *sphere;
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&collider.shape)) {
        return *capsule;
    }
    const auto& cylinder = std::get<Cylinder>(collider.shape);
    const double widthM = 2.0 * cylinder.radiusM;
    if (cylinder.lengthM > widthM) {
        return robot::Capsule{cylinder.radiusM, cylinder.lengthM - widthM};
    }
    return robot::Box{{widthM, widthM, cylinder.lengthM}};
}

std::vector<float> torquesNmOf(const MujocoWorld& world, const LeaguePlayer& player) {
    std::vector<float> torquesNm(player.model->joints().size());
    for (std::size_t i = 0; i < torquesNm.size(); ++i) {
        torquesNm[i] = static_cast<float>(world.motorTorqueNm(player.robot, robot::JointId(i)));
    }
    return torquesNm;
}

} // namespace

base::Expected<PlayedMatch> playLeague(const LeagueSettings& settings) {
    auto match = LeagueSimulation::create(settings);
    if (!match) {
        return tl::unexpected(std::move(match.error()));
    }
    auto feed = std::make_unique<LeagueFeed>(**match);
    auto control = std::make_unique<LeagueControl>(**match);
    return PlayedMatch{std::move(*match), std::move(feed), std::move(control), {}};
}

std::vector<MatchRobot> LeagueControl::robots() const {
    std::vector<MatchRobot> robots;
    for (const LeaguePlayer& player : m_simulation->players()) {
        robots.push_back({.agent = player.agent,
                          .id = player.id,
                          .team = player.team,
                          .model = player.model,
                          .isHeld = m_simulation->world().isHeld(player.robot),
                          .isStandIn = player.isStandIn});
    }
    return robots;
}

PhysicsDetails LeagueControl::details() {
    const MujocoWorld& world = m_simulation->world();
    PhysicsDetails details;
    for (const LeaguePlayer& player : m_simulation->players()) {
        for (const BodyTouch& touch : touchesOf(world, player.robot)) {
            details.contacts.push_back({touch.p_S, touch.force_SN});
        }
        const std::vector<math::Pose> X_SBody = posesIn(world, player);
        for (const Collider& collider : world.physics(player.robot).colliders) {
            details.colliders.push_back(
                {X_SBody[collider.body.index()] * collider.X_BodyCollider, drawnShape(collider)});
        }
        addRobotDetails(details, *player.model, X_SBody, torquesNmOf(world, player));
    }
    return details;
}

std::vector<monitor::MotorTorques> LeagueControl::motorTorques() {
    std::vector<monitor::MotorTorques> torques;
    for (const LeaguePlayer& player : m_simulation->players()) {
        torques.push_back({player.id, torquesNmOf(m_simulation->world(), player)});
    }
    return torques;
}

const LeaguePlayer* LeagueControl::find(const game::PlayerId& robot) const {
    const auto players = m_simulation->players();
    const auto found = std::ranges::find(players, robot, &LeaguePlayer::id);
    return found == players.end() ? nullptr : &*found;
}

const LeaguePlayer* LeagueControl::findBody(const monitor::ObjectId& object) const {
    const LeaguePlayer* player = find(object.robot);
    const robot::BodyId id(object.body);
    const bool isThere =
        player != nullptr && id.isValid() && id.index() < player->model->bodies().size();
    return isThere ? player : nullptr;
}

void LeagueControl::push(const monitor::ObjectId& object, const Eigen::Vector3d& p_S,
                         const Eigen::Vector3d& impulse_SNs) {
    MujocoWorld& world = m_simulation->world();
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        world.setBallVelocity(world.ball().velocity_SMps +
                              impulse_SNs / WorldSettings().ballMassKg);
    } else if (const LeaguePlayer* player = findBody(object)) {
        world.push(player->robot, robot::BodyId(object.body), p_S, impulse_SNs / game::kStepS);
    }
}

bool LeagueControl::pull(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                         const Eigen::Vector3d& target_S) {
    MujocoWorld& world = m_simulation->world();
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        world.setBallVelocity(pulledBallMps(world.ball().p_S, target_S));
        return true;
    }
    const LeaguePlayer* player = findBody(object);
    if (player != nullptr) {
        world.pull(player->robot, robot::BodyId(object.body), grip_Body, target_S);
    }
    return player != nullptr;
}

void LeagueControl::carry(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
                          const Eigen::Vector3d& target_S) {
    MujocoWorld& world = m_simulation->world();
    if (object.kind == monitor::ObjectId::Kind::Ball) {
        BallMotion ball{.p_S = target_S};
        ball.p_S.z() = std::max(ball.p_S.z(), WorldSettings().ballRadiusM);
        world.placeBall(ball);
    } else if (const LeaguePlayer* player = findBody(object)) {
        moveTo(world, *player,
               carriedTo(*player->model, posesIn(world, *player), robot::BodyId(object.body),
                         grip_Body, target_S));
    }
}

void LeagueControl::hold(const game::PlayerId& robot, bool isHeld) {
    const LeaguePlayer* player = find(robot);
    if (player == nullptr) {
        return;
    }
    MujocoWorld& world = m_simulation->world();
    const auto lifted =
        liftedClear(*player->model, world.pose(player->robot, robot::BodyId(std::size_t{0})));
    if (isHeld && lifted) {
        moveTo(world, *player, *lifted);
    }
    world.hold(player->robot, isHeld);
}

base::Expected<void> LeagueControl::addRobot(const NewRobot& robot) {
    return m_simulation
        ->addRobot(robot.robot.empty() ? "T1" : robot.robot, robot.team, robot.unum, robot.X_STorso)
        .map([](AgentId /*agent*/) {});
}

std::shared_ptr<const MatchSnapshot> LeagueControl::save() const {
    return std::make_shared<const Snapshot>(m_simulation->save());
}

base::Expected<void> LeagueControl::restore(const MatchSnapshot& snapshot) {
    return Snapshot::restore(*m_simulation, snapshot);
}

base::Expected<std::string> LeagueControl::situation() const {
    return textOf(m_simulation->situation());
}

base::Expected<void> LeagueControl::setRules(const game::Rules& /*rules*/) {
    return onlySimSpark("the rules");
}

base::Expected<void> LeagueControl::setSensors(const SensorSwitches& /*sensors*/) {
    return onlySimSpark("the noise");
}

} // namespace sideline::simulator::mujoco
