#include "simulator/mujoco/player_watches.h"

#include <algorithm>

namespace sideline::simulator::mujoco {

namespace {

constexpr double kLyingM = 0.15; // height of the torso
constexpr double kNotStandingM = 0.25;
constexpr double kStandsAgainS = 0.5; // after this time it stands
constexpr double kCycleS = 0.02;

} // namespace

bool PostureWatch::isIncapable(const game::PlayerId& player, double torsoM,
                               const LeagueRules& rules) {
    Posture& posture = m_postures[player];
    if (torsoM < kNotStandingM) {
        posture.notStandingS += kCycleS;
        posture.standingS = 0.0;
    } else {
        posture.standingS += kCycleS;
        posture.lyingS = 0.0;
    }
    if (torsoM < kLyingM) {
        posture.lyingS += kCycleS;
    }
    if (posture.standingS > kStandsAgainS) {
        posture.notStandingS = 0.0;
    }
    const bool isGoalie = player.unum.value() == 1;
    if (posture.lyingS > (isGoalie ? rules.groundGoalieS : rules.groundS)) {
        posture.lyingS = 0.0;
        return true;
    }
    if (posture.notStandingS > (isGoalie ? rules.notStandingGoalieS : rules.notStandingS)) {
        posture.notStandingS = 0.0;
        return true;
    }
    return false;
}

std::optional<game::PlayerId> GoalAreaWatch::lastOfTooMany(std::span<const game::PlayerId> inside,
                                                           double timeS, const LeagueRules& rules) {
    for (const game::PlayerId& player : inside) {
        m_enteredAtS.try_emplace(player, timeS);
    }
    std::erase_if(m_enteredAtS, [&](const auto& entry) {
        return std::ranges::find(inside, entry.first) == inside.end();
    });
    if (static_cast<int>(inside.size()) <= rules.maxDefendersInGoalArea) {
        m_cycles = 0;
        return std::nullopt;
    }
    if (++m_cycles < rules.illegalDefenseCycles) {
        return std::nullopt;
    }
    m_cycles = 0;
    const game::PlayerId last = *std::ranges::max_element(
        inside, {}, [&](const game::PlayerId& player) { return m_enteredAtS.at(player); });
    m_enteredAtS.erase(last);
    return last;
}

} // namespace sideline::simulator::mujoco
