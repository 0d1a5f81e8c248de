#pragma once

#include <chrono>
#include <optional>

#include "agentcore/game/constants.h"

namespace sideline::simulator {

/// Computes the waits that keep a simulation at its speed.
///
/// A simulation that lags by more than 0.1 s does not catch up afterward: agents would get several
/// cycles at once.
class Pacer {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// @param speed multiple of real time; 0 for no waiting
    Pacer(double speed, Time now) : m_speed(speed), m_due(now) {}

    void setSpeed(double speed, Time now) {
        m_speed = speed;
        m_due = now;
    }
    [[nodiscard]] double speed() const { return m_speed; }

    /// To be called after every cycle of 20 ms.
    /// @return start time of the next cycle; if not set, immediately
    std::optional<Time> afterCycle(Time now) {
        if (m_speed <= 0.0) {
            return std::nullopt;
        }
        m_due += std::chrono::duration_cast<Time::duration>(
            std::chrono::duration<double>(game::kStepS / m_speed));
        if (now > m_due + kMaxLag) {
            m_due = now;
        }
        return m_due;
    }

private:
    static constexpr std::chrono::milliseconds kMaxLag{100};
    double m_speed;
    Time m_due; ///< scheduled start of the running cycle
};

} // namespace sideline::simulator
