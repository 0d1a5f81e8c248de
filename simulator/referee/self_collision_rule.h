#pragma once

#include <map>
#include <vector>

#include "agentcore/robot/robot_model.h"
#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// The joints that freeze when a body of a robot touches another of its own: all of the arm or leg
/// that it belongs to; none for the torso, and none for robots without names like a Nao's.
/// Source: `addSCFreezeJointEffName` in naoarm.rsg, naoleg.rsg and naolegtoe.rsg.
[[nodiscard]] std::vector<robot::JointId> jointsFrozenWith(const robot::RobotModel& model,
                                                           robot::BodyId body);

/// Freezes the limbs of robots whose bodies overlap for `selfCollisionFrozenS`, and not again for
/// `selfCollisionThawS` more; or, with `selfCollisionBeamPenalty`, lifts them off the field. A
/// value. Source: `AnalyzeSelfCollisionFouls`, `UpdateSelfCollisions` of rcssserver3d 0.7.3.
class SelfCollisionRule {
public:
    /// Judges the players of one side.
    void judge(RuleContext& context, FoulLog& book, game::Side side);
    /// Gives joints back to their agents when their time is over.
    void thaw(RuleContext& context);
    /// Gives all joints back, whatever their time; for a paused game.
    void thawAll(RuleContext& context);
    /// The teams have changed ends.
    void swapSides();

private:
    struct FrozenJoint {
        double sinceS = 0.0; ///< the game clock, in the server's precision
        bool isFrozen = true;
    };
    void freeze(RuleContext& context, FoulLog& book, const game::PlayerId& player,
                const SelfContact& contact);
    void liftOff(const RuleContext& context, FoulLog& book, const game::PlayerId& player);

    std::map<game::PlayerId, std::map<robot::JointId, FrozenJoint>> m_frozen;
    std::map<game::PlayerId, double> m_lastLiftedS;
};

} // namespace sideline::simulator
