#pragma once

#include <mutex>
#include <vector>

#include "logs/analysis/match_analysis.h"
#include "simulator/server/match_sink.h"

namespace sideline::cli {

/// Counts what happens in a match of a simulator while it is played.
class MatchCounter : public simulator::MatchSink {
public:
    [[nodiscard]] bool wantsFull() const override { return false; }
    void take(const simulator::MatchMessage& message) override {
        logs::AnalysisInstant instant =
            logs::instantOf(m_frame, message.recordTimeS, *message.game, *message.scene, false);
        std::erase_if(instant.fouls,
                      [&](const monitor::Foul& foul) { return foul.index <= m_lastFoul; });
        m_lastFoul = instant.fouls.empty() ? m_lastFoul : instant.fouls.back().index;
        const std::scoped_lock lock(m_mutex);
        ++m_frame;
        m_analysis.add(instant);
    }
    /// So far. Any thread.
    [[nodiscard]] logs::MatchStatistics statistics() const {
        const std::scoped_lock lock(m_mutex);
        return m_analysis.statistics();
    }

private:
    logs::FrameNumber m_frame = 0; // written by the simulator's thread only
    int m_lastFoul = 0;            // likewise
    mutable std::mutex m_mutex;
    logs::MatchAnalysis m_analysis;
};

} // namespace sideline::cli
