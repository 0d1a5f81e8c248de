#pragma once

#include <string_view>

#include "agentcore/decision/policy_interface.h"

namespace sideline::agents {

/// Key of the meaning among an ONNX model's metadata.
inline constexpr const char* kMeaningKey = "sideline.policy";

/// Reads an ONNX model; throws PolicyFault.
[[nodiscard]] decision::Policy readPolicyOnnx(std::string_view bytes);

} // namespace sideline::agents
