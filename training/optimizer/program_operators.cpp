#include "training/optimizer/program_operators.h"

#include <utility>

#include "agentcore/base/assert.h"
#include "training/genome/program_text.h"

namespace sideline::training {

ProgramOperators::ProgramOperators(ProgramVocabularyPtr vocabulary,
                                   const ProgramVariation& variation)
    : m_vocabulary(std::move(vocabulary)), m_variation(variation) {}

Program ProgramOperators::programOf(const Genome& genome) const {
    auto program = readProgram(genome.program, *m_vocabulary);
    SIDELINE_ASSERT(program.has_value());
    return std::move(*program);
}

Genome ProgramOperators::genomeOf(const Program& program) const {
    return {{}, writeProgram(program, *m_vocabulary)};
}

Genome ProgramOperators::random(base::Rng& rng) const {
    return genomeOf(randomProgram(*m_vocabulary, m_variation, rng));
}

std::pair<Genome, Genome> ProgramOperators::cross(const Genome& a, const Genome& b,
                                                  base::Rng& rng) const {
    const auto children = crossPrograms(programOf(a), programOf(b), m_variation, rng);
    return {genomeOf(children.first), genomeOf(children.second)};
}

Genome ProgramOperators::mutated(const Genome& genome, base::Rng& rng) const {
    Program program = programOf(genome);
    mutateProgram(program, *m_vocabulary, m_variation, rng);
    return genomeOf(program);
}

bool ProgramOperators::isOfKind(const Genome& genome) const {
    return genome.values.empty() && readProgram(genome.program, *m_vocabulary).has_value();
}

} // namespace sideline::training
