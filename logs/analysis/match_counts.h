#pragma once

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Adds to a period the events in a match's lists that lie in a span of record time.
/// @param untilS exclusive
void countEvents(PeriodStatistics& period, const MatchStatistics& match, double fromS,
                 double untilS);

/// Adds the events in a match's lists to the statistics of its players, and computes its pass
/// network.
void countPlayers(MatchStatistics& match);

} // namespace sideline::logs
