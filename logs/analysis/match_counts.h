#pragma once

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Adds the events of a match's lists that lie in a span of record time to a period.
/// @param untilS exclusive
void countEvents(PeriodStatistics& period, const MatchStatistics& match, double fromS,
                 double untilS);

/// Adds the events of a match's lists to its players, and computes its pass network.
void countPlayers(MatchStatistics& match);

} // namespace sideline::logs
