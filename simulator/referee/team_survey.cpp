#include "simulator/referee/team_survey.h"

#include <algorithm>

namespace sideline::simulator {

namespace {

constexpr double kFarM = 1000.0;
constexpr game::UniformNumber kGoalie{1};

} // namespace

void TeamSurvey::update(const RuleContext& context, const FoulLog& book) {
    m_nearestToBallM.fill(kFarM);
    m_inOwnAreaCount.fill(0);
    for (const game::PlayerId& id : context.world.players()) {
        measure(context, book, id);
    }
    for (const game::PlayerId& id : context.world.players()) {
        rank(context, book, id);
    }
}

void TeamSurvey::measure(const RuleContext& context, const FoulLog& book,
                         const game::PlayerId& id) {
    const auto side = static_cast<std::size_t>(id.side);
    const Eigen::Vector2d p_S = context.world.motion(id).p_S.head<2>();
    const Eigen::Vector2d p_SGoal(ownGoalSign(id.side) * context.field.lengthM / 2.0, 0.0);

    Entry& entry = m_players[id];
    Player& player = entry.player;
    player.ballDistanceM = (p_S - context.world.ballPosition_S().head<2>()).norm();
    m_nearestToBallM[side] = std::min(m_nearestToBallM[side], player.ballDistanceM);

    player.wasInOwnArea = player.isInOwnArea;
    player.isInOwnArea = penaltyArea(context.field, id.side).contains(p_S) && !book.isHeld(id);
    m_inOwnAreaCount[side] += player.isInOwnArea ? 1 : 0;

    // The goalkeeper is never sent out; a player that just entered ranks last.
    entry.goalDistanceM = kFarM;
    if (player.isInOwnArea && id.unum == kGoalie) {
        entry.goalDistanceM = 0.0;
    } else if (player.isInOwnArea && player.wasInOwnArea) {
        entry.goalDistanceM = (p_S - p_SGoal).norm();
    }
}

void TeamSurvey::rank(const RuleContext& context, const FoulLog& book, const game::PlayerId& id) {
    Entry& entry = m_players[id];
    if (book.isHeld(id)) {
        entry.player.ballRank = entry.player.goalRank = -1;
        return;
    }
    entry.player.ballRank = entry.player.goalRank = 1;
    for (const game::PlayerId& otherId : context.world.players()) {
        if (otherId.side != id.side || otherId == id || book.isHeld(otherId)) {
            continue;
        }
        // For equal distances, the higher number comes first.
        const Entry& other = m_players[otherId];
        const bool winsTies = otherId.unum > id.unum;
        const auto isBefore = [winsTies](double otherM, double ownM) {
            return otherM < ownM || (otherM == ownM && winsTies);
        };
        entry.player.ballRank +=
            isBefore(other.player.ballDistanceM, entry.player.ballDistanceM) ? 1 : 0;
        entry.player.goalRank += isBefore(other.goalDistanceM, entry.goalDistanceM) ? 1 : 0;
    }
}

TeamSurvey::Player TeamSurvey::of(const game::PlayerId& player) const {
    const auto found = m_players.find(player);
    return found == m_players.end() ? Player{} : found->second.player;
}

void TeamSurvey::forgetArea(const game::PlayerId& player) {
    const auto found = m_players.find(player);
    if (found != m_players.end()) {
        found->second.player.isInOwnArea = found->second.player.wasInOwnArea = false;
    }
}

} // namespace sideline::simulator
