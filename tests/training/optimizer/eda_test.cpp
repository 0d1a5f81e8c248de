#include "training/optimizer/eda.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/training/optimizer/test_functions.h"

namespace sideline::training {
namespace {

using tests::cube;
using tests::optimize;
using tests::sphere;

// A narrow valley along x0 = x1.
double valley(const Genome& genome) {
    const double across = genome.values[0] - genome.values[1];
    const double along = genome.values[0] + genome.values[1] - 2.0;
    return -100.0 * across * across - along * along;
}

TEST(EdaTest, FindsTheSphere) {
    for (const bool isFull : {false, true}) {
        Eda optimizer(cube(8), {.population = 80, .isFull = isFull});
        EXPECT_GT(optimize(optimizer, 60, sphere), -0.01) << isFull;
    }
}

TEST(EdaTest, ConvergesAtALowLearningRate) {
    Eda optimizer(cube(4), {.learningRate = 0.3});
    EXPECT_GT(optimize(optimizer, 100, sphere), -0.01);
}

TEST(EdaTest, DependenciesHelpInAValley) {
    Eda alone(cube(2), {.population = 60});
    Eda together(cube(2), {.population = 60, .isFull = true});
    EXPECT_GT(optimize(together, 25, valley), optimize(alone, 25, valley));
}

TEST(EdaTest, ProposalsStayInRangeAndRepeatTheBest) {
    Eda optimizer(cube(3), {.population = 20, .eliteCount = 2, .startDeviation = 2.0});
    const auto before = optimizer.propose();
    std::vector<double> fitness;
    for (const Genome& genome : before) {
        fitness.push_back(sphere(genome));
        for (const double x : genome.values) {
            EXPECT_LE(std::abs(x), 5.0);
        }
    }
    optimizer.report(fitness);
    const auto best = std::ranges::max_element(fitness) - fitness.begin();
    EXPECT_EQ(optimizer.propose()[0], before[static_cast<std::size_t>(best)]);
    EXPECT_EQ(optimizer.propose().size(), 20U);
}

TEST(EdaTest, NaNIsNeverAParent) {
    const auto partly = [](const Genome& genome) {
        return genome.values[0] > 2.0 ? std::numeric_limits<double>::quiet_NaN() : sphere(genome);
    };
    Eda optimizer(cube(3), {});
    const Genome first = optimizer.propose().front();
    optimizer.report(std::vector<double>(50, std::numeric_limits<double>::quiet_NaN()));
    EXPECT_EQ(optimizer.propose().size(), 50U);
    EXPECT_NE(optimizer.propose().front(), first) << "nor is it tried again";
    for (int i = 0; i < 60; ++i) {
        optimizer.report(tests::fitnessOf(optimizer, partly));
    }
    EXPECT_GT(sphere(optimizer.propose()[0]), -0.01);
}

TEST(EdaTest, ARestoredOptimizerContinuesExactly) {
    for (const bool isFull : {false, true}) {
        const EdaSettings settings{.population = 15, .isFull = isFull, .seed = 9};
        Eda whole(cube(4), settings);
        optimize(whole, 5, sphere);
        const std::string state = whole.save();
        Eda resumed(cube(4), settings);
        EXPECT_NE(resumed.propose(), whole.propose());
        ASSERT_TRUE(resumed.restore(state).has_value());
        EXPECT_EQ(resumed.save(), state);
        for (int i = 0; i < 5; ++i) {
            ASSERT_EQ(resumed.propose(), whole.propose());
            optimize(whole, 1, sphere);
            optimize(resumed, 1, sphere);
        }
    }
}

TEST(EdaTest, DamagedStatesChangeNothing) {
    Eda optimizer(cube(4), {});
    const std::string good = optimizer.save();
    for (const std::string& bad :
         {std::string(), std::string("{}"), good.substr(0, good.size() / 2),
          Eda(cube(3), {}).save(), Eda(cube(4), {.population = 10}).save()}) {
        EXPECT_FALSE(optimizer.restore(bad).has_value());
        EXPECT_EQ(optimizer.save(), good);
    }
}

} // namespace
} // namespace sideline::training
