#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "simulator/referee/foul_log.h"
#include "simulator/referee/incapable_rule.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Detects players that charge an opponent. A value. Source: `AnalyzeChargingFouls`,
/// `AgentCollisionHandler` of rcssserver3d 0.7.3.
///
/// The rule compares how both players moved toward their contact point, averaged over three
/// cycles. Near the ball, it also considers which of them moves toward the ball. A charged player
/// may charge back for a while, a player that has just touched the ball may charge, and a
/// goalkeeper may charge in its own penalty area.
class ChargingRule {
public:
    /// Records velocities and contacts; to be called in every cycle, even when the game is paused:
    /// contacts are kept until they are judged.
    void observe(const RefereeWorld& world);
    /// Players that were moved are excluded for 1 s.
    void noteMoved(std::span<const game::PlayerId> players);
    /// Advances the clocks of the rule by one cycle.
    void count(const RefereeWorld& world);
    /// Judges all contacts since the last call.
    void judge(const RuleContext& context, FoulLog& book, const IncapableRule& postures);
    /// Discards the contacts without judging them.
    void dropContacts() { m_contacts.clear(); }

    /// Resets immunity and waiting times of a player.
    void reset(const game::PlayerId& player);
    void resetAll();
    /// Removes a player that has left.
    void forget(const game::PlayerId& player);
    /// Handles a change of ends.
    void swapSides();

private:
    static constexpr std::size_t kAveragedCycles = 3;
    static constexpr int kLongAgo = 1'000'000; // longer than any waiting time

    // Times in cycles.
    struct Memory {
        std::array<Eigen::Vector2d, kAveragedCycles> velocities_SMps = {
            Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero()};
        int sinceImmunity =
            kLongAgo; ///< time since it touched the ball, or was charged by an immune player
        int sinceCollision = kLongAgo;
        int sinceMoved = kLongAgo;
    };
    struct Contact {
        game::PlayerId left;
        game::PlayerId right;
        Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< mean of all contacts
        int count = 0;
    };
    struct Party;

    [[nodiscard]] Party partyOf(const RuleContext& context, const game::PlayerId& player) const;
    void judgeContact(const RuleContext& context, FoulLog& book, const Contact& contact,
                      std::map<game::PlayerId, Memory>& next);

    std::map<game::PlayerId, Memory> m_players;
    std::vector<Contact> m_contacts;
};

} // namespace sideline::simulator
