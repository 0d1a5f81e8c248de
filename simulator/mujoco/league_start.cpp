// Start of a match from a situation.
#include "simulator/mujoco/league_start.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/runtime/command_text.h"
#include "simulator/mujoco/league_simulation_impl.h"
#include "simulator/mujoco/robot_motion.h"
#include "simulator/mujoco/robot_touches.h"

namespace sideline::simulator::mujoco {

namespace {

using game::Side;

constexpr int kCyclesBeforeBegin = 50; // one second, in which players can look around

base::Expected<void> invalidStart(std::string what, std::string expected) {
    return base::failure(base::ErrorCode::InvalidArgument, "the start situation: " + what,
                         std::move(expected));
}

Eigen::Vector3d inRadians(const Eigen::Vector3d& degrees) {
    return degrees * math::radFromDeg(1.0);
}

StartRobot startRobotOf(const MujocoWorld& world, const LeaguePlayer& player) {
    const math::Pose X_STorso = world.pose(player.robot, kTorso);
    const Eigen::Quaterniond q = math::toQuaternion(X_STorso.R).normalized();
    const RobotMotion motion = motionOf(world, player.robot);
    StartRobot robot;
    robot.player = player.id;
    robot.file = player.model->name();
    robot.model = player.model;
    robot.p_STorso = X_STorso.p;
    robot.orientation_STorso = {q.w(), q.x(), q.y(), q.z()};
    robot.velocity_SMps = motion.velocity_SMps;
    robot.turning_SDegPerS = motion.turning_SRadPerS * math::degFromRad(1.0);
    for (std::size_t i = 0; i < motion.jointRadPerS.size(); ++i) {
        robot.jointAnglesDeg.push_back(
            math::degFromRad(world.jointRad(player.robot, robot::JointId(i))));
        robot.jointSpeedsDegPerS.push_back(math::degFromRad(motion.jointRadPerS[i]));
    }
    return robot;
}

} // namespace

base::Expected<void> LeagueStart::check(const LeagueSettings& settings) {
    if (settings.start == nullptr) {
        return {};
    }
    const StartSituation& start = *settings.start;
    for (const StartRobot& robot : start.robots) {
        if (robot.model->traits().server != game::ServerKind::Rcssservermj) {
            return invalidStart(fmt::format("{} is a {}, which rcssservermj does not have",
                                            game::toString(robot.player), robot.model->name()),
                                "T1, K1 or PiPlus");
        }
    }
    const field::FieldDimensions& field = settings.field;
    if (start.fieldM &&
        std::hypot((*start.fieldM)[0] - field.lengthM, (*start.fieldM)[1] - field.widthM) > 0.01) {
        return invalidStart(
            fmt::format("it requires a field of {:g} m by {:g} m", (*start.fieldM)[0],
                        (*start.fieldM)[1]),
            fmt::format("the field of the match, {:g} by {:g}", field.lengthM, field.widthM));
    }
    if (!phaseOf(settings)) {
        return invalidStart(fmt::format("its clock shows {:.1f} s", start.timeS),
                            fmt::format("at most {:.0f} s, the end of a game of these rules",
                                        settings.rules.endS(LeaguePhase::SecondExtraHalf)));
    }
    if (start.playMode == game::PlayMode::PassLeft || start.playMode == game::PlayMode::PassRight) {
        return invalidStart(
            fmt::format("rcssservermj has no play mode {}", game::playModeName(start.playMode)),
            "a play mode other than those of passes");
    }
    return {};
}

std::optional<LeaguePhase> LeagueStart::phaseOf(const LeagueSettings& settings) {
    if (settings.start == nullptr) {
        return settings.phase;
    }
    const StartSituation& start = *settings.start;
    for (const LeaguePhase phase : {LeaguePhase::FirstHalf, LeaguePhase::SecondHalf,
                                    LeaguePhase::FirstExtraHalf, LeaguePhase::SecondExtraHalf}) {
        const bool isEarlier = phase == LeaguePhase::FirstHalf && start.half == 2;
        if (!isEarlier && start.timeS < settings.rules.endS(phase)) {
            return phase;
        }
    }
    return std::nullopt;
}

std::vector<std::optional<MotorCommand>> LeagueStart::holding(const robot::RobotModel& model,
                                                              std::span<const double> anglesRad) {
    std::vector<std::optional<MotorCommand>> commands;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const auto gains = runtime::defaultGains(model.joint(robot::JointId(i)));
        commands.emplace_back(MotorCommand{.targetRad = anglesRad.empty() ? 0.0 : anglesRad[i],
                                           .kpNmPerRad = gains.kpNmPerRad,
                                           .kdNmsPerRad = gains.kdNmsPerRad});
    }
    return commands;
}

void LeagueStart::put(MujocoWorld& world, std::span<const LeaguePlayer> players,
                      bool isMoving) const {
    BallMotion ball{.p_S = m_situation->p_SBall};
    // SimSpark's ball is smaller.
    constexpr double kSunkM = 0.005; // a resting ball sinks into the soft ground
    ball.p_S.z() = std::max(ball.p_S.z(), WorldSettings().ballRadiusM - kSunkM);
    if (isMoving) {
        ball.velocity_SMps = m_situation->ballVelocity_SMps;
    }
    world.placeBall(ball);
    if (isMoving) {
        setBallTurning(world, inRadians(m_situation->ballTurning_SDegPerS));
    }
    for (const LeaguePlayer& player : players) {
        const StartRobot* robot = m_situation->find(player.id);
        if (robot == nullptr) {
            continue;
        }
        const auto [X_STorso, anglesRad] = postureFor(*robot, *player.model);
        setPosture(world, player.robot, X_STorso, anglesRad);
        if (!isMoving) {
            continue;
        }
        RobotMotion motion{.velocity_SMps = robot->velocity_SMps,
                           .turning_SRadPerS = inRadians(robot->turning_SDegPerS),
                           .jointRadPerS = std::vector<double>(anglesRad.size(), 0.0)};
        if (player.model == robot->model) { // speeds for another model do not apply
            std::ranges::transform(robot->jointSpeedsDegPerS, motion.jointRadPerS.begin(),
                                   [](double deg) { return math::radFromDeg(deg); });
        }
        setMotion(world, player.robot, motion);
    }
    updateAll(world);
}

bool LeagueStart::update(MujocoWorld& world, const LeagueGame& game,
                         std::span<const LeaguePlayer> players) {
    if (!m_isWaiting) {
        m_keepsPlaces = m_keepsPlaces && game.playMode() == m_situation->playMode;
        return false;
    }
    put(world, players, false);
    const bool isComplete =
        !players.empty() && std::ranges::none_of(players, &LeaguePlayer::isStandIn);
    m_completeCycles = isComplete ? m_completeCycles + 1 : 0;
    return m_completeCycles > kCyclesBeforeBegin;
}

void LeagueStart::begin(MujocoWorld& world, std::span<const LeaguePlayer> players) {
    m_isWaiting = false;
    m_keepsPlaces = true;
    put(world, players, true);
}

void LeagueSimulation::Impl::beginStart() {
    if (start.isWaiting()) {
        start.begin(*world, all);
        game.advance(world->timeS()); // its clock did not run
        contacts.reset();
        referee.resume(start.situation()->playMode);
    }
}

void LeagueSimulation::Impl::addStandIns() {
    if (start.situation() == nullptr) {
        return;
    }
    const StartSituation& situation = *start.situation();
    for (const Side side : {Side::Left, Side::Right}) {
        const std::string& name = situation.teams[side == Side::Left ? 0 : 1];
        game.setPlaceholder(side, !name.empty() ? name : side == Side::Left ? "Left" : "Right");
        game.setScore(side, situation.score[side == Side::Left ? 0 : 1]);
    }
    for (const StartRobot& robot : situation.robots) {
        const AgentId id(nextAgent++);
        Agent& agent = agents[id];
        agent.hasAsked = true;
        agent.robot = robot.model->name();
        agent.team = game.team(robot.player.side);
        agent.unum = robot.player.unum.value();
        if (auto reason = letIn(id, agent, robot.X_STorso(), robot.player.side)) {
            rejected.push_back({id, std::move(*reason)});
            continue;
        }
        agent.standing =
            LeagueStart::holding(*all.back().model, postureFor(robot, *all.back().model).second);
    }
    static_cast<void>(start.update(*world, game, all));
}

std::optional<TorsoPlace> LeagueSimulation::Impl::takeOver(AgentId id, Agent& agent,
                                                           const PlayerId& player) {
    for (LeaguePlayer& other : all) { // a side may have another name now
        const std::string& name = game.team(other.id.side);
        if (other.isStandIn && other.team != name) {
            other.team = name;
            agents.at(other.agent).team = name;
            ++robotChanges;
        }
    }
    const auto there = std::ranges::find(all, player, &LeaguePlayer::id);
    if (there == all.end()) {
        if (start.isWaiting()) {
            note(id, fmt::format("it is {}, which is not in the start situation",
                                 game::toString(player)));
        }
        return std::nullopt;
    }
    if (!there->isStandIn) {
        return std::nullopt;
    }
    const auto standIn = agents.find(there->agent);
    if (standIn->second.robot != agent.robot) {
        note(id, fmt::format("it is a {}, but {} is a {} in the start situation", agent.robot,
                             game::toString(player), standIn->second.robot));
        const math::Pose X_STorso = world->pose(there->robot, kTorso);
        removePlayer(player);
        agents.erase(standIn);
        return X_STorso;
    }
    agent.sites = standIn->second.sites;
    agent.visibleSites = standIn->second.visibleSites;
    agent.colliders = standIn->second.colliders;
    agent.jointOrder = standIn->second.jointOrder;
    agent.player = player;
    agents.erase(standIn);
    there->agent = id;
    there->isStandIn = false;
    ++robotChanges;
    forgetViews();
    return std::nullopt;
}

bool LeagueSimulation::isWaitingToStart() const {
    return m_impl->start.isWaiting();
}

void LeagueSimulation::begin() {
    m_impl->beginStart();
}

StartSituation LeagueSimulation::situation() const {
    const Impl& impl = *m_impl;
    StartSituation situation;
    situation.playMode =
        impl.start.isWaiting() ? impl.start.situation()->playMode : impl.game.playMode();
    situation.timeS = impl.game.gameTimeS();
    situation.half = impl.game.phase() == LeaguePhase::FirstHalf ? 1 : 2;
    situation.score = {impl.game.score(Side::Left), impl.game.score(Side::Right)};
    situation.teams = {impl.game.team(Side::Left), impl.game.team(Side::Right)};
    situation.fieldM = {impl.settings.field.lengthM, impl.settings.field.widthM};
    const BallMotion ball = impl.world->ball();
    situation.p_SBall = ball.p_S;
    situation.ballVelocity_SMps = ball.velocity_SMps;
    situation.ballTurning_SDegPerS = ballTurning_SRadPerS(*impl.world) * math::degFromRad(1.0);
    for (const LeaguePlayer& player : impl.all) {
        situation.robots.push_back(startRobotOf(*impl.world, player));
    }
    return situation;
}

} // namespace sideline::simulator::mujoco
