#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/rng.h"
#include "training/optimizer/genetic_operators.h"
#include "training/optimizer/optimizer.h"

namespace sideline::training {

/// Selection of parents.
enum class Selection : std::uint8_t {
    Roulette,   ///< proportional to the fitness above the worst one's
    Tournament, ///< the best of several random ones
    Rank,       ///< proportional to the number of worse ones plus one
};
/// `roulette`, `tournament`, `rank`.
[[nodiscard]] std::vector<std::string> selectionNames();
/// @param name one of `selectionNames`
[[nodiscard]] std::optional<Selection> selectionFromName(std::string_view name);

struct GenerationalSettings {
    std::size_t population = 100; ///< 2 or more
    Selection selection = Selection::Roulette;
    std::size_t tournamentSize = 3; ///< 1 or more
    std::size_t eliteCount = 2;     ///< number of best individuals that survive
    std::size_t survivorCount = 0;  ///< number of other survivors, chosen like parents
    std::size_t maxAge = 0;         ///< maximum age in generations; 0: unlimited
    double crossover = 0.8;         ///< fraction of children with two parents; others are copies
    double mutation = 0.5;          ///< fraction of children that are mutated
    std::uint64_t seed = 1;
};

/// Generational algorithm of the Neurotics team documentation (2007), 6.3: children of selected
/// parents replace the population, except for the best and some survivors, which age.
///
/// Survivors are evaluated again, so that luck in one generation's trials does not last.
class Generational final : public Optimizer {
public:
    Generational(std::shared_ptr<const GeneticOperators> operators,
                 const GenerationalSettings& settings);

    [[nodiscard]] const std::vector<Genome>& propose() override { return m_population; }
    void report(std::span<const double> fitness) override;
    [[nodiscard]] std::string save() const override;
    [[nodiscard]] base::Expected<void> restore(std::string_view state) override;

    /// Age of each proposed individual in generations.
    [[nodiscard]] const std::vector<std::size_t>& ages() const { return m_ages; }

private:
    class Selector;
    void keep(std::span<const double> fitness, const Selector& selector,
              std::vector<Genome>& population, std::vector<std::size_t>& ages);

    std::shared_ptr<const GeneticOperators> m_operators;
    GenerationalSettings m_settings;
    base::Rng m_rng;
    std::vector<Genome> m_population;
    std::vector<std::size_t> m_ages;
};

} // namespace sideline::training
