#include "studio/session/match_player.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>

namespace sideline::studio {

MatchPlayer::MatchPlayer(QObject* parent) : QObject(parent), m_relay(std::make_unique<QObject>()) {
    connect(&m_opener, &LogOpener::opened, this, &MatchPlayer::takeOpened);
    connect(&m_opener, &LogOpener::failed, this, &MatchPlayer::openFailed);
    connect(&m_opener, &LogOpener::progressed, this, &MatchPlayer::refreshDuration);
    connect(&m_transport, &ReplayTransport::frameRequested, this, &MatchPlayer::request);
    connect(&m_transport, &ReplayTransport::playbackChanged, this, &MatchPlayer::playbackChanged);
    connect(&m_transport, &ReplayTransport::followingChanged, this, &MatchPlayer::followingChanged);
    connect(&m_transport, &ReplayTransport::grew, this, &MatchPlayer::logChanged);
    connect(&m_transport, &ReplayTransport::ended, this, &MatchPlayer::reportLoss);
}

MatchPlayer::~MatchPlayer() {
    // Ends the threads first, then drops the calls that they posted.
    m_opener.wait();
    m_fetcher.reset();
    m_transport.close(); // the transport also holds the log
    m_log.reset();
    QCoreApplication::removePostedEvents(m_relay.get());
}

void MatchPlayer::open(const std::string& path, const logs::LogOptions& options) {
    m_opener.open(path, options);
}

void MatchPlayer::takeOpened(const std::shared_ptr<logs::MatchLog>& log) {
    close();
    show(log);
    m_transport.open(log);
    m_keepsBookmarks = true;
    loadBookmarks();
    refreshDuration();
    request();
    Q_EMIT opened();
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
}

void MatchPlayer::show(const std::shared_ptr<logs::MatchLog>& log) {
    m_log = log;
    m_fetcher = std::make_unique<logs::FrameFetcher>(m_log, [this] {
        QMetaObject::invokeMethod(
            m_relay.get(), [this] { takeFrame(); }, Qt::QueuedConnection);
    });
}

void MatchPlayer::openGrowing(std::shared_ptr<logs::MatchLog> log, Head head) {
    m_opener.cancel();
    close();
    show(log);
    m_keepsBookmarks = false; // the log's owner keeps them
    m_head = head;
    m_transport.openGrowing(std::move(log));
    m_transport.takeGrowth();
    Q_EMIT opened();
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
    Q_EMIT followingChanged(true);
}

void MatchPlayer::close() {
    if (!m_log) {
        return;
    }
    m_transport.close();
    m_fetcher.reset();
    m_log.reset();
    m_shown = {};
    m_bookmarks = {};
    m_areBookmarksElsewhere = false;
    m_isLossReported = false;
    m_selection = {};
    Q_EMIT selectionChanged(m_selection);
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
    Q_EMIT closed();
}

void MatchPlayer::cancelBackgroundWork() {
    if (m_log) {
        m_log->cancel();
    }
}

void MatchPlayer::refreshDuration() {
    if (m_log) {
        m_transport.refreshDuration();
        reportLoss();
        Q_EMIT logChanged();
    }
}

// Reports once per log that its file was truncated or rewritten.
void MatchPlayer::reportLoss() {
    if (m_isLossReported) {
        return;
    }
    if (const auto checked = m_log->check(); !checked) {
        m_isLossReported = true;
        Q_EMIT problem(QString::fromStdString(checked.error().toString()));
    }
}

void MatchPlayer::setTrailS(double trailS) {
    m_trailS = trailS;
    if (!isHeadElsewhere()) {
        request();
    }
}

void MatchPlayer::select(const monitor::ObjectId& id) {
    if (id == m_selection) {
        return;
    }
    m_selection = id;
    Q_EMIT selectionChanged(id);
    if (m_shown.exact && !isHeadElsewhere()) {
        Q_EMIT frameShown(m_shown); // the same frame with another trail
    }
}

void MatchPlayer::request() {
    if (isHeadElsewhere()) {
        m_shown = {}; // the earlier frame must not be shown again
        return;
    }
    if (!m_fetcher) {
        return;
    }
    logs::FrameRequest frameRequest;
    frameRequest.frame = frame();
    frameRequest.seeks = m_transport.seeks();
    if (m_smooth && clock().isPlaying()) {
        const auto index = m_log->index();
        const double beginS = index->recordTimeS(frameRequest.frame);
        const double endS = frameRequest.frame + 1 < index->frameCount()
                                ? index->recordTimeS(frameRequest.frame + 1)
                                : beginS;
        frameRequest.fraction =
            endS > beginS ? std::clamp((clock().timeS() - beginS) / (endS - beginS), 0.0, 1.0)
                          : 0.0;
    }
    frameRequest.trailS = m_trailS;
    m_fetcher->request(frameRequest);
}

void MatchPlayer::takeFrame() {
    if (!m_fetcher) {
        return;
    }
    auto fetched = m_fetcher->take();
    if (!fetched || isHeadElsewhere()) { // requested before the clock returned to the end
        return;
    }
    if (fetched->error) {
        m_transport.stopPlaying(); // the error would repeat with every frame
        Q_EMIT problem(QString::fromStdString(fetched->error->toString()));
        return;
    }
    m_shown = std::move(*fetched);
    Q_EMIT frameShown(m_shown);
}

void MatchPlayer::setBookmark(const logs::Bookmark& bookmark) {
    m_bookmarks.set(bookmark);
    saveBookmarks();
}

void MatchPlayer::removeBookmark(logs::FrameNumber frame) {
    m_bookmarks.remove(frame);
    saveBookmarks();
}

void MatchPlayer::loadBookmarks() {
    const std::filesystem::path elsewhere = otherBookmarkFile();
    std::error_code failed;
    m_areBookmarksElsewhere = !elsewhere.empty() && std::filesystem::exists(elsewhere, failed);
    auto bookmarks = logs::Bookmarks::load(
        m_areBookmarksElsewhere ? elsewhere : logs::Bookmarks::fileFor(m_log->path()));
    if (bookmarks) {
        m_bookmarks = std::move(*bookmarks);
    } else {
        Q_EMIT problem(QString::fromStdString(bookmarks.error().toString()));
    }
}

// Returns the file for the bookmarks of a log in a folder that cannot be written; empty: none.
std::filesystem::path MatchPlayer::otherBookmarkFile() const {
    if (m_bookmarkFolder.isEmpty()) {
        return {};
    }
    std::error_code failed;
    const std::filesystem::path log = std::filesystem::absolute(m_log->path(), failed);
    const QByteArray name = QCryptographicHash::hash(
        QByteArray::fromStdString(log.lexically_normal().string()), QCryptographicHash::Sha1);
    return logs::Bookmarks::fileFor(
        QFile::encodeName(m_bookmarkFolder + QLatin1Char('/') + QLatin1String(name.toHex()))
            .toStdString());
}

void MatchPlayer::saveBookmarks() {
    if (m_log && m_keepsBookmarks) {
        writeBookmarks();
    }
    Q_EMIT bookmarksChanged();
}

void MatchPlayer::writeBookmarks() {
    const std::filesystem::path elsewhere = otherBookmarkFile();
    const auto beside = m_bookmarks.save(logs::Bookmarks::fileFor(m_log->path()));
    if (beside) {
        if (std::exchange(m_areBookmarksElsewhere, false)) {
            std::error_code failed;
            std::filesystem::remove(elsewhere, failed);
        }
        return;
    }
    const QString fault = QString::fromStdString(beside.error().toString());
    if (elsewhere.empty()) {
        Q_EMIT problem(fault);
        return;
    }
    QDir().mkpath(m_bookmarkFolder);
    if (const auto saved = m_bookmarks.save(elsewhere); !saved) {
        Q_EMIT problem(fault);
        Q_EMIT problem(QString::fromStdString(saved.error().toString()));
    } else if (!std::exchange(m_areBookmarksElsewhere, true)) {
        Q_EMIT problem(tr("The bookmarks of this log are kept in %1, for this user only: %2")
                           .arg(QDir::toNativeSeparators(m_bookmarkFolder), fault));
    }
}

} // namespace sideline::studio
