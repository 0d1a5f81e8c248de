#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include <QObject>
#include <QStringList>

#include "agentcore/base/error.h"
#include "logs/live/live_ring.h"
#include "studio/session/bookmark_copies.h"
#include "studio/session/live_recording.h"
#include "studio/session/match_player.h"

namespace sideline::studio {

/// The recording of a live match: replays it while it grows, and copies it to files. Remains after
/// the end of the match. GUI thread only.
class MatchRecording : public QObject {
    Q_OBJECT
public:
    explicit MatchRecording(QObject* parent = nullptr);

    /// Sets the folder and the maximum size of recordings, from the next match on.
    void setPlace(const std::filesystem::path& directory, std::uint64_t maxBytes);
    /// Adds a robot model that the next matches may show, besides the built-in ones.
    void addRobotModel(const robot::RobotModelPtr& model);
    /// Creates the ring that the next match is recorded in; null with a `fault` on failure.
    [[nodiscard]] std::shared_ptr<logs::LiveRing> makeRing();
    [[nodiscard]] const QString& fault() const { return m_fault; }

    /// Begins the recording of a new match in this ring; null: the match is not recorded.
    /// @return whether there was a recording before
    bool begin(std::shared_ptr<logs::LiveRing> ring);
    /// Opens the recording once it exists, and again after it was replaced; `opened` reports it.
    void follow();
    /// Ends the recording at the end of the match.
    void finish();
    /// Discards the recording.
    void close();

    [[nodiscard]] MatchPlayer& replay() { return m_replay; }
    [[nodiscard]] const MatchPlayer& replay() const { return m_replay; }
    /// Null without a recording.
    [[nodiscard]] const logs::LiveRing* ring() const { return m_ring.get(); }
    // See `LiveSession`.
    [[nodiscard]] std::weak_ptr<const logs::LiveRing> sharedRing() const { return m_ring; }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> arrivalOf(double frame) const;
    void seekArrival(std::chrono::nanoseconds at);
    bool saveAs(const QString& file);
    base::Expected<logs::FrameNumber> startCopy(const QString& file);
    void endCopy(const QString& file);
    void setTrailS(double trailS);

Q_SIGNALS:
    void opened(); ///< a recording was opened or replaced
    /// See `RingSaver::finished`.
    void saved(const QString& file, const QString& error, const QString& leftOut);
    /// Emitted when bookmarks could not be written next to the files; a line for each file.
    void copyFailed(const QStringList& faults);

private:
    void copyBookmarks();

    std::filesystem::path m_directory;
    std::uint64_t m_maxBytes = logs::RingOptions{}.maxBytes;
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> m_robots; ///< null: built-in ones
    QString m_fault;                                                   ///< why there is no ring
    std::shared_ptr<logs::LiveRing> m_ring; ///< ring of the current or last match
    MatchPlayer m_replay;
    RingSaver m_saver;
    std::weak_ptr<logs::LiveRing> m_savedRing; ///< ring of the current or last save
    logs::FrameNumber m_savedFirst = 0;        ///< first frame of that ring when the save began
    BookmarkCopies m_copies;
    double m_trailS = 0.0;
};

} // namespace sideline::studio
