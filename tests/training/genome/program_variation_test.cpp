#include "training/genome/program_variation.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "training/genome/program_text.h"

namespace sideline::training {
namespace {

ProgramVocabulary variedVocabulary() {
    return {robot::naoModel(robot::NaoType::Standard).shared(), {}};
}

void checkForm(const Program& program, const ProgramVocabulary& vocabulary,
               const ProgramVariation& variation) {
    ASSERT_GE(program.genes.size(), 1U);
    ASSERT_LE(program.genes.size(), variation.maxGeneCount);
    for (const Gene& gene : program.genes) {
        ASSERT_GE(gene.timeMs, 0);
        ASSERT_LE(gene.timeMs, variation.longestS * 1000.0);
        ASSERT_EQ(gene.timeMs % 100, 0) << "times are multiples of the step";
        ASSERT_EQ(gene.trees.size(), vocabulary.outputs().size());
        for (const Tree& tree : gene.trees) {
            ASSERT_TRUE(isWellFormed(tree, vocabulary.percepts().size()));
            ASSERT_LE(tree.size(), variation.maxTreeNodes);
            ASSERT_LE(treeDepth(tree), variation.maxTreeDepth);
        }
    }
}

TEST(ProgramVariationTest, ResultsAreValidProgramsWithinTheLimits) {
    const ProgramVocabulary vocabulary = variedVocabulary();
    base::Rng rng(5);
    for (const double ratio : {0.0, 0.3, 1.0}) {
        const ProgramVariation variation{.growDepth = 5,
                                         .maxTreeNodes = 15,
                                         .maxTreeDepth = 5,
                                         .maxGeneCount = 9,
                                         .cutRatio = ratio,
                                         .crossTree = 1.0 - ratio / 2,
                                         .swapTree = ratio,
                                         .addGene = 0.5,
                                         .removeGene = ratio,
                                         .changeTime = 0.5,
                                         .changeTree = 0.5,
                                         .changeConstant = 0.5};
        Program a = randomProgram(vocabulary, variation, rng);
        Program b = randomProgram(vocabulary, variation, rng);
        for (int i = 0; i < 300; ++i) {
            std::tie(a, b) = crossPrograms(a, b, variation, rng);
            mutateProgram(a, vocabulary, variation, rng);
            checkForm(a, vocabulary, variation);
            checkForm(b, vocabulary, variation);
            if (testing::Test::HasFatalFailure()) {
                return;
            }
            if (i % 20 == 0) {
                b = randomProgram(vocabulary, variation, rng);
            }
        }
    }
}

TEST(ProgramVariationTest, EqualSeedsGiveEqualPrograms) {
    const ProgramVocabulary vocabulary = variedVocabulary();
    const auto make = [&](std::uint64_t seed) {
        base::Rng rng(seed);
        auto pair = crossPrograms(randomProgram(vocabulary, {}, rng),
                                  randomProgram(vocabulary, {}, rng), {}, rng);
        mutateProgram(pair.first, vocabulary, {}, rng);
        return pair;
    };
    EXPECT_EQ(make(1), make(1));
    EXPECT_NE(make(1), make(2));
}

std::map<std::string, int> leaves(const Tree& a, const Tree& b, const ProgramVocabulary& v) {
    std::map<std::string, int> counts;
    for (const Tree* tree : {&a, &b}) {
        for (const Node& node : *tree) {
            ++counts[nodeText(node, v)];
        }
    }
    return counts;
}

TEST(ProgramVariationTest, TreesExchangeBranches) {
    const ProgramVocabulary vocabulary = variedVocabulary();
    base::Rng rng(2);
    for (int i = 0; i < 100; ++i) {
        Tree a = randomTree(vocabulary, {}, 3, true, rng);
        Tree b = randomTree(vocabulary, {}, 3, false, rng);
        const auto before = leaves(a, b, vocabulary);
        crossTrees(a, b, {.maxTreeNodes = 256, .maxTreeDepth = 256}, rng);
        EXPECT_EQ(leaves(a, b, vocabulary), before) << "no node is lost";
    }
    Tree a;
    Tree b = {{Op::Constant, 0, 1.0}};
    crossTrees(a, b, {}, rng);
    EXPECT_TRUE(b.empty());
    EXPECT_EQ(a.size(), 1U);
}

TEST(ProgramVariationTest, TimesAreExchangedAfterTheCutAndSurplusGenesMove) {
    const ProgramVocabulary vocabulary = variedVocabulary();
    const std::size_t outputs = vocabulary.outputs().size();
    const auto programOf = [&](int firstMs, int count) {
        Program program;
        for (int i = 0; i < count; ++i) {
            program.genes.push_back({firstMs + 100 * i, std::vector<Tree>(outputs)});
        }
        return program;
    };
    base::Rng rng(4);
    bool wasInside = false;
    for (int i = 0; i < 50; ++i) {
        const auto [a, b] =
            crossPrograms(programOf(0, 3), programOf(10000, 5), {.cutRatio = 0.0}, rng);
        ASSERT_EQ(a.genes.size(), 5U);
        ASSERT_EQ(b.genes.size(), 3U);
        std::size_t own = 0;
        while (own < 3 && a.genes[own].timeMs < 10000) {
            ++own;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(a.genes[k].timeMs >= 10000, k >= own);
            EXPECT_EQ(b.genes[k].timeMs >= 10000, k < own);
        }
        EXPECT_EQ(a.genes[4].timeMs, 10400);
        const auto [c, d] =
            crossPrograms(programOf(10000, 5), programOf(0, 3), {.cutRatio = 0.0}, rng);
        EXPECT_EQ(c.genes.size(), 3U);
        EXPECT_EQ(d.genes.size(), 5U);
        wasInside = wasInside || (own > 0 && own < 3);
    }
    EXPECT_TRUE(wasInside);
}

} // namespace
} // namespace sideline::training
