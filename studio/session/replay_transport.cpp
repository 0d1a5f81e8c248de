#include "studio/session/replay_transport.h"

#include <algorithm>
#include <cmath>

namespace sideline::studio {

namespace {
constexpr int kReplayTickMs = 16;
// Maximum step, so that playing does not leap after a busy period.
constexpr double kMaxTickS = 0.25;
constexpr double kSameTimeS = 1e-6;
constexpr qint64 kGrowthPauseMs = 250; // minimum time between two reports of growth
} // namespace

ReplayTransport::ReplayTransport(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kReplayTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReplayTransport::tick);
}

void ReplayTransport::open(std::shared_ptr<const logs::MatchLog> log) {
    m_log = std::move(log);
    m_clock = {};
}

void ReplayTransport::openGrowing(std::shared_ptr<const logs::MatchLog> log) {
    open(std::move(log));
    m_isGrowing = true;
    m_isFollowing = true;
    m_timer.start();
}

void ReplayTransport::close() {
    m_timer.stop();
    m_log.reset();
    m_clock = {};
    m_isGrowing = false;
    m_isFollowing = false;
    m_knownIndex.reset();
    m_knownAnalysis.reset();
    m_sinceReport.invalidate();
    m_hasGrown = false;
    noteSeek();
}

void ReplayTransport::refreshDuration() {
    if (m_log) {
        m_clock.setDurationS(m_log->index()->durationS());
    }
}

// Checks a growing log once per screen refresh, but reports growth at a lower rate.
void ReplayTransport::takeGrowth() {
    const auto index = m_log->index();
    takeLength(index);
    const auto analysis = m_log->analysis();
    m_hasGrown |= index != m_knownIndex || analysis != m_knownAnalysis;
    m_knownIndex = index;
    m_knownAnalysis = analysis;
    const auto stage = m_log->progress().stage;
    const bool hasEnded =
        stage == logs::LogProgress::Stage::Done || stage == logs::LogProgress::Stage::Canceled;
    if (hasEnded) {
        takeEnd();
    }
    if (hasEnded ||
        (m_hasGrown && (!m_sinceReport.isValid() || m_sinceReport.elapsed() >= kGrowthPauseMs))) {
        m_hasGrown = false;
        m_sinceReport.start();
        Q_EMIT grew();
    }
}

// The log may have become longer, and its first frames may have been dropped.
void ReplayTransport::takeLength(const std::shared_ptr<const logs::LogIndex>& index) {
    if (index != m_knownIndex) {
        m_clock.setDurationS(index->durationS());
    }
    if (m_isFollowing) {
        m_clock.setTimeS(m_clock.durationS());
        if (index != m_knownIndex) {
            Q_EMIT frameRequested();
        }
    } else if (index->firstFrame() > 0 &&
               m_clock.timeS() < index->recordTimeS(index->firstFrame()) - kSameTimeS) {
        m_clock.setTimeS(index->recordTimeS(index->firstFrame())); // the shown frame was dropped
        if (m_clock.isPlaying() && m_clock.speed() < 0.0 && !m_clock.loop()) {
            m_clock.setPlaying(false); // playing backward has reached the beginning
            Q_EMIT playbackChanged();
        }
        Q_EMIT frameRequested();
    }
}

void ReplayTransport::takeEnd() {
    Q_EMIT ended();
    m_isGrowing = false;
    if (m_isFollowing) { // no other object will report the last frame
        seekFrame(frame());
    }
    if (!m_clock.isPlaying()) {
        m_timer.stop();
    }
    Q_EMIT playbackChanged();
}

void ReplayTransport::setFollowing(bool isFollowing) {
    if (!m_log || !m_isGrowing || isFollowing == m_isFollowing) {
        return;
    }
    if (isFollowing) {
        m_isFollowing = true;
        noteSeek();
        m_clock.setPlaying(false);
        m_clock.setTimeS(m_clock.durationS());
        Q_EMIT frameRequested();
        Q_EMIT followingChanged(true);
        Q_EMIT playbackChanged();
    } else {
        leaveHead();
        standOn(frame());
        Q_EMIT playbackChanged();
    }
}

// Must be called before a frame other than the newest one is shown.
void ReplayTransport::leaveHead() {
    if (m_isFollowing) {
        m_isFollowing = false;
        Q_EMIT followingChanged(false);
    }
}

logs::FrameNumber ReplayTransport::frame() const {
    if (!m_log) {
        return 0;
    }
    const auto index = m_log->index();
    return std::max(index->firstFrame(), index->frameAtRecordTime(m_clock.timeS() + kSameTimeS));
}

void ReplayTransport::setPlaying(bool playing) {
    if (!m_log) {
        return;
    }
    if (m_isGrowing) {
        if (playing && m_clock.speed() > 0.0 &&
            m_clock.timeS() >= m_clock.durationS() - kSameTimeS) {
            return setFollowing(true); // the newest frames follow automatically
        }
        leaveHead();
    }
    // Playing at the end restarts from the beginning.
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
        standOn(frame()); // the clock must not stay between two frames
    }
    Q_EMIT playbackChanged();
}

void ReplayTransport::play(bool isForward) {
    setSpeed(std::copysign(m_clock.speed(), isForward ? 1.0 : -1.0));
    setPlaying(true);
}

void ReplayTransport::setSpeed(double speed) {
    m_clock.setSpeed(speed);
    Q_EMIT playbackChanged();
}

void ReplayTransport::stopPlaying() {
    if (m_clock.isPlaying()) {
        m_clock.setPlaying(false);
        if (!m_isGrowing) {
            m_timer.stop();
        }
        Q_EMIT playbackChanged();
    }
}

void ReplayTransport::seekTime(double recordTimeS) {
    if (m_log) {
        const auto index = m_log->index();
        m_clock.setDurationS(index->durationS()); // more frames may be indexed than reported
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
        Q_EMIT frameRequested();
    }
}

void ReplayTransport::seekFrame(logs::FrameNumber frame) {
    if (m_log) {
        leaveHead();
        noteSeek();
        standOn(frame);
    }
}

void ReplayTransport::standOn(logs::FrameNumber frame) {
    const auto index = m_log->index();
    m_clock.setDurationS(index->durationS()); // more frames may be indexed than reported
    m_clock.setTimeS(
        index->recordTimeS(std::clamp(frame, index->firstFrame(), index->frameCount() - 1)));
    Q_EMIT frameRequested();
}

void ReplayTransport::noteSeek() {
    ++m_seeks;
    m_stops.forgetJump();
}

void ReplayTransport::step(int frames) {
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

bool ReplayTransport::jumpToEvent(bool forward, std::uint32_t kinds, double leadS) {
    if (!m_log) {
        return false;
    }
    const auto stop =
        m_stops.nextEvent(*m_log, frame(), m_clock.isPlaying(), forward, kinds, leadS);
    if (stop) {
        jumpTo(*stop);
    }
    return stop.has_value();
}

void ReplayTransport::goToEvent(const logs::Event& event, std::uint32_t kinds, double leadS) {
    if (m_log) {
        jumpTo(ReplayStops::stopOf(*m_log, event, kinds, leadS));
    }
}

void ReplayTransport::jumpTo(const logs::EventStop& stop) {
    seekFrame(stop.frame);
    m_stops.noteJump(stop.frame);
}

void ReplayTransport::setLoop(std::optional<logs::LoopRange> loop) {
    m_clock.setLoop(loop);
    Q_EMIT playbackChanged();
}

void ReplayTransport::tick() {
    if (m_isGrowing) {
        takeGrowth();
        if (!m_clock.isPlaying()) {
            return;
        }
    }
    const double elapsedS =
        std::min(static_cast<double>(m_elapsed.nsecsElapsed()) / 1e9, kMaxTickS);
    m_elapsed.start();
    m_stops.addPlayedTime(elapsedS);
    const logs::FrameNumber before = frame();
    const bool moved = m_clock.advance(elapsedS);
    if (const auto pause = m_stops.pauseBetween(before, frame(), m_clock.speed() > 0.0)) {
        m_clock.setTimeS(m_log->index()->recordTimeS(*pause));
        return setPlaying(false);
    }
    if (moved) {
        Q_EMIT frameRequested();
    }
    if (!m_clock.isPlaying()) { // the clock reached an end
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

} // namespace sideline::studio
