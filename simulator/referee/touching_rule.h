#pragma once

#include <map>
#include <vector>

#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Breaks up groups of more than `maxTouchGroupSize` players that touch each other. A value.
/// Source: `AnalyzeTouchGroups`, `AgentCollisionHandler` of rcssserver3d 0.7.3.
///
/// A group holds players of both sides. The side with more of them in it loses one: the last that
/// joined, but not the goalkeeper. Groups grow as long as the game is paused and are judged in the
/// first cycle after it.
class TouchingRule {
public:
    /// Joins the groups of all that touched in this cycle; to be called in every cycle. A player
    /// takes part from the first `startNewGroups` on.
    void observe(const RefereeWorld& world);
    /// Penalises the players of one side.
    void judge(RuleContext& context, FoulLog& book, game::Side side);
    /// Ends all groups; everybody is alone again.
    void startNewGroups(const RefereeWorld& world);
    /// A player has left.
    void forget(const game::PlayerId& player);
    /// The teams have changed ends.
    void swapSides();

private:
    using Group = std::vector<game::PlayerId>;
    enum class Whom { NewlyJoined, Anybody };

    void join(const game::PlayerId& one, const game::PlayerId& other);
    void judge(RuleContext& context, FoulLog& book, game::Side side, Whom whom);
    void breakUp(RuleContext& context, FoulLog& book, const game::PlayerId& player);

    std::vector<Group> m_groups; // empty where a group has joined another
    // Index into m_groups. A penalized player is no longer in its group, but still has it.
    std::map<game::PlayerId, std::size_t> m_groupOf;
    std::map<game::PlayerId, std::size_t> m_sizeBefore; ///< of its group in the last cycle
};

} // namespace sideline::simulator
