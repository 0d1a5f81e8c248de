// `sideline train bench`: what trials cost, and how many evaluations optimizers need.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/quantile.h"
#include "cli/log_command.h"
#include "cli/train_bench_farm.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/individual_trials.h"
#include "training/optimizer/optimizer_registry.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct BenchArguments {
    bool trials = false;
    bool optimizers = false;
    bool farm = false;
    int repeats = 5;
    int seeds = 10;
    int mostEvaluations = 40000;
};

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Costs of a task with one motion, with either solver in turns.
struct Cost {
    double msPerTrial = 0.0;
    double cyclesPerS = 0.0;
};

std::optional<Cost> costOf(const training::ExperimentParts& parts, bool isExact, int trials,
                           std::uint64_t firstSeed) {
    const training::Genome genome{parts.subject->space().start(), {}};
    const auto mover = parts.subject->mover(genome, parts.robots.front());
    if (!mover) {
        printError(mover.error().toString());
        return std::nullopt;
    }
    training::TrialRunner runner(parts.task, isExact);
    static_cast<void>(runner.run(**mover, parts.robots.front(), firstSeed)); // makes the world
    double simulatedS = 0.0;
    const auto begin = Clock::now();
    for (int i = 1; i <= trials; ++i) {
        simulatedS +=
            runner.run(**mover, parts.robots.front(), firstSeed + static_cast<std::uint64_t>(i))
                .simulatedS;
    }
    const double tookS = secondsSince(begin);
    return Cost{1000.0 * tookS / trials, simulatedS / game::kStepS / tookS};
}

int benchTrials(int repeats) {
    struct Case {
        const char* name;
        const char* motion;
        const char* task;
        agents::ParameterTexts settings;
    };
    const std::vector<Case> cases = {
        {"get-up, 5 s", "getup-front", "get-up", {{"held", "10"}, {"side", "front"}}},
        {"get-up until upright", "getup-front", "get-up", {{"side", "front"}}},
        {"stand, 10 s", "stand", "stand", {{"push", "0"}}},
        {"kick, until the ball rests", "kick-right", "kick", {{"ball-left", "-0.055"}}},
    };
    std::cout << fmt::format("{:<28}{:>12}{:>14}{:>14}{:>10}\n", "trial", "fast, ms", "cycles/s",
                             "exact, ms", "ratio");
    for (const Case& each : cases) {
        training::ExperimentSettings settings;
        settings.change.motion = each.motion;
        settings.task = each.task;
        settings.taskSettings = each.settings;
        const auto parts = training::partsOf(settings);
        if (!parts) {
            printError(parts.error().toString());
            return kExitFailed;
        }
        std::vector<double> fastMs;
        std::vector<double> cycles;
        std::vector<double> exactMs;
        for (int i = 0; i < repeats; ++i) {
            const std::uint64_t seed = 1000U * static_cast<std::uint64_t>(i);
            const auto fast = costOf(*parts, false, 40, seed);
            const auto exact = costOf(*parts, true, 5, seed);
            if (!fast || !exact) {
                return kExitFailed;
            }
            fastMs.push_back(fast->msPerTrial);
            cycles.push_back(fast->cyclesPerS);
            exactMs.push_back(exact->msPerTrial);
        }
        std::cout << fmt::format("{:<28}{:>12.2f}{:>14.0f}{:>14.1f}{:>10.1f}\n", each.name,
                                 math::medianOf(fastMs), math::medianOf(cycles),
                                 math::medianOf(exactMs),
                                 math::medianOf(exactMs) / math::medianOf(fastMs));
    }
    return kExitGood;
}

// Functions that everybody knows, in 20 dimensions; least value 0, away from the start.
struct TestFunction {
    const char* name;
    double least;
    double most;
    double target; ///< counts as solved
    std::function<double(const std::vector<double>&)> value;
};

std::vector<TestFunction> testFunctions() {
    return {{"sphere", -5.0, 5.0, 1e-6,
             [](const std::vector<double>& x) {
                 double sum = 0.0;
                 for (const double each : x) {
                     sum += (each - 1.0) * (each - 1.0);
                 }
                 return sum;
             }},
            {"Rosenbrock", -2.0, 2.0, 1e-3,
             [](const std::vector<double>& x) {
                 double sum = 0.0;
                 for (std::size_t i = 0; i + 1 < x.size(); ++i) {
                     const double a = x[i + 1] - x[i] * x[i];
                     sum += 100.0 * a * a + (1.0 - x[i]) * (1.0 - x[i]);
                 }
                 return sum;
             }},
            {"Rastrigin", -5.12, 5.12, 1.0, [](const std::vector<double>& x) {
                 double sum = 0.0;
                 for (const double each : x) {
                     const double z = each - 1.0;
                     sum += z * z + 10.0 * (1.0 - std::cos(2.0 * std::numbers::pi * z));
                 }
                 return sum;
             }}};
}

// Evaluations until the target, or nothing.
std::optional<int> evaluationsOf(const std::string& name, const agents::ParameterTexts& settings,
                                 const TestFunction& function, std::uint64_t seed, int most) {
    constexpr int kDimensions = 20;
    std::vector<training::TrainedParameter> parameters;
    for (int i = 0; i < kDimensions; ++i) {
        parameters.push_back({fmt::format("x{}", i), "", function.least, function.most, 0.0});
    }
    const auto space = training::ParameterSpace::make(std::move(parameters));
    auto optimizer = training::makeOptimizer(name, settings, {*space, seed, 1});
    if (!optimizer) {
        printError(optimizer.error().toString());
        return std::nullopt;
    }
    for (int done = 0; done < most;) {
        std::vector<double> fitness;
        for (const training::Genome& genome : (*optimizer)->propose()) {
            const double value = function.value(genome.values);
            ++done;
            if (value <= function.target) {
                return done;
            }
            fitness.push_back(-value);
        }
        (*optimizer)->report(fitness);
    }
    return std::nullopt;
}

void benchOptimizers(const BenchArguments& arguments) {
    struct Contender {
        std::string label;
        std::string name;
        agents::ParameterTexts settings;
    };
    const agents::ParameterTexts wide = {{"sigma", "0.25"}, {"spread", "0.25"}};
    std::vector<Contender> contenders;
    for (const training::OptimizerInfo& info : training::optimizerInfos()) {
        if (!info.takesNumbers || info.leastObjectives > 1) {
            continue;
        }
        const auto has = [&](const char* key) {
            return std::ranges::find(info.parameters, key, &agents::ParameterInfo::name) !=
                   info.parameters.end();
        };
        agents::ParameterTexts settings;
        for (const auto& [key, value] : wide) {
            if (has(key.c_str())) {
                settings.emplace_back(key, value);
            }
        }
        contenders.push_back({info.name, info.name, settings});
        if (info.name == "cma-es") {
            settings.emplace_back("restarts", "ipop");
            contenders.push_back({"cma-es, ipop", info.name, settings});
        }
    }
    std::cout << fmt::format("evaluations to the target, median of the solved ones; solved of {} "
                             "seeds; 20 dimensions, at most {} evaluations\n{:<16}",
                             arguments.seeds, arguments.mostEvaluations, "");
    const auto functions = testFunctions();
    for (const TestFunction& function : functions) {
        std::cout << fmt::format("{:>22}", function.name);
    }
    std::cout << '\n';
    for (const Contender& contender : contenders) {
        std::cout << fmt::format("{:<16}", contender.label);
        for (const TestFunction& function : functions) {
            std::vector<double> solved;
            for (int seed = 1; seed <= arguments.seeds; ++seed) {
                if (const auto count = evaluationsOf(contender.name, contender.settings, function,
                                                     static_cast<std::uint64_t>(seed),
                                                     arguments.mostEvaluations)) {
                    solved.push_back(*count);
                }
            }
            std::cout << fmt::format("{:>15} {:>3}/{:<2}",
                                     solved.empty() ? "-"
                                                    : fmt::format("{}", math::medianOf(solved)),
                                     solved.size(), arguments.seeds);
        }
        std::cout << std::endl;
    }
}

} // namespace

void addTrainBench(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand(
        "bench", "Measure what trials cost, and how many evaluations optimizers need");
    auto arguments = std::make_shared<BenchArguments>();
    command->add_flag("--trials", arguments->trials, "only what trials cost");
    command->add_flag("--optimizers", arguments->optimizers, "only optimizers on test functions");
    command->add_flag(
        "--farm", arguments->farm,
        "only what it costs to hand out trials, to threads; with mpirun to its ranks");
    command->add_option("--repeats", arguments->repeats, "of the trials; medians count")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--seeds", arguments->seeds, "of each optimizer")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--evaluations", arguments->mostEvaluations, "at most, of each run")
        ->capture_default_str()
        ->check(CLI::Range(100, 100000000));
    command->callback([arguments, &status] {
        const bool all = !arguments->trials && !arguments->optimizers && !arguments->farm;
        if (all || arguments->trials) {
            status = benchTrials(arguments->repeats);
        }
        if (all || arguments->optimizers) {
            benchOptimizers(*arguments);
        }
        if (all || arguments->farm) {
            status = std::max(status, benchFarm(arguments->repeats));
        }
    });
}

} // namespace sideline::cli
