#include "agentcore/decision/policy_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::decision {

namespace {

using Function = ActivationLayer::Function;
using Operation = ElementwiseLayer::Operation;
using Values = Eigen::Ref<Eigen::VectorXf>;

template <typename... Callables>
struct Overloaded : Callables... {
    using Callables::operator()...;
};
template <typename... Callables>
Overloaded(Callables...) -> Overloaded<Callables...>;

// Describes a mismatch of a layer's shapes after a layer with `size` outputs; empty if there is
// none.
std::string shapeFault(const DenseLayer& layer, int size) {
    if (layer.weights.cols() != size) {
        return fmt::format("has weights for {} inputs, expected {}", layer.weights.cols(), size);
    }
    if (layer.weights.rows() == 0 || layer.bias.size() != layer.weights.rows()) {
        return fmt::format("has {} biases for {} outputs", layer.bias.size(), layer.weights.rows());
    }
    return {};
}

std::string shapeFault(const GruLayer& layer, int size) {
    const Eigen::Index hidden = layer.hiddenWeights.cols();
    if (layer.inputWeights.cols() != size) {
        return fmt::format("has weights for {} inputs, expected {}", layer.inputWeights.cols(),
                           size);
    }
    if (hidden == 0 || layer.hiddenWeights.rows() != 3 * hidden ||
        layer.inputWeights.rows() != 3 * hidden || layer.inputBias.size() != 3 * hidden ||
        layer.hiddenBias.size() != 3 * hidden) {
        return fmt::format("has {} x {} hidden weights, {} rows of input weights, {} and {} "
                           "biases; each needs three rows per hidden unit",
                           layer.hiddenWeights.rows(), hidden, layer.inputWeights.rows(),
                           layer.inputBias.size(), layer.hiddenBias.size());
    }
    return {};
}

std::string shapeFault(const ElementwiseLayer& layer, int size) {
    return layer.values.size() == size
               ? std::string()
               : fmt::format("has {} values, expected {}", layer.values.size(), size);
}

std::string shapeFault(const ActivationLayer& layer, int /*size*/) {
    return layer.function == Function::Clip && layer.a > layer.b
               ? fmt::format("clips to the invalid range {} to {}", layer.a, layer.b)
               : std::string();
}

bool isFinite(const PolicyLayer& layer) {
    return std::visit(
        Overloaded{
            [](const DenseLayer& each) {
                return each.weights.allFinite() && each.bias.allFinite();
            },
            [](const GruLayer& each) {
                return each.inputWeights.allFinite() && each.hiddenWeights.allFinite() &&
                       each.inputBias.allFinite() && each.hiddenBias.allFinite();
            },
            [](const ElementwiseLayer& each) {
                return each.values.allFinite() && (each.operation != Operation::Divide ||
                                                   each.values.cwiseAbs().minCoeff() > 0.0F);
            },
            // A clip may be unlimited on one side.
            [](const ActivationLayer& each) {
                return each.function == Function::Clip ? !std::isnan(each.a) && !std::isnan(each.b)
                                                       : std::isfinite(each.a);
            },
        },
        layer);
}

int outputSizeOf(const PolicyLayer& layer, int inputSize) {
    if (const auto* dense = std::get_if<DenseLayer>(&layer)) {
        return static_cast<int>(dense->weights.rows());
    }
    if (const auto* gru = std::get_if<GruLayer>(&layer)) {
        return static_cast<int>(gru->hiddenWeights.cols());
    }
    return inputSize;
}

template <typename Derived>
auto sigmoid(const Eigen::ArrayBase<Derived>& x) {
    return (1.0F + (-x).exp()).inverse();
}

void activate(const ActivationLayer& layer, Values values) {
    auto x = values.array();
    switch (layer.function) {
    case Function::Tanh:
        x = x.tanh();
        break;
    case Function::Relu:
        x = x.max(0.0F);
        break;
    case Function::LeakyRelu:
        x = (x < 0.0F).select(layer.a * x, x);
        break;
    case Function::Elu:
        x = (x < 0.0F).select(layer.a * (x.min(0.0F).exp() - 1.0F), x);
        break;
    case Function::Sigmoid:
        x = sigmoid(x);
        break;
    case Function::Softplus:
        x = x.max(0.0F) + (1.0F + (-x.abs()).exp()).log();
        break;
    case Function::Swish:
        x = x * sigmoid(x);
        break;
    case Function::Clip:
        x = x.max(layer.a).min(layer.b);
        break;
    }
}

void combine(const ElementwiseLayer& layer, Values values) {
    switch (layer.operation) {
    case Operation::Add:
        values.array() += layer.values.array();
        break;
    case Operation::Subtract:
        values.array() -= layer.values.array();
        break;
    case Operation::Multiply:
        values.array() *= layer.values.array();
        break;
    case Operation::Divide:
        values.array() /= layer.values.array();
        break;
    }
}

void step(const GruLayer& layer, const Values& input, Values hidden, Values fromInput,
          Values fromHidden) {
    const Eigen::Index n = hidden.size();
    fromInput = layer.inputBias;
    fromInput.noalias() += layer.inputWeights * input;
    fromHidden = layer.hiddenBias;
    const Eigen::Index direct = layer.isLinearBeforeReset ? 3 * n : 2 * n;
    fromHidden.head(direct).noalias() += layer.hiddenWeights.topRows(direct) * hidden;
    fromInput.head(2 * n) += fromHidden.head(2 * n);
    fromInput.head(2 * n).array() = sigmoid(fromInput.head(2 * n).array());
    const auto update = fromInput.head(n).array();
    const auto reset = fromInput.segment(n, n).array();
    if (layer.isLinearBeforeReset) {
        fromHidden.tail(n).array() *= reset;
    } else {
        fromHidden.head(n).array() = reset * hidden.array();
        fromHidden.tail(n).noalias() += layer.hiddenWeights.bottomRows(n) * fromHidden.head(n);
    }
    fromInput.tail(n).array() = (fromInput.tail(n) + fromHidden.tail(n)).array().tanh();
    hidden.array() = (1.0F - update) * fromInput.tail(n).array() + update * hidden.array();
}

} // namespace

PolicyNetwork::PolicyNetwork(int inputSize, std::vector<PolicyLayer> layers)
    : m_layers(std::move(layers)), m_inputSize(inputSize), m_largestSize(inputSize) {
    int size = inputSize;
    for (const PolicyLayer& layer : m_layers) {
        size = outputSizeOf(layer, size);
        m_largestSize = std::max(m_largestSize, size);
        if (std::holds_alternative<GruLayer>(layer)) {
            m_hiddenSize += size;
            m_largestHidden = std::max(m_largestHidden, size);
        }
    }
    m_outputSize = size;
}

base::Expected<PolicyNetwork> PolicyNetwork::make(int inputSize, std::vector<PolicyLayer> layers) {
    if (inputSize <= 0 || layers.empty()) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("a network of {} inputs and {} layers", inputSize, layers.size()),
            "at least one input and one layer");
    }
    int size = inputSize;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::string fault =
            std::visit([&](const auto& layer) { return shapeFault(layer, size); }, layers[i]);
        if (fault.empty() && !isFinite(layers[i])) {
            fault = "has a weight that is not finite, or divides by zero";
        }
        if (!fault.empty()) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("layer {} ({}) {}", i + 1, layerWord(layers[i]), fault));
        }
        size = outputSizeOf(layers[i], size);
    }
    return PolicyNetwork(inputSize, std::move(layers));
}

std::size_t PolicyNetwork::parameterCount() const {
    Eigen::Index count = 0;
    for (const PolicyLayer& layer : m_layers) {
        count += std::visit(
            Overloaded{
                [](const DenseLayer& each) { return each.weights.size() + each.bias.size(); },
                [](const GruLayer& each) {
                    return each.inputWeights.size() + each.hiddenWeights.size() +
                           each.inputBias.size() + each.hiddenBias.size();
                },
                [](const ElementwiseLayer& each) { return each.values.size(); },
                [](const ActivationLayer&) { return Eigen::Index{0}; },
            },
            layer);
    }
    return static_cast<std::size_t>(count);
}

std::string PolicyNetwork::summary() const {
    std::string text = fmt::format("{} inputs", m_inputSize);
    int size = m_inputSize;
    for (const PolicyLayer& layer : m_layers) {
        size = outputSizeOf(layer, size);
        text += fmt::format(", {}", layerWord(layer));
        if (std::holds_alternative<DenseLayer>(layer) || std::holds_alternative<GruLayer>(layer)) {
            text += fmt::format(" {}", size);
        }
    }
    return text;
}

PolicyNetwork::Memory PolicyNetwork::memory() const {
    Memory memory;
    memory.m_hidden.assign(static_cast<std::size_t>(m_hiddenSize), 0.0F);
    memory.m_activity.assign(m_layers.size(), 0.0F);
    memory.m_now.setZero(m_largestSize);
    memory.m_next.setZero(m_largestSize);
    memory.m_inputGates.setZero(Eigen::Index{3} * m_largestHidden);
    memory.m_hiddenGates.setZero(Eigen::Index{3} * m_largestHidden);
    return memory;
}

void PolicyNetwork::evaluate(std::span<const float> input, Memory& memory,
                             std::span<float> output) const {
    SIDELINE_ASSERT(std::ssize(input) == m_inputSize && std::ssize(output) == m_outputSize);
    SIDELINE_ASSERT(std::ssize(memory.m_hidden) == m_hiddenSize &&
                    memory.m_now.size() == m_largestSize);
    Eigen::Index size = m_inputSize;
    float* remembered = memory.m_hidden.data();
    std::ranges::copy(input, memory.m_now.data());
    float* activity = memory.m_activity.data();
    for (const PolicyLayer& layer : m_layers) {
        Values now = memory.m_now.head(size);
        if (const auto* dense = std::get_if<DenseLayer>(&layer)) {
            size = dense->weights.rows();
            memory.m_next.head(size) = dense->bias;
            memory.m_next.head(size).noalias() += dense->weights * now;
            memory.m_now.swap(memory.m_next);
        } else if (const auto* gru = std::get_if<GruLayer>(&layer)) {
            size = gru->hiddenWeights.cols();
            Eigen::Map<Eigen::VectorXf> hidden(remembered, size);
            step(*gru, now, hidden, memory.m_inputGates.head(3 * size),
                 memory.m_hiddenGates.head(3 * size));
            memory.m_now.head(size) = hidden;
            remembered += size;
        } else if (const auto* elementwise = std::get_if<ElementwiseLayer>(&layer)) {
            combine(*elementwise, now);
        } else {
            activate(std::get<ActivationLayer>(layer), now);
        }
        *activity++ = std::sqrt(memory.m_now.head(size).squaredNorm() / static_cast<float>(size));
    }
    std::copy_n(memory.m_now.data(), size, output.data());
}

std::string_view layerWord(const PolicyLayer& layer) {
    if (std::holds_alternative<DenseLayer>(layer)) {
        return "dense";
    }
    if (std::holds_alternative<GruLayer>(layer)) {
        return "gru";
    }
    if (const auto* elementwise = std::get_if<ElementwiseLayer>(&layer)) {
        constexpr std::array<std::string_view, 4> kWords = {"add", "subtract", "multiply",
                                                            "divide"};
        return kWords[static_cast<std::size_t>(elementwise->operation)];
    }
    constexpr std::array<std::string_view, 8> kWords = {
        "tanh", "relu", "leaky-relu", "elu", "sigmoid", "softplus", "swish", "clip"};
    return kWords[static_cast<std::size_t>(std::get<ActivationLayer>(layer).function)];
}

} // namespace sideline::decision
