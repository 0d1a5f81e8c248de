// Layers against plain formulas in double precision, and what the runtime promises.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/decision/policy_network.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using Function = ActivationLayer::Function;
using Operation = ElementwiseLayer::Operation;
using testing::HasSubstr;

class Numbers {
public:
    float next() { return static_cast<float>(m_rng.uniform(-1.0, 1.0)); }
    Eigen::MatrixXf matrix(Eigen::Index rows, Eigen::Index columns) {
        return Eigen::MatrixXf::NullaryExpr(rows, columns, [this] { return next(); });
    }
    Eigen::VectorXf vector(Eigen::Index size) {
        return Eigen::VectorXf::NullaryExpr(size, [this] { return next(); });
    }
    DenseLayer dense(Eigen::Index inputs, Eigen::Index outputs) {
        const float scale = 1.0F / std::sqrt(static_cast<float>(inputs));
        return {scale * matrix(outputs, inputs), vector(outputs)};
    }
    GruLayer gru(Eigen::Index inputs, Eigen::Index units, bool isLinearBeforeReset = true) {
        const float scale = 1.0F / std::sqrt(static_cast<float>(units));
        return {scale * matrix(3 * units, inputs), scale * matrix(3 * units, units),
                vector(3 * units), vector(3 * units), isLinearBeforeReset};
    }

private:
    base::Rng m_rng{17};
};

std::vector<float> run(const PolicyNetwork& network, const Eigen::VectorXf& input,
                       PolicyNetwork::Memory& memory) {
    std::vector<float> output(static_cast<std::size_t>(network.outputSize()));
    network.evaluate({input.data(), static_cast<std::size_t>(input.size())}, memory, output);
    return output;
}

float run(const PolicyLayer& layer, float input) {
    const auto network = PolicyNetwork::make(1, {layer});
    auto memory = network->memory();
    return run(*network, Eigen::VectorXf::Constant(1, input), memory).front();
}

// The formulas of ONNX's operator GRU, in double precision.
Eigen::VectorXd stepOf(const GruLayer& layer, const Eigen::VectorXd& x, const Eigen::VectorXd& h) {
    const Eigen::Index n = h.size();
    const auto rows = [n](const auto& of, int gate) {
        return of.middleRows(gate * n, n).template cast<double>().eval();
    };
    const auto sigmoid = [](const Eigen::VectorXd& v) {
        return Eigen::VectorXd(1.0 / (1.0 + (-v.array()).exp()));
    };
    const auto gate = [&](int i) {
        return sigmoid(rows(layer.inputWeights, i) * x + rows(layer.hiddenWeights, i) * h +
                       rows(layer.inputBias, i) + rows(layer.hiddenBias, i));
    };
    const Eigen::VectorXd z = gate(0);
    const Eigen::VectorXd r = gate(1);
    const Eigen::VectorXd fromInput = rows(layer.inputWeights, 2) * x + rows(layer.inputBias, 2);
    const Eigen::VectorXd fromHidden =
        layer.isLinearBeforeReset
            ? Eigen::VectorXd(
                  r.cwiseProduct(rows(layer.hiddenWeights, 2) * h + rows(layer.hiddenBias, 2)))
            : Eigen::VectorXd(rows(layer.hiddenWeights, 2) * r.cwiseProduct(h) +
                              rows(layer.hiddenBias, 2));
    const Eigen::VectorXd candidate = (fromInput + fromHidden).array().tanh();
    return (1.0 - z.array()) * candidate.array() + z.array() * h.array();
}

TEST(PolicyNetworkTest, RecurrentLayersFollowTheOperator) {
    for (const bool isLinearBeforeReset : {true, false}) {
        Numbers numbers;
        const GruLayer layer = numbers.gru(7, 9, isLinearBeforeReset);
        const auto network = PolicyNetwork::make(7, {layer});
        ASSERT_TRUE(network);
        EXPECT_EQ(network->hiddenSize(), 9);
        auto memory = network->memory();
        Eigen::VectorXd hidden = Eigen::VectorXd::Zero(9);
        for (int cycle = 0; cycle < 50; ++cycle) {
            const Eigen::VectorXf input = numbers.vector(7);
            hidden = stepOf(layer, input.cast<double>(), hidden);
            const std::vector<float> output = run(*network, input, memory);
            for (Eigen::Index i = 0; i < 9; ++i) {
                ASSERT_NEAR(output[static_cast<std::size_t>(i)], hidden[i], 1e-6)
                    << "cycle " << cycle << ", " << isLinearBeforeReset;
            }
        }
    }
}

TEST(PolicyNetworkTest, LayersThatFollowEachOtherKeepTheirOwnStates) {
    Numbers numbers;
    const GruLayer first = numbers.gru(3, 5);
    const GruLayer second = numbers.gru(5, 4);
    const auto both = PolicyNetwork::make(3, {first, second});
    const auto one = PolicyNetwork::make(3, {first});
    const auto two = PolicyNetwork::make(5, {second});
    ASSERT_TRUE(both);
    auto memory = both->memory();
    auto memoryOne = one->memory();
    auto memoryTwo = two->memory();
    for (int cycle = 0; cycle < 10; ++cycle) {
        const Eigen::VectorXf input = numbers.vector(3);
        const std::vector<float> between = run(*one, input, memoryOne);
        const Eigen::Map<const Eigen::VectorXf> mapped(between.data(), 5);
        EXPECT_EQ(run(*both, input, memory), run(*two, mapped, memoryTwo));
    }
    EXPECT_EQ(memory.hidden().size(), 9U);
}

TEST(PolicyNetworkTest, ActivationsAreTheStandardFunctions) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float x : {-30.0F, -3.0F, -0.3F, 0.0F, 1e-4F, 0.7F, 4.0F, 40.0F}) {
        const double d = x;
        const double sigmoid = 1.0 / (1.0 + std::exp(-d));
        const auto expect = [&](const ActivationLayer& layer, double expected) {
            EXPECT_NEAR(run(layer, x), expected, 1e-6 * std::max(1.0, std::abs(expected)))
                << layerWord(layer) << " of " << x;
        };
        expect({Function::Tanh}, std::tanh(d));
        expect({Function::Relu}, std::max(d, 0.0));
        expect({Function::LeakyRelu, 0.1F}, d < 0.0 ? 0.1 * d : d);
        expect({Function::Elu, 1.5F}, d < 0.0 ? 1.5 * std::expm1(d) : d);
        expect({Function::Sigmoid}, sigmoid);
        expect({Function::Softplus}, std::log1p(std::exp(-std::abs(d))) + std::max(d, 0.0));
        expect({Function::Swish}, d * sigmoid);
        expect({Function::Clip, -1.0F, 2.0F}, std::clamp(d, -1.0, 2.0));
        expect({Function::Clip, -1.0F, kInfinity}, std::max(d, -1.0));
        expect({Function::Exp}, std::exp(d));
        expect({Function::Abs}, std::abs(d));
        expect({Function::Erf}, std::erf(d));
        expect({Function::Power, 2.0F}, d * d);
        expect({Function::Power, 3.0F}, d * d * d);
        if (x > 0.0F) {
            expect({Function::Log}, std::log(d));
            expect({Function::Power, 0.5F}, std::sqrt(d));
            expect({Function::Power, -1.0F}, 1.0 / d);
        }
    }
}

TEST(PolicyNetworkTest, ConstantsAreCombinedElementByElement) {
    const auto with = [](Operation operation) {
        return run(ElementwiseLayer{operation, Eigen::VectorXf::Constant(1, 4.0F)}, 6.0F);
    };
    EXPECT_EQ(with(Operation::Add), 10.0F);
    EXPECT_EQ(with(Operation::Subtract), 2.0F);
    EXPECT_EQ(with(Operation::Multiply), 24.0F);
    EXPECT_EQ(with(Operation::Divide), 1.5F);
}

TEST(PolicyNetworkTest, NormalizationHasMeanZeroAndDeviationOne) {
    const Eigen::Vector4f x(1.0F, 2.0F, 4.0F, 9.0F); // mean 4, variance 9.5
    const NormalizeLayer layer{Eigen::Vector4f(1, 2, 3, 4), Eigen::Vector4f(0, 0, 0.5F, 1), 0.5F};
    const auto network = PolicyNetwork::make(4, {layer});
    ASSERT_TRUE(network);
    auto memory = network->memory();
    const auto y = run(*network, x, memory);
    const double deviation = std::sqrt(10.0);
    EXPECT_NEAR(y[0], -3.0 / deviation, 1e-6);
    EXPECT_NEAR(y[1], -4.0 / deviation, 1e-6);
    EXPECT_NEAR(y[2], 0.5, 1e-6);
    EXPECT_NEAR(y[3], 20.0 / deviation + 1.0, 1e-6);
    EXPECT_EQ(network->parameterCount(), 8U);
}

TEST(PolicyNetworkTest, BranchesAreRecalledAndJoined) {
    using Join = JoinLayer::Operation;
    const ElementwiseLayer twice{Operation::Multiply, Eigen::Vector3f::Constant(2)};
    const auto network = PolicyNetwork::make(
        3, {twice,                                              // 2x 2y 2z
            JoinLayer{Join::Add, -1},                           // 3x 3y 3z
            RecallLayer{0, 1, 2},                               // 2y 2z
            JoinLayer{Join::Multiply, 2},                       // 4yy 4zz
            JoinLayer{Join::Concatenate, 1},                    // 4yy 4zz 3x 3y 3z
            RecallLayer{4, 2, 1},                               // 3x
            RecallLayer{4, 0, 5}, JoinLayer{Join::Subtract, 5}, // one operand for each
            JoinLayer{Join::Divide, 5}});
    ASSERT_TRUE(network) << network.error().toString();
    EXPECT_EQ(network->summary(), "3 inputs, multiply, join-add 3, recall 2, join-multiply 2, "
                                  "concatenate 5, recall 1, recall 5, join-subtract 5, "
                                  "join-divide 5");
    auto memory = network->memory();
    const auto out = run(*network, Eigen::Vector3f(1, 2, 3), memory);
    const std::vector<double> joined{16, 36, 3, 6, 9};
    ASSERT_EQ(out.size(), joined.size());
    for (std::size_t i = 0; i < joined.size(); ++i) {
        EXPECT_NEAR(out[i], (joined[i] - 3.0) / 3.0, 1e-6) << i;
    }
    EXPECT_NEAR(memory.activity()[2], std::sqrt((16.0 + 36.0) / 2.0), 1e-6);
    const std::vector<std::pair<PolicyLayer, const char*>> faults{
        {RecallLayer{1, 0, 1}, "takes 1 outputs"},
        {RecallLayer{0, 2, 2}, "takes 2 outputs, starting at 2, of layer 1, which has 3"},
        {RecallLayer{-2, 0, 1}, "of layer -1, which has 0"},
        {JoinLayer{Join::Add, 3}, "joins 3 outputs with 0 of layer 4"},
        {NormalizeLayer{Eigen::Vector2f::Ones(), Eigen::Vector3f::Zero()}, "has 2 scales"}};
    for (const auto& [layer, fault] : faults) {
        const auto wrong = PolicyNetwork::make(3, {twice, layer});
        ASSERT_FALSE(wrong);
        EXPECT_THAT(wrong.error().toString(), HasSubstr(fault));
    }
}

TEST(PolicyNetworkTest, ReportsTheLayerThatDoesNotFit) {
    Numbers numbers;
    const auto faultOf = [](int inputs, std::vector<PolicyLayer> layers) {
        const auto network = PolicyNetwork::make(inputs, std::move(layers));
        return network ? "none" : network.error().toString();
    };
    EXPECT_THAT(faultOf(0, {ActivationLayer{}}), HasSubstr("at least one input"));
    EXPECT_THAT(faultOf(3, {}), HasSubstr("at least one input and one layer"));
    EXPECT_THAT(faultOf(3, {numbers.dense(3, 4), numbers.dense(5, 2)}),
                HasSubstr("layer 2 (dense) has weights for 5 inputs, expected 4"));
    DenseLayer shortBias = numbers.dense(3, 4);
    shortBias.bias.resize(3);
    EXPECT_THAT(faultOf(3, {shortBias}), HasSubstr("3 biases for 4 outputs"));
    DenseLayer broken = numbers.dense(3, 4);
    broken.weights(1, 2) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(faultOf(3, {ActivationLayer{}, broken}), HasSubstr("layer 2 (dense) has a weight"));
    GruLayer cut = numbers.gru(3, 4);
    cut.hiddenBias.resize(4);
    EXPECT_THAT(faultOf(3, {cut}), HasSubstr("three rows per hidden unit"));
    EXPECT_THAT(faultOf(4, {numbers.gru(3, 4)}), HasSubstr("weights for 3 inputs, expected 4"));
    EXPECT_THAT(faultOf(2, {ElementwiseLayer{Operation::Add, numbers.vector(3)}}),
                HasSubstr("has 3 values, expected 2"));
    EXPECT_THAT(faultOf(2, {ElementwiseLayer{Operation::Divide, Eigen::VectorXf::Zero(2)}}),
                HasSubstr("divides by zero"));
    EXPECT_THAT(faultOf(2, {ActivationLayer{Function::Clip, 1.0F, 0.0F}}), HasSubstr("clips"));
    EXPECT_THAT(
        faultOf(2, {ActivationLayer{Function::LeakyRelu, std::numeric_limits<float>::infinity()}}),
        HasSubstr("is not finite"));
    EXPECT_EQ(
        faultOf(2, {ActivationLayer{Function::Clip, 0.0F, std::numeric_limits<float>::infinity()}}),
        "none");
}

TEST(PolicyNetworkTest, ACopiedMemoryContinuesFromTheSamePlace) {
    Numbers numbers;
    const auto network = PolicyNetwork::make(4, {numbers.gru(4, 6), numbers.dense(6, 2)});
    auto memory = network->memory();
    const Eigen::VectorXf input = numbers.vector(4);
    const std::vector<float> first = run(*network, input, memory);
    auto copy = memory;
    const std::vector<float> second = run(*network, input, memory);
    EXPECT_NE(first, second);
    EXPECT_EQ(run(*network, input, copy), second);
    memory.reset();
    EXPECT_EQ(run(*network, input, memory), first);
}

TEST(PolicyNetworkTest, EvaluationAllocatesNothing) {
    Numbers numbers;
    const auto network = PolicyNetwork::make(
        46, {ElementwiseLayer{Operation::Subtract, numbers.vector(46)}, numbers.dense(46, 256),
             ActivationLayer{Function::Elu, 1.0F}, numbers.dense(256, 256),
             ActivationLayer{Function::Swish}, numbers.gru(256, 128), numbers.gru(128, 128, false),
             NormalizeLayer{numbers.vector(128), numbers.vector(128)},
             JoinLayer{JoinLayer::Operation::Concatenate, 2}, RecallLayer{8, 100, 128},
             numbers.dense(128, 22), ActivationLayer{Function::Tanh}});
    ASSERT_TRUE(network);
    EXPECT_EQ(network->summary(),
              "46 inputs, subtract, dense 256, elu, dense 256, swish, gru 128, "
              "gru 128, normalize, concatenate 384, recall 128, dense 22, tanh");
    auto memory = network->memory();
    const std::vector<float> input(46, 0.25F);
    std::vector<float> output(22);
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 3; ++i) {
        network->evaluate(input, memory, output);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::decision
