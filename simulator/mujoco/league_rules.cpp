#include "simulator/mujoco/league_rules.h"

namespace sideline::simulator::mujoco {

double LeagueRules::startS(LeaguePhase phase) const {
    switch (phase) {
    case LeaguePhase::SecondHalf:
        return halfS;
    case LeaguePhase::FirstExtraHalf:
        return 2.0 * halfS;
    case LeaguePhase::SecondExtraHalf:
        return 2.0 * halfS + extraHalfS;
    default:
        return 0.0;
    }
}

double LeagueRules::endS(LeaguePhase phase) const {
    switch (phase) {
    case LeaguePhase::FirstHalf:
        return halfS;
    case LeaguePhase::SecondHalf:
        return 2.0 * halfS;
    case LeaguePhase::FirstExtraHalf:
        return 2.0 * halfS + extraHalfS;
    case LeaguePhase::SecondExtraHalf:
        return 2.0 * (halfS + extraHalfS);
    default:
        return penaltyShootingS;
    }
}

std::optional<LeagueRules> leagueRules(std::string_view name) {
    if (name == "fifa") {
        return LeagueRules{};
    }
    if (name == "ssim" || name == "ssim26") {
        return LeagueRules{.maxTeamSize = 7, .halfS = 5.0 * 60.0, .extraHalfS = 3.0 * 60.0};
    }
    return std::nullopt;
}

std::string_view fieldOf(std::string_view ruleBook) {
    return ruleBook == "fifa" ? "fifa" : "fifa7vs7";
}

} // namespace sideline::simulator::mujoco
