#pragma once

#include <cstdint>
#include <optional>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::studio {

/// Rule by which the referee moves a robot while the ball is not in play.
enum class PutBack : std::uint8_t {
    OwnHalf,    ///< before kick-off: robots must be in their own half
    TheirStart, ///< opponents' kick-off: the robot's own half, outside the center circle
    OwnStart,   ///< kick-off by the robot's team: its own half or the center circle
    TheirKick,  ///< set play of the opponents: minimum distance to the ball
};

/// Returns the rule by which the referee moved a robot between two frames of a live match. The
/// referee moves a robot in the cycle in which it breaks the rule, so the earlier frame shows it
/// just before that.
/// @return empty if the robot was not moved, or if none of these rules explains it
[[nodiscard]] std::optional<PutBack> putBackBetween(const monitor::MatchFrame& before,
                                                    const monitor::MatchFrame& after,
                                                    const game::PlayerId& robot);

} // namespace sideline::studio
