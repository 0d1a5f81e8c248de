#include "agents/policy/onnx_nodes.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "agents/policy/onnx_attributes.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using Function = ActivationLayer::Function;
using Operation = ElementwiseLayer::Operation;
using Dims = std::vector<std::int64_t>;

namespace {

// A fault of an operand: its node has been named already.
struct Inherited {
    PolicyFault fault;
};

constexpr Eigen::Index kMostWeights = 1 << 24;
constexpr std::size_t kMostConstants = std::size_t{1} << 25U;
constexpr const char* kSupported = "Gemm, MatMul, GRU, Add, Sub, Mul, Div, Tanh, Relu, LeakyRelu, "
                                   "Elu, Sigmoid, Softplus, Clip, or "
                                   "a node that changes a shape";

// Numbers of a flow whose last axis has them all.
std::int64_t rowOf(const OnnxFlow& flow) {
    const std::int64_t size = countOf(flow.dims);
    if (flow.dims.empty() || flow.dims.back() != size) {
        refuse(fmt::format("works on shape {}", dimsText(flow.dims)), "one row of numbers");
    }
    return size;
}

// Weights by which a row is multiplied from the right, as a matrix for columns.
Eigen::MatrixXf matrixOf(const OnnxTensor& tensor, bool isTransposed) {
    if (tensor.dims.size() != 2 || !tensor.isFloat) {
        refuse(fmt::format("has weights of shape {}", dimsText(tensor.dims)),
               "floats with two axes");
    }
    using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> rows(tensor.floats.data(), tensor.dims[0], tensor.dims[1]);
    return isTransposed ? Eigen::MatrixXf(rows) : Eigen::MatrixXf(rows.transpose());
}

Eigen::VectorXf vectorOf(const OnnxTensor& tensor, std::int64_t size) {
    const auto count = static_cast<std::int64_t>(tensor.floats.size());
    const bool isRow = tensor.dims.empty() || tensor.dims.back() == count;
    if (!tensor.isFloat || (count != size && count != 1) || !isRow) {
        refuse(fmt::format("combines {} numbers with constants of shape {}", size,
                           dimsText(tensor.dims)),
               fmt::format("one constant, or {}", size));
    }
    return count == 1
               ? Eigen::VectorXf(Eigen::VectorXf::Constant(size, tensor.floats.front()))
               : Eigen::VectorXf(Eigen::Map<const Eigen::VectorXf>(tensor.floats.data(), size));
}

} // namespace

void OnnxNodes::addConstant(const std::string& name, const onnx::TensorProto& proto) {
    try {
        add(name, readTensor(proto, name));
    } catch (PolicyFault& fault) {
        add(name, OnnxUnknown{std::move(fault)});
    }
}

void OnnxNodes::run(const Node& node) {
    PolicyFault unknown;
    try {
        execute(node);
        return;
    } catch (Inherited& inherited) {
        unknown = std::move(inherited.fault);
    } catch (PolicyFault& fault) {
        const std::string& name = !node.name().empty()     ? node.name()
                                  : node.output_size() > 0 ? node.output(0)
                                                           : node.op_type();
        fault.message = fmt::format("node '{}' ({}) {}", name, node.op_type(), fault.message);
        unknown = std::move(fault);
    }
    for (const std::string& output : node.output()) {
        add(output, OnnxUnknown{unknown});
    }
}

const OnnxValue* OnnxNodes::find(const std::string& name) const {
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

OnnxFlow OnnxNodes::action(const std::string& name) const {
    const OnnxValue* value = find(name);
    if (value == nullptr) {
        failPolicy(ErrorCode::Truncated, fmt::format("no node gives the output '{}'", name));
    }
    if (const auto* unknown = std::get_if<OnnxUnknown>(value)) {
        throw PolicyFault(unknown->fault);
    }
    if (const auto* flow = std::get_if<OnnxFlow>(value)) {
        return *flow;
    }
    refuse(fmt::format("the first output '{}' does not come from the observation", name),
           "the action as the first output, hidden states behind it");
}

bool OnnxNodes::has(const Node& node, int index) const {
    return index < node.input_size() && !node.input(index).empty();
}

const OnnxValue& OnnxNodes::operand(const Node& node, int index) const {
    if (!has(node, index)) {
        refuse(fmt::format("has {} inputs", node.input_size()), "one more");
    }
    const OnnxValue* value = find(node.input(index));
    if (value == nullptr) {
        failPolicy(ErrorCode::Truncated,
                   fmt::format("uses '{}', which nothing before it gives", node.input(index)));
    }
    if (const auto* unknown = std::get_if<OnnxUnknown>(value)) {
        throw Inherited{unknown->fault};
    }
    return *value;
}

OnnxFlow OnnxNodes::flow(const Node& node, int index) const {
    const OnnxValue& value = operand(node, index);
    if (const auto* flow = std::get_if<OnnxFlow>(&value)) {
        return *flow;
    }
    // The last hidden state of a layer is what it gives.
    if (const auto* next = std::get_if<OnnxNextHidden>(&value);
        next != nullptr && next->stages.size() == 1) {
        return {next->stages.front(), next->dims};
    }
    refuse(fmt::format("uses '{}' as data", node.input(index)),
           "something computed from the observation");
}

const OnnxTensor& OnnxNodes::weights(const Node& node, int index) const {
    const auto* tensor = std::get_if<OnnxTensor>(&operand(node, index));
    if (tensor == nullptr) {
        refuse(fmt::format("uses '{}', which is computed, as weights", node.input(index)),
               "constants");
    }
    return *tensor;
}

Dims OnnxNodes::integers(const Node& node, int index, const char* attribute) const {
    return has(node, index) ? weights(node, index).integers : integersOf(node, attribute);
}

void OnnxNodes::give(const Node& node, OnnxValue value, int index) {
    if (const auto* tensor = std::get_if<OnnxTensor>(&value)) {
        m_constants += tensor->size();
    }
    // Nodes may hand on the same constants again and again.
    if (m_constants > kMostConstants) {
        failPolicy(ErrorCode::LimitExceeded, "makes too many constants",
                   fmt::format("at most {} numbers", kMostConstants));
    }
    if (index < node.output_size() && !node.output(index).empty()) {
        add(node.output(index), std::move(value));
    }
}

int OnnxNodes::addStage(OnnxStage stage) {
    if (const auto* dense = std::get_if<DenseLayer>(&stage.layer)) {
        m_weights += dense->weights.size();
    } else if (const auto* gru = std::get_if<decision::GruLayer>(&stage.layer)) {
        m_weights += gru->inputWeights.size() + gru->hiddenWeights.size();
    }
    // Nodes may share weights, layers do not.
    if (m_weights > kMostWeights) {
        failPolicy(ErrorCode::LimitExceeded, "makes the network too large",
                   fmt::format("at most {} weights", kMostWeights));
    }
    m_stages.push_back(std::move(stage));
    return static_cast<int>(m_stages.size()) - 1;
}

void OnnxNodes::giveLayer(const Node& node, const OnnxFlow& before, decision::PolicyLayer layer,
                          Dims dims) {
    const int stage = addStage({before.stage, std::move(layer), node.name(), {}});
    give(node, OnnxFlow{stage, std::move(dims)});
}

void OnnxNodes::execute(const Node& node) {
    const std::string& type = node.op_type();
    const auto is = [&](std::initializer_list<std::string_view> types) {
        return std::ranges::find(types, type) != types.end();
    };
    if (!node.domain().empty() && node.domain() != "ai.onnx") {
        refuse(fmt::format("is of the operator set '{}'", node.domain()), kSupported);
    }
    if (type == "Constant") {
        constant(node);
    } else if (is({"Identity", "Dropout"})) {
        give(node, operand(node, 0));
    } else if (type == "Cast") {
        if (integerOf(node, "to", 0) != onnx::TensorProto::FLOAT) {
            refuse("converts numbers", "a conversion to float, or none");
        }
        give(node, flow(node, 0));
    } else if (is({"Add", "Sub", "Mul", "Div"})) {
        arithmetic(node);
    } else if (type == "Gemm") {
        gemm(node);
    } else if (type == "MatMul") {
        matMul(node);
    } else if (type == "GRU") {
        gru(node);
    } else if (type == "Clip") {
        clip(node);
    } else if (is({"Reshape", "Flatten", "Squeeze", "Unsqueeze"})) {
        reshape(node);
    } else if (type == "Transpose") {
        transpose(node);
    } else if (is({"Slice", "Split", "Gather"})) {
        select(node);
    } else if (type == "Concat") {
        concat(node);
    } else if (!activation(node)) {
        refuse("is not supported", kSupported);
    }
}

void OnnxNodes::constant(const Node& node) {
    for (const onnx::AttributeProto& attribute : node.attribute()) {
        if (attribute.name() == "value" && attribute.has_t()) {
            give(node, readTensor(attribute.t(), node.output_size() > 0 ? node.output(0) : ""));
            return;
        }
        OnnxTensor tensor;
        if (attribute.name() == "value_float") {
            tensor.floats = {attribute.f()};
        } else if (attribute.name() == "value_int" || attribute.name() == "value_ints") {
            tensor.isFloat = false;
            tensor.integers.assign(attribute.ints().begin(), attribute.ints().end());
            if (attribute.name() == "value_int") {
                tensor.integers = {attribute.i()};
            } else {
                tensor.dims = {attribute.ints_size()};
            }
        } else {
            continue;
        }
        give(node, std::move(tensor));
        return;
    }
    refuse("holds no numbers", "a tensor of floats or integers");
}

bool OnnxNodes::activation(const Node& node) {
    const std::string& type = node.op_type();
    ActivationLayer layer;
    if (type == "Tanh") {
        layer.function = Function::Tanh;
    } else if (type == "Relu") {
        layer.function = Function::Relu;
    } else if (type == "LeakyRelu") {
        layer = {Function::LeakyRelu, floatOf(node, "alpha", 0.01F)};
    } else if (type == "Elu") {
        layer = {Function::Elu, floatOf(node, "alpha", 1.0F)};
    } else if (type == "Sigmoid") {
        layer.function = Function::Sigmoid;
    } else if (type == "Softplus") {
        layer.function = Function::Softplus;
    } else {
        return false;
    }
    const OnnxFlow before = flow(node, 0);
    giveLayer(node, before, layer, before.dims);
    return true;
}

void OnnxNodes::clip(const Node& node) {
    constexpr float kNoLimit = std::numeric_limits<float>::infinity();
    const OnnxFlow before = flow(node, 0);
    const auto limitOf = [&](int index, const char* attribute, float none) {
        return has(node, index) ? vectorOf(weights(node, index), 1)[0]
                                : floatOf(node, attribute, none);
    };
    giveLayer(
        node, before,
        ActivationLayer{Function::Clip, limitOf(1, "min", -kNoLimit), limitOf(2, "max", kNoLimit)},
        before.dims);
}

void OnnxNodes::arithmetic(const Node& node) {
    const bool isFirstConstant = std::holds_alternative<OnnxTensor>(operand(node, 0));
    const bool isSecondConstant = std::holds_alternative<OnnxTensor>(operand(node, 1));
    if (isFirstConstant && isSecondConstant) {
        return combineConstants(node);
    }
    if (!isFirstConstant && !isSecondConstant) {
        return swish(node);
    }
    const std::string& type = node.op_type();
    OnnxFlow before = flow(node, isFirstConstant ? 1 : 0);
    const std::int64_t size = rowOf(before);
    Eigen::VectorXf values = vectorOf(weights(node, isFirstConstant ? 0 : 1), size);
    Operation operation = type == "Add"   ? Operation::Add
                          : type == "Sub" ? Operation::Subtract
                          : type == "Mul" ? Operation::Multiply
                                          : Operation::Divide;
    if (isFirstConstant && type == "Div") {
        refuse("divides a constant by data", "data divided by constants");
    }
    if (isFirstConstant && type == "Sub") {
        before.stage =
            addStage({before.stage,
                      ElementwiseLayer{Operation::Multiply, Eigen::VectorXf::Constant(size, -1.0F)},
                      node.name(),
                      {}});
        operation = Operation::Add;
    }
    giveLayer(node, before, ElementwiseLayer{operation, std::move(values)}, before.dims);
}

void OnnxNodes::combineConstants(const Node& node) {
    const OnnxTensor& first = weights(node, 0);
    const OnnxTensor& second = weights(node, 1);
    const bool isFirstLonger = first.size() >= second.size();
    const auto size = static_cast<std::int64_t>(std::max(first.size(), second.size()));
    const Eigen::ArrayXf a = vectorOf(first, size);
    const Eigen::ArrayXf b = vectorOf(second, size);
    const std::string& type = node.op_type();
    OnnxTensor result;
    result.dims = isFirstLonger ? first.dims : second.dims;
    result.floats.resize(static_cast<std::size_t>(size));
    Eigen::Map<Eigen::ArrayXf> out(result.floats.data(), size);
    if (type == "Add") {
        out = a + b;
    } else if (type == "Sub") {
        out = a - b;
    } else if (type == "Mul") {
        out = a * b;
    } else {
        out = a / b;
    }
    give(node, std::move(result));
}

// x sigmoid(x), which ONNX has no node for.
void OnnxNodes::swish(const Node& node) {
    const OnnxFlow first = flow(node, 0);
    const OnnxFlow second = flow(node, 1);
    const auto isSigmoidOf = [this](const OnnxFlow& sigmoid, const OnnxFlow& of) {
        if (sigmoid.stage < 0) {
            return false;
        }
        const OnnxStage& stage = m_stages[static_cast<std::size_t>(sigmoid.stage)];
        const auto* layer = std::get_if<ActivationLayer>(&stage.layer);
        return layer != nullptr && layer->function == Function::Sigmoid &&
               stage.before == of.stage && sigmoid.dims == of.dims;
    };
    if (node.op_type() != "Mul" || (!isSigmoidOf(first, second) && !isSigmoidOf(second, first))) {
        refuse("combines two branches of the network", "layers in a row");
    }
    const OnnxFlow& before = isSigmoidOf(first, second) ? second : first;
    giveLayer(node, before, ActivationLayer{Function::Swish}, before.dims);
}

void OnnxNodes::gemm(const Node& node) {
    OnnxFlow before = flow(node, 0);
    const std::int64_t size = rowOf(before);
    if (integerOf(node, "transA", 0) != 0) {
        refuse("transposes its data", "transA = 0");
    }
    DenseLayer layer;
    layer.weights = floatOf(node, "alpha", 1.0F) *
                    matrixOf(weights(node, 1), integerOf(node, "transB", 0) != 0);
    if (layer.weights.cols() != size) {
        refuse(fmt::format("has weights for {} inputs", layer.weights.cols()),
               fmt::format("{} as the layer before it gives", size));
    }
    layer.bias = has(node, 2) ? Eigen::VectorXf(floatOf(node, "beta", 1.0F) *
                                                vectorOf(weights(node, 2), layer.weights.rows()))
                              : Eigen::VectorXf(Eigen::VectorXf::Zero(layer.weights.rows()));
    before.dims.back() = layer.weights.rows();
    const Dims dims = before.dims;
    giveLayer(node, before, std::move(layer), dims);
}

void OnnxNodes::matMul(const Node& node) {
    OnnxFlow before = flow(node, 0);
    const std::int64_t size = rowOf(before);
    DenseLayer layer;
    layer.weights = matrixOf(weights(node, 1), false);
    if (layer.weights.cols() != size) {
        refuse(fmt::format("has weights for {} inputs", layer.weights.cols()),
               fmt::format("{} as the layer before it gives", size));
    }
    layer.bias.setZero(layer.weights.rows());
    before.dims.back() = layer.weights.rows();
    const Dims dims = before.dims;
    giveLayer(node, before, std::move(layer), dims);
}

void OnnxNodes::gru(const Node& node) {
    OnnxFlow before = flow(node, 0);
    const std::int64_t size = rowOf(before);
    OnnxStage stage{before.stage,
                    readGru(node, size, weights(node, 1), weights(node, 2),
                            has(node, 3) ? &weights(node, 3) : nullptr),
                    node.name(),
                    {}};
    const auto* hidden = has(node, 5) ? std::get_if<OnnxHidden>(&operand(node, 5)) : nullptr;
    if (hidden == nullptr || hidden->count != 1) {
        refuse("begins with a hidden state that is no input of the network, so it would forget",
               "the hidden state as an input and an output");
    }
    stage.hidden = *hidden;
    const std::int64_t units = std::get<decision::GruLayer>(stage.layer).hiddenWeights.cols();
    const int number = addStage(std::move(stage));
    give(node, OnnxFlow{number, {1, 1, 1, units}}, 0);
    give(node, OnnxNextHidden{{number}, {1, 1, units}}, 1);
}

} // namespace sideline::agents
