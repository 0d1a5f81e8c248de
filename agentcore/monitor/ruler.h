#pragma once

#include <string>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/object_id.h"

namespace sideline::monitor {

/// One end of a ruler on the ground: a fixed point or an object that it follows.
struct RulerEnd {
    ObjectId object;                               ///< no object for a fixed point
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< original position; meters, server frame S
    std::string mark = {}; ///< name of the field mark it was placed on, or empty
};

/// A distance measurement between two points on the ground.
struct Ruler {
    RulerEnd from;
    RulerEnd to;
};

/// The reading of a ruler in one frame, in meters, radians and server frame S.
struct RulerReading {
    Eigen::Vector2d from_S = Eigen::Vector2d::Zero();
    Eigen::Vector2d to_S = Eigen::Vector2d::Zero();
    std::string fromName = {}; ///< object or field mark at the start; empty for a free point
    std::string toName = {};   ///< object or field mark at the end; empty for a free point
    [[nodiscard]] Eigen::Vector2d offset_S() const { return to_S - from_S; }
    [[nodiscard]] double distanceM() const { return offset_S().norm(); }
    /// Direction from start to end, 0 along +x, counterclockwise, (-pi, pi].
    [[nodiscard]] double directionRad() const;
};

/// Evaluates a ruler in a frame. An end whose object is missing stays at its original position.
/// @param frame may be null
[[nodiscard]] RulerReading readRuler(const Ruler& ruler, const MatchFrame* frame);

} // namespace sideline::monitor
