#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "agentcore/base/rng.h"
#include "training/optimizer/genetic_operators.h"
#include "training/optimizer/optimizer.h"

namespace sideline::training {

/// How parents are chosen.
enum class Selection : std::uint8_t {
    Roulette,   ///< as probable as the fitness lies above the worst one's
    Tournament, ///< the best of some that are drawn
    Rank,       ///< as probable as there are worse ones, itself counted
};
/// `roulette`, `tournament`, `rank`.
[[nodiscard]] std::string_view selectionName(Selection selection);
[[nodiscard]] std::optional<Selection> selectionFromName(std::string_view name);

struct GenerationalSettings {
    std::size_t population = 100; ///< 2 or more
    Selection selection = Selection::Roulette;
    std::size_t tournamentSize = 3; ///< 1 or more
    std::size_t eliteCount = 2;     ///< best ones that stay
    std::size_t survivorCount = 0;  ///< others that stay, chosen like parents
    std::size_t mostAge = 0;        ///< generations after which nobody stays; 0: no limit
    double crossover = 0.8;         ///< share of children with two parents; the rest are copies
    double mutation = 0.5;          ///< share of children that are changed
    std::uint64_t seed = 1;
};

/// The generational algorithm of the Neurotics team documentation (2007), 6.3: children of chosen
/// parents replace the population, except for the best and some survivors, who age.
///
/// Who stays is tried again, so that luck in one generation's trials does not last.
class Generational final : public Optimizer {
public:
    Generational(std::shared_ptr<const GeneticOperators> operators,
                 const GenerationalSettings& settings);

    [[nodiscard]] const std::vector<Genome>& propose() override { return m_population; }
    void report(std::span<const double> fitness) override;
    [[nodiscard]] std::string save() const override;
    [[nodiscard]] base::Expected<void> restore(std::string_view state) override;

    /// Generations that each proposed individual has lived through.
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
