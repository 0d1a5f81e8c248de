#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "simulator/referee/foul_log.h"
#include "simulator/referee/incapable_rule.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Finds players that run into an opponent. A value. Source: `AnalyzeChargingFouls`,
/// `AgentCollisionHandler` of rcssserver3d 0.7.3.
///
/// Judged is how both moved, on average of the last three cycles, towards the place where they
/// touched. Near the ball it also counts who is headed for it. A player that was touched by a
/// charging one may charge back for a while, one that has just had the ball may charge at all, and
/// a goalkeeper may in its own penalty area.
class ChargingRule {
public:
    /// Takes over velocities and contacts of this cycle; to be called in every cycle, also when the
    /// game is paused: contacts are kept until they are judged.
    void observe(const RefereeWorld& world);
    /// Players that were moved cannot charge or be charged for 1 s.
    void noteMoved(std::span<const game::PlayerId> players);
    /// Lets one cycle pass, as far as the rule's clocks go.
    void count(const RefereeWorld& world);
    /// Judges all contacts since the last time.
    void judge(const RuleContext& context, FoulLog& book, const IncapableRule& postures);
    /// Forgets the contacts without judging them.
    void dropContacts() { m_contacts.clear(); }

    /// Ends immunity and waiting times of a player.
    void reset(const game::PlayerId& player);
    void resetAll();
    /// A player has left.
    void forget(const game::PlayerId& player);
    /// The teams have changed ends.
    void swapSides();

private:
    static constexpr std::size_t kAveragedCycles = 3;
    static constexpr int kLongAgo = 1'000'000; // any waiting time is over

    // All but the velocities in cycles.
    struct Memory {
        std::array<Eigen::Vector2d, kAveragedCycles> velocities_SMps = {
            Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero()};
        int sinceImmunity = kLongAgo; ///< touched the ball, or was charged by one that had
        int sinceCollision = kLongAgo;
        int sinceMoved = kLongAgo;
    };
    struct Contact {
        game::PlayerId left;
        game::PlayerId right;
        Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< mean of all
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
