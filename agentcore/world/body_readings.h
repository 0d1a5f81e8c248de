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

/// Describes a reading, from its percept to its display.
struct BodyReadingInfo {
    std::string_view signal; ///< name of its signal, after `body.`
    const char* label;       ///< in panels
    const char* unit;        ///< unit in panels; may be empty
    double BodyReadings::*member;
    /// Extracts the reading from a message; not set if it is not reported.
    std::optional<double> (*find)(const protocol::Percepts&);
    /// The first version of recorded frames that contains the reading. A new reading gets the
    /// version after `logs::kFrameCodecVersion`, which is derived from the highest value here.
    std::uint8_t sinceVersion = 1;
};

/// A row for each reading. The body tracker, sessions, signals and the panel *Agent* use these
/// rows.
inline constexpr auto kBodyReadings = std::to_array<BodyReadingInfo>({
    {"batteryLevel", "Battery", "", &BodyReadings::batteryLevel,
     [](const protocol::Percepts& percepts) { return percepts.batteryLevel; }},
    {"temperatureC", "Temperature", "\u00b0C", &BodyReadings::temperatureC,
     [](const protocol::Percepts& percepts) { return percepts.temperatureC; }},
});
static_assert(sizeof(BodyReadings) == kBodyReadings.size() * sizeof(double),
              "every reading has a row");

} // namespace sideline::world
