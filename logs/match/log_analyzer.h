#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/monitor/remark.h"
#include "logs/match/events.h"
#include "logs/match/frame_reader.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

/// Result of one pass over the frames of a log. Immutable; each snapshot extends the preceding one.
struct LogAnalysis {
    FrameNumber frameCount = 0; ///< number of analyzed frames, from 0
    bool isComplete = false;
    std::vector<Event> events;             ///< ordered by frame
    std::map<game::PlayerId, int> players; ///< every robot seen, with its type (-1: unknown)
    /// Descriptions of the robots that have one.
    std::map<game::PlayerId, robot::RobotModelPtr> models;
    std::vector<LogIssue> issues; ///< ordered by frame, at most a thousand
    std::uint64_t damagedFrames = 0;
    std::uint64_t outOfSyncFrames = 0;
    std::uint64_t remarkCount = 0; ///< notes on readable frames; see `issues`
    std::shared_ptr<const Checkpoints> checkpoints;

    /// Kind of a player's robot for display: its type number, the robot's name where there are no
    /// types, or `unknown`.
    [[nodiscard]] std::string robotName(const game::PlayerId& id) const;
};

/// One pass over all frames of a log. One thread.
class LogAnalyzer {
public:
    LogAnalyzer(LogParts parts, std::size_t checkpointBytes);

    /// Replaces the parts with those of the same log after it has grown.
    void setParts(LogParts parts) { m_parts = std::move(parts); }
    [[nodiscard]] const LogParts& parts() const { return m_parts; }
    /// Time step of the index at the beginning of the analysis; a different step requires a
    /// restart.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// Next frame to analyze.
    [[nodiscard]] FrameNumber frameCount() const { return m_result.frameCount; }

    /// Analyzes a frame; frames must ascend from 0, except for dropped ones.
    /// Errors: those of `LogBytes::read`; then nothing changed.
    [[nodiscard]] base::Expected<void> process(FrameNumber frame);
    /// Records why the rest of the log cannot be analyzed.
    void addLoss(const base::Error& error);
    [[nodiscard]] LogAnalysis snapshot(bool complete);

private:
    void noteDecoded(FrameNumber frame, const monitor::DecodeReport& decoded);
    void noteRemark(FrameNumber frame, const monitor::Remark& remark);
    void addRepeated(LogAnalysis& result) const;
    void addIssue(FrameNumber frame, LogIssue::Severity severity, base::Error error);

    LogParts m_parts;
    double m_stepS;
    LogStateReducer m_folder;
    EventDetector m_events;
    CheckpointBuilder m_checkpoints;
    LogAnalysis m_result; // its `issues` are those of frames only
    FrameNumber m_lastFull = 0;
    bool m_wasOutOfSync = false;
    // By message: number of frames, first issue.
    std::map<std::string, std::pair<int, LogIssue>> m_repeated;
};

} // namespace sideline::logs
