#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"

namespace sideline::planning {

/// A part of a path that is walked at a constant speed and turn rate: a straight line or an arc.
struct PathLeg {
    double distanceM = 0.0;    ///< length of the leg; 0: the robot turns in place
    double directionRad = 0.0; ///< of motion, relative to the robot's heading; positive left
    double turnRad = 0.0;      ///< turn of the robot from the leg's start to its end
    double speedMps = 0.0;     ///< above 0
};

/// Position, heading and velocity on a path, in the frame in which the path starts at the origin
/// with heading 0.
struct PathState {
    Eigen::Vector2d p = Eigen::Vector2d::Zero(); ///< m
    double headingRad = 0.0;                     ///< sum of all turns, not wrapped
    Eigen::Vector2d velocityMps = Eigen::Vector2d::Zero();
    double turnRadPerS = 0.0;
};

/// A path of legs, each of which starts where the one before ends. A value; any thread.
class LegPath {
public:
    static constexpr std::size_t kMaxLegs = 32;

    LegPath() = default;
    /// @param legs at most `kMaxLegs`
    explicit LegPath(std::vector<PathLeg> legs);
    /// Reads legs as numbers `DISTANCE DIRECTION TURN SPEED`, in m, deg, deg and m/s, separated by
    /// commas: `2 0 90 0.4, 1 45`. Numbers may be omitted from the end: direction and turn are then
    /// 0.
    /// @param speedMps speed of legs without one
    /// Errors: Malformed with the character, and what was expected.
    [[nodiscard]] static base::Expected<LegPath> parse(std::string_view text, double speedMps);

    [[nodiscard]] const std::vector<PathLeg>& legs() const { return m_legs; }
    /// Duration of the whole path, s.
    [[nodiscard]] double durationS() const { return m_endS; }
    /// The state at a time since the start; from `durationS` on, that of the end, at rest.
    [[nodiscard]] PathState at(double timeS) const;

private:
    std::vector<PathLeg> m_legs;
    std::vector<double> m_startS;   ///< start time of each leg
    std::vector<PathState> m_start; ///< state at the start of each leg
    PathState m_end;
    double m_endS = 0.0;
};

} // namespace sideline::planning
