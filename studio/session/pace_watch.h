#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "simulator/server/simulator_thread.h"

namespace sideline::studio {

/// Speed of a simulator over an interval, and whether its agents kept up with it.
struct Pace {
    double speed = 0.0; ///< multiple of real time
    /// Whether the speed was always below 90% of real time, or of the requested speed if that is
    /// slower.
    bool isSlow = false;
    double lateRatio = 0.0; ///< fraction of the expected answers that came late
};

/// Measures the pace of a running simulator from its statuses. One thread at a time.
class PaceWatch {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::seconds kInterval{5};

    /// Processes a status. A pause, a wait for players and another requested speed restart the
    /// measurement.
    /// @param now must not decrease
    void take(const simulator::SimulatorStatus& status, Time now);
    /// The pace of the last complete interval; default values before its end.
    [[nodiscard]] const Pace& pace() const { return m_pace; }

private:
    struct Interval {
        Time beganAt;
        double requestedSpeed = 1.0;
        std::uint64_t cycle = 0;
        std::uint64_t lateAnswers = 0;
        bool isSlow = true; ///< so far
    };
    std::optional<Interval> m_interval;
    Pace m_pace;
};

} // namespace sideline::studio
