#pragma once

#include <functional>
#include <optional>

#include "agentcore/base/error.h"
#include "logs/analysis/match_analysis.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Which part of a log is counted, and how.
struct StatisticsOptions {
    std::optional<double> fromS;                     ///< game time; the log's begin without it
    std::optional<double> toS;                       ///< game time; the log's end without it
    double windowS = MatchAnalysis::kDefaultWindowS; ///< above 0
    unsigned threads = 1; ///< that read the log; the result does not depend on it
    /// Asked every few hundred frames; what was counted by then is returned where it says false.
    std::function<bool()> keepGoing{};
};

/// Counts what happens in a log. Several threads decode it, from full scene to full scene where it
/// repeats them.
///
/// @param parts of a log that is indexed to its end
/// Errors: InvalidArgument if the log has no frame in the span; of `LogBytes::read`.
[[nodiscard]] base::Expected<MatchStatistics> statisticsOf(const LogParts& parts,
                                                           const StatisticsOptions& options);

} // namespace sideline::logs
