#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace sideline::logs {

/// Time of a server, counted from its monitor messages: by the game clock while that runs, by the
/// server's cadence while it stands, is set, or restarts. Never goes back. A value.
class ServerTime {
public:
    /// @param stepS simulated time between two messages
    explicit ServerTime(double stepS = 0.04) : m_stepS(stepS) {}

    /// Takes in a message.
    /// @param gameTimeS the game clock, if the message reports it
    /// @return seconds since the first message
    double advance(std::optional<double> gameTimeS);
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Whether the game clock has run on with the last message.
    [[nodiscard]] bool isClockRunning() const { return m_isClockRunning; }
    /// The next message comes from another server, perhaps: its clock is not compared.
    void forgetClock() { m_gameTimeS.reset(); }

private:
    double m_stepS;
    double m_timeS = 0.0;
    bool m_hasBegun = false;
    bool m_isClockRunning = false;
    std::optional<double> m_gameTimeS;
};

/// How fast a server runs: its time per real time over the last two seconds. A value.
class SpeedMeter {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    void note(TimePoint now, double serverTimeS);
    /// 1 in real time; 0 before two messages came, and when none came for two seconds.
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
