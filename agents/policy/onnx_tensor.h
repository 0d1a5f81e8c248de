#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agents/policy/onnx_model.h"

namespace sideline::agents {

/// A constant of an ONNX graph, row by row.
struct OnnxTensor {
    std::vector<std::int64_t> dims;     ///< empty for a scalar
    std::vector<float> floats;          ///< elements of a floating point tensor
    std::vector<std::int64_t> integers; ///< elements of other tensors
    bool isFloat = true;

    [[nodiscard]] std::size_t size() const { return isFloat ? floats.size() : integers.size(); }
};

/// Throws PolicyFault for a type other than float, double, int32 or int64, weights in another file,
/// fewer or more bytes than the shape requires, and NaN.
[[nodiscard]] OnnxTensor readTensor(const onnx::TensorProto& proto, const std::string& name);

/// Throws PolicyFault for a shape with more axes than any network needs: the cost of its text and
/// of computations per axis would grow with the length of the file.
void checkAxes(std::size_t count, std::string_view subject = "has");

/// Formatted as `[1, 12]`.
[[nodiscard]] std::string dimsText(const std::vector<std::int64_t>& dims);

} // namespace sideline::agents
