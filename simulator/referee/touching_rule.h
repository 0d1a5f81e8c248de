#pragma once

#include <map>
#include <vector>

#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Breaks up groups of more than `maxTouchGroupSize` players in contact. A value. Source:
/// `AnalyzeTouchGroups`, `AgentCollisionHandler` of rcssserver3d 0.7.3.
///
/// A group contains players of both sides. The side with more players in it loses one: the last one
/// that joined, but not the goalkeeper. Groups grow while the game is paused and are judged in the
/// first cycle after it.
class TouchingRule {
public:
    /// Merges the groups of players in contact in this cycle; to be called in every cycle. Players
    /// that have joined since the last `startNewGroups` are ignored.
    void observe(const RefereeWorld& world);
    /// Penalizes the players of one side.
    void judge(RuleContext& context, FoulLog& book, game::Side side);
    /// Puts every player into a group of its own.
    void startNewGroups(const RefereeWorld& world);
    /// Removes a player that has left.
    void forget(const game::PlayerId& player);
    /// Handles a change of ends.
    void swapSides();

private:
    using Group = std::vector<game::PlayerId>;
    enum class Scope { NewlyJoined, AnyMember };

    void join(const game::PlayerId& one, const game::PlayerId& other);
    void judge(RuleContext& context, FoulLog& book, game::Side side, Scope scope);
    void breakUp(RuleContext& context, FoulLog& book, const game::PlayerId& player);

    std::vector<Group> m_groups; // empty if a group was merged into another
    // Index into m_groups. A penalized player is no longer in its group but keeps the index.
    std::map<game::PlayerId, std::size_t> m_groupOf;
    std::map<game::PlayerId, std::size_t> m_sizeBefore; ///< size of its group in the previous cycle
};

} // namespace sideline::simulator
