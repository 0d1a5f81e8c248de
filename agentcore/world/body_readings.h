#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "agentcore/protocol/percepts.h"

namespace sideline::world {

/// Numbers that the server reports about the body, as last reported; negative: not reported.
struct BodyReadings {
    double batteryLevel = -1.0;
    double temperatureC = -1.0;
};

/// A reading, from the percept to the screen.
struct BodyReadingInfo {
    std::string_view signal; ///< name of its signal, after `body.`
    const char* label;       ///< in panels
    const char* unit;        ///< in panels; may be empty
    double BodyReadings::*member;
    /// Finds it in a message; nothing if it is not reported.
    std::optional<double> (*find)(const protocol::Percepts&);
    /// The first version of recorded frames that contains it: a new one is one above
    /// `logs::kFrameCodecVersion`, which follows it.
    std::uint8_t sinceVersion = 1;
};

/// A row for each reading. The body tracker, sessions, signals and the panel *Agent* read it.
inline constexpr auto kBodyReadings = std::to_array<BodyReadingInfo>({
    {"batteryLevel", "Battery", "", &BodyReadings::batteryLevel,
     [](const protocol::Percepts& percepts) { return percepts.batteryLevel; }},
    {"temperatureC", "Temperature", "\u00b0C", &BodyReadings::temperatureC,
     [](const protocol::Percepts& percepts) { return percepts.temperatureC; }},
});
static_assert(sizeof(BodyReadings) == kBodyReadings.size() * sizeof(double),
              "every reading has a row");

} // namespace sideline::world
