#include "training/optimizer/optimizer.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/optimizer/optimizer_registry.h"

namespace sideline::training {
namespace {

constexpr std::size_t kDimensions = 6;

ParameterSpace space() {
    std::vector<TrainedParameter> parameters;
    for (std::size_t i = 0; i < kDimensions; ++i) {
        parameters.push_back({"x" + std::to_string(i), "", -4.0, 6.0, 3.0});
    }
    return ParameterSpace::make(std::move(parameters)).value();
}

double sphere(const Genome& genome) {
    double sum = 0.0;
    for (const double each : genome.values) {
        sum += each * each;
    }
    return -sum;
}

std::vector<const OptimizerInfo*> numberOptimizers() {
    std::vector<const OptimizerInfo*> infos;
    for (const OptimizerInfo& info : optimizerInfos()) {
        if (info.takesNumbers && info.minObjectives == 1) {
            infos.push_back(&info);
        }
    }
    return infos;
}

std::unique_ptr<Optimizer> made(const OptimizerInfo& info, const ParameterSpace& space,
                                std::uint64_t seed) {
    auto optimizer = makeOptimizer(info.name, {}, {space, seed, 1});
    EXPECT_TRUE(optimizer) << info.name << ": " << optimizer.error().toString();
    return std::move(*optimizer);
}

// Runs a generation and returns the best fitness.
double generation(Optimizer& optimizer) {
    std::vector<double> fitness;
    for (const Genome& genome : optimizer.propose()) {
        fitness.push_back(sphere(genome));
    }
    optimizer.report(fitness);
    return *std::max_element(fitness.begin(), fitness.end());
}

TEST(OptimizerTest, AllImproveOnASphere) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto optimizer = made(*info, where, 3);
        double best = -std::numeric_limits<double>::infinity();
        std::size_t evaluations = 0;
        while (evaluations < 6000) {
            evaluations += optimizer->propose().size();
            best = std::max(best, generation(*optimizer));
        }
        EXPECT_GT(best, info->name == "random" ? -30.0 : -5.0) << info->name; // -54 at the start
    }
}

TEST(OptimizerTest, ProposalsAreStableUntilTheReport) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto optimizer = made(*info, where, 3);
        generation(*optimizer);
        const std::vector<Genome> first = optimizer->propose();
        EXPECT_FALSE(first.empty()) << info->name;
        EXPECT_EQ(optimizer->propose(), first) << info->name;
        for (const Genome& genome : first) {
            EXPECT_EQ(where.clamped(genome.values), genome.values) << info->name;
        }
    }
}

TEST(OptimizerTest, ContinuesExactlyAfterARestore) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto whole = made(*info, where, 5);
        auto parts = made(*info, where, 5);
        for (int i = 0; i < 12; ++i) {
            ASSERT_EQ(whole->propose(), parts->propose()) << info->name << " " << i;
            generation(*whole);
            generation(*parts);
            const std::string state = parts->save();
            parts = made(*info, where, 5);
            ASSERT_TRUE(parts->restore(state)) << info->name;
            EXPECT_EQ(parts->save(), state) << info->name;
        }
    }
}

TEST(OptimizerTest, ARestoreDiscardsEarlierProposals) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto one = made(*info, where, 5);
        const std::string begin = one->save();
        const std::vector<Genome> first = one->propose();
        for (int i = 0; i < 3; ++i) {
            generation(*one);
        }
        EXPECT_NE(one->propose(), first) << info->name << " proposes again";
        ASSERT_TRUE(one->restore(begin)) << info->name;
        EXPECT_EQ(one->propose(), first) << info->name;
    }
}

TEST(OptimizerTest, RandomSearchTriesTheStartOnce) {
    const ParameterSpace where = space();
    const auto made = makeOptimizer("random", {}, {where, 5, 1});
    ASSERT_TRUE(made) << made.error().toString();
    const auto& search = *made;
    EXPECT_EQ(search->propose().front().values, where.start());
    EXPECT_NE(search->propose().back().values, where.start());
    generation(*search);
    EXPECT_NE(search->propose().front().values, where.start());
}

TEST(OptimizerTest, SeedsDiffer) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto one = made(*info, where, 1);
        const auto two = made(*info, where, 2);
        generation(*one);
        generation(*two);
        EXPECT_NE(one->propose(), two->propose()) << info->name;
    }
}

TEST(OptimizerTest, AFailedIndividualIsTheWorst) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto optimizer = made(*info, where, 7);
        double best = -std::numeric_limits<double>::infinity();
        for (std::size_t evaluations = 0; evaluations < 4000;) {
            std::vector<double> fitness;
            for (const Genome& genome : optimizer->propose()) {
                // Every third individual fails, whatever its fitness.
                const bool fails = (evaluations++ % 3) == 1;
                fitness.push_back(fails ? std::numeric_limits<double>::quiet_NaN()
                                        : sphere(genome));
                best = fails ? best : std::max(best, fitness.back());
            }
            optimizer->report(fitness);
        }
        EXPECT_GT(best, -40.0) << info->name;
    }
}

TEST(OptimizerTest, RejectsDamagedStates) {
    for (const OptimizerInfo* info : numberOptimizers()) {
        const ParameterSpace where = space();
        const auto optimizer = made(*info, where, 5);
        generation(*optimizer);
        const std::vector<Genome> before = optimizer->propose();
        const auto restored = optimizer->restore("this is no state");
        EXPECT_FALSE(restored) << info->name;
        EXPECT_EQ(optimizer->propose(), before) << info->name;
    }
}

TEST(OptimizerTest, CmaEsRestartsWithALargerPopulationOnStagnation) {
    const ParameterSpace where = space();
    auto optimizer = makeOptimizer(
        "cma-es", {{"restarts", "ipop"}, {"patience", "3"}, {"population", "8"}}, {where, 1, 1});
    ASSERT_TRUE(optimizer);
    std::size_t maximum = 0;
    for (int i = 0; i < 20; ++i) {
        const std::size_t count = (*optimizer)->propose().size();
        maximum = std::max(maximum, count);
        (*optimizer)->report(std::vector<double>(count, -1.0)); // constant fitness
    }
    EXPECT_GE(maximum, 16U);
}

TEST(OptimizerTest, CmaEsContinuesWhileItsRunImproves) {
    const ParameterSpace where = space();
    auto optimizer = makeOptimizer(
        "cma-es", {{"restarts", "ipop"}, {"patience", "3"}, {"population", "8"}}, {where, 1, 1});
    ASSERT_TRUE(optimizer);
    const auto report = [&](double fitness) {
        const std::size_t count = (*optimizer)->propose().size();
        (*optimizer)->report(std::vector<double>(count, fitness));
        return count;
    };
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(report(-10.0 + i), 8U) << i;
    }
    while ((*optimizer)->propose().size() == 8U) { // until a restart
        report(-1.0);
    }
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(report(-100.0 + i), 16U) << "worse than the run before, but better and better";
    }
}

TEST(OptimizerTest, NsgaTakesSeveralObjectives) {
    const ParameterSpace where = space();
    auto optimizer = makeOptimizer("nsga2", {{"population", "24"}}, {where, 1, 2});
    ASSERT_TRUE(optimizer) << optimizer.error().toString();
    double bestFirst = -1e9;
    double bestSecond = -1e9;
    for (int i = 0; i < 60; ++i) {
        std::vector<double> fitness;
        for (const Genome& genome : (*optimizer)->propose()) {
            const double x = genome.values[0];
            fitness.push_back(-x * x);
            fitness.push_back(-(x - 2.0) * (x - 2.0));
            bestFirst = std::max(bestFirst, fitness[fitness.size() - 2]);
            bestSecond = std::max(bestSecond, fitness.back());
        }
        (*optimizer)->report(fitness);
    }
    EXPECT_GT(bestFirst, -0.01);
    EXPECT_GT(bestSecond, -0.01);
}

TEST(OptimizerTest, ReportsErrors) {
    const ParameterSpace where = space();
    struct Case {
        const char* name;
        agents::ParameterTexts settings;
        std::size_t objectives;
        const char* message;
    };
    for (const Case& each : std::initializer_list<Case>{
             {"cmaes", {}, 1, "unknown optimizer 'cmaes'; expected cma-es"},
             {"cma-es", {{"population", "2"}}, 1, "invalid value for population: '2'"},
             {"cma-es", {{"restarts", "often"}}, 1, "none, ipop, bipop"},
             {"nsga2", {{"population", "30"}}, 2, "multiple of 4"},
             {"nsga2", {}, 1, "needs objectives besides the fitness"},
             {"de", {}, 2, "supports only one objective"}}) {
        const auto optimizer = makeOptimizer(each.name, each.settings, {where, 1, each.objectives});
        ASSERT_FALSE(optimizer) << each.message;
        EXPECT_THAT(optimizer.error().toString(), testing::HasSubstr(each.message));
    }
}

} // namespace
} // namespace sideline::training
