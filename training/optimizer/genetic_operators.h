#pragma once

#include <utility>

#include "agentcore/base/rng.h"
#include "training/genome/genome.h"

namespace sideline::training {

/// Creates, crosses and mutates individuals of a kind. Immutable; any thread.
class GeneticOperators {
public:
    virtual ~GeneticOperators() = default;
    /// Creates a random individual.
    [[nodiscard]] virtual Genome random(base::Rng& rng) const = 0;
    /// Creates two children of two individuals.
    [[nodiscard]] virtual std::pair<Genome, Genome> cross(const Genome& a, const Genome& b,
                                                          base::Rng& rng) const = 0;
    /// Returns a mutated copy.
    [[nodiscard]] virtual Genome mutated(const Genome& genome, base::Rng& rng) const = 0;
    /// Whether a genome is of this kind.
    [[nodiscard]] virtual bool isOfKind(const Genome& genome) const = 0;

protected:
    GeneticOperators() = default;
};

} // namespace sideline::training
