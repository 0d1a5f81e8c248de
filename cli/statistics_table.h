#pragma once

#include <string>
#include <vector>

#include "logs/analysis/match_statistics.h"

namespace sideline::cli {

/// Formats the statistics of a match as text tables: both teams, per half and per window if there
/// are several, then the players.
[[nodiscard]] std::string statisticsTable(const logs::MatchStatistics& statistics);

/// Formats only the teams' numbers of a whole match, as printed at its end.
[[nodiscard]] std::string teamsTable(const logs::MatchStatistics& statistics);

/// Formats several matches, with a pair of columns each.
/// @param names names of the matches, such as their files; as many as `matches`
[[nodiscard]] std::string comparisonTable(const std::vector<std::string>& names,
                                          const std::vector<logs::MatchStatistics>& matches);

} // namespace sideline::cli
