// `sideline train show`: shows the progress of experiments.
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_settings.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;

bool show(const fs::path& folder) {
    const auto run = readRun(folder);
    if (!run) {
        return false;
    }
    const auto& [settings, at] = *run;
    printRow("Experiment", settings.name);
    printRow("Task", settings.task);
    printRow("Optimizer", fmt::format("{}, seed {}", settings.optimizer, settings.seed));
    printRow("State",
             fmt::format("{} of {} generations{}", at.generation, settings.generations,
                         training::ExperimentFolder::isRunning(folder) ? ", running" : ""));
    printRow("Tried", fmt::format("{} individuals, {} trials, {:.0f} s simulated", at.individuals,
                                  at.trials, at.simulatedS));
    if (at.champion) {
        printRow("Champion",
                 fmt::format("fitness {:.4g}, {:.0f} % of {} trials succeeded, generation {}",
                             at.champion->validated.fitness,
                             100.0 * at.champion->validated.successRate,
                             at.champion->validated.trials, at.champion->generation));
    }
    return true;
}

} // namespace

std::optional<StoredRun> readRun(const fs::path& folder) {
    auto settings = training::readExperiment(folder / "experiment.toml");
    if (!settings) {
        printError(training::textOf(settings.error()));
        return std::nullopt;
    }
    auto at = training::ExperimentFolder::readCheckpoint(folder);
    if (!at) {
        printError(at.error().toString());
        return std::nullopt;
    }
    return StoredRun{std::move(*settings), std::move(*at)};
}

void addTrainShow(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand("show", "Show the progress of experiments");
    auto folders = std::make_shared<std::vector<std::string>>();
    command->add_option("FOLDER", *folders, "folder of an experiment")->required();
    command->callback([folders, &status] {
        for (const std::string& folder : *folders) {
            if (&folder != &folders->front()) {
                std::cout << '\n';
            }
            status = show(folder) ? status : kExitFailed;
        }
    });
}

} // namespace sideline::cli
