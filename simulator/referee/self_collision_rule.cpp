#include "simulator/referee/self_collision_rule.h"

#include <algorithm>
#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/game/rules.h"
#include "agentcore/robot/limb_joints.h"
#include "simulator/referee/side_swap.h"

namespace sideline::simulator {

namespace {

bool isPresent(const RefereeWorld& world, const game::PlayerId& player) {
    const auto players = world.players();
    return std::find(players.begin(), players.end(), player) != players.end();
}

// From the first contact until a joint may be frozen again, with the server's rounding.
double frozenPauseS(const game::Rules& rules) {
    return game::asServerS(game::asServerS(rules.selfCollisionFrozenS) +
                           game::asServerS(rules.selfCollisionThawS));
}

} // namespace

std::vector<robot::JointId> jointsFrozenWith(const robot::RobotModel& model, robot::BodyId body) {
    const auto limb = robot::limbOf(model, body);
    const bool freezes = limb && limb != robot::LimbId::Head && model.body(body).collides;
    return freezes ? robot::jointsOf(model, *limb) : std::vector<robot::JointId>{};
}

void SelfCollisionRule::judge(RuleContext& context, FoulLog& book, game::Side side) {
    const game::Rules& rules = context.rules;
    if (!rules.usesSelfCollisions) {
        return;
    }
    for (const game::PlayerId& player : context.world.players()) {
        if (player.side != side) {
            continue;
        }
        for (const SelfContact& contact :
             context.world.selfContacts(player, rules.selfCollisionToleranceM)) {
            if (rules.selfCollisionBeamPenalty) {
                liftOff(context, book, player);
            } else {
                freeze(context, book, player, contact);
            }
        }
    }
}

void SelfCollisionRule::freeze(RuleContext& context, FoulLog& book, const game::PlayerId& player,
                               const SelfContact& contact) {
    const robot::RobotModel& model = context.world.model(player);
    const double nowS = context.game.timeS();
    const double pauseS = frozenPauseS(context.rules);
    std::map<robot::JointId, FrozenJoint>& frozen = m_frozen[player];
    bool isFoul = false;
    for (const robot::BodyId body : {contact.first, contact.second}) {
        for (const robot::JointId joint : jointsFrozenWith(model, body)) {
            const auto known = frozen.find(joint);
            if (known != frozen.end() && game::asServerS(nowS - known->second.sinceS) <= pauseS) {
                continue;
            }
            frozen[joint] = {nowS, true};
            context.world.setJointFrozen(player, joint, true);
            isFoul = true;
        }
    }
    if (isFoul) {
        book.record(FoulType::SelfCollision, player);
    }
}

void SelfCollisionRule::liftOff(const RuleContext& context, FoulLog& book,
                                const game::PlayerId& player) {
    const double nowS = context.game.timeS();
    const auto last = m_lastLiftedS.find(player);
    const double cooldownS = game::asServerS(context.rules.selfCollisionBeamCooldownS);
    if (last == m_lastLiftedS.end() || game::asServerS(nowS - last->second) > cooldownS) {
        m_lastLiftedS[player] = nowS;
        book.addFoul(FoulType::SelfCollision, player);
    }
}

void SelfCollisionRule::thaw(RuleContext& context) {
    if (!context.rules.usesSelfCollisions || context.rules.selfCollisionBeamPenalty) {
        thawAll(context);
        return;
    }
    const double nowS = context.game.timeS();
    const double frozenS = game::asServerS(context.rules.selfCollisionFrozenS);
    const double pauseS = frozenPauseS(context.rules);
    const auto ageS = [nowS](const FrozenJoint& joint) {
        return game::asServerS(nowS - joint.sinceS);
    };
    for (auto& [player, joints] : m_frozen) {
        if (!isPresent(context.world, player)) {
            continue;
        }
        for (auto& [joint, frozen] : joints) {
            if (frozen.isFrozen && ageS(frozen) >= frozenS) {
                frozen.isFrozen = false;
                context.world.setJointFrozen(player, joint, false);
            }
        }
        std::erase_if(joints, [&](const auto& entry) { return ageS(entry.second) >= pauseS; });
    }
}

void SelfCollisionRule::thawAll(RuleContext& context) {
    for (auto& [player, joints] : m_frozen) {
        for (const auto& [joint, frozen] : joints) {
            if (frozen.isFrozen && isPresent(context.world, player)) {
                context.world.setJointFrozen(player, joint, false);
            }
        }
    }
    m_frozen.clear();
}

void SelfCollisionRule::swapSides() {
    m_frozen = onOtherSides(std::move(m_frozen));
    m_lastLiftedS = onOtherSides(std::move(m_lastLiftedS));
}

} // namespace sideline::simulator
