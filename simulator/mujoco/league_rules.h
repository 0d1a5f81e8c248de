#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sideline::simulator::mujoco {

/// The part of a game that one run of the server plays.
enum class LeaguePhase : std::uint8_t {
    FirstHalf,
    SecondHalf,
    FirstExtraHalf,
    SecondExtraHalf,
    PenaltyShooting,
};

/// The rule book of rcssservermj. Times in seconds; a negative time means no limit.
///
/// Values: `games/soccer/soccer_rules.py` of `rcsssmj` 0.2.1.
struct LeagueRules {
    int maxTeamSize = 11;
    int maxUnum = 99;
    double halfS = 45.0 * 60.0;
    double extraHalfS = 15.0 * 60.0;
    double penaltyShootingS = 60.0;
    double setPlayS = 15.0; ///< time limit of kick-offs, kick-ins, corner, goal and free kicks
    double goalPauseS = 3.0;
    double doubleTouchS = 1.0; ///< touches within this time count as one
    double groundS = 15.0;     ///< time for which a player may lie
    double groundGoalieS = 30.0;
    double notStandingS = 30.0;
    double notStandingGoalieS = 60.0;
    int maxDefendersInGoalArea = 2;
    int illegalDefenseCycles = 5; ///< cycles before illegal defense is penalized

    /// The game time at which a phase begins.
    [[nodiscard]] double startS(LeaguePhase phase) const;
    /// The game time at which a phase ends.
    [[nodiscard]] double endS(LeaguePhase phase) const;
};

/// Returns the rule book with this name (`fifa`, `ssim`, `ssim26`), or nullopt.
[[nodiscard]] std::optional<LeagueRules> leagueRules(std::string_view name);

/// Returns the name of a rule book's field (`fifa`, `fifa7vs7`).
[[nodiscard]] std::string_view fieldOf(std::string_view ruleBook);

} // namespace sideline::simulator::mujoco
