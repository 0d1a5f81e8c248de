#pragma once

#include "training/genome/parameter_space.h"
#include "training/optimizer/genetic_operators.h"

namespace sideline::training {

/// How vectors of numbers change. Shares are probabilities, 0 to 1.
struct VectorVariation {
    double blendBeyond = 0.3;  ///< children lie between their parents in each number, and by this
                               ///< share of the distance beyond them (BLX-alpha)
    double mutateNumber = 0.2; ///< of each number
    double mutateDeviation = 0.1; ///< standard deviation of such a change, as a share of the range
};

/// Numbers in a parameter space.
class VectorOperators final : public GeneticOperators {
public:
    explicit VectorOperators(ParameterSpace space, const VectorVariation& variation = {});
    [[nodiscard]] Genome random(base::Rng& rng) const override;
    [[nodiscard]] std::pair<Genome, Genome> cross(const Genome& a, const Genome& b,
                                                  base::Rng& rng) const override;
    [[nodiscard]] Genome mutated(const Genome& genome, base::Rng& rng) const override;
    [[nodiscard]] bool isOne(const Genome& genome) const override;

private:
    ParameterSpace m_space;
    VectorVariation m_variation;
};

} // namespace sideline::training
