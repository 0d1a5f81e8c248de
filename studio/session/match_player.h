#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include "logs/match/match_log.h"
#include "logs/replay/bookmarks.h"
#include "logs/replay/event_stops.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/replay/replay_clock.h"
#include "studio/session/log_opener.h"
#include "studio/session/replay_transport.h"

namespace sideline::studio {

/// A match log being replayed: the open log, the clock, the current frame, selection, bookmarks.
///
/// A log that grows can be followed: the clock then stays at its end until something is sought,
/// and comes back there when it is played or sought to the end.
///
/// Opening, indexing and decoding run in other threads; everything here is for the GUI thread.
class MatchPlayer : public QObject {
    Q_OBJECT
public:
    /// Who shows the end of a log that is followed.
    enum class Head {
        Read,      ///< this session, from the log
        Elsewhere, ///< somebody who has the frames already; nothing is reported while following
    };

    explicit MatchPlayer(QObject* parent = nullptr);
    ~MatchPlayer() override;

    /// Opens a log in the background; the one that is open stays until the new one can be shown.
    void open(const std::string& path, const logs::LogOptions& options);
    /// Shows a log that grows, and follows it; when it has ended, it stands at its last frame. Its
    /// bookmarks are for whoever writes the log to keep.
    void openGrowing(std::shared_ptr<logs::MatchLog> log, Head head);
    void close();
    /// Whether the log grows.
    [[nodiscard]] bool isGrowing() const { return m_transport.isGrowing(); }
    /// Whether the clock stays at the end of a growing log.
    [[nodiscard]] bool isFollowing() const { return m_transport.isFollowing(); }
    /// Goes to the end and stays there, or stands still from now on.
    void setFollowing(bool isFollowing) { m_transport.setFollowing(isFollowing); }
    /// Stops indexing and analysing; what is known so far can be used.
    void cancelBackgroundWork();

    [[nodiscard]] const std::shared_ptr<logs::MatchLog>& log() const { return m_log; }
    [[nodiscard]] bool isOpen() const { return m_log != nullptr; }
    [[nodiscard]] bool isOpening() const { return m_opener.isOpening(); }
    /// The frame that is shown; null members before the first.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_shown; }
    [[nodiscard]] const logs::ReplayClock& clock() const { return m_transport.clock(); }
    [[nodiscard]] const monitor::ObjectId& selection() const { return m_selection; }
    [[nodiscard]] const logs::Bookmarks& bookmarks() const { return m_bookmarks; }
    /// Frame that the clock stands on.
    [[nodiscard]] logs::FrameNumber frame() const { return m_transport.frame(); }

    /// Runs on from here, in the direction given by the sign of the speed, or stands still.
    void setPlaying(bool playing) { m_transport.setPlaying(playing); }
    /// Runs in this direction from now on, as fast as before.
    void play(bool isForward) { m_transport.play(isForward); }
    /// Times real time; negative runs backward.
    void setSpeed(double speed) { m_transport.setSpeed(speed); }
    void seekTime(double recordTimeS) { m_transport.seekTime(recordTimeS); }
    void seekFrame(logs::FrameNumber frame) { m_transport.seekFrame(frame); }
    /// Steps whole frames; negative goes back. Pauses.
    void step(int frames) { m_transport.step(frames); }
    /// Jumps by seconds of record time.
    void jump(double seconds) { m_transport.jump(seconds); }
    /// Goes to the next or previous of the stops that `logs::eventStops` makes of the events of
    /// these kinds. While it plays, the one that was reached so a moment ago counts as the place:
    /// else there was no way past it to the previous one.
    /// @return false if there is none
    bool jumpToEvent(bool forward, std::uint32_t kinds, double leadS) {
        return m_transport.jumpToEvent(forward, kinds, leadS);
    }
    /// Goes to the stop of this event, one of these kinds.
    void goToEvent(const logs::Event& event, std::uint32_t kinds, double leadS) {
        m_transport.goToEvent(event, kinds, leadS);
    }
    void setLoop(std::optional<logs::LoopRange> loop) { m_transport.setLoop(loop); }
    /// Frames, ascending, at which play stops when it comes to them, forward or backward; a loop
    /// that restarts does not count as coming to what lies between.
    void setPauseFrames(std::vector<logs::FrameNumber> frames) {
        m_transport.setPauseFrames(std::move(frames));
    }
    /// Draw between frames while playing.
    void setSmooth(bool smooth) { m_smooth = smooth; }
    /// Length of the selection's trail in seconds; 0 for none.
    void setTrailS(double trailS);
    void select(const monitor::ObjectId& id);

    void setBookmark(const logs::Bookmark& bookmark);
    void removeBookmark(logs::FrameNumber frame);

Q_SIGNALS:
    void opened();
    void closed();
    void openFailed(const QString& text);
    /// Index, analysis or progress of the log went on.
    void logChanged();
    void frameShown(const sideline::logs::FetchedFrame& frame);
    void playbackChanged();
    void selectionChanged(const sideline::monitor::ObjectId& id);
    void bookmarksChanged();
    void followingChanged(bool isFollowing);
    /// Something the user should know, but need not act on.
    void problem(const QString& text);

private:
    void takeOpened(const std::shared_ptr<logs::MatchLog>& log);
    void show(const std::shared_ptr<logs::MatchLog>& log);
    void request();
    void takeFrame();
    void refreshDuration();
    void saveBookmarks();
    void reportLoss();
    [[nodiscard]] bool isHeadElsewhere() const {
        return m_transport.isFollowing() && m_head == Head::Elsewhere;
    }

    LogOpener m_opener; ///< outlives the log
    std::shared_ptr<logs::MatchLog> m_log;
    std::unique_ptr<logs::FrameFetcher> m_fetcher;
    ReplayTransport m_transport;
    Head m_head = Head::Read;
    logs::FetchedFrame m_shown;
    monitor::ObjectId m_selection;
    logs::Bookmarks m_bookmarks;
    bool m_keepsBookmarks = true;  ///< beside the log
    bool m_isLossReported = false; ///< that the file is not what was opened any more
    bool m_smooth = true;
    double m_trailS = 0.0;
    std::unique_ptr<QObject> m_relay; ///< receives what the fetcher posts; outlives it
};

} // namespace sideline::studio
