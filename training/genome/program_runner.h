#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "training/genome/program.h"
#include "training/genome/program_vocabulary.h"

namespace sideline::training {

/// Runs a program cycle by cycle: tracks the active gene and evaluates its trees. Allocates nothing
/// after construction. One thread at a time.
class ProgramRunner {
public:
    /// @param program its trees must be well-formed and use the vocabulary
    ProgramRunner(Program program, ProgramVocabularyPtr vocabulary);

    /// Restarts the program without an active gene.
    void begin();
    /// Evaluates the trees of the active gene.
    /// @param timeS since the start; must not decrease
    /// @param percepts one per percept of the vocabulary; receives `time`
    /// @param outputs one per output of the vocabulary; those without a tree do not change
    void step(double timeS, std::span<double> percepts, std::span<double> outputs);

    [[nodiscard]] const Program& program() const { return m_program; }
    [[nodiscard]] const ProgramVocabulary& vocabulary() const { return *m_vocabulary; }
    /// Index of the active gene in `program().genes`; none before the first.
    [[nodiscard]] std::optional<std::size_t> activeGene() const;
    /// Value of each node of the active gene's tree in the last step; empty without a tree.
    [[nodiscard]] std::span<const double> nodeValues(std::size_t output) const;

private:
    Program m_program;
    ProgramVocabularyPtr m_vocabulary;
    std::vector<std::size_t> m_expressed;
    std::vector<std::vector<double>> m_values; ///< one per output, sized for its largest tree
    std::size_t m_begunCount = 0;              ///< number of genes of `m_expressed` that have begun
};

} // namespace sideline::training
