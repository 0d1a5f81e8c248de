// PaGMO's optimizers as `Optimizer`: CMA-ES with restarts, xNES, PSO, differential evolution,
// simulated annealing, NSGA-II.
//
// PaGMO calls the problem for each fitness; here fitnesses arrive generation by generation, from
// many workers. So each generation is run twice from the same state: a recording pass collects the
// requested individuals, and after their evaluation a replay pass returns the fitnesses. The
// individuals of a generation do not depend on each other's fitness, so both passes request the
// same. Simulated annealing does depend on it: its recording pass ends at the first unknown one.
#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <fmt/format.h>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/de.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/algorithms/pso_gen.hpp>
#include <pagmo/algorithms/simulated_annealing.hpp>
#include <pagmo/algorithms/xnes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

#include "agentcore/base/rng.h"
#include "training/optimizer/optimizer_registry.h"

namespace sideline::training {

namespace {

using pagmo::vector_double;

constexpr double kWorst = 1e18; ///< cost of a failed individual

// Ends a recording pass at an unknown fitness.
struct Unknown {};

// Individuals requested in a generation, in order, and their known costs.
struct Tape {
    std::vector<vector_double> asked;
    std::vector<vector_double> known; ///< costs of the first individuals
    std::size_t next = 0;
    std::size_t objectiveCount = 1;
    bool stopsAtUnknown = false;

    vector_double cost(const vector_double& x) {
        const std::size_t at = next++;
        if (at < known.size()) {
            return known[at];
        }
        if (at == asked.size()) {
            asked.push_back(x);
        }
        if (stopsAtUnknown) {
            throw Unknown();
        }
        return vector_double(objectiveCount, kWorst);
    }
};

// Problem on the unit cube, where all parameters have the same scale.
class TapeProblem {
public:
    TapeProblem() = default;
    TapeProblem(std::shared_ptr<Tape> tape, std::size_t dimension)
        : m_tape(std::move(tape)), m_dimension(dimension) {}
    vector_double fitness(const vector_double& x) const { return m_tape->cost(x); }
    std::pair<vector_double, vector_double> get_bounds() const {
        return {vector_double(m_dimension, 0.0), vector_double(m_dimension, 1.0)};
    }
    vector_double::size_type get_nobj() const { return m_tape ? m_tape->objectiveCount : 1; }
    template <typename Archive>
    void serialize(Archive&, unsigned) {} // never stored

private:
    std::shared_ptr<Tape> m_tape;
    std::size_t m_dimension = 1;
};

} // namespace
} // namespace sideline::training

namespace sideline::training {
namespace {

enum class Restarts : std::uint8_t { None, Ipop, Bipop };

struct PagmoSettings {
    std::function<pagmo::algorithm(unsigned seed)> algorithm;
    std::size_t population = 32;
    double spread = 0.1; ///< standard deviation of the initial individuals, relative to the ranges
    bool isSequential = false;
    Restarts restarts = Restarts::None;
    std::size_t maxStagnation = 30; ///< generations without progress before a restart
};

class PagmoOptimizer final : public Optimizer {
public:
    PagmoOptimizer(PagmoSettings settings, const OptimizerContext& context)
        : m_settings(std::move(settings)),
          m_space(context.space),
          m_seed(context.seed),
          m_objectiveCount(context.objectiveCount) {
        begin(m_settings.population, true);
    }

    const std::vector<Genome>& propose() override;
    void report(std::span<const double> fitness) override;
    std::string save() const override;
    base::Expected<void> restore(std::string_view state) override;

private:
    // State needed to continue a search; everything else is derived from it.
    struct State {
        bool isFirst = true; ///< the population has no fitness yet
        std::uint64_t run = 0;
        std::uint64_t population = 0;
        std::vector<vector_double> x;
        std::vector<vector_double> cost;
        /// Costs so far in this generation, for sequential algorithms.
        std::vector<vector_double> known;
        std::string algorithm;            ///< serialized by PaGMO
        double best = kWorst;             ///< lowest cost of this run
        std::uint64_t stagnant = 0;       ///< generations since the last improvement
        std::uint64_t bigEvaluations = 0; ///< BIPOP: evaluations in runs of each size
        std::uint64_t smallEvaluations = 0;
        bool isSmall = false;

        template <typename Archive>
        void serialize(Archive& archive, unsigned) {
            archive& isFirst& run& population& x& cost& known& algorithm& best& stagnant&
                bigEvaluations& smallEvaluations& isSmall;
        }
    };

    void begin(std::size_t population, bool fromStart);
    void restart();
    [[nodiscard]] std::pair<pagmo::algorithm, pagmo::population> makePass(
        const std::shared_ptr<Tape>& tape) const;
    void runPass(const std::shared_ptr<Tape>& tape);
    void noteProgress(std::span<const vector_double> costs);
    [[nodiscard]] vector_double toCube(std::span<const double> values) const;
    [[nodiscard]] Genome fromCube(const vector_double& x) const;

    PagmoSettings m_settings;
    ParameterSpace m_space;
    std::uint64_t m_seed;
    std::size_t m_objectiveCount;
    State m_state;
    std::vector<Genome> m_proposed; ///< empty: not requested yet
};

std::string stored(const pagmo::algorithm& algorithm) {
    std::ostringstream stream;
    boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
    archive << algorithm;
    return stream.str();
}

pagmo::algorithm read(const std::string& text) {
    std::istringstream stream(text);
    boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
    pagmo::algorithm algorithm;
    archive >> algorithm;
    return algorithm;
}

vector_double PagmoOptimizer::toCube(std::span<const double> values) const {
    vector_double x;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        x.push_back(
            std::clamp((values[i] - m_space[i].minimum) / (m_space[i].maximum - m_space[i].minimum),
                       0.0, 1.0));
    }
    return x;
}

Genome PagmoOptimizer::fromCube(const vector_double& x) const {
    Genome genome;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        genome.values.push_back(
            std::clamp(m_space[i].minimum + x[i] * (m_space[i].maximum - m_space[i].minimum),
                       m_space[i].minimum, m_space[i].maximum));
    }
    return genome;
}

// Draws the first individuals of a run, normally distributed around its start.
void PagmoOptimizer::begin(std::size_t population, bool fromStart) {
    base::Rng rng(base::Rng(m_seed).next() + m_state.run);
    m_state.isFirst = true;
    m_state.population = population;
    m_state.best = kWorst;
    m_state.stagnant = 0;
    m_state.x.clear();
    m_state.cost.clear();
    m_state.known.clear();
    m_state.algorithm = stored(m_settings.algorithm(static_cast<unsigned>(rng.next() >> 33U)));
    vector_double middle = toCube(m_space.start());
    if (!fromStart) {
        for (double& each : middle) {
            each = rng.uniform();
        }
    }
    for (std::size_t i = 0; i < population; ++i) {
        vector_double x = middle;
        for (double& each : x) {
            each = i == 0 ? each : std::clamp(each + m_settings.spread * rng.normal(1.0), 0.0, 1.0);
        }
        m_state.x.push_back(std::move(x));
    }
}

// IPOP doubles the population each time (Auger and Hansen 2005); BIPOP interleaves runs with small
// populations while these have had fewer evaluations in total (Hansen 2009).
void PagmoOptimizer::restart() {
    const std::uint64_t initial = m_settings.population;
    ++m_state.run;
    if (m_settings.restarts == Restarts::Ipop) {
        begin(initial << std::min<std::uint64_t>(m_state.run, 10), false);
        return;
    }
    m_state.isSmall = m_state.smallEvaluations < m_state.bigEvaluations;
    std::uint64_t population = initial;
    if (!m_state.isSmall) {
        population = initial << std::min<std::uint64_t>((m_state.run + 1) / 2, 10);
    }
    begin(population, false);
}

std::pair<pagmo::algorithm, pagmo::population> PagmoOptimizer::makePass(
    const std::shared_ptr<Tape>& tape) const {
    pagmo::population population{pagmo::problem(TapeProblem(tape, m_space.size())), 0, 1};
    for (std::size_t i = 0; i < m_state.x.size(); ++i) {
        population.push_back(m_state.x[i], m_state.cost[i]);
    }
    return {read(m_state.algorithm), std::move(population)};
}

const std::vector<Genome>& PagmoOptimizer::propose() {
    if (!m_proposed.empty()) {
        return m_proposed;
    }
    if (m_state.isFirst) {
        for (const vector_double& x : m_state.x) {
            m_proposed.push_back(fromCube(x));
        }
        return m_proposed;
    }
    const auto tape = std::make_shared<Tape>();
    tape->known = m_state.known;
    tape->asked = m_state.known;
    tape->objectiveCount = m_objectiveCount;
    tape->stopsAtUnknown = m_settings.isSequential;
    runPass(tape);
    for (std::size_t i = tape->known.size(); i < tape->asked.size(); ++i) {
        m_proposed.push_back(fromCube(tape->asked[i]));
    }
    if (m_proposed.empty()) { // no more individuals requested
        restart();
        return propose();
    }
    return m_proposed;
}

void PagmoOptimizer::runPass(const std::shared_ptr<Tape>& tape) {
    auto [algorithm, population] = makePass(tape);
    try {
        population = algorithm.evolve(population);
    } catch (const Unknown&) {
        return;
    }
    if (tape->next > tape->known.size()) {
        return; // a recording pass
    }
    m_state.x = population.get_x();
    m_state.cost = population.get_f();
    m_state.known.clear();
    m_state.algorithm = stored(algorithm);
}

void PagmoOptimizer::noteProgress(std::span<const vector_double> costs) {
    ++m_state.stagnant;
    for (const vector_double& cost : costs) {
        if (cost.front() < m_state.best - 1e-9 * std::abs(m_state.best)) {
            m_state.best = cost.front();
            m_state.stagnant = 0;
        }
    }
    (m_state.isSmall ? m_state.smallEvaluations : m_state.bigEvaluations) += costs.size();
}

void PagmoOptimizer::report(std::span<const double> fitness) {
    std::vector<vector_double> costs;
    for (std::size_t i = 0; i < fitness.size(); i += m_objectiveCount) {
        vector_double& cost = costs.emplace_back();
        for (std::size_t j = 0; j < m_objectiveCount; ++j) {
            const double value = fitness[i + j];
            cost.push_back(std::isfinite(value) ? -value : kWorst);
        }
    }
    m_proposed.clear();
    noteProgress(costs);
    if (m_state.isFirst) {
        m_state.cost = std::move(costs);
        m_state.isFirst = false;
        return;
    }
    m_state.known.insert(m_state.known.end(), costs.begin(), costs.end());
    const auto tape = std::make_shared<Tape>();
    tape->known = m_state.known;
    tape->asked = m_state.known;
    tape->objectiveCount = m_objectiveCount;
    tape->stopsAtUnknown = true;
    runPass(tape);
    if (m_settings.restarts != Restarts::None && m_state.stagnant >= m_settings.maxStagnation) {
        restart();
    }
}

std::string PagmoOptimizer::save() const {
    std::ostringstream stream;
    boost::archive::binary_oarchive archive(stream, boost::archive::no_header);
    archive << m_state;
    return stream.str();
}

base::Expected<void> PagmoOptimizer::restore(std::string_view state) {
    State restored;
    try {
        std::istringstream stream{std::string(state)};
        boost::archive::binary_iarchive archive(stream, boost::archive::no_header);
        archive >> restored;
        static_cast<void>(read(restored.algorithm));
    } catch (const std::exception&) {
        return base::failure(base::ErrorCode::Malformed, "the state of the optimizer is damaged",
                             "a checkpoint written by this version");
    }
    m_state = std::move(restored);
    m_proposed.clear();
    return {};
}

using Make = std::function<pagmo::algorithm(const agents::Parameters&, unsigned seed)>;

// Common parameters, followed by the algorithm's own.
OptimizerInfo pagmoOptimizer(std::string name, std::string summary, double population,
                             double minPopulation, Make make,
                             std::vector<agents::ParameterInfo> own = {}) {
    OptimizerInfo info;
    info.name = std::move(name);
    info.summary = std::move(summary);
    info.parameters = {
        {"population", "individuals per generation", population, "", minPopulation, 100000.0},
        {"spread",
         "standard deviation of the initial individuals around the start, as a fraction of each "
         "range",
         0.1, "", 0.0, 1.0}};
    info.parameters.insert(info.parameters.end(), own.begin(), own.end());
    info.make = [make = std::move(make), name = info.name](
                    const agents::Parameters& parameters,
                    const OptimizerContext& context) -> base::Expected<std::unique_ptr<Optimizer>> {
        PagmoSettings settings;
        settings.algorithm = [make, parameters](unsigned seed) { return make(parameters, seed); };
        settings.population = static_cast<std::size_t>(parameters.number("population"));
        settings.spread = parameters.number("spread");
        settings.isSequential = name == "annealing";
        if (name == "nsga2" && settings.population % 4 != 0) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("nsga2 cannot use a population of {}", settings.population),
                "a multiple of 4");
        }
        if (name == "cma-es") {
            const std::string& restarts = parameters.text("restarts");
            settings.restarts = restarts == "none"   ? Restarts::None
                                : restarts == "ipop" ? Restarts::Ipop
                                                     : Restarts::Bipop;
            settings.maxStagnation = static_cast<std::size_t>(parameters.number("patience"));
        }
        return std::make_unique<PagmoOptimizer>(std::move(settings), context);
    };
    return info;
}

// Disables PaGMO's own stopping criteria: the experiment decides when to end.
constexpr double kNever = 0.0;

} // namespace

std::vector<OptimizerInfo> pagmoOptimizers() {
    agents::ParameterInfo restarts{
        "restarts",
        "restart when the search stagnates; ipop: each restart doubles the population; bipop: "
        "large and small populations in turn",
        std::string("none")};
    restarts.choices = {"none", "ipop", "bipop"};
    const agents::ParameterInfo sigma{
        "sigma", "initial step size, as a fraction of each range", 0.1, "", 1e-6, 1.0};
    std::vector<OptimizerInfo> infos;
    infos.push_back(pagmoOptimizer(
        "cma-es",
        "CMA-ES: covariance matrix adaptation, the standard choice for up to 100 parameters", 24.0,
        5.0,
        [](const agents::Parameters& parameters, unsigned seed) {
            return pagmo::algorithm(pagmo::cmaes(1, -1, -1, -1, -1, parameters.number("sigma"),
                                                 kNever, kNever, true, true, seed));
        },
        {sigma,
         restarts,
         {"patience", "generations without progress before a restart", 30.0, "", 1.0, 100000.0}}));
    infos.push_back(pagmoOptimizer(
        "xnes", "xNES: exponential natural evolution strategy", 24.0, 5.0,
        [](const agents::Parameters& parameters, unsigned seed) {
            return pagmo::algorithm(pagmo::xnes(1, -1, -1, -1, parameters.number("sigma"), kNever,
                                                kNever, true, true, seed));
        },
        {sigma}));
    infos.push_back(pagmoOptimizer(
        "pso", "Particle swarm: PSO with a constriction factor", 32.0, 2.0,
        [](const agents::Parameters& parameters, unsigned seed) {
            return pagmo::algorithm(pagmo::pso_gen(1, parameters.number("inertia"), 2.05, 2.05, 0.5,
                                                   5, 2, 4, true, seed));
        },
        {{"inertia", "constriction of the velocities", 0.7298, "", 0.0, 1.0}}));
    infos.push_back(pagmoOptimizer("de", "Differential evolution", 32.0, 5.0,
                                   [](const agents::Parameters& parameters, unsigned seed) {
                                       return pagmo::algorithm(
                                           pagmo::de(1, parameters.number("weight"),
                                                     parameters.number("crossover"), 2, kNever,
                                                     kNever, seed));
                                   },
                                   {{"weight", "weight of the differences (F)", 0.8, "", 0.0, 1.0},
                                    {"crossover", "crossover probability", 0.9, "", 0.0, 1.0}}));
    infos.push_back(pagmoOptimizer(
        "annealing", "Simulated annealing (Corana): one individual after another", 1.0, 1.0,
        [](const agents::Parameters& parameters, unsigned seed) {
            return pagmo::algorithm(pagmo::simulated_annealing(parameters.number("hot"),
                                                               parameters.number("cold"), 5, 1, 10,
                                                               parameters.number("range"), seed));
        },
        {{"hot", "initial temperature, in units of the fitness", 1.0, "", 1e-9, 1e9},
         {"cold", "final temperature", 0.01, "", 1e-12, 1e9},
         {"range", "initial step range, as a fraction of each range", 0.5, "", 1e-6, 1.0}}));
    infos.push_back(pagmoOptimizer(
        "nsga2", "NSGA-II: several objectives at once", 32.0, 8.0,
        [](const agents::Parameters& parameters, unsigned seed) {
            return pagmo::algorithm(pagmo::nsga2(1, parameters.number("crossover"), 10.0,
                                                 parameters.number("mutation"), 50.0, seed));
        },
        {{"crossover", "crossover probability", 0.95, "", 0.0, 0.999},
         {"mutation", "mutation probability per parameter", 0.05, "", 0.0, 1.0}}));
    infos.back().minObjectives = 2;
    infos.back().maxObjectives = 8;
    return infos;
}

} // namespace sideline::training
