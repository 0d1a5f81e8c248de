#pragma once

#include <string_view>

#include "agentcore/decision/policy_interface.h"

namespace sideline::agents {

/// Key of the meaning among an ONNX model's metadata.
inline constexpr const char* kMeaningKey = "sideline.policy";

/// The two formats; both throw PolicyFault.
[[nodiscard]] decision::Policy readPolicyText(std::string_view text);
[[nodiscard]] decision::Policy readPolicyOnnx(std::string_view bytes);

} // namespace sideline::agents
