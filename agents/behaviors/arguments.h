#pragma once

#include <string>
#include <vector>

#include "agentcore/behavior/computed_parts.h"
#include "agents/parameters.h"

namespace sideline::agents {

/// A parameter that is computed from the belief in each cycle.
/// @param value its default; empty: it may be omitted
[[nodiscard]] ParameterInfo argumentParameter(std::string name, std::string description,
                                              std::string value,
                                              const argument::Requirement& requirement = {
                                                  argument::Type::Place});
/// Like `argumentParameter`, for a number of at least 0.
[[nodiscard]] ParameterInfo numberArgument(std::string name, std::string description,
                                           std::string value, std::string_view unit, double max);

/// The argument of a parameter; a player stands for its place.
[[nodiscard]] behavior::Computed placeOf(const Parameters& parameters, ParameterInfo info);

/// Parameters of `behavior::Besides`: `look-at`, `look-height`, `say` and `say-every`.
[[nodiscard]] std::vector<ParameterInfo> besidesParameters();
/// Errors: those of `behavior::SpokenText::parse`.
[[nodiscard]] base::Expected<behavior::Besides> besidesOf(const Parameters& parameters);

} // namespace sideline::agents
