// `sideline-dev train bench`: the cost of trials, and the evaluations that optimizers need.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/quantile.h"
#include "cli/dev/dev_commands.h"
#include "cli/dev/train_bench_farm.h"
#include "cli/dev/train_bench_optimizers.h"
#include "cli/log_command.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/individual_trials.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"
#include "training/trial/physics_robot.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct BenchArguments {
    bool trials = false;
    bool optimizers = false;
    bool farm = false;
    int repeats = 5;
    OptimizerBench bench;
};

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The cost of a task with one motion and one solver.
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
    static_cast<void>(runner.run(**mover, parts.robots.front(), firstSeed)); // creates the world
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

// Trials of a T1 that stands, and the same robot in the physics alone, in turn.
int benchLeagueTrials(int repeats) {
    constexpr int kTrials = 5;
    constexpr int kCycles = 2000;
    training::ExperimentSettings settings;
    settings.robots = {"T1"};
    settings.change.behavior = "hold-pose";
    settings.change.isFixed = true;
    settings.task = "stand";
    settings.taskSettings = {{"push", "0"}};
    const auto parts = training::partsOf(settings);
    const auto alone = parts ? training::makePhysicsRobot(*parts->robots.front(), false)
                             : tl::unexpected(parts.error());
    if (!alone) {
        printError(alone.error().toString());
        return kExitFailed;
    }
    for (int i = 0; i < kCycles / 10; ++i) {
        (*alone)->cycle(); // until it rests on its soles
    }
    std::vector<double> trialUs;
    std::vector<double> aloneUs;
    for (int i = 0; i < repeats; ++i) {
        const auto cost = costOf(*parts, false, kTrials, 1000U * static_cast<std::uint64_t>(i));
        if (!cost) {
            return kExitFailed;
        }
        trialUs.push_back(1e6 / cost->cyclesPerS);
        const auto begin = Clock::now();
        for (int cycle = 0; cycle < kCycles; ++cycle) {
            (*alone)->stepPhysics();
        }
        aloneUs.push_back(1e6 * secondsSince(begin) / kCycles);
    }
    std::cout << fmt::format("T1, stand, 10 s: {:.1f} us per cycle, of which {:.1f} us ({:.0f} %) "
                             "are the steps of {}\n",
                             math::medianOf(trialUs), math::medianOf(aloneUs),
                             100.0 * math::medianOf(aloneUs) / math::medianOf(trialUs),
                             (*alone)->engine());
    return kExitGood;
}

} // namespace

void addTrainBench(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand(
        "bench", "Measure the cost of trials and the evaluations that optimizers need");
    auto arguments = std::make_shared<BenchArguments>();
    command->add_flag("--trials", arguments->trials, "only the cost of trials");
    command->add_flag("--optimizers", arguments->optimizers, "only optimizers on test functions");
    command->add_flag(
        "--farm", arguments->farm,
        "only the cost of distributing trials over threads or, under mpirun, over ranks");
    command
        ->add_option("--repeats", arguments->repeats,
                     "repetitions of the trials; medians are reported")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--seeds", arguments->bench.seeds, "seeds per optimizer")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command
        ->add_option("--evaluations", arguments->bench.mostEvaluations,
                     "maximum evaluations per run")
        ->capture_default_str()
        ->check(CLI::Range(100, 100000000));
    command->add_option(
        "--experiment", arguments->bench.experiment,
        "compare the optimizers on this experiment (.toml) instead of on test functions");
    command
        ->add_option(
            "--trials-each", arguments->bench.trials,
            "trials per individual of the experiment, the same for all individuals of a seed")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--target", arguments->bench.target,
                        "fitness at which the experiment is solved (default: from the experiment)");
    command->add_option("--workers", arguments->bench.workers, "threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->callback([arguments, &status] {
        const bool isOne = !arguments->bench.experiment.empty();
        const bool all = !isOne && !arguments->trials && !arguments->optimizers && !arguments->farm;
        if (all || arguments->trials) {
            status =
                std::max(benchTrials(arguments->repeats), benchLeagueTrials(arguments->repeats));
        }
        if (all || isOne || arguments->optimizers) {
            status = std::max(status, benchOptimizers(arguments->bench));
        }
        if (all || arguments->farm) {
            status = std::max(status, benchFarm(arguments->repeats));
        }
    });
}

} // namespace sideline::cli
