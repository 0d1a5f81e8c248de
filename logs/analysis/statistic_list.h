#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "logs/analysis/match_statistics.h"
#include "logs/analysis/occurrences.h"

namespace sideline::logs {

/// Name, unit and description of a statistic, shown in every list. docs/analysis.md has the
/// definitions.
struct StatisticInfo {
    std::string_view id;    ///< key in CSV: `complete_passes`
    std::string_view name;  ///< for display
    std::string_view unit;  ///< `%`, `m`, ...; empty for a count
    int decimals = 0;       ///< for display
    std::string_view about; ///< description in one sentence
    /// Kind of the occurrences that the statistic counts; none for a sum over all frames.
    std::optional<OccurrenceKind> behind{};
};

/// A statistic of a team in a period.
struct TeamStatistic {
    StatisticInfo info;
    /// NaN if undefined, such as the mean of no values.
    double (*value)(const PeriodStatistics& period, game::Side side);
};
/// Returns all team statistics in order of display.
[[nodiscard]] std::span<const TeamStatistic> teamStatistics();

/// A statistic of a player.
struct PlayerStatistic {
    StatisticInfo info;
    std::string_view shortName; ///< column heading
    /// NaN if undefined, such as the mean of no values.
    double (*value)(const PlayerStatistics& player);
};
/// Returns all player statistics in order of display.
[[nodiscard]] std::span<const PlayerStatistic> playerStatistics();

/// Returns the name of a team, or its side if it has none.
[[nodiscard]] std::string_view teamName(const MatchStatistics& match, game::Side side);

} // namespace sideline::logs
