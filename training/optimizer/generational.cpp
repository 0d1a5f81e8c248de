#include "training/optimizer/generational.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "agentcore/base/assert.h"
#include "training/optimizer/optimizer_state.h"

namespace sideline::training {

namespace {

constexpr std::array<std::pair<Selection, std::string_view>, 3> kSelections{
    {{Selection::Roulette, "roulette"},
     {Selection::Tournament, "tournament"},
     {Selection::Rank, "rank"}}};

// Returns selection weights proportional to the probabilities.
std::vector<double> weightsOf(Selection selection, std::span<const double> fitness,
                              std::span<const std::size_t> order) {
    std::vector<double> weights(fitness.size(), 0.0);
    double worst = std::numeric_limits<double>::infinity();
    for (const double each : fitness) {
        worst = std::isfinite(each) ? std::min(worst, each) : worst;
    }
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double each = fitness[order[rank]];
        if (std::isfinite(each)) {
            weights[order[rank]] = selection == Selection::Roulette
                                       ? each - worst
                                       : static_cast<double>(order.size() - rank);
        }
    }
    return weights;
}

} // namespace

std::vector<std::string> selectionNames() {
    std::vector<std::string> names;
    for (const auto& [selection, name] : kSelections) {
        names.emplace_back(name);
    }
    return names;
}

std::optional<Selection> selectionFromName(std::string_view name) {
    for (const auto& [selection, each] : kSelections) {
        if (each == name) {
            return selection;
        }
    }
    return std::nullopt;
}

// Selects individuals of a generation.
class Generational::Selector {
public:
    Selector(const GenerationalSettings& settings, std::span<const double> fitness)
        : m_settings(settings), m_order(ranked(fitness)), m_ranks(fitness.size()) {
        for (std::size_t rank = 0; rank < m_order.size(); ++rank) {
            m_ranks[m_order[rank]] = rank;
        }
        m_sums = weightsOf(settings.selection, fitness, m_order);
        std::partial_sum(m_sums.begin(), m_sums.end(), m_sums.begin());
    }

    [[nodiscard]] std::size_t choose(base::Rng& rng) const {
        if (m_settings.selection == Selection::Tournament) {
            std::size_t best = rng.below(m_order.size());
            for (std::size_t i = 1; i < m_settings.tournamentSize; ++i) {
                const std::size_t other = rng.below(m_order.size());
                best = m_ranks[other] < m_ranks[best] ? other : best;
            }
            return best;
        }
        if (m_sums.back() <= 0.0) { // all have the same fitness
            return rng.below(m_order.size());
        }
        const double at = rng.uniform() * m_sums.back();
        const auto found = std::ranges::upper_bound(m_sums, at);
        return static_cast<std::size_t>(std::min(found, m_sums.end() - 1) - m_sums.begin());
    }

    [[nodiscard]] const std::vector<std::size_t>& order() const { return m_order; }

private:
    const GenerationalSettings& m_settings;
    std::vector<std::size_t> m_order; ///< best first
    std::vector<std::size_t> m_ranks; ///< rank of each individual
    std::vector<double> m_sums;       ///< cumulative weights
};

Generational::Generational(std::shared_ptr<const GeneticOperators> operators,
                           const GenerationalSettings& settings)
    : m_operators(std::move(operators)), m_settings(settings), m_rng(settings.seed) {
    SIDELINE_ASSERT(settings.population >= 2 && settings.tournamentSize >= 1);
    for (std::size_t i = 0; i < settings.population; ++i) {
        m_population.push_back(m_operators->random(m_rng));
    }
    m_ages.assign(settings.population, 0);
}

// Selects survivors: the best, then others chosen like parents, without duplicates.
void Generational::keep(std::span<const double> fitness, const Selector& selector,
                        std::vector<Genome>& population, std::vector<std::size_t>& ages) {
    std::vector<bool> isKept(fitness.size(), false);
    const auto add = [&](std::size_t i) {
        const bool isTooOld = m_settings.maxAge > 0 && m_ages[i] + 1 >= m_settings.maxAge;
        if (!isKept[i] && !isTooOld && population.size() < m_settings.population) {
            isKept[i] = true;
            population.push_back(m_population[i]);
            ages.push_back(m_ages[i] + 1);
        }
    };
    for (std::size_t rank = 0; rank < fitness.size(); ++rank) {
        if (population.size() < m_settings.eliteCount) {
            add(selector.order()[rank]);
        }
    }
    for (std::size_t i = 0; i < m_settings.survivorCount; ++i) {
        add(selector.choose(m_rng));
    }
}

void Generational::report(std::span<const double> fitness) {
    SIDELINE_ASSERT(fitness.size() == m_population.size());
    const Selector selector(m_settings, fitness);
    std::vector<Genome> population;
    std::vector<std::size_t> ages;
    keep(fitness, selector, population, ages);
    while (population.size() < m_settings.population) {
        std::pair<Genome, Genome> children{m_population[selector.choose(m_rng)],
                                           m_population[selector.choose(m_rng)]};
        if (m_rng.uniform() < m_settings.crossover) {
            children = m_operators->cross(children.first, children.second, m_rng);
        }
        for (Genome* child : {&children.first, &children.second}) {
            const bool changes = m_rng.uniform() < m_settings.mutation;
            if (population.size() < m_settings.population) {
                population.push_back(changes ? m_operators->mutated(*child, m_rng)
                                             : std::move(*child));
                ages.push_back(0);
            }
        }
    }
    m_population = std::move(population);
    m_ages = std::move(ages);
}

std::string Generational::save() const {
    return nlohmann::json{
        {"rng", toJson(m_rng)}, {"population", toJson(m_population)}, {"ages", m_ages}}
        .dump();
}

base::Expected<void> Generational::restore(std::string_view state) {
    return readState(state, [this](const nlohmann::json& json) {
        const base::Rng rng = rngFromJson(json.at("rng"));
        auto population = genomesFromJson(json.at("population"));
        auto ages = json.at("ages").get<std::vector<std::size_t>>();
        const auto isOfKind = [&](const Genome& genome) { return m_operators->isOfKind(genome); };
        if (population.size() != m_settings.population || ages.size() != population.size() ||
            !std::ranges::all_of(population, isOfKind)) {
            return false;
        }
        m_rng = rng;
        m_population = std::move(population);
        m_ages = std::move(ages);
        return true;
    });
}

} // namespace sideline::training
