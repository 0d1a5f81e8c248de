#pragma once

#include <optional>
#include <variant>

#include <Eigen/Geometry>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::monitor {

/// A circle on the ground; meters, server frame S.
struct GroundCircle {
    Eigen::Vector2d center_S = Eigen::Vector2d::Zero();
    double radiusM = 0.0;
};

/// The part of the field that a team must leave free while the other one has a set play.
struct KeepOut {
    game::Side side = game::Side::None; ///< who must stay outside
    std::variant<GroundCircle, Eigen::AlignedBox2d> area;
};

/// What the play mode of a frame forbids: the circle around the ball (around the center at a
/// kick-off), or the penalty area of a goal kick. Nothing in other play modes, and where the stream
/// has not reported the distances. Any thread.
/// Source: the rules of rcssserver3d 0.7.x, `soccerruleaspect.cpp`.
[[nodiscard]] std::optional<KeepOut> keepOut(const MatchFrame& frame);

} // namespace sideline::monitor
