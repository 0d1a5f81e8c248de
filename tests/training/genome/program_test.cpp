#include "training/genome/program.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/nao.h"
#include "training/genome/program_runner.h"
#include "training/genome/program_text.h"
#include "training/genome/program_variation.h"

namespace sideline::training {
namespace {

ProgramVocabularyPtr naoVocabulary(const ProgramStyle& style = {}) {
    return std::make_shared<const ProgramVocabulary>(
        robot::naoModel(robot::NaoType::Standard).shared(), style);
}

// Parses a text and returns the tree of the first output.
Tree treeOf(const std::string& text, const ProgramVocabulary& vocabulary) {
    const auto program = readProgram(
        "(program 1 (trees angle symmetric) (gene 0 (lae1/rae1 " + text + ")))", vocabulary);
    EXPECT_TRUE(program.has_value()) << program.error().toString();
    return program->genes.at(0).trees.at(*vocabulary.findOutput("lae1/rae1"));
}

double valueOf(const std::string& text, double time = 0.0) {
    const auto vocabulary = naoVocabulary();
    std::vector<double> percepts(vocabulary->percepts().size(), 0.0);
    percepts[0] = time;
    std::vector<double> values(kMaxNodes);
    return evaluate(treeOf(text, *vocabulary), percepts, values);
}

TEST(ProgramTest, FunctionsTakeTheirOperandsInOrder) {
    EXPECT_EQ(valueOf("(- 5 2)"), 3.0);
    EXPECT_EQ(valueOf("(/ 6 4)"), 1.5);
    EXPECT_EQ(valueOf("(+ (* 2 3) (neg 4))"), 2.0);
    EXPECT_EQ(valueOf("(min 1 2)"), 1.0);
    EXPECT_EQ(valueOf("(max 1 2)"), 2.0);
    EXPECT_EQ(valueOf("(if-less 1 2 3 4)"), 3.0);
    EXPECT_EQ(valueOf("(if-less 2 2 3 4)"), 4.0);
    EXPECT_EQ(valueOf("(sin time)", 0.5), std::sin(0.5));
    EXPECT_EQ(valueOf("(tanh time)", 0.5), std::tanh(0.5));
}

TEST(ProgramTest, ResultsAreFiniteAndBounded) {
    EXPECT_EQ(valueOf("(/ 5 0)"), 1.0);
    EXPECT_EQ(valueOf("(/ 5 0.0001)"), 1.0);
    EXPECT_EQ(valueOf("(* 1000000 1000000)"), kMaxValue);
    EXPECT_EQ(valueOf("(* (* 1000000 1000000) -1000000)"), -kMaxValue);
    EXPECT_EQ(valueOf("time", std::numeric_limits<double>::quiet_NaN()), 0.0);
    EXPECT_EQ(valueOf("(sin time)", std::numeric_limits<double>::infinity()), 0.0);
}

TEST(ProgramTest, EachNodeHasAValue) {
    const auto vocabulary = naoVocabulary();
    const Tree tree = treeOf("(if-less 1 (+ 2 3) (neg 7) 4)", *vocabulary);
    std::vector<double> percepts(vocabulary->percepts().size());
    std::vector<double> values(tree.size());
    EXPECT_EQ(evaluate(tree, percepts, values), -7.0);
    EXPECT_EQ(values, (std::vector<double>{-7, 1, 5, 2, 3, -7, 7, 4}));
}

TEST(ProgramTest, DepthAndForm) {
    const auto vocabulary = naoVocabulary();
    const Tree tree = treeOf("(+ 1 (neg (+ 2 3)))", *vocabulary);
    EXPECT_EQ(treeDepth(tree), 4U);
    EXPECT_EQ(treeDepth({}), 0U);
    EXPECT_TRUE(isWellFormed(tree, 1));
    EXPECT_TRUE(isWellFormed({}, 1));
    EXPECT_FALSE(isWellFormed(std::span(tree).first(3), 1)) << "operands are missing";
    Tree more = tree;
    more.push_back({Op::Constant, 0, 1.0});
    EXPECT_FALSE(isWellFormed(more, 1)) << "a second expression";
    EXPECT_FALSE(isWellFormed(Tree{{Op::Percept, 1, 0.0}}, 1));
    EXPECT_FALSE(isWellFormed(Tree{{Op::Constant, 0, std::nan("")}}, 1));
}

TEST(ProgramTest, TheFirstGeneOfATimeWins) {
    Program program;
    for (const int timeMs : {500, 0, 500, 200, 0}) {
        program.genes.push_back({timeMs, {}});
    }
    EXPECT_EQ(expressedGenes(program), (std::vector<std::size_t>{1, 3, 0}));
    EXPECT_TRUE(expressedGenes({}).empty());
}

TEST(ProgramTest, SimplifiedTreesAreEquivalent) {
    const auto vocabulary = naoVocabulary();
    const auto simple = [&](const std::string& text) {
        return treeText(simplified(treeOf(text, *vocabulary)), *vocabulary);
    };
    EXPECT_EQ(simple("(+ (* 2 3) time)"), "(+ 6 time)");
    EXPECT_EQ(simple("(+ time (* 0 up-x))"), "time");
    EXPECT_EQ(simple("(* 1 (/ time 1))"), "time");
    EXPECT_EQ(simple("(neg (neg time))"), "time");
    EXPECT_EQ(simple("(if-less 1 2 time up-x)"), "time");
    EXPECT_EQ(simple("(if-less time up-x 3 (+ 1 2))"), "3");
    EXPECT_EQ(simple("(min time time)"), "time");
    EXPECT_EQ(simple("(- time up-x)"), "(- time up-x)");
    base::Rng rng(3);
    std::vector<double> values(kMaxNodes);
    std::vector<double> percepts(vocabulary->percepts().size());
    for (int i = 0; i < 500; ++i) {
        const Tree tree = randomTree(*vocabulary, {.zeroRatio = 0.5}, 4, i % 2 == 0, rng);
        const Tree other = simplified(tree);
        ASSERT_TRUE(isWellFormed(other, percepts.size()));
        ASSERT_LE(other.size(), tree.size());
        for (double& percept : percepts) {
            percept = rng.uniform(-3.0, 3.0);
        }
        const double value = evaluate(tree, percepts, values);
        ASSERT_EQ(value, evaluate(other, percepts, values)) << treeText(tree, *vocabulary);
    }
}

TEST(ProgramTest, ARunnerFollowsTheGenes) {
    const auto vocabulary = naoVocabulary();
    const auto program = readProgram("(program 1 (trees angle symmetric)\n"
                                     "(gene 0.4 (lae1/rae1 time) (lae2/rae2 (+ up-z 1)))\n"
                                     "(gene 0.1 (lae1/rae1 7))\n"
                                     "(gene 0.4 (lae1/rae1 99)))",
                                     *vocabulary);
    ASSERT_TRUE(program.has_value());
    ProgramRunner runner(*program, vocabulary);
    std::vector<double> percepts(vocabulary->percepts().size());
    percepts[*vocabulary->findPercept("up-z")] = 0.5;
    std::vector<double> outputs(vocabulary->outputs().size(), -1.0);
    const std::size_t first = *vocabulary->findOutput("lae1/rae1");
    const std::size_t second = *vocabulary->findOutput("lae2/rae2");
    for (int round = 0; round < 2; ++round) {
        runner.begin();
        outputs.assign(outputs.size(), -1.0);
        runner.step(0.08, percepts, outputs);
        EXPECT_FALSE(runner.activeGene().has_value());
        EXPECT_TRUE(runner.nodeValues(first).empty());
        EXPECT_EQ(outputs[first], -1.0);
        runner.step(0.1, percepts, outputs);
        EXPECT_EQ(runner.activeGene(), 1U);
        EXPECT_EQ(outputs[first], 7.0);
        EXPECT_EQ(outputs[second], -1.0) << "without a tree it is left alone";
        runner.step(0.5, percepts, outputs);
        EXPECT_EQ(runner.activeGene(), 0U) << "the first gene of 0.4 s";
        EXPECT_DOUBLE_EQ(outputs[first], 0.1) << "since the gene took over";
        EXPECT_EQ(outputs[second], 1.5);
        ASSERT_EQ(runner.nodeValues(second).size(), 3U);
        EXPECT_EQ(runner.nodeValues(second)[1], 0.5);
    }
}

TEST(ProgramTest, OutputsAreJointsOrPairsOfThem) {
    const auto symmetric = naoVocabulary();
    EXPECT_TRUE(symmetric->findOutput("lle3/rle3"));
    EXPECT_FALSE(symmetric->findOutput("lle3"));
    EXPECT_FALSE(symmetric->findOutput("he2")) << "the head is perceived, not moved";
    EXPECT_TRUE(symmetric->findPercept("he2"));
    EXPECT_EQ(symmetric->outputs().size(), 11U) << "4 of arms, 6 of legs, speed";
    EXPECT_EQ(symmetric->outputs()[*symmetric->findOutput("lle2/rle2")].mirroredSign, -1.0);
    EXPECT_EQ(symmetric->outputs()[*symmetric->findOutput("lle3/rle3")].mirroredSign, 1.0);
    const auto single = naoVocabulary({TreeOutput::Speed, false});
    EXPECT_EQ(single->outputs().size(), 20U);
    EXPECT_TRUE(single->findOutput("rle3"));
    EXPECT_FALSE(single->findOutput("speed"));
}

} // namespace
} // namespace sideline::training
