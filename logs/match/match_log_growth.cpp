// Following a growing log.
#include "logs/match/match_log.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace sideline::logs {

namespace {

using base::Expected;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kPollInterval{20};   // interval between checks of the file
constexpr milliseconds kAnalysisPause{500}; // interval between snapshots of the analysis
constexpr FrameNumber kAnalysisSlice = 64;  // frames between two checks of the file

} // namespace

// State of the worker while a log grows.
class MatchLog::Growth {
public:
    Growth(MatchLog& log, IndexBuilder& builder)
        : m_log(log), m_builder(builder), m_feeder(*log.m_bytes, builder) {}

    // Indexes appended bytes. @return false when no more can come
    bool followFile() {
        if (auto followed = m_log.m_bytes->follow(m_builder.indexedBytes()); !followed) {
            m_builder.addIssue(followed.error());
            m_isLost = true;
            return false;
        }
        const std::uint64_t size = m_log.m_bytes->size();
        const std::uint64_t before = m_builder.indexedBytes();
        Expected<bool> hasLine = true;
        while (hasLine && *hasLine) {
            hasLine = m_feeder.step(size);
        }
        if (!hasLine && isLost(hasLine.error())) {
            return false;
        }
        // Records the indexed bytes as in use before frames are dropped, since a ring then clears
        // their segments.
        if (auto kept = m_log.m_bytes->follow(m_builder.indexedBytes()); !kept) {
            m_builder.addIssue(kept.error());
            m_isLost = true;
            return false;
        }
        const bool isDropped = drop();
        if (m_builder.indexedBytes() != before || isDropped || !m_isPublished) {
            m_log.publishIndex(m_builder);
            m_isPublished = true;
        }
        return true;
    }

    // @return whether all indexed frames are analyzed
    bool analyzeSlice(FrameNumber frames) {
        if (!m_log.m_options.analyze || m_builder.frameCount() == 0) {
            return true;
        }
        const LogParts parts = m_log.parts();
        if (!m_analyzer || m_analyzer->stepS() != parts.index->stepS()) {
            m_analyzer.emplace(parts, m_log.m_options.memoryBytes / 2);
        } else {
            m_analyzer->setParts(parts);
        }
        const FrameNumber count = parts.index->frameCount();
        const FrameNumber begin = std::max(m_analyzer->frameCount(), parts.index->firstFrame());
        const FrameNumber end = count - begin > frames ? begin + frames : count;
        // A truncation is detected when the file is followed.
        for (FrameNumber frame = begin; frame < end; ++frame) {
            if (!m_analyzer->process(frame)) {
                return true;
            }
        }
        return end == count || !m_log.m_bytes->check();
    }

    void publishAnalysisIfDue(Clock::time_point now) {
        if (m_analyzer && m_analyzer->frameCount() != m_analyzedFrames && now >= m_analysisDue) {
            m_analyzedFrames = m_analyzer->frameCount();
            m_analysisDue = now + kAnalysisPause;
            m_log.publishAnalysis(m_analyzer->snapshot(false));
        }
    }

    void finish(const std::stop_token& stop) {
        if (m_isLost) {
            m_builder.finish({});
        } else if (auto finished = m_feeder.finish(m_log.m_bytes->size()); !finished) {
            static_cast<void>(isLost(finished.error()));
        }
        m_log.publishIndex(m_builder);
        if (!stop.stop_requested() && m_log.m_options.analyze) {
            m_log.setStage(LogProgress::Stage::Analysing);
            while (!stop.stop_requested() && !analyzeSlice(kAnalysisSlice)) {
            }
        }
        if (m_analyzer) {
            m_log.publishAnalysis(
                m_analyzer->snapshot(m_analyzer->frameCount() == m_builder.frameCount()));
        }
    }

private:
    // Whether reading failed permanently; otherwise the writer has only removed an incomplete line.
    bool isLost(const base::Error& error) {
        if (error.code != base::ErrorCode::Truncated || !m_log.m_bytes->check()) {
            m_builder.addIssue(error);
            m_isLost = true;
        }
        return m_isLost;
    }

    // Defers frames that are not indexed yet.
    bool drop() {
        FrameNumber first = 0;
        {
            const std::scoped_lock lock(m_log.m_mutex);
            if (m_log.m_dropBefore >= m_builder.frameCount()) {
                return false;
            }
            first = std::exchange(m_log.m_dropBefore, 0);
        }
        if (first == 0) {
            return false;
        }
        m_builder.dropBefore(first);
        return true;
    }

    MatchLog& m_log;
    IndexBuilder& m_builder;
    LineFeeder m_feeder;
    std::optional<LogAnalyzer> m_analyzer;
    FrameNumber m_analyzedFrames = 0;
    Clock::time_point m_analysisDue;
    bool m_isPublished = false;
    bool m_isLost = false; ///< the followed file was replaced or truncated
};

void MatchLog::grow(IndexBuilder& builder, const std::stop_token& stop) {
    Growth growth(*this, builder);
    bool canGrow = growth.followFile();
    setStage(LogProgress::Stage::Growing);
    while (canGrow && !stop.stop_requested()) {
        const bool isCaughtUp = growth.analyzeSlice(kAnalysisSlice);
        growth.publishAnalysisIfDue(Clock::now());
        bool isFinishing = false;
        {
            std::unique_lock lock(m_mutex);
            if (isCaughtUp) {
                m_growthRequested.wait_for(lock, stop, kPollInterval,
                                           [this] { return m_isPoked || m_isFinishing; });
            }
            m_isPoked = false;
            isFinishing = m_isFinishing;
        }
        // The file now contains everything written before the end was signaled.
        canGrow = growth.followFile() && !isFinishing;
    }
    growth.finish(stop);
    setStage(stop.stop_requested() ? LogProgress::Stage::Canceled : LogProgress::Stage::Done);
}

void MatchLog::notifyGrown() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isPoked = true;
    }
    m_growthRequested.notify_one();
}

void MatchLog::dropBefore(FrameNumber frame) {
    {
        const std::scoped_lock lock(m_mutex);
        m_dropBefore = std::max(m_dropBefore, frame);
        m_isPoked = true;
    }
    m_growthRequested.notify_one();
}

void MatchLog::finishGrowing() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isFinishing = true;
    }
    m_growthRequested.notify_one();
}

bool MatchLog::waitForFrames(FrameNumber count) const {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] {
        return m_index->frameCount() >= count || m_index->isComplete() ||
               m_stage == LogProgress::Stage::Canceled;
    });
    return m_index->frameCount() >= count;
}

} // namespace sideline::logs
