#pragma once

#include <compare>
#include <cstdint>

#include "agentcore/game/player_id.h"

namespace sideline::monitor {

/// The user's selection: nothing, the ball, a robot, or one body of a robot.
struct ObjectId {
    enum class Kind : std::uint8_t { None, Ball, Robot };
    Kind kind = Kind::None;
    game::PlayerId robot;  ///< valid only for `Kind::Robot`
    std::int32_t body = 0; ///< index in the model's order; 0 is the torso

    [[nodiscard]] static ObjectId ball() { return {Kind::Ball, {}, 0}; }
    [[nodiscard]] static ObjectId ofRobot(game::PlayerId id, std::int32_t body = 0) {
        return {Kind::Robot, id, body};
    }
    /// Whether both denote the same ball or robot, regardless of the body.
    [[nodiscard]] bool sameObject(const ObjectId& other) const {
        return kind == other.kind && robot == other.robot;
    }
    friend constexpr auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

} // namespace sideline::monitor
