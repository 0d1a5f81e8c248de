#pragma once

#include <functional>
#include <optional>

#include "agentcore/base/error.h"
#include "logs/analysis/match_analysis.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Selects the part of a log to count, and how.
struct StatisticsOptions {
    std::optional<double> fromS;                     ///< game time; default: the log's beginning
    std::optional<double> toS;                       ///< game time; default: the log's end
    double windowS = MatchAnalysis::kDefaultWindowS; ///< above 0
    unsigned threads = 1; ///< threads that read the log; the result does not depend on it
    /// Called every few hundred frames with the fraction done, 0 to 1; returning false ends the
    /// count early with a partial result.
    std::function<bool(double done)> keepGoing{};
};

/// Computes the statistics of a log. Where the log repeats full scenes, several threads decode the
/// frames between them.
/// @param parts of a completely indexed log
/// Errors: InvalidArgument if the log has no frame in the span; those of `LogBytes::read`.
[[nodiscard]] base::Expected<MatchStatistics> statisticsOf(const LogParts& parts,
                                                           const StatisticsOptions& options);

} // namespace sideline::logs
