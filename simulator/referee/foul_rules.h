#pragma once

#include "simulator/referee/charging_rule.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/incapable_rule.h"
#include "simulator/referee/rule_context.h"
#include "simulator/referee/self_collision_rule.h"
#include "simulator/referee/team_survey.h"
#include "simulator/referee/touching_rule.h"

namespace sideline::simulator {

/// The fouls of players, all rules together, in the order of `AutomaticSimpleReferee` of
/// rcssserver3d 0.7.3. Copyable: a copy continues exactly as the original. One thread at a time.
///
/// What it remembers of a player belongs to the number: a player that leaves and comes back goes
/// on where it was.
class FoulRules {
public:
    /// Judges one cycle of 20 ms; to be called in every cycle after the rules of the play mode,
    /// whether the game is paused or not.
    ///
    /// Takes the players in `context.moved` and leaves that list empty. With `Rules::usesFouls` off
    /// nobody is penalized; only the goalkeeper of a penalty shootout must still stay in its area.
    void update(RuleContext& context, FoulLog& book);

    /// A player has left the match: it touches nobody any more.
    void playerLeft(const game::PlayerId& player);

private:
    void judge(RuleContext& context, FoulLog& book);
    void judgePositions(RuleContext& context, FoulLog& book, game::Side side);
    void pause(RuleContext& context, FoulLog& book);
    void swapSides(FoulLog& book);
    void reset(const game::PlayerId& player);
    void takeMoved(RuleContext& context);

    TeamSurvey m_survey;
    IncapableRule m_postures;
    ChargingRule m_charging;
    TouchingRule m_touching;
    SelfCollisionRule m_selfCollisions;
    int m_sideSwapCount = 0;
};

} // namespace sideline::simulator
