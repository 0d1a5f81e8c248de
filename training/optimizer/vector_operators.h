#pragma once

#include "training/genome/parameter_space.h"
#include "training/optimizer/genetic_operators.h"

namespace sideline::training {

/// Settings for varying vectors of numbers. Ratios are probabilities, 0 to 1.
struct VectorVariation {
    double blendBeyond = 0.3;     ///< each number of a child lies between those of its parents, or
                                  ///< beyond them by this fraction of their distance (BLX-alpha)
    double mutateNumber = 0.2;    ///< per number
    double mutateDeviation = 0.1; ///< standard deviation of the change, relative to the range
};

/// Genetic operators for numbers in a parameter space.
class VectorOperators final : public GeneticOperators {
public:
    explicit VectorOperators(ParameterSpace space, const VectorVariation& variation = {});
    [[nodiscard]] Genome random(base::Rng& rng) const override;
    [[nodiscard]] std::pair<Genome, Genome> cross(const Genome& a, const Genome& b,
                                                  base::Rng& rng) const override;
    [[nodiscard]] Genome mutated(const Genome& genome, base::Rng& rng) const override;
    [[nodiscard]] bool isOfKind(const Genome& genome) const override;

private:
    ParameterSpace m_space;
    VectorVariation m_variation;
};

} // namespace sideline::training
