#pragma once

#include <optional>
#include <variant>

#include <QString>

#include "logs/match/log_index.h"

namespace sideline::widgets {

/// A place in a match as a user types it.
struct FramePlace {
    logs::FrameNumber frame = 0;
    [[nodiscard]] bool operator==(const FramePlace&) const = default;
};
/// By the game's clock, seconds.
struct GameTimePlace {
    double timeS = 0.0;
    [[nodiscard]] bool operator==(const GameTimePlace&) const = default;
};
/// So far on from what is shown, seconds of the recording; back if below 0.
struct RelativePlace {
    double byS = 0.0;
    [[nodiscard]] bool operator==(const RelativePlace&) const = default;
};
using MatchPlace = std::variant<FramePlace, GameTimePlace, RelativePlace>;

/// Reads `3:25.4` or `205.4` (game time in minutes and seconds, or seconds), `#812` (a frame), or
/// `+30`, `-1:00` (so far on or back); nothing for anything else.
[[nodiscard]] std::optional<MatchPlace> parsePlace(const QString& text);

} // namespace sideline::widgets
