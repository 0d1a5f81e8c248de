#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace sideline::logs {

/// Time of a server, derived from its monitor messages: follows the game clock while it runs, and
/// the message interval while the clock is stopped, is set, or restarts. Never decreases. A value
/// type.
class ServerTime {
public:
    /// @param stepS simulated time between two messages
    explicit ServerTime(double stepS = 0.04) : m_stepS(stepS) {}

    /// Processes a message.
    /// @param gameTimeS the game clock, if the message contains it
    /// @return seconds since the first message
    double advance(std::optional<double> gameTimeS);
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Whether the game clock advanced with the last message.
    [[nodiscard]] bool isClockRunning() const { return m_isClockRunning; }
    /// Skips the comparison of clocks with the next message, which may come from another server.
    void forgetClock() { m_gameTimeS.reset(); }

private:
    double m_stepS;
    double m_timeS = 0.0;
    bool m_hasBegun = false;
    bool m_isClockRunning = false;
    std::optional<double> m_gameTimeS;
};

/// Measures the speed of a server: server time divided by real time, over the last two seconds. A
/// value type.
class SpeedMeter {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    void note(TimePoint now, double serverTimeS);
    /// 1 means real time; 0 before the second message, and after two seconds without messages.
    [[nodiscard]] double speed(TimePoint now) const;
    void reset() { m_samples.clear(); }

private:
    struct Sample {
        TimePoint at;
        double serverTimeS;
    };
    std::deque<Sample> m_samples; ///< oldest first
};

} // namespace sideline::logs
