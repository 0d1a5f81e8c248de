#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agents/policy/onnx_model.h"

namespace sideline::agents {

/// A constant of an ONNX graph, row by row.
struct OnnxTensor {
    std::vector<std::int64_t> dims;     ///< empty: a scalar
    std::vector<float> floats;          ///< of floating point tensors
    std::vector<std::int64_t> integers; ///< of the others
    bool isFloat = true;

    [[nodiscard]] std::size_t size() const { return isFloat ? floats.size() : integers.size(); }
};

/// Throws PolicyFault: a type other than float, double, int32 or int64, weights in another file,
/// fewer or more bytes than the shape requires, numbers that are not finite.
[[nodiscard]] OnnxTensor readTensor(const onnx::TensorProto& proto, const std::string& name);

/// Throws PolicyFault where a shape has more axes than any network needs: its text, and what is
/// computed for each axis, would cost as much as the file is long.
void checkAxes(std::size_t count);

/// As `[1, 12]`.
[[nodiscard]] std::string dimsText(const std::vector<std::int64_t>& dims);

} // namespace sideline::agents
