#include "simulator/referee/referee.h"

#include <algorithm>
#include <limits>

#include "agentcore/game/constants.h"
#include "simulator/referee/clear_players.h"
#include "simulator/referee/drop_ball.h"
#include "simulator/referee/game_time_rule.h"
#include "simulator/referee/goal_rule.h"
#include "simulator/referee/kick_off_rule.h"
#include "simulator/referee/play_on_rule.h"
#include "simulator/referee/player_placement.h"
#include "simulator/referee/set_kick_rule.h"
#include "simulator/referee/standing_room.h"

namespace sideline::simulator {

using game::PlayMode;
using game::Side;

namespace {

struct PlayerPlace {
    game::PlayerId player;
    Eigen::Vector2d p_S;
};

std::vector<PlayerPlace> placesOf(const RefereeWorld& world) {
    std::vector<PlayerPlace> places;
    for (const game::PlayerId& player : world.players()) {
        places.push_back({player, world.motion(player).p_S.head<2>()});
    }
    return places;
}

} // namespace

Referee::Referee(const field::FieldDimensions& field, const game::Rules& rules, std::uint64_t seed)
    : m_field(field),
      m_state{.game = Game(rules),
              .ball = {},
              .setPlay = {},
              .ballDistances = {},
              .moved = {},
              .fouls = {},
              .foulRules = {},
              .rng = base::Rng(seed)} {}

SetPlayContext Referee::contextOf(RefereeWorld& world) {
    return {{world, m_state.game, m_state.game.rules(), m_field, m_state.rng, m_state.moved},
            m_state.ball,
            m_state.setPlay};
}

void Referee::update(RefereeWorld& world) {
    m_state.game.advance();
    m_state.ball.update(world, m_state.game, m_field);
    if (checkTime(m_state.game)) {
        swapSides();
    }
    SetPlayContext context = contextOf(world);
    // As on the server, distances use the players' positions after the step, before any rule moves
    // them, but the ball's position after the rules.
    const std::vector<PlayerPlace> places = placesOf(world);
    updateKickOffPermission(context);
    updatePlayMode(context);
    if (!m_state.game.isPaused()) {
        const Eigen::Vector2d ball_S = world.ballPosition_S().head<2>();
        m_state.ballDistances.clear();
        for (const PlayerPlace& place : places) {
            m_state.ballDistances.emplace_back(place.player, (place.p_S - ball_S).norm());
        }
    }
    m_state.foulRules.update(context, m_state.fouls);
}

void Referee::updatePlayMode(SetPlayContext& context) {
    switch (m_state.game.playMode()) {
    case PlayMode::BeforeKickOff:
        return updateBeforeKickOff(context);
    case PlayMode::KickOffLeft:
        return updateKickOff(context, Side::Left);
    case PlayMode::KickOffRight:
        return updateKickOff(context, Side::Right);
    case PlayMode::PlayOn:
        return updatePlayOn(context);
    case PlayMode::KickInLeft:
        return updateSetKick(context, Side::Left, SetKick::KickIn);
    case PlayMode::KickInRight:
        return updateSetKick(context, Side::Right, SetKick::KickIn);
    case PlayMode::CornerKickLeft:
        return updateSetKick(context, Side::Left, SetKick::CornerKick);
    case PlayMode::CornerKickRight:
        return updateSetKick(context, Side::Right, SetKick::CornerKick);
    case PlayMode::GoalKickLeft:
        return updateGoalKick(context, Side::Left);
    case PlayMode::GoalKickRight:
        return updateGoalKick(context, Side::Right);
    case PlayMode::OffsideLeft:
        return updateSetKick(context, Side::Left, SetKick::OffsideKick);
    case PlayMode::OffsideRight:
        return updateSetKick(context, Side::Right, SetKick::OffsideKick);
    case PlayMode::GameOver:
        return m_state.game.setPaused(false);
    case PlayMode::GoalLeft:
        return updateAfterGoal(context, Side::Left);
    case PlayMode::GoalRight:
        return updateAfterGoal(context, Side::Right);
    case PlayMode::FreeKickLeft:
        return updateSetKick(context, Side::Left, SetKick::FreeKick);
    case PlayMode::FreeKickRight:
        return updateSetKick(context, Side::Right, SetKick::FreeKick);
    case PlayMode::DirectFreeKickLeft:
        return updateSetKick(context, Side::Left, SetKick::DirectFreeKick);
    case PlayMode::DirectFreeKickRight:
        return updateSetKick(context, Side::Right, SetKick::DirectFreeKick);
    case PlayMode::PassLeft:
        return updatePassMode(context, Side::Left);
    case PlayMode::PassRight:
        return updatePassMode(context, Side::Right);
    }
}

void Referee::swapSides() {
    m_state.game.swapSides();
    m_state.ball.swapSides();
    m_state.setPlay.swapSides();
    m_state.ballDistances.clear();
}

bool Referee::isGameOver() const {
    return m_state.game.playMode() == PlayMode::GameOver;
}

bool Referee::shouldQuit() const {
    return simulator::shouldQuit(m_state.game);
}

void Referee::kickOff(Side side) {
    m_state.game.kickOff(side, m_state.rng);
}

void Referee::dropBall(RefereeWorld& world) {
    SetPlayContext context = contextOf(world);
    simulator::dropBall(context, world.ballPosition_S());
}

void Referee::setScore(int left, int right) {
    if (left >= 0 && right >= 0) {
        m_state.game.setScores(left, right);
    }
}

void Referee::setTime(double timeS) {
    constexpr double kMaxTimeS = std::numeric_limits<float>::max();
    if (timeS >= 0.0 && timeS <= kMaxTimeS) {
        m_state.game.setTime(timeS);
    }
}

void Referee::moveBack(RefereeWorld& world, const game::PlayerId& player) {
    SetPlayContext context = contextOf(world);
    simulator::moveBack(context, player);
}

void Referee::putOutside(RefereeWorld& world, const game::PlayerId& player) {
    Eigen::Vector3d outside_S = placeOutside_S(m_field, player, world.ballPosition_S());
    outside_S.z() = std::max(outside_S.z(), standingRoom(rules(), world.model(player)).torsoM);
    world.movePlayer(player, outside_S);
}

bool Referee::requestPass(RefereeWorld& world, const game::PlayerId& player) {
    SetPlayContext context = contextOf(world);
    if (!canStartPassMode(context, player, m_state.ballDistances)) {
        return false;
    }
    startPassMode(context, player.side);
    return true;
}

void Referee::playerLeft(const game::PlayerId& player) {
    m_state.game.returnUniform(player);
    m_state.setPlay.playerLeft(player);
    m_state.foulRules.playerLeft(player);
    std::erase(m_state.moved, player);
    std::erase_if(m_state.ballDistances,
                  [&](const auto& distance) { return distance.first == player; });
}

std::optional<double> Referee::passModeScoreWaitS(Side side) const {
    const Game& game = m_state.game;
    if (side == Side::None || game.playMode() != PlayMode::PlayOn ||
        !mustPassFirst(game, m_state.setPlay.pass(side))) {
        return std::nullopt;
    }
    const double sinceS = game::asServerS(game.timeS() - m_state.setPlay.pass(side).lastTimeS);
    return game::asServerS(game::asServerS(rules().passModeScoreWaitS) - sinceS);
}

} // namespace sideline::simulator
