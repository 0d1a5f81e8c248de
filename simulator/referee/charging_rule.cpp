#include "simulator/referee/charging_rule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/game/rules.h"
#include "agentcore/math/angles.h"
#include "simulator/referee/cycles.h"
#include "simulator/referee/side_swap.h"

namespace sideline::simulator {

namespace {

using Eigen::Vector2d;

constexpr double kMovedS = 1.0;

double angleDeg(const Vector2d& one, const Vector2d& other) {
    const double differenceRad = std::atan2(one.y(), one.x()) - std::atan2(other.y(), other.x());
    return std::abs(math::degFromRad(math::wrapRad(differenceRad)));
}

// The goalkeeper's area continues behind the goal line.
bool isGoalieAtHome(const field::FieldDimensions& field, const game::PlayerId& player,
                    const Vector2d& p_S) {
    const Eigen::AlignedBox2d area = penaltyArea(field, player.side);
    const bool isBehindFront =
        player.side == game::Side::Left ? p_S.x() <= area.max().x() : p_S.x() >= area.min().x();
    return player.unum.value() == 1 && isBehindFront && p_S.y() >= area.min().y() &&
           p_S.y() <= area.max().y();
}

} // namespace

// One player in a collision.
struct ChargingRule::Party {
    game::PlayerId id;
    Vector2d p_S = Vector2d::Zero();
    Vector2d velocity_SMps = Vector2d::Zero();
    double speedMps = 0.0;
    double ballDistanceM = 0.0;
    double offBallDeg = 0.0;     // angle between its direction and the ball
    double offOpponentDeg = 0.0; // angle between its direction and the opponent
    bool isGoalieAtHome = false;
    bool isCharging = true;
    Memory before;

    // Whether it moves toward the opponent rather than the ball.
    [[nodiscard]] bool leavesBall(const game::Rules& rules) const {
        return offBallDeg >= offOpponentDeg && offBallDeg >= rules.chargingMinBallSpeedAngleDeg &&
               speedMps >= rules.chargingMinSpeedMps;
    }
    // Whether it runs into the other from behind while both move toward the ball.
    [[nodiscard]] bool comesSecond(const game::Rules& rules, const Party& other) const {
        return ballDistanceM > other.ballDistanceM &&
               (std::abs(offOpponentDeg - other.offOpponentDeg) > rules.chargingMinDeltaAngleDeg ||
                other.speedMps < rules.chargingMinSpeedMps);
    }
    // Whether it moves fast enough toward the midpoint between opponent and contact.
    [[nodiscard]] bool hits(const game::Rules& rules, const Party& other,
                            const Vector2d& p_SContact) const {
        const Vector2d towards = ((p_SContact + other.p_S) / 2.0 - p_S).stableNormalized();
        return speedMps >= rules.chargingMinSpeedMps &&
               velocity_SMps.dot(towards) >= rules.chargingMinCollisionSpeedMps;
    }
};

void ChargingRule::observe(const RefereeWorld& world) {
    for (const game::PlayerId& player : world.players()) {
        auto& velocities = m_players[player].velocities_SMps;
        std::move_backward(velocities.begin(), velocities.end() - 1, velocities.end());
        velocities.front() = world.motion(player).velocity_SMps.head<2>();
    }
    for (const OpponentContact& seen : world.opponentContacts()) {
        auto contact = std::find_if(m_contacts.begin(), m_contacts.end(), [&](const Contact& c) {
            return c.left == seen.left && c.right == seen.right;
        });
        if (contact == m_contacts.end()) {
            contact = m_contacts.insert(contact, {seen.left, seen.right, Vector2d::Zero(), 0});
        }
        contact->p_S = (contact->p_S * contact->count + seen.p_S.head<2>()) / (contact->count + 1);
        ++contact->count;
    }
}

void ChargingRule::noteMoved(std::span<const game::PlayerId> players) {
    for (const game::PlayerId& player : players) {
        m_players[player].sinceMoved = 0;
    }
}

void ChargingRule::count(const RefereeWorld& world) {
    for (const game::PlayerId& player : world.players()) {
        Memory& memory = m_players[player];
        ++memory.sinceImmunity;
        ++memory.sinceCollision;
        ++memory.sinceMoved;
    }
    for (const game::PlayerId& player : world.ballTouchers()) {
        m_players[player].sinceImmunity = 0;
    }
}

void ChargingRule::judge(const RuleContext& context, FoulLog& book, const IncapableRule& postures) {
    const auto players = context.world.players();
    const auto canBeJudged = [&](const game::PlayerId& player) {
        return std::find(players.begin(), players.end(), player) != players.end() &&
               postures.isStanding(player) && !book.isHeld(player) &&
               m_players.at(player).sinceMoved >= cyclesIn(kMovedS);
    };
    std::erase_if(m_contacts, [&](const Contact& contact) {
        return !canBeJudged(contact.left) || !canBeJudged(contact.right);
    });
    if (context.rules.usesCharging && !m_contacts.empty()) {
        // All contacts of a cycle are judged by the state before the cycle.
        std::map<game::PlayerId, Memory> next = m_players;
        for (const Contact& contact : m_contacts) {
            judgeContact(context, book, contact, next);
        }
        m_players = std::move(next);
    }
    m_contacts.clear();
}

ChargingRule::Party ChargingRule::partyOf(const RuleContext& context,
                                          const game::PlayerId& player) const {
    Party party;
    party.id = player;
    party.before = m_players.at(player);
    party.p_S = context.world.motion(player).p_S.head<2>();
    for (const Vector2d& velocity_SMps : party.before.velocities_SMps) {
        party.velocity_SMps += velocity_SMps / static_cast<double>(kAveragedCycles);
    }
    party.speedMps = party.velocity_SMps.norm();
    const Vector2d toBall = context.world.ballPosition_S().head<2>() - party.p_S;
    party.ballDistanceM = toBall.norm();
    party.offBallDeg = angleDeg(party.velocity_SMps, toBall);
    party.isGoalieAtHome = isGoalieAtHome(context.field, player, party.p_S);
    return party;
}

void ChargingRule::judgeContact(const RuleContext& context, FoulLog& book, const Contact& contact,
                                std::map<game::PlayerId, Memory>& next) {
    const game::Rules& rules = context.rules;
    std::array<Party, 2> parties{partyOf(context, contact.left), partyOf(context, contact.right)};
    auto& [one, two] = parties;
    one.offOpponentDeg = angleDeg(one.velocity_SMps, two.p_S - one.p_S);
    two.offOpponentDeg = angleDeg(two.velocity_SMps, one.p_S - two.p_S);

    if (std::min(one.ballDistanceM, two.ballDistanceM) < rules.chargingMaxBallRulesDistanceM) {
        one.isCharging = one.leavesBall(rules);
        two.isCharging = two.leavesBall(rules);
        const double deltaM = std::abs(one.ballDistanceM - two.ballDistanceM);
        if (!one.isCharging && !two.isCharging && deltaM > rules.chargingMinDeltaDistanceM) {
            one.isCharging = one.comesSecond(rules, two);
            two.isCharging = two.comesSecond(rules, one);
        }
    }
    one.isCharging = one.isCharging && one.hits(rules, two, contact.p_S);
    two.isCharging = two.isCharging && two.hits(rules, one, contact.p_S);

    // A player charged by an immune player is immune for the rest of that player's immunity.
    const double immunity = cyclesIn(rules.chargingImmunityS);
    for (std::size_t i = 0; i < 2; ++i) {
        const Party& party = parties[i];
        Memory& other = next[parties[1 - i].id];
        if (!party.isCharging) {
            continue;
        }
        if (party.isGoalieAtHome) {
            other.sinceImmunity = 0;
        } else if (party.before.sinceImmunity < immunity) {
            other.sinceImmunity = std::min(other.sinceImmunity, party.before.sinceImmunity);
        }
        other.sinceCollision = std::min(other.sinceCollision, party.before.sinceCollision);
    }

    const Vector2d p_SBall = context.world.ballPosition_S().head<2>();
    const bool isAtBall = (contact.p_S - p_SBall).norm() < rules.chargingMinCollisionBallDistanceM;
    if ((one.isCharging && two.isCharging) || isAtBall) {
        one.isCharging = two.isCharging = false;
    }
    for (const Party& party : parties) {
        if (party.isCharging && !party.isGoalieAtHome &&
            party.before.sinceCollision >= cyclesIn(rules.chargingCollisionMinS) &&
            party.before.sinceImmunity >= immunity) {
            book.addFoul(FoulType::Charging, party.id);
        }
    }
    if (!one.isCharging && !two.isCharging) {
        next[one.id].sinceCollision = next[two.id].sinceCollision = 0;
    }
}

void ChargingRule::reset(const game::PlayerId& player) {
    const auto found = m_players.find(player);
    if (found != m_players.end()) {
        found->second.sinceImmunity = found->second.sinceCollision = kLongAgo;
    }
}

void ChargingRule::resetAll() {
    for (auto& [player, memory] : m_players) {
        memory.sinceImmunity = memory.sinceCollision = kLongAgo;
    }
}

void ChargingRule::forget(const game::PlayerId& player) {
    std::erase_if(m_contacts, [&](const Contact& contact) {
        return contact.left == player || contact.right == player;
    });
}

void ChargingRule::swapSides() {
    for (Contact& contact : m_contacts) {
        contact.left = onOtherSide(std::exchange(contact.right, onOtherSide(contact.left)));
    }
    m_players = onOtherSides(std::move(m_players));
}

} // namespace sideline::simulator
