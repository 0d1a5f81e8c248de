#pragma once

#include <nlohmann/json.hpp>

#include "agentcore/decision/policy_interface.h"

namespace sideline::agents {

/// The meaning of a policy's inputs and outputs in the format of files (docs/policies.md). Angles
/// are in radians; invalid UTF-8 in names is dropped.
/// @param indent spaces for each level; -1: a single line
[[nodiscard]] std::string meaningText(const decision::PolicyInterface& meaning);
/// Throws PolicyFault for unknown keys and words, values of a different type, and the errors of
/// `decision::check`.
[[nodiscard]] decision::PolicyInterface readMeaning(const nlohmann::ordered_json& json);
/// Parses JSON. Throws PolicyFault with the byte offset.
[[nodiscard]] nlohmann::ordered_json parseJson(std::string_view text);
/// Throws PolicyFault if an object has a key other than these.
void checkKeys(const nlohmann::ordered_json& json, const char* what,
               const std::vector<std::string_view>& keys);

} // namespace sideline::agents
