#pragma once

#include <string>
#include <vector>

#include "logs/analysis/match_statistics.h"

namespace sideline::cli {

/// The statistics of a match as a table to be read: both teams, per half and per window if there
/// are several, then the players.
[[nodiscard]] std::string statisticsTable(const logs::MatchStatistics& statistics);

/// The teams' numbers of a whole match only, as at the end of one.
[[nodiscard]] std::string teamsTable(const logs::MatchStatistics& statistics);

/// Several matches, one column pair each.
/// @param names of the matches, such as their files; as many as `matches`
[[nodiscard]] std::string comparisonTable(const std::vector<std::string>& names,
                                          const std::vector<logs::MatchStatistics>& matches);

} // namespace sideline::cli
