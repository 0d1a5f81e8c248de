#pragma once

#include <utility>

#include "agentcore/base/rng.h"
#include "training/genome/program.h"
#include "training/genome/program_vocabulary.h"

namespace sideline::training {

/// Settings for creating and varying programs. Ratios are probabilities, 0 to 1.
struct ProgramVariation {
    // Initial programs.
    int minGenes = 3;
    int maxGenes = 8;           ///< initial number
    double longestS = 3.0;      ///< maximum time of a gene
    double stepS = 0.1;         ///< resolution of times
    double treeRatio = 0.7;     ///< fraction of outputs for which a new gene has a tree
    std::size_t growDepth = 3;  ///< maximum depth of a new tree; half of them are full
    double constantRatio = 0.7; ///< fraction of leaves that are constants
    double maxConstant = 2.0;   ///< maximum magnitude of new constants
    double zeroRatio = 0.1;     ///< fraction of new constants that are zero

    // Limits against bloat: changes that exceed them are rejected.
    std::size_t maxTreeNodes = 31;
    std::size_t maxTreeDepth = 7;
    std::size_t maxGeneCount = 16;

    // Crossover of two programs.
    double cutRatio = 0.0;  ///< fraction of crossovers that exchange whole genes after the cut;
                            ///< otherwise genes are crossed pairwise and exchange times
    double crossTree = 1.0; ///< fraction of tree pairs that exchange branches
    double swapTree = 0.0;  ///< fraction of tree pairs that are swapped

    // Mutation.
    double addGene = 0.1;
    double removeGene = 0.1;
    double changeTime = 0.1; ///< per gene
    double changeTree = 0.1; ///< per tree: a branch is replaced, or the tree is added or removed
    double changeConstant = 0.0;    ///< per constant
    double constantDeviation = 0.2; ///< standard deviation of the change
};

/// Creates a random tree.
/// @param depth maximum depth, from 1
/// @param isFull whether all leaves are at that depth
[[nodiscard]] Tree randomTree(const ProgramVocabulary& vocabulary,
                              const ProgramVariation& variation, std::size_t depth, bool isFull,
                              base::Rng& rng);
[[nodiscard]] Gene randomGene(const ProgramVocabulary& vocabulary,
                              const ProgramVariation& variation, base::Rng& rng);
[[nodiscard]] Program randomProgram(const ProgramVocabulary& vocabulary,
                                    const ProgramVariation& variation, base::Rng& rng);

/// Exchanges a branch of one tree with one of the other. A tree that would exceed the limits does
/// not change.
void crossTrees(Tree& a, Tree& b, const ProgramVariation& variation, base::Rng& rng);
/// Crosses the trees of two genes pairwise; their times do not change.
void crossGenes(Gene& a, Gene& b, const ProgramVariation& variation, base::Rng& rng);
/// Crosses genes pairwise. Before a random cut they keep their times, after it they exchange them;
/// surplus genes move to the other program.
[[nodiscard]] std::pair<Program, Program> crossPrograms(Program a, Program b,
                                                        const ProgramVariation& variation,
                                                        base::Rng& rng);

/// Replaces a branch with a random one, and changes constants.
void mutateTree(Tree& tree, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng);
/// Changes the time and the trees.
void mutateGene(Gene& gene, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng);
/// Adds or removes a gene, and changes genes. Keeps at least one gene.
void mutateProgram(Program& program, const ProgramVocabulary& vocabulary,
                   const ProgramVariation& variation, base::Rng& rng);

} // namespace sideline::training
