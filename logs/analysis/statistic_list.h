#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "logs/analysis/match_statistics.h"
#include "logs/analysis/occurrences.h"

namespace sideline::logs {

/// What every list of statistics says of a number. docs/analysis.md has the definitions.
struct StatisticInfo {
    std::string_view id;    ///< in CSV: `complete_passes`
    std::string_view name;  ///< for display
    std::string_view unit;  ///< `%`, `m`, ...; empty for a count
    int decimals = 0;       ///< for display
    std::string_view about; ///< in one sentence
    /// What happened when it counted; nothing for a sum over all frames.
    std::optional<OccurrenceKind> behind{};
};

/// A number of a team in a period.
struct TeamStatistic {
    StatisticInfo info;
    /// NaN if there is nothing that it could be about.
    double (*value)(const PeriodStatistics& period, game::Side side);
};
/// All of them in the order of display.
[[nodiscard]] std::span<const TeamStatistic> teamStatistics();

/// A number of a player.
struct PlayerStatistic {
    StatisticInfo info;
    std::string_view shortName; ///< as the heading of a column
    /// NaN if there is nothing that it could be about.
    double (*value)(const PlayerStatistics& player);
};
/// All of them in the order of display.
[[nodiscard]] std::span<const PlayerStatistic> playerStatistics();

/// The name of a team, or its side while it has none.
[[nodiscard]] std::string_view teamName(const MatchStatistics& match, game::Side side);

} // namespace sideline::logs
