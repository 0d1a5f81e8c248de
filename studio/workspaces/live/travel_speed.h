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
    std::deque<Place> m_places; ///< of the last half second
};

} // namespace sideline::studio
