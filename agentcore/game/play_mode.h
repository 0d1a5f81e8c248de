#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sideline::game {

/// Play modes of rcssserver3d 0.7.x in the order of their numbers in the monitor protocol
/// (`soccertypes.h`).
enum class PlayMode : std::uint8_t {
    BeforeKickOff,
    KickOffLeft,
    KickOffRight,
    PlayOn,
    KickInLeft,
    KickInRight,
    CornerKickLeft,
    CornerKickRight,
    GoalKickLeft,
    GoalKickRight,
    OffsideLeft,
    OffsideRight,
    GameOver,
    GoalLeft,
    GoalRight,
    FreeKickLeft, ///< indirect
    FreeKickRight,
    DirectFreeKickLeft,
    DirectFreeKickRight,
    PassLeft,
    PassRight,
};

/// Names in the agent and monitor protocols, by number.
inline constexpr std::array<std::string_view, 21> kPlayModeNames = {"BeforeKickOff",
                                                                    "KickOff_Left",
                                                                    "KickOff_Right",
                                                                    "PlayOn",
                                                                    "KickIn_Left",
                                                                    "KickIn_Right",
                                                                    "corner_kick_left",
                                                                    "corner_kick_right",
                                                                    "goal_kick_left",
                                                                    "goal_kick_right",
                                                                    "offside_left",
                                                                    "offside_right",
                                                                    "GameOver",
                                                                    "Goal_Left",
                                                                    "Goal_Right",
                                                                    "free_kick_left",
                                                                    "free_kick_right",
                                                                    "direct_free_kick_left",
                                                                    "direct_free_kick_right",
                                                                    "pass_left",
                                                                    "pass_right"};

[[nodiscard]] constexpr std::string_view playModeName(PlayMode mode) {
    return kPlayModeNames[static_cast<std::size_t>(mode)];
}

/// The play mode with this name; not set if there is none.
[[nodiscard]] constexpr std::optional<PlayMode> playModeFromName(std::string_view name) {
    for (std::size_t i = 0; i < kPlayModeNames.size(); ++i) {
        if (kPlayModeNames[i] == name) {
            return static_cast<PlayMode>(i);
        }
    }
    return std::nullopt;
}

} // namespace sideline::game
