#pragma once

#include <chrono>
#include <optional>

#include "agentcore/game/constants.h"

namespace sideline::simulator {

/// Says how long a simulation has to wait to keep its pace.
///
/// A simulation that falls behind by more than a moment does not hurry afterwards to make up for
/// it: agents would get several cycles at once.
class Pacer {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// @param speed times real time; 0 for no waiting
    Pacer(double speed, Time now) : m_speed(speed), m_due(now) {}

    void setSpeed(double speed, Time now) {
        m_speed = speed;
        m_due = now;
    }
    [[nodiscard]] double speed() const { return m_speed; }

    /// To be called after every cycle of 20 ms.
    /// @return when the next one is to begin; nothing for at once
    std::optional<Time> afterCycle(Time now) {
        if (m_speed <= 0.0) {
            return std::nullopt;
        }
        m_due += std::chrono::duration_cast<Time::duration>(
            std::chrono::duration<double>(game::kStepS / m_speed));
        if (now > m_due + kPatience) {
            m_due = now;
        }
        return m_due;
    }

private:
    static constexpr std::chrono::milliseconds kPatience{100};
    double m_speed;
    Time m_due; ///< when the cycle that is running was to begin
};

} // namespace sideline::simulator
