#pragma once

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Adds the events of a match in a span of record time to the statistics of a period.
/// @param untilS exclusive
void countEvents(PeriodStatistics& period, const MatchStatistics& match, double fromS,
                 double untilS);

/// Adds the events in a match's lists to the statistics of its players, and computes its pass
/// network.
void countPlayers(MatchStatistics& match);

} // namespace sideline::logs
