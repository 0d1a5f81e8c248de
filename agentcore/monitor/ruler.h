#pragma once

#include <string>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/object_id.h"

namespace sideline::monitor {

/// An end of a ruler on the ground: a place, or an object that it goes along with.
struct RulerEnd {
    ObjectId object;                               ///< none for a place that stays
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< where it was put; meters, server frame S
    std::string mark = {};                         ///< of the field that it was put on, or empty
};

/// What a user measures: from one end to the other, on the ground.
struct Ruler {
    RulerEnd from;
    RulerEnd to;
};

/// What a ruler reports at one instant. Meters and radians, server frame S.
struct RulerReading {
    Eigen::Vector2d from_S = Eigen::Vector2d::Zero();
    Eigen::Vector2d to_S = Eigen::Vector2d::Zero();
    std::string fromName = {}; ///< object or mark of the field that it begins at; empty for a place
    std::string toName = {};   ///< the same for where it ends
    [[nodiscard]] Eigen::Vector2d offset_S() const { return to_S - from_S; }
    [[nodiscard]] double distanceM() const { return offset_S().norm(); }
    /// Direction from end to end, 0 along +x, counterclockwise, (-pi, pi].
    [[nodiscard]] double directionRad() const;
};

/// Reads a ruler in a frame. An end whose object is not on the field is where it was put.
/// @param frame may be null
[[nodiscard]] RulerReading readRuler(const Ruler& ruler, const MatchFrame* frame);

} // namespace sideline::monitor
