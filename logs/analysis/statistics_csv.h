#pragma once

#include <string>
#include <vector>

#include "logs/analysis/match_statistics.h"
#include "logs/analysis/occurrences.h"

namespace sideline::logs {

/// Writes the team statistics as CSV: columns period (`match`, `half 1`, ...), statistic, unit,
/// left, right; the first row has the teams' names. Undefined values are empty.
[[nodiscard]] std::string teamsCsv(const MatchStatistics& match);

/// Writes the player statistics as CSV: a row per player, a column per statistic, units in the
/// headings.
[[nodiscard]] std::string playersCsv(const MatchStatistics& match);

/// Writes occurrences as CSV, one per row.
[[nodiscard]] std::string occurrencesCsv(const MatchStatistics& match,
                                         const std::vector<Occurrence>& occurrences);

} // namespace sideline::logs
