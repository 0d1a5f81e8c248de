#pragma once

#include <QString>

#include "studio/session/live_session.h"
#include "studio/session/match_player.h"

namespace sideline::studio {

/// Determines which match is shown, the log or the live match with its recording, and which part of
/// it is shown. Code that supports both uses this class. GUI thread only.
class ShownMatch {
public:
    /// Both must outlive this object.
    ShownMatch(MatchPlayer& log, LiveSession& live) : m_log(log), m_live(live) {}

    [[nodiscard]] MatchPlayer& log() const { return m_log; }
    [[nodiscard]] LiveSession& live() const { return m_live; }

    /// Shows the live match, if there is one, or the log.
    void setShowsLive(bool showsLive) { m_showsLive = showsLive && m_live.hasMatch(); }
    /// Whether the live match, or the recording of the last one, is shown rather than the log.
    [[nodiscard]] bool showsLive() const { return m_showsLive; }
    /// Whether the recording of a finished live match is shown.
    [[nodiscard]] bool showsRecording() const { return m_showsLive && !m_live.isLive(); }
    /// Whether the newest frame of a live match is shown.
    [[nodiscard]] bool isAtHead() const { return m_showsLive && m_live.isAtHead(); }
    /// Whether the shown match is played by the embedded simulator.
    [[nodiscard]] bool isOfSimulator() const {
        return m_showsLive && m_live.source() == LiveSession::Source::Simulator;
    }
    /// Whether there is a match to show.
    [[nodiscard]] bool isThere() const { return m_showsLive || m_log.isOpen(); }

    /// Returns the player of the log, or of the live match's recording.
    [[nodiscard]] MatchPlayer& replay() const { return m_showsLive ? m_live.replay() : m_log; }
    /// Returns the file of the match; empty without one.
    [[nodiscard]] QString file() const {
        const auto log = replay().isOpen() ? replay().log() : nullptr;
        return log ? QString::fromStdString(log->path().string()) : QString();
    }
    /// Returns the shown frame; null members before the first frame.
    [[nodiscard]] const logs::FetchedFrame& shown() const {
        return m_showsLive ? m_live.shown() : m_log.shown();
    }
    /// Number of the shown frame in the replay's index. The newest frame of a live match may be
    /// shown before it is recorded, and frames for the screen arrive more often than recorded ones.
    [[nodiscard]] logs::FrameNumber shownNumber(const logs::LogIndex& index) const {
        return replay().isFollowing() ? index.frameCount() - 1 : shown().exact->index;
    }

    /// Whether the shown time advances without user input.
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
