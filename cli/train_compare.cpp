// `sideline train compare`: compares experiments.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/math/quantile.h"
#include "cli/log_command.h"
#include "cli/progress.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_records.h"
#include "training/experiment/experiment_settings.h"
#include "training/experiment/recorded_trial.h"
#include "training/farm/thread_farm.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;

struct TrainCompareArguments {
    std::vector<std::string> folders;
    int trials = 0; ///< trials of each champion, with equal seeds; 0: none
    std::uint64_t seed = 1;
    unsigned workers = std::max(1U, std::thread::hardware_concurrency());
};

struct Compared {
    std::string name; ///< name of the folder
    training::ExperimentSettings settings;
    training::Checkpoint at;
    std::vector<training::GenerationFigures> generations;
};

std::optional<Compared> comparedIn(const fs::path& folder) {
    auto run = readRun(folder);
    if (!run) {
        return std::nullopt;
    }
    auto records = training::readRecords(folder, 0, run->at.generation, 0);
    if (!records) {
        printError(records.error().toString());
        return std::nullopt;
    }
    const fs::path whole = fs::absolute(folder).lexically_normal();
    const fs::path last = whole.has_filename() ? whole : whole.parent_path();
    return Compared{last.filename().string(), std::move(run->settings), std::move(run->at),
                    std::move(records->generations)};
}

void printSummary(const std::vector<Compared>& all, std::size_t width) {
    std::cout << fmt::format("{:<{}}{:>14}{:>6}{:>13}{:>10}{:>12}{:>10}{:>11}\n", "", width,
                             "optimizer", "seed", "generations", "trials", "simulated", "champion",
                             "succeeded");
    for (const Compared& each : all) {
        const auto& champion = each.at.champion;
        std::cout << fmt::format(
            "{:<{}}{:>14}{:>6}{:>13}{:>10}{:>10.0f} s{:>10}{:>11}\n", each.name, width,
            each.settings.optimizer, each.settings.seed, each.at.generation, each.at.trials,
            each.at.simulatedS, champion ? fmt::format("{:.4g}", champion->validated.fitness) : "-",
            champion ? fmt::format("{:.0f} %", 100.0 * champion->validated.successRate) : "-");
    }
}

// Returns the champion's fitness after a number of trials of the search.
std::optional<double> championAfter(const Compared& experiment, double trials) {
    double done = 0.0;
    for (const training::GenerationFigures& generation : experiment.generations) {
        done += generation.trials;
        if (done >= trials) {
            return generation.champion;
        }
    }
    return std::nullopt;
}

// Prints rows for 100, 200, 500, 1000, ... trials.
void printProgress(const std::vector<Compared>& all, std::size_t width) {
    std::cout << fmt::format("\n{:<{}}", "champion after trials", width);
    std::vector<double> budgets;
    for (double decade = 100.0; decade < 1e12; decade *= 10.0) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double budget = decade * factor;
            if (std::ranges::any_of(all, [&](const Compared& each) {
                    return championAfter(each, budget).has_value();
                })) {
                budgets.push_back(budget);
            }
        }
    }
    for (const double budget : budgets) {
        std::cout << fmt::format("{:>9.0f}", budget);
    }
    std::cout << '\n';
    for (const Compared& each : all) {
        std::cout << fmt::format("{:<{}}", each.name, width);
        for (const double budget : budgets) {
            const auto fitness = championAfter(each, budget);
            std::cout << (fitness && std::isfinite(*fitness) ? fmt::format("{:>9.4g}", *fitness)
                                                             : fmt::format("{:>9}", "-"));
        }
        std::cout << '\n';
    }
}

// Runs all champions in the trials of the first experiment.
base::Expected<void> printDuel(const std::vector<Compared>& all, std::size_t width,
                               const TrainCompareArguments& arguments) {
    std::cout << fmt::format("\n{:<{}}{:>11}{:>10}{:>10}{:>10}{:>20}\n",
                             fmt::format("{} trials", arguments.trials), width, "succeeded", "5 %",
                             "median", "95 %", "better than first");
    std::vector<double> first;
    for (const Compared& each : all) {
        if (!each.at.champion) {
            std::cout << fmt::format("{:<{}}{:>11}\n", each.name, width, "-");
            continue;
        }
        training::ExperimentSettings settings = each.settings;
        settings.task = all.front().settings.task;
        settings.taskSettings = all.front().settings.taskSettings;
        settings.robots = all.front().settings.robots;
        settings.seed = arguments.seed;
        const auto parts = training::partsOf(settings);
        if (!parts) {
            return tl::unexpected(parts.error());
        }
        std::vector<training::TrialJob> jobs;
        for (const training::TrialPlace& place :
             training::trialPlaces(settings, 0, arguments.trials)) {
            jobs.push_back({0, place.robot, place.seed});
        }
        training::ThreadFarm farm(training::trialsOf(*parts, all.front().settings.trials.isExact),
                                  arguments.workers);
        const auto scores = [&] {
            Progress progress(each.name, static_cast<double>(jobs.size()));
            return farm.run({&each.at.champion->genome, 1}, jobs,
                            [&](std::size_t, const auto&) { progress.add(); }, {});
        }();
        if (!scores) {
            return tl::unexpected(scores.error());
        }
        std::vector<double> fitness;
        for (const training::TrialScore& score : *scores) {
            fitness.push_back(score.fitness);
        }
        if (first.empty()) {
            first = fitness;
        }
        int better = 0;
        for (std::size_t i = 0; i < fitness.size(); ++i) {
            better += fitness[i] > first[i] ? 1 : 0;
        }
        std::erase_if(fitness, [](double value) { return !std::isfinite(value); });
        std::ranges::sort(fitness);
        std::cout << fmt::format(
            "{:<{}}{:>11}{:>10.4g}{:>10.4g}{:>10.4g}{:>20}\n", each.name, width,
            std::ranges::count_if(*scores, &training::TrialScore::isSuccess),
            math::quantileOf(fitness, 0.05), math::quantileOf(fitness, 0.5),
            math::quantileOf(fitness, 0.95),
            &each == &all.front() ? "" : fmt::format("{} of {}", better, arguments.trials));
    }
    return {};
}

bool compare(const TrainCompareArguments& arguments) {
    std::vector<Compared> all;
    std::size_t width = 23;
    for (const std::string& folder : arguments.folders) {
        auto each = comparedIn(folder);
        if (!each) {
            return false;
        }
        width = std::max(width, each->name.size() + 2);
        all.push_back(std::move(*each));
    }
    printSummary(all, width);
    printProgress(all, width);
    const auto& first = all.front().settings;
    const bool isSame = std::ranges::all_of(all, [&](const Compared& each) {
        return each.settings.task == first.task && each.settings.taskSettings == first.taskSettings;
    });
    if (!isSame) {
        std::cout << "\nThe experiments differ in task or task settings, so their fitness values "
                     "are not comparable.\n";
    }
    if (arguments.trials > 0) {
        if (const auto printed = printDuel(all, width, arguments); !printed) {
            printError(printed.error().toString());
            return false;
        }
    }
    return true;
}

} // namespace

void addTrainCompare(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand("compare", "Compare experiments with each other");
    auto arguments = std::make_shared<TrainCompareArguments>();
    addQuietOption(*command);
    command->add_option("FOLDER", arguments->folders, "folders of experiments")->required();
    command
        ->add_option("--trials", arguments->trials,
                     "run this many trials of each champion, with the same seeds, in the task of "
                     "the first experiment")
        ->check(CLI::Range(1, 1000000));
    command->add_option("--seed", arguments->seed, "seed of these trials")->capture_default_str();
    command->add_option("--workers", arguments->workers, "threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->callback(
        [arguments, &status] { status = compare(*arguments) ? kExitGood : kExitFailed; });
}

} // namespace sideline::cli
