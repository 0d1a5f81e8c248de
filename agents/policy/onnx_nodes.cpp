#include "agents/policy/onnx_nodes.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agents/policy/onnx_attributes.h"
#include "agents/policy/onnx_functions.h"
#include "agents/policy/onnx_shapes.h"

namespace sideline::agents {

using base::ErrorCode;
using decision::ActivationLayer;
using decision::ElementwiseLayer;
using Function = ActivationLayer::Function;
using Operation = ElementwiseLayer::Operation;
using Join = decision::JoinLayer::Operation;
using Dims = std::vector<std::int64_t>;
using Node = OnnxValues::Node;

namespace {

constexpr const char* kSupported =
    "Gemm, MatMul, GRU, Add, Sub, Mul, Div, an activation such as Tanh, Elu or Gelu, Clip, "
    "LayerNormalization, BatchNormalization, ReduceMean, or a node that changes a shape, splits or "
    "concatenates";

void combineConstants(OnnxValues& values, const Node& node);
void joinFlows(OnnxValues& values, const Node& node);

void constant(OnnxValues& values, const Node& node) {
    for (const onnx::AttributeProto& attribute : node.attribute()) {
        if (attribute.name() == "value" && attribute.has_t()) {
            values.give(node,
                        readTensor(attribute.t(), node.output_size() > 0 ? node.output(0) : ""));
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
        values.give(node, std::move(tensor));
        return;
    }
    refuse("contains no numbers", "a tensor of floats or integers");
}

void arithmetic(OnnxValues& values, const Node& node) {
    const bool isFirstConstant = std::holds_alternative<OnnxTensor>(values.operand(node, 0));
    const bool isSecondConstant = std::holds_alternative<OnnxTensor>(values.operand(node, 1));
    if (isFirstConstant && isSecondConstant) {
        return combineConstants(values, node);
    }
    if (!isFirstConstant && !isSecondConstant) {
        return joinFlows(values, node);
    }
    const std::string& type = node.op_type();
    OnnxChain chain(values, node, values.flow(node, isFirstConstant ? 1 : 0));
    const std::int64_t size = rowOf(chain.flow());
    Eigen::VectorXf numbers = vectorOf(values.weights(node, isFirstConstant ? 0 : 1), size);
    Operation operation = type == "Add"   ? Operation::Add
                          : type == "Sub" ? Operation::Subtract
                          : type == "Mul" ? Operation::Multiply
                                          : Operation::Divide;
    if (isFirstConstant && type == "Div") {
        chain.then(ActivationLayer{Function::Power, -1.0F});
        operation = Operation::Multiply;
    }
    if (isFirstConstant && type == "Sub") {
        chain.times(-1.0F);
        operation = Operation::Add;
    }
    chain.then(ElementwiseLayer{operation, std::move(numbers)}).give();
}

void combineConstants(OnnxValues& values, const Node& node) {
    const OnnxTensor& first = values.weights(node, 0);
    const OnnxTensor& second = values.weights(node, 1);
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
    values.give(node, std::move(result));
}

// Combines two branches of the network.
void joinFlows(OnnxValues& values, const Node& node) {
    OnnxFlow first = values.flow(node, 0);
    OnnxFlow second = values.flow(node, 1);
    const auto isSigmoidOf = [&values](const OnnxFlow& sigmoid, const OnnxFlow& of) {
        if (sigmoid.stage < 0) {
            return false;
        }
        const OnnxStage& stage = values.stages()[static_cast<std::size_t>(sigmoid.stage)];
        const auto* layer = std::get_if<ActivationLayer>(&stage.layer);
        return layer != nullptr && layer->function == Function::Sigmoid &&
               stage.before == of.stage && sigmoid.dims == of.dims;
    };
    const std::string& type = node.op_type();
    if (type == "Mul" && (isSigmoidOf(first, second) || isSigmoidOf(second, first))) {
        const OnnxFlow& before = isSigmoidOf(first, second) ? second : first;
        return OnnxChain(values, node, before).then(ActivationLayer{Function::Swish}).give();
    }
    const std::int64_t firstSize = rowOf(first);
    const std::int64_t secondSize = rowOf(second);
    const bool isSwapped = firstSize == 1 && secondSize > 1;
    if (firstSize != secondSize && secondSize != 1 && !isSwapped) {
        refuse(fmt::format("combines branches of {} and {} values", firstSize, secondSize),
               "equal numbers of values, or one value");
    }
    if (isSwapped) {
        std::swap(first, second);
    }
    OnnxChain chain(values, node, first);
    if (type == "Add") {
        chain.join(Join::Add, second);
    } else if (type == "Mul") {
        chain.join(Join::Multiply, second);
    } else if (type == "Sub") {
        chain.join(Join::Subtract, second);
        if (isSwapped) {
            chain.times(-1.0F);
        }
    } else {
        chain.join(Join::Divide, second);
        if (isSwapped) {
            chain.then(ActivationLayer{Function::Power, -1.0F});
        }
    }
    chain.give();
}

void gemm(OnnxValues& values, const Node& node) {
    OnnxChain chain(values, node, values.flow(node, 0));
    if (integerOf(node, "transA", 0) != 0) {
        refuse("transposes its data", "transA = 0");
    }
    chain
        .dense(floatOf(node, "alpha", 1.0F) *
                   matrixOf(values.weights(node, 1), integerOf(node, "transB", 0) != 0),
               values.has(node, 2) ? &values.weights(node, 2) : nullptr,
               floatOf(node, "beta", 1.0F))
        .give();
}

void matMul(OnnxValues& values, const Node& node) {
    OnnxChain(values, node, values.flow(node, 0))
        .dense(matrixOf(values.weights(node, 1), false))
        .give();
}

void gru(OnnxValues& values, const Node& node) {
    OnnxFlow before = values.flow(node, 0);
    const std::int64_t size = rowOf(before);
    OnnxStage stage{before.stage,
                    readGru(node, size, values.weights(node, 1), values.weights(node, 2),
                            values.has(node, 3) ? &values.weights(node, 3) : nullptr),
                    node.name(),
                    {},
                    0};
    const auto* hidden =
        values.has(node, 5) ? std::get_if<OnnxHidden>(&values.operand(node, 5)) : nullptr;
    if (hidden == nullptr || hidden->count != 1) {
        refuse("starts from a hidden state that is not a network input, so it would have no memory",
               "the hidden state as an input and an output");
    }
    stage.hidden = *hidden;
    const std::int64_t units = std::get<decision::GruLayer>(stage.layer).hiddenWeights.cols();
    stage.size = units;
    const int number = values.addStage(std::move(stage));
    values.give(node, OnnxFlow{number, {1, 1, 1, units}}, 0);
    values.give(node, OnnxNextHidden{{number}, {1, 1, units}}, 1);
}

void execute(OnnxValues& values, const Node& node) {
    const std::string& type = node.op_type();
    const auto is = [&](std::initializer_list<std::string_view> types) {
        return std::ranges::find(types, type) != types.end();
    };
    if (!node.domain().empty() && node.domain() != "ai.onnx") {
        refuse(fmt::format("uses the operator set '{}'", node.domain()), kSupported);
    }
    if (type == "Constant") {
        constant(values, node);
    } else if (is({"Identity", "Dropout"})) {
        values.give(node, values.operand(node, 0));
    } else if (type == "Cast") {
        if (integerOf(node, "to", 0) != onnx::TensorProto::FLOAT) {
            refuse("converts to another number type", "a conversion to float, or none");
        }
        values.give(node, values.flow(node, 0));
    } else if (is({"Add", "Sub", "Mul", "Div"})) {
        arithmetic(values, node);
    } else if (type == "Gemm") {
        gemm(values, node);
    } else if (type == "MatMul") {
        matMul(values, node);
    } else if (type == "GRU") {
        gru(values, node);
    } else if (is({"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand"})) {
        reshape(values, node);
    } else if (type == "Transpose") {
        transpose(values, node);
    } else if (is({"Slice", "Split", "Gather"})) {
        select(values, node);
    } else if (type == "Concat") {
        concat(values, node);
    } else if (type == "Shape") {
        shape(values, node);
    } else if (!runFunction(values, node)) {
        refuse("is not supported", kSupported);
    }
}

} // namespace

void runNode(OnnxValues& values, const Node& node) {
    PolicyFault unknown;
    try {
        execute(values, node);
        return;
    } catch (InheritedFault& inherited) {
        unknown = std::move(inherited.fault);
    } catch (PolicyFault& fault) {
        const std::string& name = !node.name().empty()     ? node.name()
                                  : node.output_size() > 0 ? node.output(0)
                                                           : node.op_type();
        fault.message = fmt::format("node '{}' ({}) {}", name, node.op_type(), fault.message);
        unknown = std::move(fault);
    }
    for (const std::string& output : node.output()) {
        values.add(output, OnnxUnknown{unknown});
    }
}

} // namespace sideline::agents
