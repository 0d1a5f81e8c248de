#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Settings as a recording of a run has them: all that decides about its results.
[[nodiscard]] std::string settingsToJson(const SimulationSettings& settings);

/// @param robots those of the run
/// Errors: Malformed for no JSON or what is missing; InvalidArgument for other solvers, rules or a
/// start situation that cannot be.
[[nodiscard]] base::Expected<SimulationSettings> settingsFromJson(
    std::string_view text, const robot::RobotCatalog& robots);

} // namespace sideline::simulator
