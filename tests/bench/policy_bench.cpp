// Policies in a cycle of 20 ms: the network alone, and the whole behavior.
#include <cmath>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/base/rng.h"
#include "agentcore/decision/policy_observation.h"
#include "agentcore/robot/nao.h"

namespace {

using namespace sideline;
using namespace sideline::decision;

constexpr int kInputs = 70;
constexpr int kOutputs = 22;

class Numbers {
public:
    Eigen::MatrixXf matrix(Eigen::Index rows, Eigen::Index columns) {
        const float scale = 1.0F / std::sqrt(static_cast<float>(columns));
        return Eigen::MatrixXf::NullaryExpr(rows, columns, [this, scale] {
            return scale * static_cast<float>(m_rng.uniform(-1.0, 1.0));
        });
    }
    DenseLayer dense(Eigen::Index inputs, Eigen::Index outputs) {
        return {matrix(outputs, inputs), matrix(outputs, 1)};
    }
    GruLayer gru(Eigen::Index inputs, Eigen::Index units) {
        return {matrix(3 * units, inputs), matrix(3 * units, units), matrix(3 * units, 1),
                matrix(3 * units, 1), true};
    }

private:
    base::Rng m_rng{1};
};

void run(benchmark::State& state, std::vector<PolicyLayer> layers) {
    const auto network = PolicyNetwork::make(kInputs, std::move(layers));
    auto memory = network->memory();
    const std::vector<float> input(kInputs, 0.3F);
    std::vector<float> output(kOutputs);
    for (auto _ : state) {
        network->evaluate(input, memory, output);
        benchmark::DoNotOptimize(output.data());
    }
    state.SetLabel(network->summary());
}

void twoLayersOf256(benchmark::State& state) {
    Numbers numbers;
    const ActivationLayer elu{ActivationLayer::Function::Elu, 1.0F};
    run(state, {numbers.dense(kInputs, 256), elu, numbers.dense(256, 256), elu,
                numbers.dense(256, kOutputs)});
}

void gruOf128(benchmark::State& state) {
    Numbers numbers;
    run(state, {numbers.dense(kInputs, 128), ActivationLayer{}, numbers.gru(128, 128),
                numbers.dense(128, kOutputs)});
}

void fitted32(benchmark::State& state) {
    Numbers numbers;
    run(state, {numbers.dense(kInputs, 32), ActivationLayer{}, numbers.dense(32, 32),
                ActivationLayer{}, numbers.dense(32, kOutputs)});
}

void observation(benchmark::State& state) {
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    PolicyInterface meaning;
    for (const ObservationKind kind : observationKinds()) {
        meaning.observation.push_back({kind, 1.0});
    }
    for (const robot::Joint& joint : model.joints()) {
        meaning.joints.push_back(joint.perceptor);
    }
    meaning.periodS = 1.0;
    PolicyObserver observer(meaning, model);
    world::BodyBelief body;
    body.joints.resize(model.joints().size());
    body.acceleration_TMps2 = {0.0, 0.0, 9.81};
    body.gyro_TRadPerS = {0.1, 0.0, 0.0};
    std::vector<float> values(static_cast<std::size_t>(observer.size()));
    for (auto _ : state) {
        observer.observe({body, 0.02, {}}, values);
        benchmark::DoNotOptimize(values.data());
    }
}

BENCHMARK(twoLayersOf256)->Unit(benchmark::kMicrosecond);
BENCHMARK(gruOf128)->Unit(benchmark::kMicrosecond);
BENCHMARK(fitted32)->Unit(benchmark::kMicrosecond);
BENCHMARK(observation)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
