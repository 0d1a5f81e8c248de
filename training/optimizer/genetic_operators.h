#pragma once

#include <utility>

#include "agentcore/base/rng.h"
#include "training/genome/genome.h"

namespace sideline::training {

/// How individuals of a kind arise, cross and change. Immutable; any thread.
class GeneticOperators {
public:
    virtual ~GeneticOperators() = default;
    /// A new individual.
    [[nodiscard]] virtual Genome random(base::Rng& rng) const = 0;
    /// Two children of two individuals.
    [[nodiscard]] virtual std::pair<Genome, Genome> cross(const Genome& a, const Genome& b,
                                                          base::Rng& rng) const = 0;
    /// A changed copy.
    [[nodiscard]] virtual Genome mutated(const Genome& genome, base::Rng& rng) const = 0;
    /// Whether a genome is one of this kind.
    [[nodiscard]] virtual bool isOne(const Genome& genome) const = 0;

protected:
    GeneticOperators() = default;
};

} // namespace sideline::training
