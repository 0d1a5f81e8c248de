#pragma once

#include <string>
#include <vector>

#include "series/series_folder.h"
#include "series/series_plan.h"
#include "series/summary.h"

namespace sideline::series {

/// The whole series as one self-contained HTML page: verdicts, Elo differences, plots, statistics,
/// conditions, games. It follows the light or dark mode of the reader's system.
/// @param games finished games, in the order of the schedule
[[nodiscard]] std::string reportPage(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                                     const std::vector<Attempt>& attempts,
                                     const SeriesSummary& summary);

} // namespace sideline::series
