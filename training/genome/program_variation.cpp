#include "training/genome/program_variation.h"

#include <algorithm>
#include <cmath>

namespace sideline::training {

namespace {

constexpr std::size_t kFirstFunction = 2; // first function, after constants and percepts

bool chance(double probability, base::Rng& rng) {
    return rng.uniform() < probability;
}

std::size_t indexBelow(std::size_t count, base::Rng& rng) {
    return static_cast<std::size_t>(rng.below(count));
}

// Rounds a constant to a readable number.
double readable(double number) {
    return std::clamp(std::round(number * 1000.0) / 1000.0, -kMaxValue, kMaxValue);
}

Node randomLeaf(const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng) {
    if (chance(variation.constantRatio, rng)) {
        const double number = readable(rng.uniform(-variation.maxConstant, variation.maxConstant));
        return {Op::Constant, 0, chance(variation.zeroRatio, rng) ? 0.0 : number};
    }
    const auto& sources = vocabulary.sources();
    return {Op::Percept, static_cast<std::uint16_t>(sources[indexBelow(sources.size(), rng)]), 0.0};
}

void grow(Tree& tree, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
          std::size_t depth, bool isFull, base::Rng& rng) {
    if (depth <= 1 || (!isFull && chance(0.5, rng))) {
        tree.push_back(randomLeaf(vocabulary, variation, rng));
        return;
    }
    const auto op = static_cast<Op>(kFirstFunction + indexBelow(kOpCount - kFirstFunction, rng));
    tree.push_back({op, 0, 0.0});
    for (std::size_t i = 0; i < operandCount(op); ++i) {
        grow(tree, vocabulary, variation, depth - 1, isFull, rng);
    }
}

bool isWithin(const Tree& tree, const ProgramVariation& variation) {
    return tree.size() <= std::min(variation.maxTreeNodes, kMaxNodes) &&
           treeDepth(tree) <= variation.maxTreeDepth;
}

// Replaces the branch of `tree` that begins at `begin`.
Tree replaced(const Tree& tree, std::size_t begin, std::span<const Node> branch) {
    Tree result(tree.begin(), tree.begin() + static_cast<std::ptrdiff_t>(begin));
    result.insert(result.end(), branch.begin(), branch.end());
    const std::size_t end = branchEnd(tree, begin);
    result.insert(result.end(), tree.begin() + static_cast<std::ptrdiff_t>(end), tree.end());
    return result;
}

Tree newTree(const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
             base::Rng& rng) {
    const std::size_t deepest = std::max<std::size_t>(variation.growDepth, 1);
    for (;;) {
        const bool isFull = chance(0.5, rng);
        const std::size_t depth = 1 + indexBelow(deepest, rng);
        Tree tree = randomTree(vocabulary, variation, depth, isFull, rng);
        if (isWithin(tree, variation) || tree.size() == 1) {
            return tree;
        }
    }
}

int randomTimeMs(const ProgramVariation& variation, base::Rng& rng) {
    const double stepMs = std::max(std::round(variation.stepS * 1000.0), 1.0);
    const double longestMs = std::clamp(variation.longestS * 1000.0, 0.0, double{kMaxTimeMs});
    const double steps = std::floor(longestMs / stepMs);
    return static_cast<int>(stepMs) *
           static_cast<int>(indexBelow(static_cast<std::size_t>(steps) + 1, rng));
}

// With a probability of 1/2, shifts the time slightly; otherwise draws a new one.
int changedTimeMs(int timeMs, const ProgramVariation& variation, base::Rng& rng) {
    const int otherMs = randomTimeMs(variation, rng);
    if (chance(0.5, rng)) {
        return otherMs;
    }
    const int stepMs = std::max(static_cast<int>(std::lround(variation.stepS * 1000.0)), 1);
    const int changed = timeMs + (chance(0.5, rng) ? stepMs : -stepMs);
    return changed < 0 || changed > variation.longestS * 1000.0 ? timeMs : changed;
}

} // namespace

Tree randomTree(const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                std::size_t depth, bool isFull, base::Rng& rng) {
    Tree tree;
    grow(tree, vocabulary, variation, depth, isFull, rng);
    return tree;
}

Gene randomGene(const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng) {
    Gene gene{randomTimeMs(variation, rng), std::vector<Tree>(vocabulary.outputs().size())};
    for (Tree& tree : gene.trees) {
        if (chance(variation.treeRatio, rng)) {
            tree = newTree(vocabulary, variation, rng);
        }
    }
    return gene;
}

Program randomProgram(const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                      base::Rng& rng) {
    const int range = std::max(variation.maxGenes - variation.minGenes, 0);
    const std::size_t count = static_cast<std::size_t>(std::max(variation.minGenes, 1)) +
                              indexBelow(static_cast<std::size_t>(range) + 1, rng);
    Program program;
    for (std::size_t i = 0; i < count; ++i) {
        program.genes.push_back(randomGene(vocabulary, variation, rng));
    }
    return program;
}

void crossTrees(Tree& a, Tree& b, const ProgramVariation& variation, base::Rng& rng) {
    if (a.empty() || b.empty()) {
        std::swap(a, b); // without branches, swaps whole trees
        return;
    }
    const std::size_t atA = indexBelow(a.size(), rng);
    const std::size_t atB = indexBelow(b.size(), rng);
    const std::span<const Node> branchA = std::span(a).subspan(atA, branchEnd(a, atA) - atA);
    const std::span<const Node> branchB = std::span(b).subspan(atB, branchEnd(b, atB) - atB);
    Tree newA = replaced(a, atA, branchB);
    Tree newB = replaced(b, atB, branchA);
    if (isWithin(newA, variation)) {
        a = std::move(newA);
    }
    if (isWithin(newB, variation)) {
        b = std::move(newB);
    }
}

void crossGenes(Gene& a, Gene& b, const ProgramVariation& variation, base::Rng& rng) {
    for (std::size_t i = 0; i < std::min(a.trees.size(), b.trees.size()); ++i) {
        if (chance(variation.swapTree, rng)) {
            std::swap(a.trees[i], b.trees[i]);
        }
        if (chance(variation.crossTree, rng)) {
            crossTrees(a.trees[i], b.trees[i], variation, rng);
        }
    }
}

std::pair<Program, Program> crossPrograms(Program a, Program b, const ProgramVariation& variation,
                                          base::Rng& rng) {
    const std::size_t shared = std::min(a.genes.size(), b.genes.size());
    const std::size_t point = indexBelow(shared + 1, rng);
    const bool isCut = chance(variation.cutRatio, rng);
    for (std::size_t i = 0; i < shared; ++i) {
        if (isCut) {
            if (i >= point) {
                std::swap(a.genes[i], b.genes[i]);
            }
            continue;
        }
        crossGenes(a.genes[i], b.genes[i], variation, rng);
        if (i >= point) {
            std::swap(a.genes[i].timeMs, b.genes[i].timeMs);
        }
    }
    const auto from = static_cast<std::ptrdiff_t>(shared);
    std::vector<Gene> restA(a.genes.begin() + from, a.genes.end());
    std::vector<Gene> restB(b.genes.begin() + from, b.genes.end());
    a.genes.resize(shared);
    b.genes.resize(shared);
    a.genes.insert(a.genes.end(), restB.begin(), restB.end());
    b.genes.insert(b.genes.end(), restA.begin(), restA.end());
    return {std::move(a), std::move(b)};
}

void mutateTree(Tree& tree, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng) {
    if (chance(variation.changeTree, rng)) {
        const bool comesOrGoes = !chance(variation.treeRatio, rng);
        if (tree.empty()) {
            tree = newTree(vocabulary, variation, rng);
        } else if (comesOrGoes) {
            tree.clear();
        } else {
            const Tree branch = newTree(vocabulary, variation, rng);
            Tree changed = replaced(tree, indexBelow(tree.size(), rng), branch);
            if (isWithin(changed, variation)) {
                tree = std::move(changed);
            }
        }
    }
    for (Node& node : tree) {
        if (node.op == Op::Constant && chance(variation.changeConstant, rng)) {
            node.constant = readable(node.constant + rng.normal(variation.constantDeviation));
        }
    }
}

void mutateGene(Gene& gene, const ProgramVocabulary& vocabulary, const ProgramVariation& variation,
                base::Rng& rng) {
    if (chance(variation.changeTime, rng)) {
        gene.timeMs = changedTimeMs(gene.timeMs, variation, rng);
    }
    for (Tree& tree : gene.trees) {
        mutateTree(tree, vocabulary, variation, rng);
    }
}

void mutateProgram(Program& program, const ProgramVocabulary& vocabulary,
                   const ProgramVariation& variation, base::Rng& rng) {
    if (chance(variation.removeGene, rng) && program.genes.size() > 1) {
        const std::size_t gene = indexBelow(program.genes.size(), rng);
        program.genes.erase(program.genes.begin() + static_cast<std::ptrdiff_t>(gene));
    }
    for (Gene& gene : program.genes) {
        mutateGene(gene, vocabulary, variation, rng);
    }
    if (chance(variation.addGene, rng) &&
        program.genes.size() < std::min(variation.maxGeneCount, kMaxGenes)) {
        const std::size_t at = indexBelow(program.genes.size() + 1, rng);
        program.genes.insert(program.genes.begin() + static_cast<std::ptrdiff_t>(at),
                             randomGene(vocabulary, variation, rng));
    }
}

} // namespace sideline::training
