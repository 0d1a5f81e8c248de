#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "training/genome/program.h"
#include "training/genome/program_vocabulary.h"

namespace sideline::training {

/// Follows a program cycle by cycle: which gene is at work, and what its trees come to. Allocates
/// nothing after it was made. One thread at a time.
class ProgramRunner {
public:
    /// @param program with well-formed trees of the vocabulary
    ProgramRunner(Program program, ProgramVocabularyPtr vocabulary);

    /// From the start, with no gene at work.
    void begin();
    /// Evaluates the trees of the gene that is at work.
    /// @param timeS since the start; not before that of the last call
    /// @param percepts one per percept of the vocabulary; `time` is written here
    /// @param outputs one per output of the vocabulary; those without a tree are left alone
    void step(double timeS, std::span<double> percepts, std::span<double> outputs);

    [[nodiscard]] const Program& program() const { return m_program; }
    [[nodiscard]] const ProgramVocabulary& vocabulary() const { return *m_vocabulary; }
    /// Index into `program().genes` of the gene that is at work; nothing before the first.
    [[nodiscard]] std::optional<std::size_t> activeGene() const;
    /// What each node of a tree of the active gene came to in the last step; empty without a tree.
    [[nodiscard]] std::span<const double> nodeValues(std::size_t output) const;

private:
    Program m_program;
    ProgramVocabularyPtr m_vocabulary;
    std::vector<std::size_t> m_expressed;
    std::vector<std::vector<double>> m_values; ///< one per output, of its largest tree
    std::size_t m_begunCount = 0;              ///< of `m_expressed`
};

} // namespace sideline::training
