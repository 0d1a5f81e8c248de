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

/// What one pass over all frames of a log found out. Immutable; grows from snapshot to snapshot.
struct LogAnalysis {
    FrameNumber frameCount = 0; ///< frames looked at, from 0
    bool isComplete = false;
    std::vector<Event> events;             ///< ordered by frame
    std::map<game::PlayerId, int> players; ///< every robot seen, with its type (-1: unknown)
    std::map<game::PlayerId, robot::RobotModelPtr> models; ///< of those that are known
    std::vector<LogIssue> issues;                          ///< ordered by frame, the first thousand
    std::uint64_t damagedFrames = 0;
    std::uint64_t outOfSyncFrames = 0;
    std::uint64_t remarkCount = 0; ///< oddities in frames that could be read; see `issues`
    std::shared_ptr<const Checkpoints> checkpoints;

    /// What kind of robot a player is, for display: the number of its type, the robot's name where
    /// there are no types, or `unknown`.
    [[nodiscard]] std::string robotName(const game::PlayerId& id) const;
};

/// One pass over all frames of a log. One thread.
class LogAnalyzer {
public:
    LogAnalyzer(LogParts parts, std::size_t checkpointBytes);

    /// Continues with more frames of the same log.
    void setParts(LogParts parts) { m_parts = std::move(parts); }
    [[nodiscard]] const LogParts& parts() const { return m_parts; }
    /// Step of the index that the analysis was begun with; with another one it is to be restarted.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// The frame to be looked at next.
    [[nodiscard]] FrameNumber frameCount() const { return m_result.frameCount; }

    /// Looks at a frame; frames must ascend from 0, but those that are not kept may be omitted.
    /// Errors: of `LogBytes::read`; then nothing was looked at.
    [[nodiscard]] base::Expected<void> look(FrameNumber frame);
    /// Notes why the rest of the log cannot be looked at.
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
    LogAnalysis m_result; // its issues: those of frames only
    FrameNumber m_lastFull = 0;
    bool m_wasOutOfSync = false;
    std::map<std::string, std::pair<int, LogIssue>> m_repeated; // by message: frames, the first
};

} // namespace sideline::logs
