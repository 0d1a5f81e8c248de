#include "training/optimizer/generational.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "tests/training/optimizer/test_functions.h"
#include "training/genome/program_text.h"
#include "training/optimizer/program_operators.h"
#include "training/optimizer/vector_operators.h"

namespace sideline::training {
namespace {

using tests::cube;
using tests::fitnessOf;
using tests::optimize;
using tests::sphere;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const GeneticOperators> vectors(std::size_t size = 8) {
    return std::make_shared<const VectorOperators>(cube(size));
}

std::shared_ptr<const GeneticOperators> programs() {
    return std::make_shared<const ProgramOperators>(std::make_shared<const ProgramVocabulary>(
        robot::naoModel(robot::NaoType::Standard).shared(), ProgramStyle{}));
}

// Fitness that rewards short programs.
double brevity(const Genome& genome) {
    return -static_cast<double>(genome.program.size());
}

TEST(GenerationalTest, EverySelectionFindsTheSphere) {
    for (const char* name : {"roulette", "tournament", "rank"}) {
        const auto selection = selectionFromName(name);
        ASSERT_TRUE(selection) << name;
        GenerationalSettings settings;
        settings.selection = *selection;
        settings.population = 60;
        Generational optimizer(vectors(), settings);
        const auto first = fitnessOf(optimizer, sphere);
        EXPECT_LT(*std::ranges::max_element(first), -8.0);
        EXPECT_GT(optimize(optimizer, 100, sphere), -0.1) << name;
    }
    EXPECT_FALSE(selectionFromName("lottery"));
}

TEST(GenerationalTest, ProgramsEvolve) {
    Generational optimizer(programs(), {.population = 20});
    const auto first = fitnessOf(optimizer, brevity);
    EXPECT_GT(optimize(optimizer, 15, brevity), *std::ranges::max_element(first));
}

TEST(GenerationalTest, EqualSeedsGiveEqualProposals) {
    Generational a(vectors(), {.seed = 5});
    Generational b(vectors(), {.seed = 5});
    Generational c(vectors(), {.seed = 6});
    optimize(a, 5, sphere);
    optimize(b, 5, sphere);
    optimize(c, 5, sphere);
    EXPECT_EQ(a.propose(), b.propose());
    EXPECT_NE(a.propose(), c.propose());
}

TEST(GenerationalTest, ARestoredOptimizerContinuesExactly) {
    for (const auto& [operators, function] :
         {std::pair(vectors(), +sphere), std::pair(programs(), +brevity)}) {
        const GenerationalSettings settings{.population = 12, .survivorCount = 2, .maxAge = 4};
        Generational whole(operators, settings);
        optimize(whole, 4, function);
        const std::string state = whole.save();
        Generational resumed(operators, settings);
        ASSERT_TRUE(resumed.restore(state).has_value());
        EXPECT_EQ(resumed.save(), state);
        for (int i = 0; i < 4; ++i) {
            ASSERT_EQ(resumed.propose(), whole.propose());
            ASSERT_EQ(resumed.ages(), whole.ages());
            optimize(whole, 1, function);
            optimize(resumed, 1, function);
        }
    }
}

TEST(GenerationalTest, DamagedStatesChangeNothing) {
    Generational optimizer(vectors(), {.population = 6});
    const std::string good = optimizer.save();
    const std::string other = Generational(vectors(), {.population = 7}).save();
    const std::string longer = Generational(vectors(9), {.population = 6}).save();
    const std::string program = Generational(programs(), {.population = 6}).save();
    for (const std::string& bad :
         {std::string(), std::string("{}"), good.substr(0, good.size() / 2), std::string("[1,2]"),
          other, longer, program}) {
        const auto restored = optimizer.restore(bad);
        ASSERT_FALSE(restored.has_value()) << bad;
        EXPECT_EQ(restored.error().code, base::ErrorCode::Malformed);
        EXPECT_EQ(optimizer.save(), good);
    }
}

TEST(GenerationalTest, TheBestStayAndNaNIsWorst) {
    Generational optimizer(vectors(), {.population = 10, .eliteCount = 3});
    const auto before = optimizer.propose();
    std::vector<double> fitness(10, kNaN);
    fitness[4] = -2.0;
    fitness[7] = -1.0;
    fitness[2] = -3.0;
    optimizer.report(fitness);
    EXPECT_EQ(optimizer.propose()[0], before[7]);
    EXPECT_EQ(optimizer.propose()[1], before[4]);
    EXPECT_EQ(optimizer.propose()[2], before[2]);
    EXPECT_EQ(optimizer.ages()[0], 1U);
    EXPECT_EQ(optimizer.ages()[3], 0U);
}

TEST(GenerationalTest, NaNIsNeverSelected) {
    for (const Selection selection : {Selection::Roulette, Selection::Rank}) {
        // No variation: children are copies of the selected parents.
        Generational optimizer(vectors(), {.population = 10,
                                           .selection = selection,
                                           .eliteCount = 0,
                                           .crossover = 0.0,
                                           .mutation = 0.0});
        const auto before = optimizer.propose();
        std::vector<double> fitness(10, kNaN);
        fitness[4] = 2.0;
        fitness[7] = 1.0;
        optimizer.report(fitness);
        for (const Genome& genome : optimizer.propose()) {
            EXPECT_TRUE(genome == before[4] || genome == before[7]);
        }
        optimizer.report(std::vector<double>(10, kNaN)); // all individuals failed
        EXPECT_EQ(optimizer.propose().size(), 10U);
    }
}

TEST(GenerationalTest, IndividualsRespectTheMaximumAge) {
    const auto oldest = [](std::size_t maxAge) {
        Generational optimizer(vectors(), {.population = 10, .eliteCount = 2, .maxAge = maxAge});
        std::size_t age = 0;
        for (int i = 0; i < 12; ++i) {
            // The first is always the best: it would survive forever.
            std::vector<double> fitness(10);
            std::iota(fitness.rbegin(), fitness.rend(), 0.0);
            optimizer.report(fitness);
            age = std::max(age, *std::ranges::max_element(optimizer.ages()));
        }
        return age;
    };
    EXPECT_EQ(oldest(0), 12U);
    EXPECT_EQ(oldest(3), 2U) << "lives through three generations: 0, 1 and 2";
    EXPECT_EQ(oldest(1), 0U);
}

TEST(GenerationalTest, SurvivorsAreDistinct) {
    Generational optimizer(vectors(), {.population = 10, .eliteCount = 1, .survivorCount = 6});
    const auto before = optimizer.propose();
    std::vector<double> fitness(10);
    std::iota(fitness.begin(), fitness.end(), 0.0);
    optimizer.report(fitness);
    std::set<std::vector<double>> kept;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 10; ++i) {
        if (optimizer.ages()[i] > 0) {
            ++count;
            kept.insert(optimizer.propose()[i].values);
            EXPECT_NE(std::ranges::find(before, optimizer.propose()[i]), before.end());
        }
    }
    EXPECT_GT(count, 2U);
    EXPECT_EQ(kept.size(), count);
}

TEST(VectorOperatorsTest, ChildrenLieBetweenTheirParentsAndBeyondThemOnBothSides) {
    const VectorOperators operators(cube(1), {0.3, 0.0, 0.0});
    base::Rng rng(8);
    double minimum = 0.5;
    double maximum = 0.5;
    for (int i = 0; i < 200; ++i) {
        const auto [a, b] = operators.cross({{0.0}, {}}, {{1.0}, {}}, rng);
        minimum = std::min({minimum, a.values[0], b.values[0]});
        maximum = std::max({maximum, a.values[0], b.values[0]});
    }
    EXPECT_NEAR(minimum, -0.3, 0.05);
    EXPECT_NEAR(maximum, 1.3, 0.05);
}

TEST(VectorOperatorsTest, NumbersStayInTheirRanges) {
    const ParameterSpace space = cube(5);
    const VectorOperators operators(space, {2.0, 1.0, 3.0});
    base::Rng rng(8);
    Genome a = operators.random(rng);
    Genome b = operators.random(rng);
    for (int i = 0; i < 200; ++i) {
        std::tie(a, b) = operators.cross(a, b, rng);
        a = operators.mutated(a, rng);
        ASSERT_TRUE(operators.isOfKind(a));
        ASSERT_TRUE(operators.isOfKind(b));
    }
    EXPECT_FALSE(operators.isOfKind({{1.0, 2.0}, {}}));
    EXPECT_FALSE(operators.isOfKind({{9.0, 0.0, 0.0, 0.0, 0.0}, {}}));
    EXPECT_FALSE(operators.isOfKind({{}, "(program 1)"}));
}

} // namespace
} // namespace sideline::training
