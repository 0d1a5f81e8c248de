#pragma once

#include <deque>
#include <optional>

#include <Eigen/Core>

namespace sideline::studio {

/// How fast a robot gets on: between the places where it believed to be half a second apart. Its
/// center of mass swings with every step, which nobody can read. A value.
class TravelSpeed {
public:
    /// Follows the robot. The same time twice changes nothing; where it was put elsewhere, or time
    /// jumps, it begins anew.
    /// @param timeS of the server @param place_S on the ground, m
    /// @return m/s; nothing until it has been followed for a quarter of a second
    std::optional<double> follow(double timeS, const Eigen::Vector2d& place_S);
    void reset() { m_places.clear(); }

private:
    struct Place {
        double timeS;
        Eigen::Vector2d p_S;
    };
    static constexpr double kSpanS = 0.5;
    static constexpr double kLeastS = 0.25;
    static constexpr double kGapS = 0.3;       // longer ones hide what happened
    static constexpr double kFastestMps = 5.0; // none of them can
    std::deque<Place> m_places;                ///< of the last half second
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
    return spanS >= kLeastS ? std::optional((place_S - m_places.front().p_S).norm() / spanS)
                            : std::nullopt;
}

} // namespace sideline::studio
