#pragma once

#include <nlohmann/json.hpp>

#include "agentcore/decision/policy_interface.h"

namespace sideline::agents {

/// What a policy's numbers mean, as it stands in files (docs/policies.md). Angles in radians; names
/// that are not UTF-8 as far as they are.
/// @param indent of each level; -1: all in one line
[[nodiscard]] std::string meaningText(const decision::PolicyInterface& meaning);
/// Throws PolicyFault: unknown keys and words, values of another type, those of `decision::check`.
[[nodiscard]] decision::PolicyInterface readMeaning(const nlohmann::ordered_json& json);
/// Text to JSON. Throws PolicyFault with the byte.
[[nodiscard]] nlohmann::ordered_json parseJson(std::string_view text);
/// Throws PolicyFault for a key of an object that is none of these.
void checkKeys(const nlohmann::ordered_json& json, const char* what,
               const std::vector<std::string_view>& keys);

} // namespace sideline::agents
