#include "logs/replay/replay_clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sideline::logs {

namespace {
constexpr double kShortestLoopS = 1e-3;
} // namespace

void ReplayClock::setDurationS(double durationS) {
    m_durationS = std::max(durationS, 0.0);
    m_timeS = std::clamp(m_timeS, 0.0, m_durationS);
}

void ReplayClock::setTimeS(double timeS) {
    m_timeS = std::isfinite(timeS) ? std::clamp(timeS, 0.0, m_durationS) : m_timeS;
}

void ReplayClock::setSpeed(double speed) {
    m_speed = std::isfinite(speed) ? std::clamp(speed, -kMaxSpeed, kMaxSpeed) : m_speed;
}

void ReplayClock::setPlaying(bool playing) {
    m_playing = playing;
}

void ReplayClock::setLoop(std::optional<LoopRange> loop) {
    if (loop && loop->endS < loop->beginS) {
        std::swap(loop->beginS, loop->endS);
    }
    m_loop = loop && loop->endS - loop->beginS >= kShortestLoopS ? loop : std::nullopt;
}

bool ReplayClock::advance(double elapsedS) {
    if (!m_playing || m_speed == 0.0 || elapsedS <= 0.0) {
        return false;
    }
    const double before = m_timeS;
    double next = before + elapsedS * m_speed;
    if (m_loop) {
        // Wraps only when crossing a loop boundary in the direction of play: after a seek, the time
        // may lie outside the loop.
        const bool crossedEnd = m_speed > 0.0 && before <= m_loop->endS && next > m_loop->endS;
        const bool crossedBegin =
            m_speed < 0.0 && before >= m_loop->beginS && next < m_loop->beginS;
        if (crossedEnd || crossedBegin) {
            next = wrapped(next);
        }
    }
    m_timeS = std::clamp(next, 0.0, m_durationS);
    if (!m_loop && (m_timeS != next || (m_speed > 0.0 && m_timeS >= m_durationS))) {
        m_playing = false;
    }
    return m_timeS != before;
}

double ReplayClock::wrapped(double timeS) const {
    const double length = m_loop->endS - m_loop->beginS;
    const double offset = std::fmod(timeS - m_loop->beginS, length);
    return m_loop->beginS + (offset < 0.0 ? offset + length : offset);
}

} // namespace sideline::logs
