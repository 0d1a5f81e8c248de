#pragma once

#include <deque>
#include <optional>

#include <Eigen/Core>

namespace sideline::studio {

/// Measures a robot's speed from its believed positions half a second apart. The instantaneous
/// speed of the center of mass oscillates with every step and is unreadable. A value type.
class TravelSpeed {
public:
    /// Adds a position. A repeated time changes nothing; the measurement restarts if the robot was
    /// repositioned or time jumps.
    /// @param timeS server time @param place_S position on the ground, m
    /// @return m/s; nullopt during the first quarter of a second
    std::optional<double> follow(double timeS, const Eigen::Vector2d& place_S);
    void reset() { m_places.clear(); }

private:
    struct Place {
        double timeS;
        Eigen::Vector2d p_S;
    };
    static constexpr double kSpanS = 0.5;
    static constexpr double kMinS = 0.25;
    static constexpr double kGapS = 0.3;       // longer gaps restart the measurement
    static constexpr double kFastestMps = 5.0; // faster motion means repositioning
    std::deque<Place> m_places;                ///< positions of the last half second
};

inline std::optional<double> TravelSpeed::follow(double timeS, const Eigen::Vector2d& place_S) {
    if (!m_places.empty() && timeS != m_places.back().timeS) {
        const Place& last = m_places.back();
        const double passedS = timeS - last.timeS;
        if (passedS < 0.0 || passedS > kGapS ||
            (place_S - last.p_S).norm() > kFastestMps * passedS) {
            m_places.clear();
        }
    }
    if (m_places.empty() || timeS != m_places.back().timeS) {
        m_places.push_back({timeS, place_S});
    }
    while (m_places.size() > 2 && timeS - m_places[1].timeS >= kSpanS) {
        m_places.pop_front();
    }
    const double spanS = timeS - m_places.front().timeS;
    return spanS >= kMinS ? std::optional((place_S - m_places.front().p_S).norm() / spanS)
                          : std::nullopt;
}

} // namespace sideline::studio
