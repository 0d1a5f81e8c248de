#pragma once

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Counts the events of a match's lists that lie in a span of record time into a period.
/// @param untilS one that begins then does not count any more
void countEvents(PeriodStatistics& period, const MatchStatistics& match, double fromS,
                 double untilS);

/// Counts the events of a match's lists for its players, and its complete passes.
void countPlayers(MatchStatistics& match);

} // namespace sideline::logs
