#pragma once

#include <mutex>
#include <vector>

#include "logs/analysis/match_analysis.h"
#include "simulator/server/match_sink.h"

namespace sideline::cli {

/// Counts the events of a match in a simulator while it is played.
class MatchCounter : public simulator::MatchSink {
public:
    [[nodiscard]] bool needsFullScene() const override { return false; }
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
    /// Returns the counts so far. Any thread.
    [[nodiscard]] logs::MatchStatistics statistics() const {
        const std::scoped_lock lock(m_mutex);
        return m_analysis.statistics();
    }

private:
    logs::FrameNumber m_frame = 0; // written only by the simulator's thread
    int m_lastFoul = 0;            // written only by the simulator's thread
    mutable std::mutex m_mutex;
    logs::MatchAnalysis m_analysis;
};

} // namespace sideline::cli
