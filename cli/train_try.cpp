// `sideline train try`: evaluates a motion, a program or a behavior by a task, over many trials.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/input_file.h"
#include "agentcore/math/quantile.h"
#include "agentcore/robot/nao.h"
#include "agents/parameters.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/skill_command.h"
#include "cli/skill_server.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/recorded_trial.h"
#include "training/farm/thread_farm.h"
#include "training/genome/program_text.h"
#include "training/server/server_trial.h"
#include "training/task/task_registry.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;

struct TrainTryArguments {
    std::string motion;
    std::string task;
    std::vector<std::string> settings;
    bool isBehavior = false;
    std::vector<std::string> behaviorSettings;
    std::vector<std::string> robots = {"nao0"};
    int trials = 100;
    std::uint64_t seed = 1;
    unsigned workers = std::max(1U, std::thread::hardware_concurrency());
    bool isExact = false;
    bool isJson = false;
    SkillServerArguments server;
};

// Returns the finite values, sorted.
std::vector<double> sortedOf(const std::vector<training::TrialScore>& scores,
                             const std::function<double(const training::TrialScore&)>& of) {
    std::vector<double> values;
    for (const training::TrialScore& score : scores) {
        if (const double value = of(score); std::isfinite(value)) {
            values.push_back(value);
        }
    }
    std::ranges::sort(values);
    return values;
}

bool isProgram(const TrainTryArguments& arguments) {
    return !arguments.isBehavior &&
           std::filesystem::path(arguments.motion).extension() == ".program";
}

// Returns the subject of the trials: the program in the file, or the motion and its parameters.
base::Expected<training::Genome> genomeOf(const TrainTryArguments& arguments,
                                          const training::ExperimentParts& parts) {
    if (!isProgram(arguments)) {
        return training::Genome{parts.subject->space().start(), {}};
    }
    auto text =
        base::readTextFile(arguments.motion, training::kMaxProgramBytes, "an evolved program");
    if (!text) {
        return tl::unexpected(text.error());
    }
    training::Genome genome{{}, std::move(*text)};
    if (const auto mover = parts.subject->mover(genome, parts.robots.front()); !mover) {
        return tl::unexpected(mover.error().inFile(arguments.motion));
    }
    return genome;
}

base::Expected<training::ExperimentSettings> settingsOf(const TrainTryArguments& arguments,
                                                        const std::string& robot) {
    training::ExperimentSettings settings;
    settings.robots = {robot};
    (arguments.isBehavior ? settings.change.behavior : settings.change.motion) = arguments.motion;
    settings.change.isProgram = isProgram(arguments);
    settings.change.isFixed = true;
    settings.task = arguments.task;
    auto taskSettings = agents::splitSettings(arguments.settings);
    auto behaviorSettings = agents::splitSettings(arguments.behaviorSettings);
    if (!taskSettings || !behaviorSettings) {
        return tl::unexpected((!taskSettings ? taskSettings : behaviorSettings).error());
    }
    settings.taskSettings = std::move(*taskSettings);
    settings.change.behaviorSettings = std::move(*behaviorSettings);
    return settings;
}

struct TryRow {
    std::string name;
    std::string unit;
    std::vector<double> sorted;
};

// A failed trial that was run again.
struct ExplainedTrial {
    std::size_t number = 0; ///< from 1
    std::uint64_t seed = 0;
    training::RecordedTrial trial;
};

std::uint64_t seedOf(const TrainTryArguments& arguments, std::size_t trial) {
    return training::trialSeed(arguments.seed, 0, static_cast<std::uint64_t>(trial));
}

// Repeats the first failed trial and explains it; nullopt if none failed, or on a server.
base::Expected<std::optional<ExplainedTrial>> explainFirst(
    const TrainTryArguments& arguments, const training::ExperimentParts& parts,
    const training::Genome& genome, const std::vector<training::TrialScore>& scores) {
    const auto bad = std::ranges::find_if(
        scores, [](const training::TrialScore& score) { return score.failure.has_value(); });
    if (bad == scores.end() || arguments.server.isGiven()) {
        return std::nullopt;
    }
    const auto place = static_cast<std::size_t>(bad - scores.begin());
    const std::uint64_t seed = seedOf(arguments, place);
    auto trial = training::recordTrial(parts, genome, {seed, 0}, arguments.isExact);
    if (!trial) {
        return tl::unexpected(trial.error());
    }
    return ExplainedTrial{place + 1, seed, std::move(*trial)};
}

void print(const ExplainedTrial& explained) {
    const training::RecordedTrial& trial = explained.trial;
    const training::TrialFailure& failure = *trial.score.failure;
    printRow("Why", fmt::format("trial {}: {} at {:.2f} s", explained.number,
                                training::failureText(failure), failure.atS));
    printCauses(*trial.model, trial.failureEvents, trial.firstCause);
}

Json toJson(const ExplainedTrial& explained) {
    const training::RecordedTrial& trial = explained.trial;
    Json json = {{"trial", explained.number}, {"seed", explained.seed}};
    addFailure(json, trial.score.failure);
    json["firstCause"] = trial.failureEvents.empty() ? Json(nullptr) : Json(trial.firstCause);
    json["events"] = causesJson(*trial.model, trial.failureEvents);
    return json;
}

void print(const std::string& robot, const std::vector<training::TrialScore>& scores,
           const std::vector<TryRow>& rows) {
    const auto successes = std::ranges::count_if(scores, &training::TrialScore::isSuccess);
    printRow("Robot", robot);
    printRow("Succeeded", fmt::format("{} of {}", successes, scores.size()));
    std::cout << fmt::format("{:<24}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}\n", "", "least", "5 %",
                             "median", "95 %", "most", "trials");
    for (const TryRow& row : rows) {
        if (!row.sorted.empty()) {
            std::cout << fmt::format(
                "{:<24}{:>10.4g}{:>10.4g}{:>10.4g}{:>10.4g}{:>10.4g}{:>8}\n",
                row.name + (row.unit.empty() ? "" : ", " + row.unit), row.sorted.front(),
                math::quantileOf(row.sorted, 0.05), math::quantileOf(row.sorted, 0.5),
                math::quantileOf(row.sorted, 0.95), row.sorted.back(), row.sorted.size());
        }
    }
}

Json jsonOf(const std::string& robot, const std::vector<training::TrialScore>& scores,
            const std::vector<TryRow>& rows) {
    Json json;
    json["robot"] = robot;
    json["trials"] = scores.size();
    json["succeeded"] = std::ranges::count_if(scores, &training::TrialScore::isSuccess);
    for (const TryRow& row : rows) {
        if (!row.sorted.empty()) {
            json[row.name] = {{"least", row.sorted.front()},
                              {"p5", math::quantileOf(row.sorted, 0.05)},
                              {"median", math::quantileOf(row.sorted, 0.5)},
                              {"p95", math::quantileOf(row.sorted, 0.95)},
                              {"most", row.sorted.back()},
                              {"trials", row.sorted.size()}};
        }
    }
    return json;
}

base::Expected<std::vector<training::TrialScore>> scoresInSimulation(
    const TrainTryArguments& arguments, const training::ExperimentParts& parts,
    const training::Genome& genome) {
    std::vector<training::TrialJob> jobs;
    for (int i = 0; i < arguments.trials; ++i) {
        jobs.push_back({0, 0, seedOf(arguments, static_cast<std::size_t>(i))});
    }
    training::ThreadFarm farm(training::trialsOf(parts, arguments.isExact), arguments.workers);
    Progress progress("trials", arguments.trials);
    return farm.run({&genome, 1}, jobs, [&](std::size_t, const auto&) { progress.add(); }, {});
}

base::Expected<std::vector<training::TrialScore>> scoresOnServer(
    const TrainTryArguments& arguments, const training::ExperimentParts& parts,
    const training::Genome& genome) {
    const robot::RobotModelPtr& model = parts.robots.front();
    const auto server = serverSettingsOf(arguments.server);
    if (!server) {
        return tl::unexpected(server.error());
    }
    auto behavior = parts.subject->behavior(genome, model);
    if (!behavior) {
        return tl::unexpected(behavior.error());
    }
    const auto mover = parts.subject->mover(genome, model);
    if (!mover) {
        return tl::unexpected(mover.error());
    }
    training::ServerTrialSettings settings;
    settings.robot =
        training::robotSettings(model, robot::naoTypeNumberOf(*model).value_or(0), *server);
    settings.task = parts.task;
    settings.behavior = std::move(*behavior);
    settings.startRad.assign((*mover)->startRad().begin(), (*mover)->startRad().end());
    settings.trials = arguments.trials;
    settings.seed = arguments.seed;
    Progress progress("trials", arguments.trials);
    return training::runServerTrials(
        settings, [&](const training::TrialScore& /*score*/) { progress.add(); });
}

int tryMotion(const TrainTryArguments& arguments) {
    Json all = Json::array();
    for (const std::string& robot : arguments.robots) {
        const auto settings = settingsOf(arguments, robot);
        if (!settings) {
            printError(settings.error().toString());
            return kExitFailed;
        }
        const auto parts = training::partsOf(*settings);
        if (!parts) {
            printError(parts.error().toString());
            return kExitFailed;
        }
        const auto genome = genomeOf(arguments, *parts);
        if (!genome) {
            printError(genome.error().toString());
            return kExitFailed;
        }
        const auto scores = arguments.server.isGiven()
                                ? scoresOnServer(arguments, *parts, *genome)
                                : scoresInSimulation(arguments, *parts, *genome);
        if (!scores) {
            printError(scores.error().toString());
            return kExitFailed;
        }
        const std::vector<training::MetricInfo>& metrics = parts->task->metrics();
        std::vector<TryRow> rows = {
            {"fitness", "", sortedOf(*scores, [](const auto& score) { return score.fitness; })}};
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            rows.push_back(
                {metrics[i].name, metrics[i].unit, sortedOf(*scores, [i](const auto& score) {
                     return i < score.metrics.size() ? score.metrics[i] : std::nan("");
                 })});
        }
        const auto explained = explainFirst(arguments, *parts, *genome, *scores);
        if (!explained) {
            printError(explained.error().toString());
            return kExitFailed;
        }
        if (arguments.isJson) {
            all.push_back(jsonOf(robot, *scores, rows));
            if (*explained) {
                all.back()["failed"] = toJson(**explained);
            }
            continue;
        }
        print(robot, *scores, rows);
        printFailures(failuresOf(*scores, std::mem_fn(&training::TrialScore::failure)),
                      scores->size());
        if (*explained) {
            print(**explained);
        }
    }
    if (arguments.isJson) {
        std::cout << (all.size() == 1 ? all.front() : all)
                         .dump(2, ' ', false, Json::error_handler_t::replace)
                  << '\n';
    }
    return kExitGood;
}

} // namespace

void addTrainTry(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand(
        "try", "Evaluate an unchanged motion, program or behavior in many trials of a task");
    auto arguments = std::make_shared<TrainTryArguments>();
    addQuietOption(*command);
    command
        ->add_option("MOTION", arguments->motion,
                     "motion file, name of a shipped motion, or program file (.program)")
        ->required();
    command->add_flag("--behavior", arguments->isBehavior,
                      "MOTION is the name of a behavior, see `sideline agent list`");
    command
        ->add_option("--with", arguments->behaviorSettings, "setting of the behavior, as key=value")
        ->allow_extra_args(false);
    command->add_option("--task", arguments->task, "see `sideline train tasks`")->required();
    command->add_option("--set", arguments->settings, "setting of the task, as key=value")
        ->allow_extra_args(false);
    command
        ->add_option("--robot", arguments->robots,
                     "nao0 to nao4, T1, K1, PiPlus, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--trials", arguments->trials, "number of trials")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    command->add_option("--seed", arguments->seed, "seed of all trials")->capture_default_str();
    CLI::Option* workers = command->add_option("--workers", arguments->workers, "threads")
                               ->capture_default_str()
                               ->check(CLI::Range(1, 1024));
    CLI::Option* exact = command->add_flag("--exact", arguments->isExact,
                                           "use ODE's own solver instead of the fast one");
    addSkillServerOptions(*command, arguments->server)->excludes(workers)->excludes(exact);
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = tryMotion(*arguments); });
}

} // namespace sideline::cli
