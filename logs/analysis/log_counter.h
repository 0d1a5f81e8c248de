#pragma once

#include <functional>
#include <optional>

#include "agentcore/base/error.h"
#include "logs/analysis/match_analysis.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Computes the statistics of a log from a given frame on, step by step: partial results are
/// available before the end, and a growing log is continued. One thread at a time.
class LogCounter {
public:
    /// @param windowS see `MatchAnalysis`
    explicit LogCounter(FrameNumber first, double windowS = MatchAnalysis::kDefaultWindowS)
        : m_analysis(windowS), m_next(first) {}

    /// First frame that is not counted yet.
    [[nodiscard]] FrameNumber next() const { return m_next; }
    /// Whether the record times used so far still match the index: a growing log may revise its
    /// estimates.
    [[nodiscard]] bool fits(const LogIndex& index) const;

    /// Counts the frames before `end`. Where the log repeats full scenes, several threads decode
    /// the frames between them. Skips frames that a growing log has dropped.
    /// @param parts of the same log, as far as it is indexed
    /// @param end one past the last frame
    /// @param threads the result does not depend on it
    /// @param keepGoing called every few hundred frames with the fraction done, 0 to 1; returning
    ///     false pauses the work, which may be resumed later
    /// Errors: those of `LogBytes::read`; afterward counting cannot continue.
    base::Expected<void> countTo(const LogParts& parts, FrameNumber end, unsigned threads,
                                 const std::function<bool(double)>& keepGoing = {});

    [[nodiscard]] MatchStatistics statistics() const { return m_analysis.statistics(); }

private:
    static constexpr std::size_t kExactCacheBytes = std::size_t{8} << 20U;
    static constexpr double kNothing = -1.0;

    MatchAnalysis m_analysis;
    FrameNumber m_next;
    double m_lastS = kNothing;          ///< record time of the last counted frame
    std::optional<FrameReader> m_exact; ///< reads frames that cannot be decoded from a full scene
};

} // namespace sideline::logs
