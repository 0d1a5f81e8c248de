#include "studio/session/match_player.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <QCoreApplication>

namespace sideline::studio {

namespace {
constexpr int kTickMs = 16;
constexpr double kMaxTickS = 0.25; // after the machine was busy, continue instead of leaping
constexpr double kSameTimeS = 1e-6;
constexpr qint64 kGrowthPauseMs = 250; // between two tellings that a growing log has grown
constexpr double kPassOnS = 3.0;       // of play after a jump; who jumps again wants to continue
} // namespace

MatchPlayer::MatchPlayer(QObject* parent) : QObject(parent), m_relay(std::make_unique<QObject>()) {
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MatchPlayer::tick);
}

MatchPlayer::~MatchPlayer() {
    // Threads first, then what they posted: a log that nobody took ends its own thread with it.
    m_openers.clear();
    m_fetcher.reset();
    m_log.reset();
    QCoreApplication::removePostedEvents(m_relay.get());
}

void MatchPlayer::open(const std::string& path, const logs::LogOptions& options) {
    const int attempt = ++m_attempt;
    ++m_opening;
    using Result = base::Expected<std::shared_ptr<logs::MatchLog>>;
    const auto finish = [this, attempt](Result result) {
        QMetaObject::invokeMethod(
            m_relay.get(),
            [this, attempt, result = std::move(result)]() mutable {
                finishOpening(attempt, std::move(result));
            },
            Qt::QueuedConnection);
    };
    m_openers.emplace_back(
        "opening the log",
        [this, path, options, finish](const auto& /*stop*/) {
            finish(logs::MatchLog::open(path, options, [this] {
                QMetaObject::invokeMethod(
                    m_relay.get(), [this] { refreshDuration(); }, Qt::QueuedConnection);
            }));
        },
        [finish, path](const base::Error& error) { finish(tl::unexpected(error.inFile(path))); });
}

void MatchPlayer::finishOpening(int attempt,
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
    show(std::move(*result));
    m_keepsBookmarks = true;
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

void MatchPlayer::show(std::shared_ptr<logs::MatchLog> log) {
    m_log = std::move(log);
    m_clock = {};
    m_fetcher = std::make_unique<logs::FrameFetcher>(m_log, [this] {
        QMetaObject::invokeMethod(
            m_relay.get(), [this] { takeFrame(); }, Qt::QueuedConnection);
    });
}

void MatchPlayer::openGrowing(std::shared_ptr<logs::MatchLog> log, Head head) {
    ++m_attempt; // what is being opened is not wanted any more
    close();
    show(std::move(log));
    m_isGrowing = true;
    m_keepsBookmarks = false; // whoever wrote the log takes it away
    m_isFollowing = true;
    m_head = head;
    takeGrowth();
    m_timer.start();
    Q_EMIT opened();
    Q_EMIT bookmarksChanged();
    Q_EMIT playbackChanged();
    Q_EMIT followingChanged(true);
}

void MatchPlayer::setFollowing(bool isFollowing) {
    if (!m_log || !m_isGrowing || isFollowing == m_isFollowing) {
        return;
    }
    if (isFollowing) {
        m_isFollowing = true;
        noteSeek();
        m_clock.setPlaying(false);
        m_clock.setTimeS(m_clock.durationS());
        if (isHeadElsewhere()) {
            m_shown = {}; // nobody is shown the frame of before again
        } else {
            request();
        }
        Q_EMIT followingChanged(true);
        Q_EMIT playbackChanged();
    } else {
        leaveHead();
        standOn(frame());
        Q_EMIT playbackChanged();
    }
}

// Before anything is shown that is not the end.
void MatchPlayer::leaveHead() {
    if (m_isFollowing) {
        m_isFollowing = false;
        Q_EMIT followingChanged(false);
    }
}

// A growing log is looked at as often as the screen is drawn, but reported about less often:
// whoever listens may draw all of it.
void MatchPlayer::takeGrowth() {
    const auto index = m_log->index();
    if (index != m_knownIndex) {
        m_clock.setDurationS(index->durationS());
    }
    if (m_isFollowing) {
        m_clock.setTimeS(m_clock.durationS());
        if (m_head == Head::Read && index != m_knownIndex) {
            request();
        }
    } else if (index->firstFrame() > 0 &&
               m_clock.timeS() < index->recordTimeS(index->firstFrame()) - kSameTimeS) {
        m_clock.setTimeS(index->recordTimeS(index->firstFrame())); // what was shown is gone
        if (m_clock.isPlaying() && m_clock.speed() < 0.0 && !m_clock.loop()) {
            m_clock.setPlaying(false); // this is the beginning now
            Q_EMIT playbackChanged();
        }
        request();
    }
    const auto analysis = m_log->analysis();
    m_isGrowthUntold |= index != m_knownIndex || analysis != m_knownAnalysis;
    m_knownIndex = index;
    m_knownAnalysis = analysis;
    const auto stage = m_log->progress().stage;
    const bool hasEnded =
        stage == logs::LogProgress::Stage::Done || stage == logs::LogProgress::Stage::Canceled;
    if (hasEnded) {
        tellLoss();
        m_isGrowing = false;
        if (m_isFollowing) { // nobody else reports the last frame any more
            seekFrame(frame());
        }
        if (!m_clock.isPlaying()) {
            m_timer.stop();
        }
        Q_EMIT playbackChanged();
    }
    if (hasEnded ||
        (m_isGrowthUntold && (!m_sinceTold.isValid() || m_sinceTold.elapsed() >= kGrowthPauseMs))) {
        m_isGrowthUntold = false;
        m_sinceTold.start();
        Q_EMIT logChanged();
    }
}

void MatchPlayer::close() {
    if (!m_log) {
        return;
    }
    m_timer.stop();
    m_fetcher.reset();
    m_log.reset();
    m_clock = {};
    m_shown = {};
    m_bookmarks = {};
    m_isGrowing = false;
    m_isFollowing = false;
    m_knownIndex.reset();
    m_knownAnalysis.reset();
    m_sinceTold.invalidate();
    m_isLossTold = false;
    m_isGrowthUntold = false;
    noteSeek();
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
        m_clock.setDurationS(m_log->index()->durationS());
        tellLoss();
        Q_EMIT logChanged();
    }
}

// Once for each log: that its file was truncated, or rewritten.
void MatchPlayer::tellLoss() {
    if (m_isLossTold) {
        return;
    }
    if (const auto checked = m_log->check(); !checked) {
        m_isLossTold = true;
        Q_EMIT problem(QString::fromStdString(checked.error().toString()));
    }
}

logs::FrameNumber MatchPlayer::frame() const {
    if (!m_log) {
        return 0;
    }
    const auto index = m_log->index();
    return std::max(index->firstFrame(), index->frameAtRecordTime(m_clock.timeS() + kSameTimeS));
}

void MatchPlayer::setPlaying(bool playing) {
    if (!m_log) {
        return;
    }
    if (m_isGrowing) {
        if (playing && m_clock.speed() > 0.0 &&
            m_clock.timeS() >= m_clock.durationS() - kSameTimeS) {
            return setFollowing(true); // the end continues by itself
        }
        leaveHead();
    }
    // Play at the end restarts.
    if (playing && m_clock.speed() > 0.0 && m_clock.timeS() >= m_clock.durationS()) {
        noteSeek();
        m_clock.setTimeS(0.0);
    } else if (playing && m_clock.speed() < 0.0 && m_clock.timeS() <= 0.0) {
        noteSeek();
        m_clock.setTimeS(m_clock.durationS());
    }
    m_clock.setPlaying(playing);
    if (playing) {
        m_elapsed.start();
        m_timer.start();
    } else {
        if (!m_isGrowing) {
            m_timer.stop();
        }
        standOn(frame()); // not between two
    }
    Q_EMIT playbackChanged();
}

void MatchPlayer::play(bool isForward) {
    setSpeed(std::copysign(m_clock.speed(), isForward ? 1.0 : -1.0));
    setPlaying(true);
}

void MatchPlayer::setSpeed(double speed) {
    m_clock.setSpeed(speed);
    Q_EMIT playbackChanged();
}

void MatchPlayer::seekTime(double recordTimeS) {
    if (m_log) {
        const auto index = m_log->index();
        m_clock.setDurationS(index->durationS()); // more may be known than was reported so far
        if (m_isGrowing) {
            if (recordTimeS >= m_clock.durationS() - kSameTimeS) {
                return setFollowing(true);
            }
            leaveHead();
        }
        noteSeek();
        m_clock.setTimeS(std::max(recordTimeS, index->recordTimeS(index->firstFrame())));
        if (!m_clock.isPlaying()) {
            m_clock.setTimeS(index->recordTimeS(frame()));
        }
        request();
    }
}

void MatchPlayer::seekFrame(logs::FrameNumber frame) {
    if (m_log) {
        leaveHead();
        noteSeek();
        standOn(frame);
    }
}

void MatchPlayer::standOn(logs::FrameNumber frame) {
    const auto index = m_log->index();
    m_clock.setDurationS(index->durationS()); // more may be known than was reported so far
    m_clock.setTimeS(
        index->recordTimeS(std::clamp(frame, index->firstFrame(), index->frameCount() - 1)));
    request();
}

void MatchPlayer::noteSeek() {
    ++m_seeks;
    m_jump.reset();
}

void MatchPlayer::step(int frames) {
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

void MatchPlayer::jump(double seconds) {
    seekTime(m_clock.timeS() + seconds);
}

bool MatchPlayer::jumpToEvent(bool forward, std::uint32_t kinds, double leadS) {
    if (!m_log) {
        return false;
    }
    const auto stops = logs::eventStops(*m_log->index(), m_log->analysis()->events, kinds, leadS);
    const bool isStillThere = m_jump && m_clock.isPlaying() && m_jump->playedS < kPassOnS;
    const logs::FrameNumber from = isStillThere ? m_jump->frame : frame();
    const auto at = forward ? std::ranges::upper_bound(stops, from, {}, &logs::EventStop::frame)
                            : std::ranges::lower_bound(stops, from, {}, &logs::EventStop::frame);
    if (at == (forward ? stops.end() : stops.begin())) {
        return false;
    }
    jumpTo(forward ? *at : *std::prev(at));
    return true;
}

void MatchPlayer::goToEvent(const logs::Event& event, std::uint32_t kinds, double leadS) {
    if (!m_log) {
        return;
    }
    const auto stops = logs::eventStops(*m_log->index(), m_log->analysis()->events, kinds, leadS);
    const auto at = std::ranges::find(stops, event.frame, &logs::EventStop::event);
    jumpTo(at == stops.end() ? logs::EventStop{event.frame, event.frame} : *at);
}

void MatchPlayer::jumpTo(const logs::EventStop& stop) {
    seekFrame(stop.frame);
    m_jump = Jump{stop.frame};
}

void MatchPlayer::setLoop(std::optional<logs::LoopRange> loop) {
    m_clock.setLoop(loop);
    Q_EMIT playbackChanged();
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
        Q_EMIT frameShown(m_shown); // the same frame, with another trail
    }
}

void MatchPlayer::tick() {
    if (m_isGrowing) {
        takeGrowth();
        if (!m_clock.isPlaying()) {
            return;
        }
    }
    const double elapsedS =
        std::min(static_cast<double>(m_elapsed.nsecsElapsed()) / 1e9, kMaxTickS);
    m_elapsed.start();
    if (m_jump) {
        m_jump->playedS += elapsedS;
    }
    const logs::FrameNumber before = frame();
    const bool moved = m_clock.advance(elapsedS);
    if (const auto pause = pauseBetween(before, frame())) {
        m_clock.setTimeS(m_log->index()->recordTimeS(*pause));
        return setPlaying(false);
    }
    if (moved) {
        request();
    }
    if (!m_clock.isPlaying()) { // it ran into an end
        if (m_isGrowing && m_clock.speed() > 0.0) {
            return setFollowing(true);
        }
        if (!m_isGrowing) {
            m_timer.stop();
        }
        standOn(frame());
        Q_EMIT playbackChanged();
    }
}

// The first of the frames to pause at on the way from one frame to another, without the former.
std::optional<logs::FrameNumber> MatchPlayer::pauseBetween(logs::FrameNumber from,
                                                           logs::FrameNumber to) const {
    const bool isForward = m_clock.speed() > 0.0;
    if (m_pauseFrames.empty() || (isForward ? to <= from : to >= from)) {
        return std::nullopt;
    }
    if (isForward) {
        const auto next = std::ranges::upper_bound(m_pauseFrames, from);
        return next != m_pauseFrames.end() && *next <= to ? std::optional(*next) : std::nullopt;
    }
    const auto behind = std::ranges::lower_bound(m_pauseFrames, from);
    return behind != m_pauseFrames.begin() && *std::prev(behind) >= to
               ? std::optional(*std::prev(behind))
               : std::nullopt;
}

void MatchPlayer::request() {
    if (!m_fetcher) {
        return;
    }
    logs::FrameRequest wanted;
    wanted.frame = frame();
    wanted.seeks = m_seeks;
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

void MatchPlayer::takeFrame() {
    if (!m_fetcher) {
        return;
    }
    auto fetched = m_fetcher->take();
    if (!fetched || isHeadElsewhere()) { // an answer from before the return to the end
        return;
    }
    if (fetched->error) {
        if (m_clock.isPlaying()) { // it would be reported again with every frame
            m_clock.setPlaying(false);
            if (!m_isGrowing) {
                m_timer.stop();
            }
            Q_EMIT playbackChanged();
        }
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

void MatchPlayer::saveBookmarks() {
    if (m_log && m_keepsBookmarks) {
        if (auto saved = m_bookmarks.save(logs::Bookmarks::fileFor(m_log->path())); !saved) {
            Q_EMIT problem(QString::fromStdString(saved.error().toString()));
        }
    }
    Q_EMIT bookmarksChanged();
}

} // namespace sideline::studio
