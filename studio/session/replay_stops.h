#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logs/match/match_log.h"
#include "logs/replay/event_stops.h"

namespace sideline::studio {

/// Where a replay stops: at the events that are jumped to, and at frames where play pauses.
class ReplayStops {
public:
    /// The next or previous of the stops that `logs::eventStops` makes of the events of these
    /// kinds; nothing if there is none. While it plays, the one that was reached a short time ago
    /// counts as the place, not `frame`: else there was no way past it to the previous one.
    [[nodiscard]] std::optional<logs::EventStop> nextEvent(const logs::MatchLog& log,
                                                           logs::FrameNumber frame, bool isPlaying,
                                                           bool forward, std::uint32_t kinds,
                                                           double leadS) const;
    /// The stop of an event.
    [[nodiscard]] static logs::EventStop stopOf(const logs::MatchLog& log, const logs::Event& event,
                                                std::uint32_t kinds, double leadS);
    /// A jump to an event has ended here.
    void noteJump(logs::FrameNumber frame) { m_jump = Jump{frame}; }
    /// Any other seek forgets the jump.
    void forgetJump() { m_jump.reset(); }
    void addPlayedTime(double elapsedS);

    /// @param frames ascending
    void setPauseFrames(std::vector<logs::FrameNumber> frames) {
        m_pauseFrames = std::move(frames);
    }
    /// The first of the frames to pause at on the way from one frame to another, without the
    /// former; nothing when they are not in the order of play.
    [[nodiscard]] std::optional<logs::FrameNumber> pauseBetween(logs::FrameNumber from,
                                                                logs::FrameNumber to,
                                                                bool isForward) const;

private:
    /// Where a jump to an event has ended, and how long it has played since.
    struct Jump {
        logs::FrameNumber frame;
        double playedS = 0.0;
    };
    std::optional<Jump> m_jump; ///< nothing after any other seek
    std::vector<logs::FrameNumber> m_pauseFrames;
};

} // namespace sideline::studio
