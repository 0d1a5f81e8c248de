#include "agents/policy/onnx_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agents/policy/onnx_attributes.h"

namespace sideline::agents {

using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using decision::NormalizeLayer;
using Function = ActivationLayer::Function;
using Join = decision::JoinLayer::Operation;
using Node = OnnxValues::Node;

namespace {

constexpr float kNoLimit = std::numeric_limits<float>::infinity();

float scalarOf(const OnnxValues& values, const Node& node, int index) {
    const OnnxTensor& tensor = values.weights(node, index);
    if (tensor.size() != 1) {
        refuse(fmt::format("has constants of shape {}", dimsText(tensor.dims)), "one number");
    }
    return tensor.isFloat ? tensor.floats.front() : static_cast<float>(tensor.integers.front());
}

// Functions that become a single layer.
bool activation(OnnxValues& values, const Node& node) {
    const std::string& type = node.op_type();
    ActivationLayer layer;
    const auto* plain = std::ranges::find(kPlainFunctions, type, &PlainFunction::first);
    if (plain != kPlainFunctions.end()) {
        layer.function = plain->second;
    } else if (type == "LeakyRelu") {
        layer = {Function::LeakyRelu, floatOf(node, "alpha", 0.01F)};
    } else if (type == "PRelu") {
        layer = {Function::LeakyRelu, scalarOf(values, node, 1)};
    } else if (type == "Elu") {
        layer = {Function::Elu, floatOf(node, "alpha", 1.0F)};
    } else if (type == "Sqrt") {
        layer = {Function::Power, 0.5F};
    } else if (type == "Reciprocal") {
        layer = {Function::Power, -1.0F};
    } else if (type == "Pow") {
        layer = {Function::Power, scalarOf(values, node, 1)};
    } else if (type == "Clip") {
        const auto limitOf = [&](int index, const char* attribute, float none) {
            return values.has(node, index) ? scalarOf(values, node, index)
                                           : floatOf(node, attribute, none);
        };
        layer = {Function::Clip, limitOf(1, "min", -kNoLimit), limitOf(2, "max", kNoLimit)};
    } else {
        return false;
    }
    OnnxChain(values, node, values.flow(node, 0)).then(layer).give();
    return true;
}

// x Phi(x), either exact or approximated with the hyperbolic tangent.
void gelu(OnnxChain chain, bool isApproximate) {
    const OnnxFlow x = chain.flow();
    if (isApproximate) {
        chain.then(ActivationLayer{Function::Power, 3.0F}).times(0.044715F).join(Join::Add, x);
        chain.times(std::sqrt(2.0F / std::numbers::pi_v<float>));
        chain.then(ActivationLayer{Function::Tanh});
    } else {
        chain.times(1.0F / std::numbers::sqrt2_v<float>).then(ActivationLayer{Function::Erf});
    }
    chain.plus(1.0F).times(0.5F).join(Join::Multiply, x).give();
}

// Functions that become several layers.
bool compositeFunction(OnnxValues& values, const Node& node) {
    const std::string& type = node.op_type();
    const auto chain = [&] { return OnnxChain(values, node, values.flow(node, 0)); };
    const auto hardSigmoid = [](OnnxChain& x, float factor, float summand) -> OnnxChain& {
        return x.times(factor).plus(summand).then(ActivationLayer{Function::Clip, 0.0F, 1.0F});
    };
    if (type == "Neg") {
        chain().times(-1.0F).give();
    } else if (type == "Gelu") {
        const std::string approximate = textOf(node, "approximate");
        gelu(chain(), approximate == "tanh");
    } else if (type == "Selu") {
        chain()
            .then(ActivationLayer{Function::Elu, floatOf(node, "alpha", 1.67326319F)})
            .times(floatOf(node, "gamma", 1.05070102F))
            .give();
    } else if (type == "Celu") {
        const float alpha = floatOf(node, "alpha", 1.0F);
        chain().times(1.0F / alpha).then(ActivationLayer{Function::Elu, 1.0F}).times(alpha).give();
    } else if (type == "HardSigmoid") {
        OnnxChain x = chain();
        hardSigmoid(x, floatOf(node, "alpha", 0.2F), floatOf(node, "beta", 0.5F)).give();
    } else if (type == "HardSwish") {
        OnnxChain x = chain();
        const OnnxFlow before = x.flow();
        hardSigmoid(x, 1.0F / 6.0F, 0.5F).join(Join::Multiply, before).give();
    } else if (type == "Mish") {
        OnnxChain x = chain();
        const OnnxFlow before = x.flow();
        x.then(ActivationLayer{Function::Softplus}).then(ActivationLayer{Function::Tanh});
        x.join(Join::Multiply, before).give();
    } else if (type == "Softsign") {
        OnnxChain divisor = chain();
        OnnxChain x = chain();
        divisor.then(ActivationLayer{Function::Abs}).plus(1.0F);
        x.join(Join::Divide, divisor.flow()).give();
    } else {
        return false;
    }
    return true;
}

// Normalizes a row in one layer; the axis may be counted from either end.
void layerNormalization(OnnxValues& values, const Node& node) {
    const OnnxFlow before = values.flow(node, 0);
    const std::int64_t size = rowOf(before);
    static_cast<void>(axisOf(integerOf(node, "axis", -1), before.dims.size()));
    NormalizeLayer layer;
    layer.scale = vectorOf(values.weights(node, 1), size);
    layer.bias = values.has(node, 2) ? vectorOf(values.weights(node, 2), size)
                                     : Eigen::VectorXf(Eigen::VectorXf::Zero(size));
    layer.epsilon = floatOf(node, "epsilon", 1e-5F);
    OnnxChain(values, node, before).then(std::move(layer)).give();
}

// With the fixed statistics from training, this multiplies each value by a factor and adds an
// offset.
void batchNormalization(OnnxValues& values, const Node& node) {
    const OnnxFlow before = values.flow(node, 0);
    const std::int64_t size = rowOf(before);
    const auto numbersOf = [&](int index) { return vectorOf(values.weights(node, index), size); };
    const Eigen::VectorXf variance = numbersOf(4);
    const Eigen::VectorXf factor =
        numbersOf(1).array() / (variance.array() + floatOf(node, "epsilon", 1e-5F)).sqrt();
    const Eigen::VectorXf summand = numbersOf(2).array() - numbersOf(3).array() * factor.array();
    OnnxChain(values, node, before)
        .then(ElementwiseLayer{ElementwiseLayer::Operation::Multiply, factor})
        .then(ElementwiseLayer{ElementwiseLayer::Operation::Add, summand})
        .give();
}

// Mean or sum of a row.
void reduce(OnnxValues& values, const Node& node) {
    OnnxFlow before = values.flow(node, 0);
    const std::int64_t size = rowOf(before);
    const auto axes = values.integers(node, 1, "axes");
    const auto count = static_cast<std::int64_t>(before.dims.size());
    const bool isOfRow = std::ranges::any_of(
        axes, [&](std::int64_t axis) { return axis == -1 || axis == count - 1; });
    if (!isOfRow || integerOf(node, "keepdims", 1) == 0) {
        refuse("reduces an axis other than the last, or removes the reduced axis",
               "the last axis, with keepdims");
    }
    const float factor = node.op_type() == "ReduceMean" ? 1.0F / static_cast<float>(size) : 1.0F;
    OnnxChain(values, node, std::move(before)).sum(factor).give();
}

// Maximum or minimum of each value and a constant.
void limit(OnnxValues& values, const Node& node) {
    const bool isFirstConstant = std::holds_alternative<OnnxTensor>(values.operand(node, 0));
    const float constant = scalarOf(values, node, isFirstConstant ? 0 : 1);
    const bool isMax = node.op_type() == "Max";
    OnnxChain(values, node, values.flow(node, isFirstConstant ? 1 : 0))
        .then(ActivationLayer{Function::Clip, isMax ? constant : -kNoLimit,
                              isMax ? kNoLimit : constant})
        .give();
}

} // namespace

std::int64_t rowOf(const OnnxFlow& flow) {
    const std::int64_t size = countOf(flow.dims);
    if (flow.dims.empty() || flow.dims.back() != size) {
        refuse(fmt::format("works on shape {}", dimsText(flow.dims)), "one row of numbers");
    }
    return size;
}

Eigen::VectorXf vectorOf(const OnnxTensor& tensor, std::int64_t size) {
    const auto count = static_cast<std::int64_t>(tensor.floats.size());
    const bool isRow = tensor.dims.empty() || tensor.dims.back() == count;
    if (!tensor.isFloat || (count != size && count != 1) || !isRow) {
        refuse(fmt::format("combines {} values with constants of shape {}", size,
                           dimsText(tensor.dims)),
               fmt::format("one constant, or {}", size));
    }
    return count == 1
               ? Eigen::VectorXf(Eigen::VectorXf::Constant(size, tensor.floats.front()))
               : Eigen::VectorXf(Eigen::Map<const Eigen::VectorXf>(tensor.floats.data(), size));
}

Eigen::MatrixXf matrixOf(const OnnxTensor& tensor, bool isTransposed) {
    if (tensor.dims.size() != 2 || tensor.floats.empty()) {
        refuse(fmt::format("has weights of shape {}", dimsText(tensor.dims)),
               "floats with two axes");
    }
    using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> rows(tensor.floats.data(), tensor.dims[0], tensor.dims[1]);
    return isTransposed ? Eigen::MatrixXf(rows) : Eigen::MatrixXf(rows.transpose());
}

OnnxChain& OnnxChain::then(decision::PolicyLayer layer) {
    m_flow.stage = m_values.addStage(
        {m_flow.stage, std::move(layer), m_node.name(), {}, countOf(m_flow.dims)});
    return *this;
}

OnnxChain& OnnxChain::dense(Eigen::MatrixXf weights, const OnnxTensor* bias, float biasFactor) {
    const std::int64_t size = rowOf(m_flow);
    if (weights.cols() != size) {
        refuse(fmt::format("has weights for {}", base::plural(weights.cols(), "input")),
               fmt::format("{}, the number of outputs of the previous layer", size));
    }
    DenseLayer layer{std::move(weights), {}};
    layer.bias.setZero(layer.weights.rows());
    if (bias != nullptr) {
        layer.bias = biasFactor * vectorOf(*bias, layer.weights.rows());
    }
    m_flow.dims.back() = layer.weights.rows();
    return then(std::move(layer));
}

OnnxChain& OnnxChain::times(float factor) {
    return then(ElementwiseLayer{ElementwiseLayer::Operation::Multiply,
                                 Eigen::VectorXf::Constant(countOf(m_flow.dims), factor)});
}

OnnxChain& OnnxChain::plus(float summand) {
    return then(ElementwiseLayer{ElementwiseLayer::Operation::Add,
                                 Eigen::VectorXf::Constant(countOf(m_flow.dims), summand)});
}

OnnxChain& OnnxChain::join(decision::JoinLayer::Operation operation, const OnnxFlow& with) {
    return then(decision::JoinLayer{operation, with.stage});
}

OnnxChain& OnnxChain::sum(float factor) {
    return dense(Eigen::MatrixXf::Constant(1, countOf(m_flow.dims), factor));
}

bool runFunction(OnnxValues& values, const Node& node) {
    const std::string& type = node.op_type();
    if (type == "LayerNormalization") {
        layerNormalization(values, node);
    } else if (type == "BatchNormalization") {
        batchNormalization(values, node);
    } else if (type == "ReduceMean" || type == "ReduceSum") {
        reduce(values, node);
    } else if (type == "Max" || type == "Min") {
        limit(values, node);
    } else {
        return activation(values, node) || compositeFunction(values, node);
    }
    return true;
}

} // namespace sideline::agents
