#include "agentcore/decision/policy_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::decision {

namespace {

using Function = ActivationLayer::Function;
using Operation = ElementwiseLayer::Operation;
using Values = Eigen::Ref<Eigen::VectorXf>;

constexpr int kMaxLayerSize = 1 << 24; // because concatenations could double the size with each
                                       // layer

template <typename... Callables>
struct Overloaded : Callables... {
    using Callables::operator()...;
};
template <typename... Callables>
Overloaded(Callables...) -> Overloaded<Callables...>;

// Describes a mismatch between a layer's shapes and the preceding layers; empty if there is none.
// @param sizes sizes of the observation and of each layer so far
std::string shapeFault(const DenseLayer& layer, std::span<const int> sizes) {
    const int size = sizes.back();
    if (layer.weights.cols() != size) {
        return fmt::format("has weights for {} inputs, expected {}", layer.weights.cols(), size);
    }
    if (layer.weights.rows() == 0 || layer.bias.size() != layer.weights.rows()) {
        return fmt::format("has {} biases for {} outputs", layer.bias.size(), layer.weights.rows());
    }
    return {};
}

std::string shapeFault(const GruLayer& layer, std::span<const int> sizes) {
    const int size = sizes.back();
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

std::string shapeFault(const ElementwiseLayer& layer, std::span<const int> sizes) {
    return layer.values.size() == sizes.back()
               ? std::string()
               : fmt::format("has {} values, expected {}", layer.values.size(), sizes.back());
}

std::string shapeFault(const NormalizeLayer& layer, std::span<const int> sizes) {
    return layer.scale.size() == sizes.back() && layer.bias.size() == sizes.back()
               ? std::string()
               : fmt::format("has {} scales and {} biases, expected {}", layer.scale.size(),
                             layer.bias.size(), sizes.back());
}

// Size of an earlier layer's outputs; 0 if there is no such layer.
int earlierSize(int layer, std::span<const int> sizes) {
    return layer >= -1 && layer + 1 < std::ssize(sizes) ? sizes[static_cast<std::size_t>(layer + 1)]
                                                        : 0;
}

std::string shapeFault(const RecallLayer& layer, std::span<const int> sizes) {
    const int size = earlierSize(layer.of, sizes);
    return layer.first >= 0 && layer.count > 0 && layer.first <= size - layer.count
               ? std::string()
               : fmt::format("takes {} outputs, starting at {}, of layer {}, which has {}",
                             layer.count, layer.first, layer.of + 1, size);
}

std::string shapeFault(const JoinLayer& layer, std::span<const int> sizes) {
    const int size = earlierSize(layer.with, sizes);
    const bool fits = layer.operation == JoinLayer::Operation::Concatenate
                          ? size > 0 && size <= kMaxLayerSize - sizes.back()
                          : size == sizes.back() || size == 1;
    return fits ? std::string()
                : fmt::format("joins {} outputs with {} of layer {}", sizes.back(), size,
                              layer.with + 1);
}

std::string shapeFault(const ActivationLayer& layer, std::span<const int> /*sizes*/) {
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
            [](const NormalizeLayer& each) {
                return each.scale.allFinite() && each.bias.allFinite() &&
                       std::isfinite(each.epsilon) && each.epsilon >= 0.0F;
            },
            [](const RecallLayer&) { return true; },
            [](const JoinLayer&) { return true; },
            // A clip may be unlimited on one side.
            [](const ActivationLayer& each) {
                return each.function == Function::Clip ? !std::isnan(each.a) && !std::isnan(each.b)
                                                       : std::isfinite(each.a);
            },
        },
        layer);
}

int outputSizeOf(const PolicyLayer& layer, std::span<const int> sizes) {
    if (const auto* dense = std::get_if<DenseLayer>(&layer)) {
        return static_cast<int>(dense->weights.rows());
    }
    if (const auto* gru = std::get_if<GruLayer>(&layer)) {
        return static_cast<int>(gru->hiddenWeights.cols());
    }
    if (const auto* recall = std::get_if<RecallLayer>(&layer)) {
        return recall->count;
    }
    const auto* join = std::get_if<JoinLayer>(&layer);
    const bool adds = join != nullptr && join->operation == JoinLayer::Operation::Concatenate;
    return sizes.back() + (adds ? earlierSize(join->with, sizes) : 0);
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
    case Function::Exp:
        x = x.exp();
        break;
    case Function::Log:
        x = x.log();
        break;
    case Function::Abs:
        x = x.abs();
        break;
    case Function::Erf:
        x = x.unaryExpr([](float each) { return std::erf(each); });
        break;
    case Function::Power:
        // Squares and square roots are common; these functions compute them exactly.
        if (layer.a == 2.0F) {
            x = x.square();
        } else if (layer.a == 0.5F) {
            x = x.sqrt();
        } else {
            x = x.unaryExpr([&](float each) { return std::pow(each, layer.a); });
        }
        break;
    }
}

void normalize(const NormalizeLayer& layer, Values values) {
    auto x = values.array();
    x -= x.mean();
    x *= 1.0F / std::sqrt(x.square().mean() + layer.epsilon);
    x = x * layer.scale.array() + layer.bias.array();
}

// Works element by element; a single right operand applies to all elements.
void join(JoinLayer::Operation operation, Values values, const Eigen::VectorXf& with) {
    auto x = values.array();
    const auto apply = [&](const auto& right) {
        switch (operation) {
        case JoinLayer::Operation::Add:
            x += right;
            break;
        case JoinLayer::Operation::Subtract:
            x -= right;
            break;
        case JoinLayer::Operation::Multiply:
            x *= right;
            break;
        case JoinLayer::Operation::Divide:
            x /= right;
            break;
        case JoinLayer::Operation::Concatenate:
            break;
        }
    };
    if (with.size() == x.size()) {
        apply(with.array());
    } else {
        apply(with[0]);
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

std::optional<int> referenceOf(const PolicyLayer& layer) {
    if (const auto* recall = std::get_if<RecallLayer>(&layer)) {
        return recall->of;
    }
    const auto* join = std::get_if<JoinLayer>(&layer);
    return join != nullptr ? std::optional(join->with) : std::nullopt;
}

PolicyNetwork::PolicyNetwork(int inputSize, std::vector<PolicyLayer> layers)
    : m_layers(std::move(layers)),
      m_sizes{inputSize},
      m_isKept(m_layers.size() + 1, false),
      m_inputSize(inputSize),
      m_largestSize(inputSize) {
    for (const PolicyLayer& layer : m_layers) {
        const int size = outputSizeOf(layer, m_sizes);
        m_sizes.push_back(size);
        if (const auto earlier = referenceOf(layer)) {
            m_isKept[static_cast<std::size_t>(*earlier + 1)] = true;
        }
        m_largestSize = std::max(m_largestSize, size);
        if (std::holds_alternative<GruLayer>(layer)) {
            m_hiddenSize += size;
            m_largestHidden = std::max(m_largestHidden, size);
        }
    }
    m_outputSize = m_sizes.back();
}

base::Expected<PolicyNetwork> PolicyNetwork::make(int inputSize, std::vector<PolicyLayer> layers) {
    if (inputSize <= 0 || layers.empty()) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("a network of {} inputs and {} layers", inputSize, layers.size()),
            "at least one input and one layer");
    }
    std::vector<int> sizes{inputSize};
    std::int64_t keptSize = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::string fault =
            std::visit([&](const auto& layer) { return shapeFault(layer, sizes); }, layers[i]);
        if (fault.empty() && !isFinite(layers[i])) {
            fault = "has a weight that is not finite, or divides by zero";
        }
        if (!fault.empty()) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("layer {} ({}) {}", i + 1, layerWord(layers[i]), fault));
        }
        sizes.push_back(outputSizeOf(layers[i], sizes));
        if (const auto earlier = referenceOf(layers[i])) {
            keptSize += sizes[static_cast<std::size_t>(*earlier + 1)];
        }
    }
    if (keptSize > kMaxLayerSize) {
        return base::failure(base::ErrorCode::LimitExceeded,
                             fmt::format("layers refer to {} earlier outputs", keptSize),
                             fmt::format("at most {}", kMaxLayerSize));
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
                [](const NormalizeLayer& each) { return each.scale.size() + each.bias.size(); },
                [](const auto&) { return Eigen::Index{0}; },
            },
            layer);
    }
    return static_cast<std::size_t>(count);
}

std::string PolicyNetwork::summary() const {
    std::string text = fmt::format("{} inputs", m_inputSize);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const PolicyLayer& layer = m_layers[i];
        text += fmt::format(", {}", layerWord(layer));
        if (std::holds_alternative<DenseLayer>(layer) || std::holds_alternative<GruLayer>(layer) ||
            referenceOf(layer)) {
            text += fmt::format(" {}", m_sizes[i + 1]);
        }
    }
    return text;
}

PolicyNetwork::Memory PolicyNetwork::memory() const {
    Memory memory;
    memory.m_hidden.assign(static_cast<std::size_t>(m_hiddenSize), 0.0F);
    memory.m_activity.assign(m_layers.size(), 0.0F);
    memory.m_kept.resize(m_sizes.size());
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        memory.m_kept[i].setZero(m_isKept[i] ? m_sizes[i] : 0);
    }
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
    const auto keep = [&](std::size_t index) {
        if (m_isKept[index]) {
            memory.m_kept[index] = memory.m_now.head(size);
        }
    };
    keep(0);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const PolicyLayer& layer = m_layers[i];
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
        } else if (const auto* activation = std::get_if<ActivationLayer>(&layer)) {
            activate(*activation, now);
        } else if (const auto* normalization = std::get_if<NormalizeLayer>(&layer)) {
            normalize(*normalization, now);
        } else {
            const Eigen::VectorXf& earlier =
                memory.m_kept[static_cast<std::size_t>(referenceOf(layer).value_or(-1) + 1)];
            if (const auto* recall = std::get_if<RecallLayer>(&layer)) {
                size = recall->count;
                memory.m_now.head(size) = earlier.segment(recall->first, size);
            } else if (const auto operation = std::get<JoinLayer>(layer).operation;
                       operation == JoinLayer::Operation::Concatenate) {
                memory.m_now.segment(size, earlier.size()) = earlier;
                size += earlier.size();
            } else {
                join(operation, now, earlier);
            }
        }
        keep(i + 1);
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
    if (std::holds_alternative<NormalizeLayer>(layer)) {
        return "normalize";
    }
    if (std::holds_alternative<RecallLayer>(layer)) {
        return "recall";
    }
    if (const auto* joined = std::get_if<JoinLayer>(&layer)) {
        constexpr std::array<std::string_view, 5> kWords = {
            "join-add", "join-subtract", "join-multiply", "join-divide", "concatenate"};
        return kWords[static_cast<std::size_t>(joined->operation)];
    }
    constexpr std::array<std::string_view, 13> kWords = {
        "tanh", "relu", "leaky-relu", "elu", "sigmoid", "softplus", "swish",
        "clip", "exp",  "log",        "abs", "erf",     "power"};
    return kWords[static_cast<std::size_t>(std::get<ActivationLayer>(layer).function)];
}

} // namespace sideline::decision
