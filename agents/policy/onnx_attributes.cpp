#include "agents/policy/onnx_attributes.h"

#include <algorithm>

#include <fmt/format.h>

#include "agents/policy/policy_fault.h"

namespace sideline::agents {

using Dims = std::vector<std::int64_t>;

namespace {

constexpr std::int64_t kMaxNumbers = std::int64_t{1} << 40U;

const onnx::AttributeProto* attributeOf(const onnx::NodeProto& node, std::string_view name) {
    const auto found = std::ranges::find_if(
        node.attribute(), [&](const onnx::AttributeProto& each) { return each.name() == name; });
    return found == node.attribute().end() ? nullptr : &*found;
}

void checkKind(const onnx::NodeProto& node) {
    const auto* direction = attributeOf(node, "direction");
    const auto* activations = attributeOf(node, "activations");
    const bool isDefault =
        activations == nullptr || activations->strings_size() == 0 ||
        (activations->strings_size() == 2 && activations->strings(0) == "Sigmoid" &&
         activations->strings(1) == "Tanh");
    if ((direction != nullptr && direction->s() != "forward") || !isDefault ||
        attributeOf(node, "clip") != nullptr || integerOf(node, "layout", 0) != 0) {
        refuse("has unsupported attributes",
               "forward, sigmoid and tanh, no clip, layout 0, as written by PyTorch");
    }
}

} // namespace

std::int64_t integerOf(const onnx::NodeProto& node, std::string_view name, std::int64_t otherwise) {
    const auto* attribute = attributeOf(node, name);
    return attribute == nullptr ? otherwise : attribute->i();
}

float floatOf(const onnx::NodeProto& node, std::string_view name, float otherwise) {
    const auto* attribute = attributeOf(node, name);
    return attribute == nullptr ? otherwise : attribute->f();
}

std::string textOf(const onnx::NodeProto& node, std::string_view name) {
    const auto* attribute = attributeOf(node, name);
    return attribute == nullptr ? std::string() : attribute->s();
}

Dims integersOf(const onnx::NodeProto& node, std::string_view name) {
    const auto* attribute = attributeOf(node, name);
    return attribute == nullptr ? Dims() : Dims(attribute->ints().begin(), attribute->ints().end());
}

std::int64_t countOf(const Dims& dims) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims) {
        count = dim > 0 && count > kMaxNumbers / dim ? kMaxNumbers : count * dim;
    }
    return count;
}

std::size_t axisOf(std::int64_t axis, std::size_t count) {
    const auto signedCount = static_cast<std::int64_t>(count);
    const std::int64_t counted = axis < 0 ? axis + signedCount : axis;
    if (counted < 0 || counted >= signedCount) {
        refuse(fmt::format("names axis {} of {}", axis, count), "an existing axis");
    }
    return static_cast<std::size_t>(counted);
}

Dims squeezed(Dims dims, const Dims& axes) {
    const auto count = static_cast<std::int64_t>(dims.size());
    if (axes.empty()) {
        std::erase(dims, 1);
        return dims;
    }
    Dims rest;
    for (std::int64_t i = 0; i < count; ++i) {
        const bool isNamed = std::ranges::any_of(
            axes, [&](std::int64_t axis) { return (axis < 0 ? axis + count : axis) == i; });
        if (isNamed && dims[static_cast<std::size_t>(i)] != 1) {
            refuse(fmt::format("removes axis {} of {}", i, dimsText(dims)), "an axis of length 1");
        }
        if (!isNamed) {
            rest.push_back(dims[static_cast<std::size_t>(i)]);
        }
    }
    return rest;
}

Dims unsqueezed(Dims dims, Dims axes) {
    const auto count = static_cast<std::int64_t>(dims.size() + axes.size());
    for (std::int64_t& axis : axes) {
        axis += axis < 0 ? count : 0;
    }
    std::ranges::sort(axes);
    for (const std::int64_t axis : axes) {
        if (axis < 0 || axis > static_cast<std::int64_t>(dims.size())) {
            refuse(fmt::format("adds axis {} to {}", axis, dimsText(dims)),
                   "an axis adjacent to the existing ones");
        }
        dims.insert(dims.begin() + axis, 1);
    }
    return dims;
}

decision::GruLayer readGru(const onnx::NodeProto& node, std::int64_t inputs,
                           const OnnxTensor& inputWeights, const OnnxTensor& hiddenWeights,
                           const OnnxTensor* bias) {
    checkKind(node);
    const std::int64_t units = hiddenWeights.dims.size() == 3 ? hiddenWeights.dims[2] : 0;
    if (units <= 0 || hiddenWeights.dims != Dims{1, 3 * units, units} ||
        inputWeights.dims != Dims{1, 3 * units, inputs} ||
        (bias != nullptr && bias->dims != Dims{1, 6 * units}) || !inputWeights.isFloat ||
        !hiddenWeights.isFloat || (bias != nullptr && !bias->isFloat)) {
        refuse(fmt::format("has weights of shape {}, {}{}{}", dimsText(inputWeights.dims),
                           dimsText(hiddenWeights.dims), bias == nullptr ? "" : " and ",
                           bias == nullptr ? "" : dimsText(bias->dims)),
               fmt::format("[1, 3 units, {}], [1, 3 units, units] and [1, 6 units]", inputs));
    }
    using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    decision::GruLayer layer;
    layer.inputWeights = Eigen::Map<const Rows>(inputWeights.floats.data(), 3 * units, inputs);
    layer.hiddenWeights = Eigen::Map<const Rows>(hiddenWeights.floats.data(), 3 * units, units);
    layer.inputBias.setZero(3 * units);
    layer.hiddenBias.setZero(3 * units);
    if (bias != nullptr) {
        layer.inputBias = Eigen::Map<const Eigen::VectorXf>(bias->floats.data(), 3 * units);
        layer.hiddenBias =
            Eigen::Map<const Eigen::VectorXf>(bias->floats.data() + 3 * units, 3 * units);
    }
    layer.isLinearBeforeReset = integerOf(node, "linear_before_reset", 0) != 0;
    return layer;
}

} // namespace sideline::agents
