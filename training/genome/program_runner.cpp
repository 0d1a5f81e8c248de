#include "training/genome/program_runner.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::training {

namespace {

constexpr double kTimeTolerance = 1e-9; // tolerance for rounding errors in sums of cycle times

} // namespace

ProgramRunner::ProgramRunner(Program program, ProgramVocabularyPtr vocabulary)
    : m_program(std::move(program)),
      m_vocabulary(std::move(vocabulary)),
      m_expressed(expressedGenes(m_program)),
      m_values(m_vocabulary->outputs().size()) {
    for (const Gene& gene : m_program.genes) {
        SIDELINE_ASSERT(gene.trees.size() == m_values.size());
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_values[i].resize(std::max(m_values[i].size(), gene.trees[i].size()));
        }
    }
}

void ProgramRunner::begin() {
    m_begunCount = 0;
}

void ProgramRunner::step(double timeS, std::span<double> percepts, std::span<double> outputs) {
    SIDELINE_ASSERT(percepts.size() == m_vocabulary->percepts().size());
    SIDELINE_ASSERT(outputs.size() == m_vocabulary->outputs().size());
    const double timeMs = timeS * 1000.0 + kTimeTolerance;
    while (m_begunCount < m_expressed.size() &&
           m_program.genes[m_expressed[m_begunCount]].timeMs <= timeMs) {
        ++m_begunCount;
    }
    if (m_begunCount == 0) {
        return;
    }
    const Gene& gene = m_program.genes[m_expressed[m_begunCount - 1]];
    percepts[0] = timeS - gene.timeMs / 1000.0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!gene.trees[i].empty()) {
            outputs[i] = evaluate(gene.trees[i], percepts, m_values[i]);
        }
    }
}

std::optional<std::size_t> ProgramRunner::activeGene() const {
    return m_begunCount == 0 ? std::nullopt : std::optional(m_expressed[m_begunCount - 1]);
}

std::span<const double> ProgramRunner::nodeValues(std::size_t output) const {
    const auto gene = activeGene();
    return gene ? std::span(m_values[output]).first(m_program.genes[*gene].trees[output].size())
                : std::span<const double>();
}

} // namespace sideline::training
