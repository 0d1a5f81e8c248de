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

/// The recording of a live match: replays it while it grows, and copies it to files. Stays when the
/// match is over. GUI thread only.
class MatchRecording : public QObject {
    Q_OBJECT
public:
    explicit MatchRecording(QObject* parent = nullptr);

    /// Where recordings are kept while they are open, and how large they get; for the next match.
    void setPlace(const std::filesystem::path& directory, std::uint64_t maxBytes);
    /// A robot that the next matches may show, besides the usual ones.
    void know(const robot::RobotModelPtr& model);
    /// What the next match writes to; null with a `fault` if there cannot be any.
    [[nodiscard]] std::shared_ptr<logs::LiveRing> makeRing();
    [[nodiscard]] const QString& fault() const { return m_fault; }

    /// Another match begins, which writes to this ring; null for none.
    /// @return whether there was a recording before
    bool begin(std::shared_ptr<logs::LiveRing> ring);
    /// Opens the recording once there is one, or another one; `opened` reports it.
    void follow();
    /// The match is over: the recording grows no more.
    void finish();
    /// Gives up the recording.
    void close();

    [[nodiscard]] MatchPlayer& replay() { return m_replay; }
    [[nodiscard]] const MatchPlayer& replay() const { return m_replay; }
    /// Null without a recording.
    [[nodiscard]] const logs::LiveRing* ring() const { return m_ring.get(); }
    // As `LiveSession` has them.
    [[nodiscard]] std::weak_ptr<const logs::LiveRing> sharedRing() const { return m_ring; }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> arrivalOf(double frame) const;
    void seekArrival(std::chrono::nanoseconds at);
    bool saveAs(const QString& file);
    base::Expected<logs::FrameNumber> startCopy(const QString& file);
    void endCopy(const QString& file);
    void setTrailS(double trailS);

Q_SIGNALS:
    void opened(); ///< there is a recording, or another one
    /// As `RingSaver::finished`.
    void saved(const QString& file, const QString& error, const QString& leftOut);
    /// Bookmarks could not be written beside the files; a line for each.
    void copyFailed(const QStringList& faults);

private:
    void copyBookmarks();

    std::filesystem::path m_directory;
    std::uint64_t m_maxBytes = logs::RingOptions{}.maxBytes;
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> m_robots; ///< null for the usual
    QString m_fault;                                                   ///< why there is no ring
    std::shared_ptr<logs::LiveRing> m_ring; ///< of the match, or the last one
    MatchPlayer m_replay;
    RingSaver m_saver;
    std::weak_ptr<logs::LiveRing> m_savedRing; ///< that is being saved, or was last
    logs::FrameNumber m_savedFirst = 0;        ///< the first frame that it had then
    BookmarkCopies m_copies;
    double m_trailS = 0.0;
};

} // namespace sideline::studio
