#pragma once

#include <map>
#include <vector>

#include "agentcore/robot/robot_model.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// The joints that freeze when a body collides with another body of the same robot: all joints of
/// its arm or leg; none for trunk and head. Source for the Nao: `addSCFreezeJointEffName` in
/// naoarm.rsg, naoleg.rsg and naolegtoe.rsg; for other robots, they are determined by the limbs in
/// the description.
[[nodiscard]] std::vector<robot::JointId> jointsFrozenWith(const robot::RobotModel& model,
                                                           robot::BodyId body);

/// Freezes limbs of robots with overlapping bodies for `selfCollisionFrozenS`, and not again until
/// another `selfCollisionThawS` has passed; or, with `selfCollisionBeamPenalty`, lifts the robots
/// off the field. A value. Source: `AnalyzeSelfCollisionFouls`, `UpdateSelfCollisions` of
/// rcssserver3d 0.7.3.
class SelfCollisionRule {
public:
    /// Judges the players of one side.
    void judge(RuleContext& context, FoulLog& book, game::Side side);
    /// Unfreezes joints whose time is over.
    void thaw(RuleContext& context);
    /// Unfreezes all joints regardless of time, for a paused game.
    void thawAll(RuleContext& context);
    /// Handles a change of ends.
    void swapSides();

private:
    struct FrozenJoint {
        double sinceS = 0.0; ///< game time, in the server's precision
        bool isFrozen = true;
    };
    void freeze(RuleContext& context, FoulLog& book, const game::PlayerId& player,
                const SelfContact& contact);
    void liftOff(const RuleContext& context, FoulLog& book, const game::PlayerId& player);

    std::map<game::PlayerId, std::map<robot::JointId, FrozenJoint>> m_frozen;
    std::map<game::PlayerId, double> m_lastLiftedS;
};

} // namespace sideline::simulator
