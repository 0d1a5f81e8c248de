#include "simulator/referee/touching_rule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "simulator/referee/player_placement.h"
#include "simulator/referee/side_swap.h"

namespace sideline::simulator {

namespace {

// Penalizes a player and, unless it will be lifted off the field, pushes it away from its group.
void penalise(RuleContext& context, FoulLog& book, const game::PlayerId& player,
              const Eigen::Vector2d& p_SGroup) {
    book.addFoul(FoulType::Touching, player);
    if (!context.rules.touchingBeamPenalty) {
        Eigen::Vector3d p_S = context.world.motion(player).p_S;
        const Eigen::Vector2d away = (p_S.head<2>() - p_SGroup).stableNormalized();
        p_S.head<2>() += context.rules.agentRadiusM * away;
        movePlayerSafely(context, player, p_S);
    }
}

} // namespace

void TouchingRule::observe(const RefereeWorld& world) {
    for (const auto& [one, other] : world.mateContacts()) {
        join(one, other);
    }
    for (const OpponentContact& contact : world.opponentContacts()) {
        join(contact.left, contact.right);
    }
}

void TouchingRule::join(const game::PlayerId& one, const game::PlayerId& other) {
    const auto first = m_groupOf.find(one);
    const auto second = m_groupOf.find(other);
    if (first == m_groupOf.end() || second == m_groupOf.end() || first->second == second->second) {
        return;
    }
    const std::size_t kept = std::min(first->second, second->second);
    const std::size_t joining = std::max(first->second, second->second);
    for (const game::PlayerId& player : m_groups[joining]) {
        m_groupOf[player] = kept;
        m_groups[kept].push_back(player);
    }
    m_groups[joining].clear();
}

void TouchingRule::judge(RuleContext& context, FoulLog& book, game::Side side) {
    judge(context, book, side, Scope::NewlyJoined);
    const auto limit = static_cast<std::size_t>(std::max(context.rules.maxTouchGroupSize, 0));
    const bool isAnyLeft =
        std::any_of(m_groupOf.begin(), m_groupOf.end(), [&](const auto& membership) {
            return membership.first.side == side && m_groups[membership.second].size() > limit;
        });
    if (isAnyLeft) {
        judge(context, book, side, Scope::AnyMember);
    }
}

void TouchingRule::judge(RuleContext& context, FoulLog& book, game::Side side, Scope scope) {
    const auto limit = static_cast<std::size_t>(std::max(context.rules.maxTouchGroupSize, 0));
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        const auto membership = m_groupOf.find(player);
        if (membership == m_groupOf.end()) {
            continue;
        }
        Group& group = m_groups[membership->second];
        if (book.isHeld(player)) {
            if (group.size() > 1) {
                std::erase(group, player);
            }
        } else if (group.size() > limit &&
                   (scope == Scope::AnyMember || m_sizeBefore[player] == 1)) {
            breakUp(context, book, player);
        }
    }
}

void TouchingRule::breakUp(RuleContext& context, FoulLog& book, const game::PlayerId& player) {
    const int limit = context.rules.maxTouchGroupSize;
    Group& group = m_groups[m_groupOf.at(player)];
    Group shuffled = group;
    std::sort(shuffled.begin(), shuffled.end());
    for (std::size_t i = shuffled.size(); i > 1; --i) {
        std::swap(shuffled[i - 1], shuffled[context.rng.below(i)]);
    }

    const auto isExempt = [limit](const game::PlayerId& id) {
        return id.unum.value() == 1 && limit > 1;
    };
    int count = 0;
    int ownCount = 0;
    std::optional<game::PlayerId> mate;
    std::optional<game::PlayerId> opponent;
    Eigen::Vector2d sum_S = Eigen::Vector2d::Zero();
    for (const game::PlayerId& member : shuffled) {
        if (book.isHeld(member)) {
            continue;
        }
        const bool isMate = member.side == player.side;
        ++count;
        ownCount += isMate ? 1 : 0;
        sum_S += context.world.motion(member).p_S.head<2>();
        if (!isExempt(member)) {
            (isMate ? mate : opponent) = member;
        }
    }
    if (count <= limit) {
        return;
    }

    const bool isOwnMajority = 2 * ownCount >= static_cast<int>(group.size());
    const std::optional<game::PlayerId> offender = !isOwnMajority     ? opponent
                                                   : isExempt(player) ? mate
                                                                      : std::optional(player);
    if (offender) {
        penalise(context, book, *offender, sum_S / count);
        std::erase(group, *offender);
    }
}

void TouchingRule::startNewGroups(const RefereeWorld& world) {
    m_sizeBefore.clear();
    for (const auto& [player, group] : m_groupOf) {
        m_sizeBefore[player] = m_groups[group].size();
    }
    m_groups.clear();
    m_groupOf.clear();
    for (const game::PlayerId& player : world.players()) {
        m_groupOf[player] = m_groups.size();
        m_groups.push_back({player});
    }
}

void TouchingRule::forget(const game::PlayerId& player) {
    const auto membership = m_groupOf.find(player);
    if (membership != m_groupOf.end()) {
        std::erase(m_groups[membership->second], player);
        m_groupOf.erase(membership);
    }
    m_sizeBefore.erase(player);
}

void TouchingRule::swapSides() {
    for (Group& group : m_groups) {
        std::transform(group.begin(), group.end(), group.begin(), onOtherSide);
    }
    m_groupOf = onOtherSides(std::move(m_groupOf));
    m_sizeBefore = onOtherSides(std::move(m_sizeBefore));
}

} // namespace sideline::simulator
