#include "simulator/referee/incapable_rule.h"

#include <cmath>

#include "agentcore/game/rules.h"
#include "agentcore/robot/built_in_robots.h"
#include "simulator/referee/cycles.h"

namespace sideline::simulator {

namespace {

// Heights of a Nao's torso; scaled for robots of a different size.
constexpr double kOnGroundBelowM = 0.15;
constexpr double kStandingFromM = 0.25;
constexpr double kBesideFieldM = 0.1;
constexpr double kRecoveredS = 0.5;

} // namespace

void IncapableRule::count(const RuleContext& context, const game::PlayerId& player) {
    const Eigen::Vector3d p_S = context.world.motion(player).p_S;
    const bool isOnField = std::abs(p_S.y()) < context.field.widthM / 2.0 + kBesideFieldM;
    const double heightM = p_S.z() / robot::sizeRatio(context.world.model(player));
    Memory& memory = m_players[player];
    if (heightM >= kStandingFromM) {
        ++memory.standing;
        memory.onGround = 0;
    } else if (isOnField) {
        ++memory.notStanding;
        memory.standing = 0;
        memory.onGround += heightM < kOnGroundBelowM ? 1 : 0;
    }
    if (memory.standing > cyclesIn(kRecoveredS)) {
        memory.notStanding = 0;
    }
}

bool IncapableRule::isIncapable(const RuleContext& context, const game::PlayerId& player) const {
    const auto found = m_players.find(player);
    if (found == m_players.end()) {
        return false;
    }
    const game::Rules& rules = context.rules;
    const bool isGoalie = player.unum.value() == 1;
    const double groundMaxS = isGoalie ? rules.goalieGroundMaxS : rules.groundMaxS;
    const double notStandingMaxS = isGoalie ? rules.goalieNotStandingMaxS : rules.notStandingMaxS;
    return found->second.onGround > cyclesIn(groundMaxS) ||
           found->second.notStanding > cyclesIn(notStandingMaxS);
}

bool IncapableRule::isStanding(const game::PlayerId& player) const {
    const auto found = m_players.find(player);
    return found == m_players.end() || found->second.notStanding == 0;
}

} // namespace sideline::simulator
