#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "agents/policy/onnx_values.h"

namespace sideline::agents {

/// Number of values in a flow whose last axis contains all of them; throws PolicyFault for other
/// flows.
[[nodiscard]] std::int64_t rowOf(const OnnxFlow& flow);
/// A constant as `size` numbers; a single number is repeated. Throws PolicyFault for other sizes.
[[nodiscard]] Eigen::VectorXf vectorOf(const OnnxTensor& tensor, std::int64_t size);
/// Weights by which a row is multiplied from the right, as a matrix for columns. Throws PolicyFault
/// if they are not floats with two axes.
[[nodiscard]] Eigen::MatrixXf matrixOf(const OnnxTensor& tensor, bool isTransposed);

/// ONNX's names of the elementwise functions without parameters.
using PlainFunction = std::pair<std::string_view, decision::ActivationLayer::Function>;
inline constexpr std::array<PlainFunction, 8> kPlainFunctions = {
    {{"Tanh", decision::ActivationLayer::Function::Tanh},
     {"Relu", decision::ActivationLayer::Function::Relu},
     {"Sigmoid", decision::ActivationLayer::Function::Sigmoid},
     {"Softplus", decision::ActivationLayer::Function::Softplus},
     {"Exp", decision::ActivationLayer::Function::Exp},
     {"Log", decision::ActivationLayer::Function::Log},
     {"Abs", decision::ActivationLayer::Function::Abs},
     {"Erf", decision::ActivationLayer::Function::Erf}}};

/// A flow to which a node adds layers.
class OnnxChain {
public:
    OnnxChain(OnnxValues& values, const onnx::NodeProto& node, OnnxFlow flow)
        : m_values(values), m_node(node), m_flow(std::move(flow)) {}

    /// Adds a layer that keeps the number of values.
    OnnxChain& then(decision::PolicyLayer layer);
    /// Multiplies the row by weights. Throws PolicyFault if they are for a row of a different size.
    /// @param bias null if there is none
    OnnxChain& dense(Eigen::MatrixXf weights, const OnnxTensor* bias = nullptr,
                     float biasFactor = 1.0F);
    OnnxChain& times(float factor);
    OnnxChain& plus(float summand);
    /// Combines this flow, element by element, with another flow that has the same number of values
    /// or a single value.
    OnnxChain& join(decision::JoinLayer::Operation operation, const OnnxFlow& with);
    /// Replaces the values with a single value: their sum times `factor`.
    OnnxChain& sum(float factor);
    [[nodiscard]] const OnnxFlow& flow() const { return m_flow; }
    /// Sets the flow as the node's result.
    void give() { m_values.give(m_node, m_flow); }

private:
    OnnxValues& m_values;
    const onnx::NodeProto& m_node;
    OnnxFlow m_flow;
};

/// Elementwise functions, such as Tanh and Gelu, and functions of a row, such as
/// LayerNormalization.
/// @return whether the node is one of them
/// Throws PolicyFault if it is one, but cannot be represented.
bool runFunction(OnnxValues& values, const onnx::NodeProto& node);

} // namespace sideline::agents
