#pragma once

#include <cstdint>
#include <optional>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::studio {

/// The rule by which a referee puts a robot elsewhere while the ball is not in play.
enum class PutBack : std::uint8_t {
    OwnHalf,    ///< before kick-off everybody stays in the own half
    TheirStart, ///< the opponents kick off: in the own half, and away from the center circle
    OwnStart,   ///< its team kicks off: in the own half, or in the center circle
    TheirKick,  ///< a set play of the opponents: away from the ball
};

/// Why the referee has put a robot elsewhere between two frames of a live match. It moves those
/// that break a rule in the same cycle, so the frame before shows a robot that is about to.
/// @return nothing if it was not put elsewhere, or if none of these rules explains it
[[nodiscard]] std::optional<PutBack> putBackBetween(const monitor::MatchFrame& before,
                                                    const monitor::MatchFrame& after,
                                                    const game::PlayerId& robot);

} // namespace sideline::studio
