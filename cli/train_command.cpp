// `sideline train`: runs or resumes an experiment.
#include "cli/train_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/train_ranks.h"
#include "cli/train_supervisor.h"
#include "training/experiment/experiment.h"
#include "training/optimizer/optimizer_registry.h"
#include "training/ranks/rank_hub.h"
#include "training/task/task_registry.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;

struct TrainArguments {
    std::string file; ///< experiment file or folder
    std::string folder;
    bool resume = false;
    bool isQuiet = false;
    std::optional<int> generations;
    std::optional<std::uint64_t> seed;
    std::optional<unsigned> workers;
    int ranks = 0; ///< number of ranks to start; 0: none beyond those already started
    std::string mpirun;
    std::string statusFile; ///< file with the exit status for the supervisor; empty: none
};

// The line of a generation.
std::string textOf(const training::GenerationReport& report) {
    double best = std::nan("");
    double mean = 0.0;
    int finite = 0;
    int failed = 0;
    for (const training::IndividualResult& result : report.record.results) {
        failed += result.failedTrials;
        if (std::isfinite(result.fitness)) {
            best = std::isfinite(best) ? std::max(best, result.fitness) : result.fitness;
            mean += result.fitness;
            ++finite;
        }
    }
    std::string line =
        fmt::format("generation {:>4}  best {:>8.4g}  mean {:>8.4g}", report.record.generation,
                    best, finite > 0 ? mean / finite : std::nan(""));
    if (const auto& champion = report.after.champion) {
        line += fmt::format("  champion {:>8.4g} ({:.0f} %){}", champion->validated.fitness,
                            100.0 * champion->validated.successRate,
                            report.isChampionNew ? " *" : "  ");
    }
    if (failed > 0) {
        line += fmt::format("  {} failed", base::plural(failed, "trial"));
    }
    return line + '\n';
}

std::optional<training::ExperimentSettings> settingsOf(const fs::path& file) {
    auto settings = training::readExperiment(file);
    if (!settings) {
        printError(training::textOf(settings.error()));
        return std::nullopt;
    }
    return std::move(*settings);
}

fs::path folderOf(const TrainArguments& arguments) {
    if (!arguments.folder.empty()) {
        return arguments.folder;
    }
    const fs::path file(arguments.file);
    return fs::is_directory(file) ? file : fs::path(file.stem().string() + ".run");
}

std::optional<training::ExperimentSettings> newSettings(const TrainArguments& arguments) {
    auto settings = settingsOf(arguments.file);
    if (settings) {
        settings->generations = arguments.generations.value_or(settings->generations);
        settings->seed = arguments.seed.value_or(settings->seed);
    }
    return settings;
}

// Continues in the new folder like a resumed run, whose settings come from the folder.
base::Expected<training::Experiment> continueIn(training::ExperimentSettings settings,
                                                training::ExperimentFolder folder) {
    auto parts = training::partsOf(settings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    return training::Experiment::make(settings, std::move(*parts), std::move(folder));
}

base::Expected<training::Experiment> begin(const training::ExperimentSettings& settings,
                                           const fs::path& path) {
    auto parts = training::partsOf(settings);
    if (!parts) {
        return tl::unexpected(parts.error());
    }
    if (auto optimizer = training::optimizerOf(settings, *parts); !optimizer) {
        return tl::unexpected(optimizer.error()); // fails before the folder is created
    }
    auto folder = training::ExperimentFolder::create(path, settings, *parts);
    if (!folder) {
        return tl::unexpected(folder.error());
    }
    auto stored = training::readExperiment(path / "experiment.toml");
    if (!stored) {
        return tl::unexpected(stored.error().front());
    }
    return continueIn(std::move(*stored), std::move(*folder));
}

base::Expected<training::Experiment> resume(training::ExperimentSettings settings,
                                            const fs::path& path) {
    auto folder = training::ExperimentFolder::open(path);
    if (!folder) {
        return tl::unexpected(folder.error());
    }
    return continueIn(std::move(settings), std::move(*folder));
}

int finish(const training::Experiment& experiment, training::EndReason ending) {
    const training::Checkpoint& at = experiment.folder().checkpoint();
    if (at.champion) {
        std::cout << fmt::format(
            "champion: generation {}, fitness {:.4g}, {:.0f} % of {} trials succeeded\n",
            at.champion->generation, at.champion->validated.fitness,
            100.0 * at.champion->validated.successRate, at.champion->validated.trials);
        std::cout << (experiment.folder().path() /
                      fmt::format("best{}", experiment.parts().subject->extension()))
                         .string()
                  << '\n';
    } else {
        std::cout << "no individual has a fitness yet\n";
    }
    if (ending == training::EndReason::Requested) {
        std::cout << fmt::format(
            "stopped after {} of {} generations; continue with `sideline train --resume {}`\n",
            at.generation, experiment.settings().generations, experiment.folder().path().string());
    }
    return kExitGood;
}

unsigned workersOf(const TrainArguments& arguments, const training::RankLink* link) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return arguments.workers.value_or(link != nullptr ? 1U : cores);
}

int runExperiment(const TrainArguments& arguments, training::RankLink* link) {
    const fs::path path = folderOf(arguments);
    const bool isFolder = fs::is_directory(arguments.file);
    if (isFolder && !arguments.resume) {
        printError(fmt::format("{} is a folder; expected an experiment file, or --resume",
                               arguments.file));
        return kExitFailed;
    }
    auto settings =
        arguments.resume ? settingsOf(path / "experiment.toml") : newSettings(arguments);
    if (!settings) {
        return kExitFailed;
    }
    if (arguments.resume) {
        if (arguments.seed && *arguments.seed != settings->seed) {
            printError(fmt::format(
                "{}: the seed of an experiment cannot change; expected --seed {} or none",
                path.string(), settings->seed));
            return kExitFailed;
        }
        settings->generations = arguments.generations.value_or(settings->generations);
    }
    auto experiment =
        arguments.resume ? resume(std::move(*settings), path) : begin(*settings, path);
    if (!experiment) {
        printError(experiment.error().toString());
        return kExitFailed;
    }
    const auto farm = farmOf(*experiment, link, workersOf(arguments, link));
    if (!farm) {
        printError(farm.error().toString());
        return kExitFailed;
    }
    listenToSignals();
    const auto ending = [&] {
        Progress progress("generations", experiment->settings().generations, arguments.isQuiet);
        progress.begin(static_cast<double>(experiment->folder().checkpoint().generation));
        return experiment->run(
            **farm,
            [&](const training::GenerationReport& report) {
                progress.set(static_cast<double>(report.after.generation));
                if (!arguments.isQuiet) {
                    progress.print(textOf(report));
                }
            },
            [] { return isInterrupted(); });
    }();
    if (!ending) {
        printError(ending.error().toString());
        return kExitFailed;
    }
    if (const auto again = (*farm)->handedOutAgain(); again > 0) {
        std::cout << fmt::format("{} trials were run twice because ranks were late or lost\n",
                                 again);
    }
    return finish(*experiment, *ending);
}

int supervise(const TrainArguments& arguments) {
    SupervisedRun run;
    run.ranks = arguments.ranks;
    run.folder = folderOf(arguments);
    run.resume = arguments.resume;
    std::istringstream words(arguments.mpirun);
    for (std::string word; words >> word;) {
        run.mpirun.push_back(word);
    }
    run.arguments = {arguments.file, "--folder", run.folder.string()};
    const auto add = [&run](const char* name, auto value) {
        if (value) {
            run.arguments.insert(run.arguments.end(), {name, fmt::format("{}", *value)});
        }
    };
    add("--generations", arguments.generations);
    add("--seed", arguments.seed);
    add("--workers", arguments.workers);
    if (arguments.isQuiet) {
        run.arguments.emplace_back("--quiet");
    }
    return superviseRanks(run);
}

int train(const TrainArguments& arguments) {
    if (arguments.ranks > 0) {
        return supervise(arguments);
    }
    const auto link = joinOtherRanks();
    if (!link) {
        printError(link.error().toString());
        return kExitFailed;
    }
    if (*link && (*link)->rank() > 0) {
        return serveRank(**link, experimentTrials(), workersOf(arguments, link->get()));
    }
    const int status = runExperiment(arguments, link->get());
    if (!arguments.statusFile.empty()) {
        std::ofstream(arguments.statusFile) << status << '\n';
    }
    if (*link) {
        training::dismissRanks(**link);
    }
    return status;
}

void listParameters(const std::vector<agents::ParameterInfo>& parameters) {
    for (const agents::ParameterInfo& info : parameters) {
        std::cout << fmt::format("    {} = {}  ({}; {})\n", info.name,
                                 agents::valueText(info.defaultValue), info.description,
                                 agents::expectedText(info));
    }
}

void listTasks() {
    for (const training::TaskInfo& task : training::taskInfos()) {
        std::cout << fmt::format("{}\n    {}\n", task.name, task.summary);
        listParameters(task.parameters);
    }
}

void listOptimizers() {
    for (const training::OptimizerInfo& optimizer : training::optimizerInfos()) {
        std::cout << fmt::format("{}\n    {}\n", optimizer.name, optimizer.summary);
        listParameters(optimizer.parameters);
    }
}

} // namespace

void addTrainCommand(CLI::App& app, int& status) {
    CLI::App* train = app.add_subcommand(
        "train",
        "Improve a motion, tune a behavior or evolve a program: run or resume an experiment");
    auto arguments = std::make_shared<TrainArguments>();
    train->add_option("EXPERIMENT", arguments->file,
                      "experiment file (docs/training.md), or its folder with --resume");
    train->add_option("--folder", arguments->folder,
                      "folder of the run (default: the file's name plus .run)");
    train->add_flag("--resume", arguments->resume, "continue the experiment in the folder");
    train->add_flag("--quiet", arguments->isQuiet, "print only the final result");
    train
        ->add_option("--generations", arguments->generations,
                     "generations, overriding the experiment file")
        ->check(CLI::Range(1, 1000000));
    train->add_option("--seed", arguments->seed, "seed, overriding the experiment file");
    train
        ->add_option("--workers", arguments->workers,
                     "threads that run trials (default: one per core; with ranks, one per rank); "
                     "does not affect the result")
        ->check(CLI::Range(1, 1024));
    train
        ->add_option("--ranks", arguments->ranks,
                     "start this many processes with mpirun, and restart them if they die")
        ->check(CLI::Range(1, 100000));
    train
        ->add_option(
            "--mpirun", arguments->mpirun,
            "additional arguments for mpirun, such as \"--hostfile hosts\"; requires --ranks")
        ->needs("--ranks");
    train->add_option("--status-file", arguments->statusFile)->group("");
    train->require_subcommand(0, 1);
    CLI::App* tasks = train->add_subcommand("tasks", "List the tasks and their settings");
    tasks->callback([] { listTasks(); });
    CLI::App* optimizers =
        train->add_subcommand("optimizers", "List the optimizers and their settings");
    optimizers->callback([] { listOptimizers(); });
    CLI::App* program = train->add_subcommand("program", "List the settings of evolved programs");
    program->callback([] { listParameters(training::programParameters()); });
    addTrainShow(*train, status);
    addTrainCompare(*train, status);
    addTrainExport(*train, status);
    addTrainTree(*train, status);
    addTrainTry(*train, status);
    addTrainFit(*train, status);
    train->callback([arguments, train, &status] {
        if (!train->get_subcommands().empty()) {
            return;
        }
        if (arguments->file.empty()) {
            printError("no experiment given; expected a file or a subcommand (see `sideline train "
                       "--help`)");
            status = kExitFailed;
            return;
        }
        status = cli::train(*arguments);
    });
}

} // namespace sideline::cli
