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

/// Replays a match log: the open log, the clock, the current frame, selection and bookmarks.
///
/// A growing log can be followed: the clock stays at the end of the log until another time is
/// selected, and follows the end again when playing or seeking reaches it.
///
/// Opening, indexing and decoding run in other threads. GUI thread only.
class MatchPlayer : public QObject {
    Q_OBJECT
public:
    /// Specifies which object shows the end of a followed log.
    enum class Head {
        Read,      ///< this player, which reads the end from the log
        Elsewhere, ///< another object; while following, frames are not reported
    };

    explicit MatchPlayer(QObject* parent = nullptr);
    ~MatchPlayer() override;

    /// Opens a log in the background; the current log stays open until the new one can be shown.
    void open(const std::string& path, const logs::LogOptions& options);
    /// Shows a growing log and follows it; after its end, the clock stays at the last frame. The
    /// owner of the log keeps its bookmarks.
    void openGrowing(std::shared_ptr<logs::MatchLog> log, Head head);
    void close();
    [[nodiscard]] bool isGrowing() const { return m_transport.isGrowing(); }
    /// Whether the clock stays at the end of a growing log.
    [[nodiscard]] bool isFollowing() const { return m_transport.isFollowing(); }
    /// Jumps to the end and follows it (true), or stops at the current frame (false).
    void setFollowing(bool isFollowing) { m_transport.setFollowing(isFollowing); }
    /// Stops indexing and analysis; results so far remain available.
    void cancelBackgroundWork();

    [[nodiscard]] const std::shared_ptr<logs::MatchLog>& log() const { return m_log; }
    [[nodiscard]] bool isOpen() const { return m_log != nullptr; }
    [[nodiscard]] bool isOpening() const { return m_opener.isOpening(); }
    /// Returns the shown frame; null members before the first frame.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_shown; }
    [[nodiscard]] const logs::ReplayClock& clock() const { return m_transport.clock(); }
    [[nodiscard]] const monitor::ObjectId& selection() const { return m_selection; }
    [[nodiscard]] const logs::Bookmarks& bookmarks() const { return m_bookmarks; }
    /// Returns the number of the frame that is shown.
    [[nodiscard]] logs::FrameNumber frame() const { return m_transport.frame(); }

    /// Plays from the current time, in the direction of the speed's sign, or pauses.
    void setPlaying(bool playing) { m_transport.setPlaying(playing); }
    /// Plays in this direction at the current speed.
    void play(bool isForward) { m_transport.play(isForward); }
    /// Sets the speed as a multiple of real time; negative plays backward.
    void setSpeed(double speed) { m_transport.setSpeed(speed); }
    void seekTime(double recordTimeS) { m_transport.seekTime(recordTimeS); }
    void seekFrame(logs::FrameNumber frame) { m_transport.seekFrame(frame); }
    /// Pauses and steps by whole frames; negative numbers step back.
    void step(int frames) { m_transport.step(frames); }
    /// Jumps by an amount of record time, s.
    void jump(double seconds) { m_transport.jump(seconds); }
    /// Jumps to the next or previous stop that `logs::eventStops` derives from events of these
    /// kinds. While playing, a stop reached a moment ago counts as the current place, so that
    /// repeated jumps can pass it backward.
    /// @return false if there is no such stop
    bool jumpToEvent(bool forward, std::uint32_t kinds, double leadS) {
        return m_transport.jumpToEvent(forward, kinds, leadS);
    }
    /// Jumps to the stop of this event, whose kind must be one of these kinds.
    void goToEvent(const logs::Event& event, std::uint32_t kinds, double leadS) {
        m_transport.goToEvent(event, kinds, leadS);
    }
    void setLoop(std::optional<logs::LoopRange> loop) { m_transport.setLoop(loop); }
    /// Sets the frames, ascending, at which playing pauses when it reaches them in either
    /// direction; a loop restart does not count as passing the frames in between.
    void setPauseFrames(std::vector<logs::FrameNumber> frames) {
        m_transport.setPauseFrames(std::move(frames));
    }
    /// Turns interpolation between frames on or off while playing.
    void setSmooth(bool smooth) { m_smooth = smooth; }
    /// Sets the length of the selection's trail, s; 0 for no trail.
    void setTrailS(double trailS);
    void select(const monitor::ObjectId& id);

    /// Sets the folder for bookmarks of logs whose own folder cannot be written. The folder is
    /// created when needed. Without a folder, such bookmarks are lost when the log is closed.
    void setBookmarkFolder(const QString& folder) { m_bookmarkFolder = folder; }
    void setBookmark(const logs::Bookmark& bookmark);
    void removeBookmark(logs::FrameNumber frame);

Q_SIGNALS:
    void opened();
    void closed();
    void openFailed(const QString& text);
    /// Emitted when the log's index, analysis or progress has changed.
    void logChanged();
    void frameShown(const sideline::logs::FetchedFrame& frame);
    void playbackChanged();
    void selectionChanged(const sideline::monitor::ObjectId& id);
    void bookmarksChanged();
    void followingChanged(bool isFollowing);
    /// Emitted with a message that needs no action by the user.
    void problem(const QString& text);

private:
    void takeOpened(const std::shared_ptr<logs::MatchLog>& log);
    void show(const std::shared_ptr<logs::MatchLog>& log);
    void request();
    void takeFrame();
    void refreshDuration();
    void loadBookmarks();
    void saveBookmarks();
    void writeBookmarks();
    [[nodiscard]] std::filesystem::path otherBookmarkFile() const;
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
    QString m_bookmarkFolder;
    bool m_keepsBookmarks = true; ///< bookmarks are saved next to the log
    /// Bookmarks are saved in the other folder, because the log's is read-only.
    bool m_areBookmarksElsewhere = false;
    bool m_isLossReported = false; ///< a changed or truncated file was reported
    bool m_smooth = true;
    double m_trailS = 0.0;
    std::unique_ptr<QObject> m_relay; ///< receives calls posted by the fetcher; outlives it
};

} // namespace sideline::studio
