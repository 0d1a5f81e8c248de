#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/policy_network.h"
#include "agents/policy/onnx_model.h"
#include "agents/policy/onnx_tensor.h"

namespace sideline::agents {

/// Attributes of a node, or their default values.
[[nodiscard]] std::int64_t integerOf(const onnx::NodeProto& node, std::string_view name,
                                     std::int64_t otherwise);
[[nodiscard]] float floatOf(const onnx::NodeProto& node, std::string_view name, float otherwise);
[[nodiscard]] std::string textOf(const onnx::NodeProto& node, std::string_view name);
[[nodiscard]] std::vector<std::int64_t> integersOf(const onnx::NodeProto& node,
                                                   std::string_view name);

/// Number of elements of a shape; implausible counts become 2^40.
[[nodiscard]] std::int64_t countOf(const std::vector<std::int64_t>& dims);
/// Returns the axis with this number, which counts from the end if negative. Throws PolicyFault for
/// an axis that does not exist.
/// @param count number of axes
[[nodiscard]] std::size_t axisOf(std::int64_t axis, std::size_t count);
/// Removes these axes of length 1 from a shape (all if none are given), or inserts them. Throws
/// PolicyFault for axes that do not exist.
[[nodiscard]] std::vector<std::int64_t> squeezed(std::vector<std::int64_t> dims,
                                                 const std::vector<std::int64_t>& axes);
[[nodiscard]] std::vector<std::int64_t> unsqueezed(std::vector<std::int64_t> dims,
                                                   std::vector<std::int64_t> axes);

/// A recurrent layer from a GRU node.
/// @param inputs number of outputs of the previous layer
/// @param bias null for 0 Throws PolicyFault for an unsupported direction, activation, layout or
/// clipping, and for shapes that do not fit.
[[nodiscard]] decision::GruLayer readGru(const onnx::NodeProto& node, std::int64_t inputs,
                                         const OnnxTensor& inputWeights,
                                         const OnnxTensor& hiddenWeights, const OnnxTensor* bias);

} // namespace sideline::agents
