// Random search: the baseline for other optimizers.
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "training/optimizer/optimizer_registry.h"

namespace sideline::training {

namespace {

class RandomSearch final : public Optimizer {
public:
    RandomSearch(ParameterSpace space, std::size_t population, std::uint64_t seed)
        : m_space(std::move(space)), m_seed(seed), m_proposed(population) {
        propose(0);
    }

    const std::vector<Genome>& propose() override { return m_proposed; }
    void report(std::span<const double> fitness) override {
        static_cast<void>(fitness);
        propose(m_generation + 1);
    }
    std::string save() const override { return std::to_string(m_generation); }
    base::Expected<void> restore(std::string_view state) override {
        std::uint64_t generation = 0;
        const auto [end, fault] =
            std::from_chars(state.data(), state.data() + state.size(), generation);
        if (fault != std::errc() || end != state.data() + state.size()) {
            return base::failure(base::ErrorCode::Malformed,
                                 "the state of the optimizer is damaged",
                                 "the number of a generation");
        }
        propose(generation);
        return {};
    }

private:
    void propose(std::uint64_t generation) {
        m_generation = generation;
        base::Rng rng(base::Rng(m_seed).next() + generation);
        for (Genome& genome : m_proposed) {
            genome.values.clear();
            for (const TrainedParameter& each : m_space.parameters()) {
                genome.values.push_back(rng.uniform(each.minimum, each.maximum));
            }
        }
        if (generation == 0) {
            m_proposed.front().values = m_space.start();
        }
    }

    ParameterSpace m_space;
    std::uint64_t m_seed;
    std::uint64_t m_generation = 0;
    std::vector<Genome> m_proposed;
};

} // namespace

OptimizerInfo randomSearch() {
    OptimizerInfo info;
    info.name = "random";
    info.summary = "Random search: a baseline";
    info.parameters = {{"population", "individuals per generation", 32.0, "", 1.0, 100000.0}};
    info.make = [](const agents::Parameters& parameters,
                   const OptimizerContext& context) -> base::Expected<std::unique_ptr<Optimizer>> {
        return std::make_unique<RandomSearch>(
            context.space, static_cast<std::size_t>(parameters.number("population")), context.seed);
    };
    return info;
}

} // namespace sideline::training
