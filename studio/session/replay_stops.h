#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logs/match/match_log.h"
#include "logs/replay/event_stops.h"

namespace sideline::studio {

/// Determines where a replay stops: at events that are targets of jumps, and at frames where it
/// pauses.
class ReplayStops {
public:
    /// Returns the next or previous stop that `logs::eventStops` derives from events of these
    /// kinds; empty if there is none. While playing, a stop reached a short time ago counts as the
    /// current place instead of `frame`, so that repeated jumps can pass it backward.
    [[nodiscard]] std::optional<logs::EventStop> nextEvent(const logs::MatchLog& log,
                                                           logs::FrameNumber frame, bool isPlaying,
                                                           bool forward, std::uint32_t kinds,
                                                           double leadS) const;
    /// Returns the stop of an event.
    [[nodiscard]] static logs::EventStop stopOf(const logs::MatchLog& log, const logs::Event& event,
                                                std::uint32_t kinds, double leadS);
    /// Records that a jump to an event ended at this frame.
    void noteJump(logs::FrameNumber frame) { m_jump = Jump{frame}; }
    /// Discards the recorded jump after any other seek.
    void forgetJump() { m_jump.reset(); }
    void addPlayedTime(double elapsedS);

    /// @param frames frame numbers in ascending order
    void setPauseFrames(std::vector<logs::FrameNumber> frames) {
        m_pauseFrames = std::move(frames);
    }
    /// Returns the first pause frame on the way from one frame to another, excluding the former;
    /// empty if there is none, or if the frames are not in playing order.
    [[nodiscard]] std::optional<logs::FrameNumber> pauseBetween(logs::FrameNumber from,
                                                                logs::FrameNumber to,
                                                                bool isForward) const;

private:
    /// The frame that a jump to an event reached, and the time played since.
    struct Jump {
        logs::FrameNumber frame;
        double playedS = 0.0;
    };
    std::optional<Jump> m_jump; ///< empty after any other seek
    std::vector<logs::FrameNumber> m_pauseFrames;
};

} // namespace sideline::studio
