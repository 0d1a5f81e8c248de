#pragma once

#include <optional>
#include <variant>

#include <QString>

#include "logs/match/log_index.h"

namespace sideline::widgets {

/// A time in a match as the user types it.
struct FramePlace {
    logs::FrameNumber frame = 0;
    [[nodiscard]] bool operator==(const FramePlace&) const = default;
};
/// Game clock, seconds.
struct GameTimePlace {
    double timeS = 0.0;
    [[nodiscard]] bool operator==(const GameTimePlace&) const = default;
};
/// Relative to the current time, seconds of the recording; backward if below 0.
struct RelativePlace {
    double byS = 0.0;
    [[nodiscard]] bool operator==(const RelativePlace&) const = default;
};
using MatchPlace = std::variant<FramePlace, GameTimePlace, RelativePlace>;

/// Reads `3:25.4` or `205.4` (game time in minutes and seconds, or seconds), `#812` (a frame), or
/// `+30`, `-1:00` (relative); nullopt for anything else.
[[nodiscard]] std::optional<MatchPlace> parsePlace(const QString& text);

} // namespace sideline::widgets
