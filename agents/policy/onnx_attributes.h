#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/decision/policy_network.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/onnx_tensor.h"

namespace sideline::agents {

/// Attributes of a node, or what they are without being written.
[[nodiscard]] std::int64_t integerOf(const onnx::NodeProto& node, std::string_view name,
                                     std::int64_t otherwise);
[[nodiscard]] float floatOf(const onnx::NodeProto& node, std::string_view name, float otherwise);
[[nodiscard]] std::vector<std::int64_t> integersOf(const onnx::NodeProto& node,
                                                   std::string_view name);

/// Numbers of a shape; those of an absurd one count as 2^40.
[[nodiscard]] std::int64_t countOf(const std::vector<std::int64_t>& dims);
/// Shapes without these axes of length 1 (none named: all of them), or with them.
/// Throw PolicyFault for axes that there are not.
[[nodiscard]] std::vector<std::int64_t> squeezed(std::vector<std::int64_t> dims,
                                                 const std::vector<std::int64_t>& axes);
[[nodiscard]] std::vector<std::int64_t> unsqueezed(std::vector<std::int64_t> dims,
                                                   std::vector<std::int64_t> axes);

/// A recurrent layer from a GRU node.
/// @param inputs numbers that the layer before it gives
/// @param bias null: 0
/// Throws PolicyFault: another direction, activations, layout or clipping; shapes that do not fit.
[[nodiscard]] decision::GruLayer readGru(const onnx::NodeProto& node, std::int64_t inputs,
                                         const OnnxTensor& inputWeights,
                                         const OnnxTensor& hiddenWeights, const OnnxTensor* bias);

} // namespace sideline::agents
