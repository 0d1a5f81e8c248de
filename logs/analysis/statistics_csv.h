#pragma once

#include <string>
#include <vector>

#include "logs/analysis/match_statistics.h"
#include "logs/analysis/occurrences.h"

namespace sideline::logs {

/// The teams' numbers as CSV: columns period (`match`, `half 1`, ...), statistic, unit, left,
/// right; the first row has the teams' names. What there is no number for is empty.
[[nodiscard]] std::string teamsCsv(const MatchStatistics& match);

/// The players' numbers as CSV: a row per player, a column per number, units in the headings.
[[nodiscard]] std::string playersCsv(const MatchStatistics& match);

/// What happened as CSV, a row each.
[[nodiscard]] std::string occurrencesCsv(const MatchStatistics& match,
                                         const std::vector<Occurrence>& occurrences);

} // namespace sideline::logs
