#include "studio/session/replay_session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>

namespace sideline::studio {

namespace {
constexpr int kTickMs = 16;
constexpr double kMaxTickS = 0.25; // after the machine was busy, go on instead of leaping
constexpr double kSameTimeS = 1e-6;
} // namespace

ReplaySession::ReplaySession(QObject* parent)
    : QObject(parent), m_relay(std::make_unique<QObject>()) {
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReplaySession::tick);
}

ReplaySession::~ReplaySession() {
    // Threads first, then what they posted: a log that nobody took ends its own thread with it.
    m_openers.clear();
    m_fetcher.reset();
    m_log.reset();
    QCoreApplication::removePostedEvents(m_relay.get());
}

void ReplaySession::open(const std::string& path, const logs::LogOptions& options) {
    const int attempt = ++m_attempt;
    ++m_opening;
    m_openers.emplace_back([this, attempt, path, options] {
        auto result = logs::MatchLog::open(path, options, [this] {
            QMetaObject::invokeMethod(
                m_relay.get(), [this] { refreshDuration(); }, Qt::QueuedConnection);
        });
        QMetaObject::invokeMethod(
            m_relay.get(),
            [this, attempt, result = std::move(result)]() mutable {
                finishOpening(attempt, std::move(result));
            },
            Qt::QueuedConnection);
    });
}

void ReplaySession::finishOpening(int attempt,
                                  base::Expected<std::shared_ptr<logs::MatchLog>> result) {
    --m_opening;
    if (m_opening == 0) {
        m_openers.clear();
    }
    if (attempt != m_attempt) {
        return; // the user has chosen another one meanwhile
    }
    if (!result) {
        Q_EMIT openFailed(QString::fromStdString(result.error().toString()));
        return;
    }
    close();
    m_log = std::move(*result);
    m_clock = {};
    m_fetcher = std::make_unique<logs::FrameFetcher>(m_log, [this] {
        QMetaObject::invokeMethod(
            m_relay.get(), [this] { takeFrame(); }, Qt::QueuedConnection);
    });
    auto bookmarks = logs::Bookmarks::load(logs::Bookmarks::fileFor(m_log->path()));
    if (bookmarks) {
        m_bookmarks = std::move(*bookmarks);
    } else {
        Q_EMIT problem(QString::fromStdString(bookmarks.error().toString()));
    }
    refreshDuration();
    request();
    Q_EMIT opened();
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
}

void ReplaySession::close() {
    if (!m_log) {
        return;
    }
    m_timer.stop();
    m_fetcher.reset();
    m_log.reset();
    m_clock = {};
    m_shown = {};
    m_bookmarks = {};
    m_selection = {};
    Q_EMIT selectionChanged(m_selection);
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
    Q_EMIT closed();
}

void ReplaySession::cancelBackgroundWork() {
    if (m_log) {
        m_log->cancel();
    }
}

void ReplaySession::refreshDuration() {
    if (m_log) {
        m_clock.setDurationS(m_log->index()->durationS());
        Q_EMIT logChanged();
    }
}

logs::FrameNumber ReplaySession::frame() const {
    return m_log ? m_log->index()->frameAtRecordTime(m_clock.timeS() + kSameTimeS) : 0;
}

void ReplaySession::setPlaying(bool playing) {
    if (!m_log) {
        return;
    }
    // Play at the end begins anew.
    if (playing && m_clock.speed() > 0.0 && m_clock.timeS() >= m_clock.durationS()) {
        m_clock.setTimeS(0.0);
    } else if (playing && m_clock.speed() < 0.0 && m_clock.timeS() <= 0.0) {
        m_clock.setTimeS(m_clock.durationS());
    }
    m_clock.setPlaying(playing);
    if (playing) {
        m_elapsed.start();
        m_timer.start();
    } else {
        m_timer.stop();
        seekFrame(frame()); // stand on a frame, not between two
    }
    Q_EMIT playbackChanged();
}

void ReplaySession::setSpeed(double speed) {
    m_clock.setSpeed(speed);
    Q_EMIT playbackChanged();
}

void ReplaySession::seekTime(double recordTimeS) {
    if (m_log) {
        const auto index = m_log->index();
        m_clock.setTimeS(recordTimeS);
        if (!m_clock.isPlaying()) {
            m_clock.setTimeS(index->recordTimeS(frame()));
        }
        request();
    }
}

void ReplaySession::seekFrame(logs::FrameNumber frame) {
    if (m_log) {
        const auto index = m_log->index();
        m_clock.setTimeS(index->recordTimeS(std::min(frame, index->frameCount() - 1)));
        request();
    }
}

void ReplaySession::step(int frames) {
    if (!m_log) {
        return;
    }
    if (m_clock.isPlaying()) {
        setPlaying(false);
    }
    const auto last = static_cast<std::int64_t>(m_log->index()->frameCount()) - 1;
    const std::int64_t target = std::clamp<std::int64_t>(std::int64_t{frame()} + frames, 0, last);
    seekFrame(static_cast<logs::FrameNumber>(target));
}

void ReplaySession::jump(double seconds) {
    seekTime(m_clock.timeS() + seconds);
}

bool ReplaySession::jumpToEvent(bool forward, std::uint32_t kinds, double leadS) {
    if (!m_log) {
        return false;
    }
    const auto index = m_log->index();
    const auto analysis = m_log->analysis();
    // Where the last jump landed is `leadS` before its event.
    const logs::FrameNumber from = index->frameAtRecordTime(m_clock.timeS() + leadS + kSameTimeS);
    const logs::Event* event = forward ? logs::nextEvent(analysis->events, from, kinds)
                                       : logs::previousEvent(analysis->events, from, kinds);
    if (event == nullptr) {
        return false;
    }
    const logs::FrameNumber when = event->estimatedFrame.value_or(event->frame);
    if (leadS > 0.0) {
        // A told-late event would be found again and again if the landing were before it.
        seekFrame(index->frameAtRecordTime(
            std::max(0.0, index->recordTimeS(forward ? event->frame : when) - leadS)));
    } else {
        seekFrame(event->frame);
    }
    return true;
}

void ReplaySession::setLoop(std::optional<logs::LoopRange> loop) {
    m_clock.setLoop(loop);
    Q_EMIT playbackChanged();
}

void ReplaySession::setTrailS(double trailS) {
    m_trailS = trailS;
    request();
}

void ReplaySession::select(const monitor::ObjectId& id) {
    if (id == m_selection) {
        return;
    }
    m_selection = id;
    Q_EMIT selectionChanged(id);
    if (m_shown.exact) {
        Q_EMIT frameShown(m_shown); // the same frame, with another trail
    }
}

void ReplaySession::tick() {
    const double elapsedS =
        std::min(static_cast<double>(m_elapsed.nsecsElapsed()) / 1e9, kMaxTickS);
    m_elapsed.start();
    const bool moved = m_clock.advance(elapsedS);
    if (moved) {
        request();
    }
    if (!m_clock.isPlaying()) { // it ran into an end
        m_timer.stop();
        seekFrame(frame());
        Q_EMIT playbackChanged();
    }
}

void ReplaySession::request() {
    if (!m_fetcher) {
        return;
    }
    logs::FrameRequest wanted;
    wanted.frame = frame();
    if (m_smooth && m_clock.isPlaying()) {
        const auto index = m_log->index();
        const double beginS = index->recordTimeS(wanted.frame);
        const double endS =
            wanted.frame + 1 < index->frameCount() ? index->recordTimeS(wanted.frame + 1) : beginS;
        wanted.fraction = endS > beginS
                              ? std::clamp((m_clock.timeS() - beginS) / (endS - beginS), 0.0, 1.0)
                              : 0.0;
    }
    wanted.trailS = m_trailS;
    m_fetcher->request(wanted);
}

void ReplaySession::takeFrame() {
    if (!m_fetcher) {
        return;
    }
    auto fetched = m_fetcher->take();
    if (!fetched) {
        return;
    }
    if (fetched->error) {
        Q_EMIT problem(QString::fromStdString(fetched->error->toString()));
        return;
    }
    m_shown = std::move(*fetched);
    Q_EMIT frameShown(m_shown);
}

void ReplaySession::setBookmark(const logs::Bookmark& bookmark) {
    m_bookmarks.set(bookmark);
    saveBookmarks();
}

void ReplaySession::removeBookmark(logs::FrameNumber frame) {
    m_bookmarks.remove(frame);
    saveBookmarks();
}

void ReplaySession::saveBookmarks() {
    if (m_log) {
        if (auto saved = m_bookmarks.save(logs::Bookmarks::fileFor(m_log->path())); !saved) {
            Q_EMIT problem(QString::fromStdString(saved.error().toString()));
        }
    }
    Q_EMIT bookmarksChanged();
}

} // namespace sideline::studio
