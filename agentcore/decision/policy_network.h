#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// y = W x + b.
struct DenseLayer {
    Eigen::MatrixXf weights; ///< outputs x inputs
    Eigen::VectorXf bias;    ///< one per output
    [[nodiscard]] bool operator==(const DenseLayer&) const = default;
};

/// A gated recurrent unit as ONNX defines it (operator `GRU`, forward, default activations); rows
/// of all matrices are the gates z (update), r (reset) and h (hidden), in this order.
struct GruLayer {
    Eigen::MatrixXf inputWeights;  ///< 3 hidden x inputs
    Eigen::MatrixXf hiddenWeights; ///< 3 hidden x hidden
    Eigen::VectorXf inputBias;     ///< 3 hidden
    Eigen::VectorXf hiddenBias;    ///< 3 hidden
    /// Whether the reset gate acts on the product with `hiddenWeights`, as in PyTorch, rather than
    /// on the hidden state before it.
    bool isLinearBeforeReset = true;
    [[nodiscard]] bool operator==(const GruLayer&) const = default;
};

/// An operation with constants, element by element, such as the normalization of observations.
struct ElementwiseLayer {
    enum class Operation : std::uint8_t { Add, Subtract, Multiply, Divide };
    Operation operation = Operation::Add;
    Eigen::VectorXf values; ///< right operands, one per element
    [[nodiscard]] bool operator==(const ElementwiseLayer&) const = default;
};

/// A function of each element.
struct ActivationLayer {
    enum class Function : std::uint8_t {
        Tanh,
        Relu,
        LeakyRelu, ///< `a` times negative values
        Elu,       ///< `a` (exp(x) - 1) for negative values
        Sigmoid,
        Softplus, ///< log(1 + exp(x))
        Swish,    ///< x sigmoid(x)
        Clip,     ///< between `a` and `b`
        Exp,
        Log,
        Abs,
        Erf,   ///< the error function, as in exact GELU
        Power, ///< to the power `a`
    };
    Function function = Function::Tanh;
    float a = 0.0F;
    float b = 0.0F;
    [[nodiscard]] bool operator==(const ActivationLayer&) const = default;
};

/// Normalization over all elements (layer normalization): elements minus their mean, divided by
/// their standard deviation, times `scale`, plus `bias`.
struct NormalizeLayer {
    Eigen::VectorXf scale; ///< one per element
    Eigen::VectorXf bias;  ///< one per element
    float epsilon = 1e-5F; ///< added to the variance
    [[nodiscard]] bool operator==(const NormalizeLayer&) const = default;
};

/// Selects a part of an earlier layer's outputs instead of those of the previous layer. Begins
/// another branch, such as one of several heads.
struct RecallLayer {
    int of = -1; ///< index of the earlier layer; -1: the observation
    int first = 0;
    int count = 0;
    [[nodiscard]] bool operator==(const RecallLayer&) const = default;
};

/// Joins the outputs of the previous layer with those of an earlier one.
struct JoinLayer {
    /// The operation; all but Concatenate work element by element, with the previous layer as the
    /// left operand.
    enum class Operation : std::uint8_t { Add, Subtract, Multiply, Divide, Concatenate };
    Operation operation = Operation::Add;
    int with = -1; ///< index of the earlier layer, which has as many outputs or one; -1: the
                   ///< observation
    [[nodiscard]] bool operator==(const JoinLayer&) const = default;
};

using PolicyLayer = std::variant<DenseLayer, GruLayer, ElementwiseLayer, ActivationLayer,
                                 NormalizeLayer, RecallLayer, JoinLayer>;

/// Returns the earlier layer that a layer refers to (-1: the observation), in addition to the one
/// before it; none for most layers.
[[nodiscard]] std::optional<int> referenceOf(const PolicyLayer& layer);

/// A small neural network that is evaluated in each cycle: a sequence of layers in single
/// precision, which may refer to earlier ones. Immutable and shared; the caller owns the recurrent
/// state. Any thread.
class PolicyNetwork {
public:
    /// Checks the layers and stores them.
    /// @param inputSize number of values of an observation, above 0
    /// Errors: InvalidArgument with the layer's number (from 1) and kind, if its shapes do not fit
    /// each other or the previous layer, or if a weight is not finite; InvalidArgument without
    /// layers.
    [[nodiscard]] static base::Expected<PolicyNetwork> make(int inputSize,
                                                            std::vector<PolicyLayer> layers);

    /// Hidden states of the recurrent layers, and scratch memory. A value: a copy continues from
    /// the same state. Usable with one network only.
    class Memory {
    public:
        /// Hidden states of all recurrent layers, concatenated.
        [[nodiscard]] std::span<float> hidden() { return m_hidden; }
        [[nodiscard]] std::span<const float> hidden() const { return m_hidden; }
        /// Root mean square of the outputs of each layer in the last evaluation.
        [[nodiscard]] std::span<const float> activity() const { return m_activity; }
        /// Resets all states to zero.
        void reset() { std::ranges::fill(m_hidden, 0.0F); }

    private:
        friend class PolicyNetwork;
        std::vector<float> m_hidden;
        std::vector<float> m_activity;
        std::vector<Eigen::VectorXf> m_kept; ///< outputs that later layers refer to
        Eigen::VectorXf m_now;
        Eigen::VectorXf m_next;
        Eigen::VectorXf m_inputGates;
        Eigen::VectorXf m_hiddenGates;
    };

    [[nodiscard]] int inputSize() const { return m_inputSize; }
    [[nodiscard]] int outputSize() const { return m_outputSize; }
    /// Size of the recurrent state; 0 without recurrent layers.
    [[nodiscard]] int hiddenSize() const { return m_hiddenSize; }
    [[nodiscard]] const std::vector<PolicyLayer>& layers() const { return m_layers; }
    /// Number of values of an observation, and of the outputs of each layer.
    [[nodiscard]] const std::vector<int>& sizes() const { return m_sizes; }
    /// Weights and biases of all layers.
    [[nodiscard]] std::size_t parameterCount() const;
    /// Kinds and sizes in one line, such as `46 inputs, dense 256, tanh, gru 128, dense 22`.
    [[nodiscard]] std::string summary() const;

    /// Zero-initialized state.
    [[nodiscard]] Memory memory() const;
    /// Computes the outputs and updates the recurrent state. Allocates nothing.
    /// @param input `inputSize` numbers
    /// @param memory made by this network
    /// @param output `outputSize` numbers
    void evaluate(std::span<const float> input, Memory& memory, std::span<float> output) const;

private:
    PolicyNetwork(int inputSize, std::vector<PolicyLayer> layers);

    std::vector<PolicyLayer> m_layers;
    std::vector<int> m_sizes;   ///< sizes of the observation and of each layer's outputs
    std::vector<bool> m_isKept; ///< for the observation and each layer, whether a later layer
                                ///< refers to it
    int m_inputSize;
    int m_outputSize = 0;
    int m_hiddenSize = 0;
    int m_largestSize = 0;
    int m_largestHidden = 0;
};

/// Name in files and messages: `dense`, `gru`, `add`, `subtract`, `multiply`, `divide`, `tanh`,
/// `relu`, `leaky-relu`, `elu`, `sigmoid`, `softplus`, `swish`, `clip`, `exp`, `log`, `abs`, `erf`,
/// `power`, `normalize`, `recall`, `join-add`, `join-subtract`, `join-multiply`, `join-divide`,
/// `concatenate`.
[[nodiscard]] std::string_view layerWord(const PolicyLayer& layer);

} // namespace sideline::decision
