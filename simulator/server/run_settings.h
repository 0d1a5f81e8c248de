#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// The settings in a recording of a run: everything that affects its results.
[[nodiscard]] std::string settingsToJson(const SimulationSettings& settings);

/// Whether settings of a run are those of another server family: JSON with `family`.
[[nodiscard]] bool isOfOtherFamily(std::string_view text);

/// @param robots those of the run
/// Errors: Malformed for invalid JSON or missing keys; InvalidArgument for unknown solvers, or for
/// invalid rules or start situations.
[[nodiscard]] base::Expected<SimulationSettings> settingsFromJson(
    std::string_view text, const robot::RobotCatalog& robots);

} // namespace sideline::simulator
