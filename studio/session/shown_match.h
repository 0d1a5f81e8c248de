#pragma once

#include <QString>

#include "studio/session/live_session.h"
#include "studio/session/match_player.h"

namespace sideline::studio {

/// Which match is on the screen: the log, or the live match with its recording; and what of it is
/// shown. Everything that works for both asks here. GUI thread only.
class ShownMatch {
public:
    /// Both must outlive this.
    ShownMatch(MatchPlayer& log, LiveSession& live) : m_log(log), m_live(live) {}

    [[nodiscard]] MatchPlayer& log() const { return m_log; }
    [[nodiscard]] LiveSession& live() const { return m_live; }

    /// Chooses the live match, if there is one, or the log.
    void setShowsLive(bool showsLive) { m_showsLive = showsLive && m_live.hasMatch(); }
    /// Whether the live match is shown, or what was recorded of the last one, rather than the log.
    [[nodiscard]] bool showsLive() const { return m_showsLive; }
    /// Whether what was recorded of a live match is shown that is over.
    [[nodiscard]] bool showsRecording() const { return m_showsLive && !m_live.isLive(); }
    /// Whether what happens now is shown.
    [[nodiscard]] bool isAtHead() const { return m_showsLive && m_live.isAtHead(); }
    /// Whether the simulator of this program plays what is shown.
    [[nodiscard]] bool isOfSimulator() const {
        return m_showsLive && m_live.source() == LiveSession::Source::Simulator;
    }
    /// Whether there is a match to be shown.
    [[nodiscard]] bool isThere() const { return m_showsLive || m_log.isOpen(); }

    /// What is replayed: the log, or the recording of the live match.
    [[nodiscard]] MatchPlayer& replay() const { return m_showsLive ? m_live.replay() : m_log; }
    /// The frame on the screen; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& shown() const {
        return m_showsLive ? m_live.shown() : m_log.shown();
    }
    /// Number of the shown frame among those of the replay's index. The newest frame of a live
    /// match may be there before the recording has it, and frames for the screen come more often
    /// than those that are recorded.
    [[nodiscard]] logs::FrameNumber shownNumber(const logs::LogIndex& index) const {
        return replay().isFollowing() ? index.frameCount() - 1 : shown().exact->index;
    }

    /// Whether the time on the screen runs by itself.
    [[nodiscard]] bool runsForward() const {
        const logs::ReplayClock& clock = replay().clock();
        return isAtHead() ? !m_live.view().isPaused : clock.isPlaying() && clock.speed() > 0.0;
    }
    [[nodiscard]] bool runsBackward() const {
        const logs::ReplayClock& clock = replay().clock();
        return !isAtHead() && clock.isPlaying() && clock.speed() < 0.0;
    }

private:
    MatchPlayer& m_log;
    LiveSession& m_live;
    bool m_showsLive = false;
};

} // namespace sideline::studio
