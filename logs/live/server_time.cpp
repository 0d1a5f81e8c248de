#include "logs/live/server_time.h"

namespace sideline::logs {

namespace {
constexpr double kMaxStepS = 1.0; // a larger advance of the game clock is a jump
constexpr double kMinStepS = 1e-6;
constexpr std::chrono::seconds kWindow{2};
} // namespace

double ServerTime::advance(std::optional<double> gameTimeS) {
    const double clockS = gameTimeS && m_gameTimeS ? *gameTimeS - *m_gameTimeS : 0.0;
    m_isClockRunning = clockS > kMinStepS && clockS < kMaxStepS;
    if (m_hasBegun) {
        m_timeS += m_isClockRunning ? clockS : m_stepS;
    }
    m_hasBegun = true;
    m_gameTimeS = gameTimeS ? gameTimeS : m_gameTimeS;
    return m_timeS;
}

void SpeedMeter::note(TimePoint now, double serverTimeS) {
    m_samples.push_back({now, serverTimeS});
    // The last sample outside the window marks the beginning of the measurement.
    while (m_samples.size() > 2 && m_samples[1].at <= now - kWindow) {
        m_samples.pop_front();
    }
}

double SpeedMeter::speed(TimePoint now) const {
    if (m_samples.size() < 2 || m_samples.back().at < now - kWindow) {
        return 0.0;
    }
    // Up to the last message: a pause after it may only be the interval between messages.
    const double passedS =
        std::chrono::duration<double>(m_samples.back().at - m_samples.front().at).count();
    return passedS > 0.0 ? (m_samples.back().serverTimeS - m_samples.front().serverTimeS) / passedS
                         : 0.0;
}

} // namespace sideline::logs
