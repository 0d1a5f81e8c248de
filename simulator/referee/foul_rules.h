#pragma once

#include "simulator/referee/charging_rule.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/incapable_rule.h"
#include "simulator/referee/rule_context.h"
#include "simulator/referee/self_collision_rule.h"
#include "simulator/referee/team_survey.h"
#include "simulator/referee/touching_rule.h"

namespace sideline::simulator {

/// All player fouls, in the order of `AutomaticSimpleReferee` of rcssserver3d 0.7.3. Copyable: a
/// copy continues exactly like the original. One thread at a time.
///
/// The state of a player is stored by its number: a player that leaves and returns keeps its state.
class FoulRules {
public:
    /// Judges one cycle of 20 ms; to be called in every cycle after the play mode rules, whether
    /// the game is paused or not.
    ///
    /// Processes and clears `context.moved`. With `Rules::usesFouls` off there are no penalties;
    /// only the goalkeeper of a penalty shootout must still stay in its area.
    void update(RuleContext& context, FoulLog& book);

    /// Removes a player that has left the match from the recorded contacts.
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
