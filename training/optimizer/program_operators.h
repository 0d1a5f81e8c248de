#pragma once

#include "training/genome/program_variation.h"
#include "training/optimizer/genetic_operators.h"

namespace sideline::training {

/// Genetic operators for evolved programs.
class ProgramOperators final : public GeneticOperators {
public:
    explicit ProgramOperators(ProgramVocabularyPtr vocabulary,
                              const ProgramVariation& variation = {});
    [[nodiscard]] Genome random(base::Rng& rng) const override;
    [[nodiscard]] std::pair<Genome, Genome> cross(const Genome& a, const Genome& b,
                                                  base::Rng& rng) const override;
    [[nodiscard]] Genome mutated(const Genome& genome, base::Rng& rng) const override;
    [[nodiscard]] bool isOfKind(const Genome& genome) const override;

private:
    [[nodiscard]] Program programOf(const Genome& genome) const;
    [[nodiscard]] Genome genomeOf(const Program& program) const;

    ProgramVocabularyPtr m_vocabulary;
    ProgramVariation m_variation;
};

} // namespace sideline::training
