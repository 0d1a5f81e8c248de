#include "training/fit/network_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"

namespace sideline::training {

using decision::ActivationLayer;
using decision::DenseLayer;
using decision::ElementwiseLayer;
using decision::PolicyLayer;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kFirstStep = 0.01;
constexpr double kMeanDecay = 0.9; // Adam's default parameters (Kingma and Ba, 2015)
constexpr double kSquareDecay = 0.999;
constexpr double kTiny = 1e-8;
constexpr double kRidge = 1e-6;         // keeps the last layer's weights small enough for floats
constexpr double kConstantBelow = 1e-6; // inputs that vary less are ignored
// Time as the only input needs a fine resolution: units change over a quarter of its range.
constexpr double kFirstGain = 4.0;
constexpr Eigen::Index kFewInputs = 2; // the sine and cosine of a phase

// Parameters of a layer, or one number for each of them.
struct Weights {
    MatrixXd matrix;
    VectorXd bias;
};

class Fit {
public:
    Fit(MatrixXd inputs, MatrixXd outputs, const NetworkFitSettings& settings)
        : m_inputs(std::move(inputs)), m_outputs(std::move(outputs)), m_rng(settings.seed) {
        Eigen::Index size = m_inputs.rows();
        for (const int hidden : settings.hidden) {
            addLayer(size, hidden, m_layers.empty());
            size = hidden;
        }
        addLayer(size, m_outputs.rows(), false);
        m_values.resize(m_layers.size());
        m_values.front() = m_inputs;
    }

    // Performs one step of Adam. @param progress completed fraction of the fit, 0 to 1
    void step(double progress) {
        MatrixXd error = forward();
        error -= m_outputs;
        error *= 2.0 / static_cast<double>(error.size());
        const double stepSize = kFirstStep * 0.5 * (1.0 + std::cos(math::kPi * progress));
        ++m_steps;
        for (std::size_t i = m_layers.size(); i-- > 0;) {
            const Weights gradient{error * m_values[i].transpose(), error.rowwise().sum()};
            if (i > 0) {
                error = m_layers[i].matrix.transpose() * error;
                error.array() *= 1.0 - m_values[i].array().square();
            }
            move(m_layers[i].matrix, m_means[i].matrix, m_squares[i].matrix, gradient.matrix,
                 stepSize);
            move(m_layers[i].bias, m_means[i].bias, m_squares[i].bias, gradient.bias, stepSize);
        }
    }

    // Solves for the last layer, whose output is linear in its weights.
    void solveLastLayer() {
        forward();
        MatrixXd last(m_values.back().rows() + 1, m_values.back().cols());
        last << m_values.back(), Eigen::RowVectorXd::Ones(last.cols());
        MatrixXd normal = last * last.transpose();
        normal.diagonal().array() += kRidge * static_cast<double>(last.cols());
        const MatrixXd solved = normal.ldlt().solve(last * m_outputs.transpose()).transpose();
        m_layers.back() = {solved.leftCols(solved.cols() - 1), solved.rightCols(1)};
    }

    [[nodiscard]] const std::vector<Weights>& layers() const { return m_layers; }

private:
    void addLayer(Eigen::Index inputs, Eigen::Index outputs, bool isFirst) {
        const double gain = isFirst && inputs <= kFewInputs ? kFirstGain : 1.0;
        const double scale = gain / std::sqrt(static_cast<double>(inputs));
        Weights weights{MatrixXd(outputs, inputs), VectorXd::Zero(outputs)};
        for (double& each : weights.matrix.reshaped()) {
            each = m_rng.uniform(-scale, scale);
        }
        if (isFirst) {
            // Centers each unit on an example.
            for (Eigen::Index i = 0; i < outputs; ++i) {
                const auto example = static_cast<Eigen::Index>(
                    m_rng.uniform() * static_cast<double>(m_inputs.cols()));
                weights.bias[i] = -weights.matrix.row(i).dot(m_inputs.col(example));
            }
        }
        const Weights none{MatrixXd::Zero(outputs, inputs), VectorXd::Zero(outputs)};
        m_layers.push_back(std::move(weights));
        m_means.push_back(none);
        m_squares.push_back(none);
    }

    // Returns the network's output, and keeps each layer's input.
    MatrixXd forward() {
        for (std::size_t i = 0; i + 1 < m_layers.size(); ++i) {
            m_values[i + 1] =
                ((m_layers[i].matrix * m_values[i]).colwise() + m_layers[i].bias).array().tanh();
        }
        return (m_layers.back().matrix * m_values.back()).colwise() + m_layers.back().bias;
    }

    template <typename Values>
    void move(Values& values, Values& mean, Values& square, const Values& gradient,
              double stepSize) const {
        mean = kMeanDecay * mean + (1.0 - kMeanDecay) * gradient;
        square.array() =
            kSquareDecay * square.array() + (1.0 - kSquareDecay) * gradient.array().square();
        const double meanRatio = 1.0 - std::pow(kMeanDecay, m_steps);
        const double squareRatio = 1.0 - std::pow(kSquareDecay, m_steps);
        values.array() -=
            stepSize * (mean.array() / meanRatio) / ((square.array() / squareRatio).sqrt() + kTiny);
    }

    MatrixXd m_inputs;
    MatrixXd m_outputs;
    base::Rng m_rng;
    std::vector<Weights> m_layers;
    std::vector<Weights> m_means;
    std::vector<Weights> m_squares;
    std::vector<MatrixXd> m_values; ///< input of each layer
    int m_steps = 0;
};

base::Expected<void> check(const FitExamples& examples, const NetworkFitSettings& settings) {
    const auto invalid = [](std::string message, std::string expected) {
        return base::failure(base::ErrorCode::InvalidArgument, std::move(message),
                             std::move(expected));
    };
    if (examples.inputs.size() == 0 || examples.outputs.size() == 0 ||
        examples.inputs.cols() != examples.outputs.cols() || !examples.inputs.allFinite() ||
        !examples.outputs.allFinite()) {
        return invalid("there are no examples to fit a network to", "at least one, all finite");
    }
    if (settings.epochs < 1) {
        return invalid(fmt::format("{} epochs", settings.epochs), "1 or more");
    }
    for (const int hidden : settings.hidden) {
        if (hidden < 1 || hidden > 1024) {
            return invalid(fmt::format("a hidden layer of {} units", hidden), "1 to 1024");
        }
    }
    return {};
}

} // namespace

base::Expected<decision::PolicyNetwork> fitNetwork(const FitExamples& examples,
                                                   const NetworkFitSettings& settings,
                                                   const std::function<bool()>& isCanceled) {
    if (auto checked = check(examples, settings); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    // Normalizes inputs and outputs to mean 0 and standard deviation 1, outputs with a common
    // scale.
    const VectorXd mean = examples.inputs.rowwise().mean();
    VectorXd spread = (examples.inputs.colwise() - mean).rowwise().norm() /
                      std::sqrt(static_cast<double>(examples.inputs.cols()));
    spread = (spread.array() < kConstantBelow).select(1.0, spread);
    const VectorXd middle = examples.outputs.rowwise().mean();
    const MatrixXd ways = examples.outputs.colwise() - middle;
    const double scale =
        std::max(ways.norm() / std::sqrt(static_cast<double>(ways.size())), kConstantBelow);
    Fit fit((examples.inputs.colwise() - mean).array().colwise() / spread.array(), ways / scale,
            settings);
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        if (isCanceled && isCanceled()) {
            return base::failure(base::ErrorCode::Canceled, "the fit was canceled");
        }
        fit.step(static_cast<double>(epoch) / settings.epochs);
    }
    fit.solveLastLayer();
    using Operation = ElementwiseLayer::Operation;
    std::vector<PolicyLayer> layers;
    layers.emplace_back(ElementwiseLayer{Operation::Subtract, mean.cast<float>()});
    layers.emplace_back(ElementwiseLayer{Operation::Divide, spread.cast<float>()});
    for (std::size_t i = 0; i < fit.layers().size(); ++i) {
        const Weights& weights = fit.layers()[i];
        if (i + 1 < fit.layers().size()) {
            layers.emplace_back(
                DenseLayer{weights.matrix.cast<float>(), weights.bias.cast<float>()});
            layers.emplace_back(ActivationLayer{});
        } else {
            layers.emplace_back(DenseLayer{(scale * weights.matrix).cast<float>(),
                                           (scale * weights.bias + middle).cast<float>()});
        }
    }
    return decision::PolicyNetwork::make(static_cast<int>(examples.inputs.rows()),
                                         std::move(layers));
}

} // namespace sideline::training
