#include "training/optimizer/vector_operators.h"

#include <algorithm>
#include <cmath>

namespace sideline::training {

VectorOperators::VectorOperators(ParameterSpace space, const VectorVariation& variation)
    : m_space(std::move(space)), m_variation(variation) {}

Genome VectorOperators::random(base::Rng& rng) const {
    Genome genome;
    for (const TrainedParameter& parameter : m_space.parameters()) {
        genome.values.push_back(rng.uniform(parameter.minimum, parameter.maximum));
    }
    return genome;
}

std::pair<Genome, Genome> VectorOperators::cross(const Genome& a, const Genome& b,
                                                 base::Rng& rng) const {
    std::pair<Genome, Genome> children;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        const double wayAB = b.values[i] - a.values[i];
        for (Genome* child : {&children.first, &children.second}) {
            const double ratio = rng.uniform(-m_variation.blendBeyond, 1 + m_variation.blendBeyond);
            child->values.push_back(a.values[i] + ratio * wayAB);
        }
    }
    children.first.values = m_space.clamped(children.first.values);
    children.second.values = m_space.clamped(children.second.values);
    return children;
}

Genome VectorOperators::mutated(const Genome& genome, base::Rng& rng) const {
    Genome other = genome;
    for (std::size_t i = 0; i < m_space.size(); ++i) {
        if (rng.uniform() < m_variation.mutateNumber) {
            const double range = m_space[i].maximum - m_space[i].minimum;
            other.values[i] += rng.normal(m_variation.mutateDeviation * range);
        }
    }
    other.values = m_space.clamped(other.values);
    return other;
}

bool VectorOperators::isOfKind(const Genome& genome) const {
    return genome.program.empty() && genome.values.size() == m_space.size() &&
           genome.values == m_space.clamped(genome.values);
}

} // namespace sideline::training
