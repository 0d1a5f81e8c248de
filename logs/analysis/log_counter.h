#pragma once

#include <functional>
#include <optional>

#include "agentcore/base/error.h"
#include "logs/analysis/match_analysis.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Counts what happens in a log from a frame on, piece by piece, so that there are numbers before
/// the end is reached, and so that a log that grows is continued. One thread at a time.
class LogCounter {
public:
    /// @param windowS see `MatchAnalysis`
    explicit LogCounter(FrameNumber first, double windowS = MatchAnalysis::kDefaultWindowS)
        : m_analysis(windowS), m_next(first) {}

    /// Everything in front of this frame is counted, from the first one on.
    [[nodiscard]] FrameNumber next() const { return m_next; }
    /// Whether what was counted still has the times that the index reports: those of a growing log
    /// may have been estimated again.
    [[nodiscard]] bool fits(const LogIndex& index) const;

    /// Counts the frames up to this one, with several threads from full scene to full scene where
    /// the log repeats them. Frames that a growing log has given up are left out.
    /// @param parts of the same log, as far as it is indexed
    /// @param end one past the last frame
    /// @param threads the result does not depend on it
    /// @param keepGoing asked every few hundred frames; where it says false the work may be
    ///     continued later
    /// Errors: of `LogBytes::read`; then nothing more can be counted.
    base::Expected<void> countTo(const LogParts& parts, FrameNumber end, unsigned threads,
                                 const std::function<bool()>& keepGoing = {});

    [[nodiscard]] MatchStatistics statistics() const { return m_analysis.statistics(); }

private:
    static constexpr std::size_t kExactCacheBytes = std::size_t{8} << 20U;
    static constexpr double kNothing = -1.0;

    MatchAnalysis m_analysis;
    FrameNumber m_next;
    double m_lastS = kNothing;          ///< record time of the last frame that was counted
    std::optional<FrameReader> m_exact; ///< for what cannot be read from a full scene on
};

} // namespace sideline::logs
