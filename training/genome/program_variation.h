#pragma once

#include <utility>

#include "agentcore/base/rng.h"
#include "training/genome/program.h"
#include "training/genome/program_vocabulary.h"

namespace sideline::training {

/// How programs arise and change. Shares are probabilities, 0 to 1.
struct ProgramVariation {
    // How a program begins.
    int fewestGenes = 3;
    int mostGenes = 8;          ///< at the start
    double longestS = 3.0;      ///< latest time of a gene
    double stepS = 0.1;         ///< times are multiples of this
    double treeShare = 0.7;     ///< of outputs that a new gene has a tree for
    std::size_t growDepth = 3;  ///< greatest depth of a new tree; half of them are full
    double constantShare = 0.7; ///< of leaves
    double constantMost = 2.0;  ///< new constants lie between this and its negative
    double zeroShare = 0.1;     ///< of new constants

    // Limits against bloat: what would be larger stays as it was.
    std::size_t mostTreeNodes = 31;
    std::size_t mostTreeDepth = 7;
    std::size_t mostGeneCount = 16;

    // Crossing of two programs.
    double cutShare = 0.0;  ///< of crossings that exchange the genes behind the point as wholes;
                            ///< else genes are crossed pair by pair, and times exchanged
    double crossTree = 1.0; ///< of pairs of trees that exchange branches
    double swapTree = 0.0;  ///< of pairs of trees that change places

    // Mutation.
    double addGene = 0.1;
    double removeGene = 0.1;
    double changeTime = 0.1;        ///< of each gene
    double changeTree = 0.1;        ///< of each tree: a branch is replaced, or it comes or goes
    double changeConstant = 0.0;    ///< of each constant
    double constantDeviation = 0.2; ///< of such a change
};

/// A new tree.
/// @param depth greatest depth, from 1
/// @param isFull whether all leaves lie at that depth
[[nodiscard]] Tree randomTree(const ProgramVocabulary& vocabulary,
                              const ProgramVariation& variation, std::size_t depth, bool isFull,
                              base::Rng& rng);
[[nodiscard]] Gene randomGene(const ProgramVocabulary& vocabulary,
                              const ProgramVariation& variation, base::Rng& rng);
[[nodiscard]] Program randomProgram(const ProgramVocabulary& vocabulary,
                                    const ProgramVariation& variation, base::Rng& rng);

/// Exchanges a branch of one tree with one of the other. A tree that would grow beyond the limits
/// stays as it was.
void crossTrees(Tree& a, Tree& b, const ProgramVariation& variation, base::Rng& rng);
/// Crosses all trees, the first with the first and so on; times stay.
void crossGenes(Gene& a, Gene& b, const ProgramVariation& variation, base::Rng& rng);
/// Crosses genes, the first with the first and so on. Before a random point they keep their times,
/// behind it they exchange them; what one has more goes to the other.
[[nodiscard]] std::pair<Program, Program> crossPrograms(Program a, Program b,
                                                        const ProgramVariation& variation,
                                                        base::Rng& rng);

/// Replaces a branch by a new one, and changes constants.
void mutateTree(Tree& tree, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng);
/// Changes the time and the trees.
void mutateGene(Gene& gene, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng);
/// Adds or removes a gene, and changes genes. At least one gene stays.
void mutateProgram(Program& program, const ProgramVocabulary& vocabulary,
                   const ProgramVariation& variation, base::Rng& rng);

} // namespace sideline::training
