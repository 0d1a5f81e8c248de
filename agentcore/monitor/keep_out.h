#pragma once

#include <optional>
#include <variant>

#include <Eigen/Geometry>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::monitor {

/// A circle on the ground, in meters and server frame S.
struct GroundCircle {
    Eigen::Vector2d center_S = Eigen::Vector2d::Zero();
    double radiusM = 0.0;
};

/// The part of the field that a team must leave free during the other team's set play.
struct KeepOut {
    game::Side side = game::Side::None; ///< the team that must stay outside
    std::variant<GroundCircle, Eigen::AlignedBox2d> area;
};

/// The exclusion zone of a frame's play mode: a circle around the ball (around the center at a
/// kick-off), or the penalty area at a goal kick. None in other play modes or if the stream has not
/// reported the distances. Any thread.
/// Source: the rules of rcssserver3d 0.7.x, `soccerruleaspect.cpp`.
[[nodiscard]] std::optional<KeepOut> keepOut(const MatchFrame& frame);

} // namespace sideline::monitor
