// `sideline skill list|try|score`: one skill over many trials, and a single robot that scores.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/math/quantile.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/nao.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/skill_command.h"
#include "cli/skill_program.h"
#include "cli/skill_server.h"
#include "training/experiment/trial_log.h"
#include "training/server/server_bench.h"
#include "training/skill/kick_measures.h"
#include "training/skill/scoring.h"
#include "training/skill/skill_lab.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::BallMap;
using training::SkillTrial;

struct TrySkillArguments {
    std::string skill;
    std::string robot = "nao0";
    std::vector<std::string> behaviorSettings;
    std::vector<std::string> taskSettings;
    training::SkillLabSettings settings;
    double mapM = 0.0;
    std::string logFile;
    bool isMeasured = false;
    bool isJson = false;
};

// The user's settings replace those of the skill.
base::Expected<void> take(const std::vector<std::string>& texts, agents::ParameterTexts& into) {
    for (const std::string& text : texts) {
        auto setting = agents::splitSetting(text);
        if (!setting) {
            return tl::unexpected(setting.error());
        }
        std::erase_if(into, [&](const auto& each) { return each.first == setting->first; });
        into.push_back(std::move(*setting));
    }
    return {};
}

base::Expected<training::Skill> skillOf(const TrySkillArguments& arguments) {
    const auto known = training::findSkill(arguments.skill);
    if (!known) {
        return tl::unexpected(known.error());
    }
    training::Skill skill = **known;
    for (const auto& [texts, into] :
         {std::pair(&arguments.behaviorSettings, &skill.behaviorSettings),
          std::pair(&arguments.taskSettings, &skill.taskSettings)}) {
        if (const auto taken = take(*texts, *into); !taken) {
            return tl::unexpected(taken.error());
        }
    }
    return skill;
}

int printMeasures(const training::Skill& skill, const robot::RobotModelPtr& model,
                  const training::SkillLabSettings& settings) {
    if (skill.task != "kick") {
        printError("only kicks can be measured this way: skills whose task is kick");
        return kExitFailed;
    }
    const auto measures = [&] {
        const Progress progress("measuring");
        return training::measureKick(skill, model, settings);
    }();
    if (!measures) {
        printError(measures.error().toString());
        return kExitFailed;
    }
    std::cout << training::measuredText(*measures);
    return kExitGood;
}

// Prints each success rate as a digit, in tenths, or * for 100 %; far positions at the top, left
// ones on the left.
void printMap(const BallMap& map) {
    std::cout << fmt::format("\nSuccess by ball position from the feet, in tenths (* all, . not "
                             "tried), cells of {:.0f} mm:\n",
                             1000.0 * map.cellM());
    for (int row = 0; row < map.rows(); ++row) {
        std::string line;
        for (int column = 0; column < map.columns(); ++column) {
            const BallMap::Cell& cell = map.cell(column, row);
            line += cell.trials == 0 ? '.'
                    : cell.successes == cell.trials
                        ? '*'
                        : static_cast<char>('0' + 10 * cell.successes / cell.trials);
        }
        std::cout << fmt::format("{:6.2f} m  {}\n", map.middleM(0, row).x(), line);
    }
    if (map.columns() > 0) {
        const auto sideways = [&](int column) {
            const double leftM = map.middleM(column, 0).y();
            return fmt::format("{:.2f} m to the {}", std::abs(leftM),
                               leftM < 0.0 ? "right" : "left");
        };
        std::cout << fmt::format("          {} ... {}\n", sideways(0), sideways(map.columns() - 1));
    }
}

int writeLog(const training::SkillLab& lab, const std::vector<SkillTrial>& trials,
             const TrySkillArguments& arguments) {
    constexpr std::size_t kMax = 20;
    std::vector<training::RecordedTrialPtr> failures;
    for (const SkillTrial& trial : trials) {
        if (!trial.score.isSuccess && failures.size() < kMax) {
            failures.push_back(std::make_shared<const training::RecordedTrial>(
                lab.record(trial.seed, arguments.settings.isExact)));
        }
    }
    if (failures.empty()) {
        std::cout << "No trial failed, so no log was written.\n";
        return kExitGood;
    }
    if (const auto written = training::writeTrialLog(failures, arguments.skill, arguments.logFile);
        !written) {
        printError(written.error().toString());
        return kExitFailed;
    }
    std::cout << fmt::format("{} of the failures are in {}\n", failures.size(), arguments.logFile);
    return kExitGood;
}

// Returns the time when the ball began to move; NaN if it was not measured.
double contactOf(const training::SkillLab& lab, const SkillTrial& trial) {
    const auto& metrics = lab.task()->metrics();
    const auto found = std::ranges::find(metrics, "contactS", &training::MetricInfo::name);
    return found == metrics.end()
               ? std::numeric_limits<double>::quiet_NaN()
               : trial.score.metrics[static_cast<std::size_t>(found - metrics.begin())];
}

Json jsonOf(const training::SkillLab& lab, const std::vector<SkillTrial>& trials) {
    Json json = {{"skill", lab.skill().name}, {"trials", Json::array()}};
    const auto& metrics = lab.task()->metrics();
    for (const SkillTrial& trial : trials) {
        Json each = {{"seed", trial.seed}, {"success", trial.score.isSuccess}};
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            if (std::isfinite(trial.score.metrics[i])) {
                each[metrics[i].name] = trial.score.metrics[i];
            }
        }
        addFailure(each, trial.score.failure);
        if (trial.ballFromFeetM) {
            each["ballFromFeetM"] = {trial.ballFromFeetM->x(), trial.ballFromFeetM->y()};
        }
        if (trial.kicksS.value_or(0.0) > 0.0) {
            each["kicksS"] = *trial.kicksS;
            if (const auto contactS = trial.kickToContactS(contactOf(lab, trial))) {
                each["kickToContactS"] = *contactS;
            }
        }
        json["trials"].push_back(std::move(each));
    }
    return json;
}

void printSpread(const std::string& name, std::vector<double> values) {
    std::ranges::sort(values);
    if (!values.empty() && values.front() != values.back()) {
        std::cout << fmt::format("{:<24}{:>10.4g}{:>10.4g}{:>10.4g}{:>8}\n", name,
                                 math::quantileOf(values, 0.05), math::quantileOf(values, 0.5),
                                 math::quantileOf(values, 0.95), values.size());
    }
}

// For kicks at the end of a walk, the approach is excluded, and so are kicks that touched the ball
// during it.
void printKick(const training::SkillLab& lab, const std::vector<SkillTrial>& trials) {
    std::vector<double> contactsS;
    int touched = 0;
    for (const SkillTrial& trial : trials) {
        const double contactS = contactOf(lab, trial);
        if (!trial.score.isSuccess || trial.kicksS == 0.0 || !std::isfinite(contactS)) {
            continue;
        }
        const auto sinceS = trial.kickToContactS(contactS);
        if (sinceS) {
            contactsS.push_back(*sinceS);
        } else {
            ++touched;
        }
    }
    if (!contactsS.empty()) {
        printSpread("kickToContactS, s", std::move(contactsS));
        if (touched > 0) {
            std::cout << fmt::format(
                "{} of the successful trials touched the ball on the way to it, "
                "before the kick\n",
                touched);
        }
    }
}

void print(const training::SkillLab& lab, const std::vector<SkillTrial>& trials) {
    const auto succeeded =
        std::ranges::count_if(trials, [](const SkillTrial& t) { return t.score.isSuccess; });
    printRow("Succeeded", fmt::format("{} of {}", succeeded, trials.size()));
    printFailures(failuresOf(trials, [](const SkillTrial& t) { return t.score.failure; }),
                  trials.size());
    std::cout << fmt::format("{:<24}{:>10}{:>10}{:>10}{:>8}\n", "", "5 %", "median", "95 %",
                             "trials");
    const auto& metrics = lab.task()->metrics();
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        std::vector<double> values;
        for (const SkillTrial& trial : trials) {
            if (trial.score.isSuccess && std::isfinite(trial.score.metrics[i])) {
                values.push_back(trial.score.metrics[i]);
            }
        }
        printSpread(metrics[i].name + (metrics[i].unit.empty() ? "" : ", " + metrics[i].unit),
                    std::move(values));
    }
    printKick(lab, trials);
}

int trySkill(const TrySkillArguments& arguments) {
    const auto skill = skillOf(arguments);
    if (!skill) {
        printError(skill.error().toString());
        return kExitFailed;
    }
    const robot::RobotCatalog catalog;
    const auto model = catalog.named(arguments.robot);
    if (!model) {
        printError(model.error().toString());
        return kExitFailed;
    }
    if (arguments.isMeasured) {
        return printMeasures(*skill, *model, arguments.settings);
    }
    const auto lab = training::SkillLab::make(*skill, *model);
    if (!lab) {
        printError(lab.error().toString());
        return kExitFailed;
    }
    listenToSignals();
    const std::vector<SkillTrial> trials = [&] {
        Progress progress("trials", arguments.settings.trials);
        std::stop_source stop;
        return lab->run(
            arguments.settings,
            [&](const SkillTrial& /*trial*/) {
                progress.add();
                if (isInterrupted()) { // the results so far are shown
                    stop.request_stop();
                }
            },
            stop.get_token());
    }();
    if (trials.empty()) {
        printError("no trial has ended");
        return kExitFailed;
    }
    if (arguments.isJson) {
        std::cout << jsonOf(*lab, trials).dump(2) << '\n';
    } else {
        print(*lab, trials);
        if (arguments.mapM > 0.0) {
            printMap(BallMap(trials, arguments.mapM));
        }
    }
    if (isInterrupted()) {
        return kExitFailed;
    }
    return arguments.logFile.empty() ? kExitGood : writeLog(*lab, trials, arguments);
}

int listSkills(bool isJson) {
    Json json = Json::array();
    for (const training::Skill& skill : training::skills()) {
        json.push_back({{"name", skill.name}, {"summary", skill.summary}, {"task", skill.task}});
        if (!isJson) {
            std::cout << fmt::format("{:<18}{} (task {})\n", skill.name, skill.summary, skill.task);
        }
    }
    if (isJson) {
        std::cout << json.dump(2) << '\n';
    }
    return kExitGood;
}

struct ScoreArguments {
    std::vector<std::string> robots = {"nao0", "nao1", "nao2", "nao3", "nao4"};
    std::vector<std::string> behaviorSettings;
    training::ScoringSettings settings;
    SkillServerArguments server;
    PlayerProgram program;
    bool isJson = false;
};

base::Expected<std::vector<training::ScoringTrial>> scoreOne(const ScoreArguments& arguments,
                                                             const std::string& name,
                                                             const robot::RobotModelPtr& model) {
    Progress progress(name, arguments.settings.starts);
    const auto onTrial = [&](const training::ScoringTrial& /*trial*/) { progress.add(); };
    const int typeNumber = robot::naoTypeNumberOf(*model).value_or(0);
    if (!arguments.program.command.empty()) {
        return benchProgram(arguments.program, arguments.server, typeNumber, arguments.settings,
                            onTrial);
    }
    if (!arguments.server.isGiven()) {
        return training::benchScoring(model, typeNumber, arguments.settings, onTrial);
    }
    const auto server = serverSettingsOf(arguments.server);
    if (!server) {
        return tl::unexpected(server.error());
    }
    return training::benchScoringOnServer(model, typeNumber, arguments.settings, *server, onTrial);
}

Json jsonOf(const training::ScoringTrial& trial) {
    Json json = {{"seed", trial.seed},
                 {"ball", {trial.ball_F.x(), trial.ball_F.y()}},
                 {"robot", {trial.robot_F.x(), trial.robot_F.y(), trial.robot_F.z()}},
                 {"falls", trial.falls},
                 {"outs", trial.outs}};
    if (trial.touchS) {
        json["touchS"] = *trial.touchS;
    }
    if (trial.goalS) {
        json["goalS"] = *trial.goalS;
    }
    addFailure(json, trial.failure);
    return json;
}

void print(const std::string& robot, const std::vector<training::ScoringTrial>& trials) {
    std::vector<double> goalsS;
    std::vector<double> touchesS;
    int falls = 0;
    int outs = 0;
    for (const training::ScoringTrial& trial : trials) {
        if (trial.goalS) {
            goalsS.push_back(*trial.goalS);
        }
        if (trial.touchS) {
            touchesS.push_back(*trial.touchS);
        }
        falls += trial.falls;
        outs += trial.outs;
    }
    std::ranges::sort(goalsS);
    std::ranges::sort(touchesS);
    std::cout << fmt::format("{:<8}{:>5} of {:<5}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>7}{:>7}\n",
                             robot, goalsS.size(), trials.size(), math::quantileOf(touchesS, 0.5),
                             math::quantileOf(goalsS, 0.05), math::quantileOf(goalsS, 0.5),
                             math::quantileOf(goalsS, 0.95), falls, outs)
              << std::flush;
    printFailures(failuresOf(trials, std::mem_fn(&training::ScoringTrial::failure)), trials.size(),
                  8);
}

int score(ScoreArguments& arguments) {
    if (const auto taken = take(arguments.behaviorSettings, arguments.settings.behaviorSettings);
        !taken) {
        printError(taken.error().toString());
        return kExitFailed;
    }
    Json all = Json::array();
    if (!arguments.isJson) {
        std::cout << fmt::format("{:<8}{:>14}{:>9}{:>9}{:>9}{:>9}{:>7}{:>7}\n", "", "scored",
                                 "touch, s", "5 %, s", "goal, s", "95 %, s", "falls", "outs");
    }
    const int status = forEachRobot(
        arguments.robots,
        [&](const std::string& name, const robot::RobotModelPtr& model) -> base::Expected<void> {
            const auto trials = scoreOne(arguments, name, model);
            if (!trials) {
                return tl::unexpected(trials.error());
            }
            if (!arguments.isJson) {
                print(name, *trials);
            }
            Json json = {{"robot", name}, {"trials", Json::array()}};
            for (const training::ScoringTrial& trial : *trials) {
                json["trials"].push_back(jsonOf(trial));
            }
            all.push_back(std::move(json));
            return {};
        });
    if (status == kExitGood && arguments.isJson) {
        std::cout << all.dump(2) << '\n';
    }
    return status;
}

struct PushArguments {
    std::vector<std::string> robots = {"nao0", "nao1", "nao2", "nao3", "nao4"};
    training::PushSettings settings;
};

int pushOver(const PushArguments& arguments) {
    std::cout << fmt::format("{:<8}{:>8}{:>8}{:>14}{:>12}{:>9}\n", "", "pushes", "fell",
                             "walks again", "median, s", "95 %, s");
    return forEachRobot(
        arguments.robots,
        [&](const std::string& name, const robot::RobotModelPtr& model) -> base::Expected<void> {
            const auto trials = [&] {
                Progress progress(name, arguments.settings.pushes);
                return training::benchPushes(model, robot::naoTypeNumberOf(*model).value_or(0),
                                             arguments.settings, [&] { progress.add(); });
            }();
            if (!trials) {
                return tl::unexpected(trials.error());
            }
            std::vector<double> walksS;
            for (const training::PushTrial& trial : *trials) {
                if (trial.walksS) {
                    walksS.push_back(*trial.walksS);
                }
            }
            std::ranges::sort(walksS);
            const auto fell = std::ranges::count_if(*trials, &training::PushTrial::hasFallen);
            std::cout << fmt::format("{:<8}{:>8}{:>8}{:>14}{:>12.2f}{:>9.2f}\n", name,
                                     trials->size(), fell, walksS.size(),
                                     math::quantileOf(walksS, 0.5), math::quantileOf(walksS, 0.95))
                      << std::flush;
            printFailures(failuresOf(*trials, std::mem_fn(&training::PushTrial::failure)),
                          trials->size(), 8);
            return {};
        });
}

} // namespace

void addSkillTry(CLI::App& skill, int& status) {
    CLI::App* list = skill.add_subcommand("list", "List the skills that can be tried");
    auto isJson = std::make_shared<bool>(false);
    list->add_flag("--json", *isJson, "print JSON");
    list->callback([isJson, &status] { status = listSkills(*isJson); });

    CLI::App* command =
        skill.add_subcommand("try", "Run many trials of a skill from random starts");
    auto arguments = std::make_shared<TrySkillArguments>();
    arguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    addQuietOption(*command);
    command->add_option("SKILL", arguments->skill, "see `sideline skill list`")->required();
    command->add_option("--robot", arguments->robot, "nao0 to nao4, ...")->capture_default_str();
    command->add_option("--set", arguments->behaviorSettings,
                        "setting of the behavior, as key=value");
    command->add_option("--task-set", arguments->taskSettings,
                        "setting of the task, as key=value; see `sideline train tasks`");
    command->add_option("--trials", arguments->settings.trials, "number of trials")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    command->add_option("--seed", arguments->settings.seed, "seed of all trials")
        ->capture_default_str();
    command->add_option("--workers", arguments->settings.workers, "threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->add_flag("--exact", arguments->settings.isExact,
                      "use ODE's own solver instead of the fast one");
    command
        ->add_option("--map", arguments->mapM,
                     "print success by ball position in cells of this size, m")
        ->check(CLI::Range(0.001, 1.0));
    command->add_option("--failures", arguments->logFile,
                        "write a match log of up to 20 trials that failed");
    command->add_flag("--measured", arguments->isMeasured,
                      "measure a kick and print the [measured] table of its file: figures, slower "
                      "swings, region");
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = trySkill(*arguments); });

    CLI::App* scoring = skill.add_subcommand(
        "score", "Measure how long a lone robot takes to score, with ball and robot anywhere");
    auto scoreArguments = std::make_shared<ScoreArguments>();
    scoreArguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    addQuietOption(*scoring);
    scoring->add_option("--robot", scoreArguments->robots, "nao0 to nao4, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    CLI::Option* behavior = scoring
                                ->add_option("--behavior", scoreArguments->settings.behavior,
                                             "see `sideline agent list`")
                                ->capture_default_str();
    scoring->add_option("--set", scoreArguments->behaviorSettings,
                        "setting of the behavior, as key=value");
    scoring->add_option("--starts", scoreArguments->settings.starts, "number of starts")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    scoring->add_option("--seed", scoreArguments->settings.seed, "seed of all starts")
        ->capture_default_str();
    scoring
        ->add_option("--longest", scoreArguments->settings.longestS,
                     "time after which a start counts as failed, s")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 3600.0));
    CLI::Option* workers =
        scoring->add_option("--workers", scoreArguments->settings.workers, "threads")
            ->capture_default_str()
            ->check(CLI::Range(1, 1024));
    CLI::Option* exact = scoring->add_flag("--exact", scoreArguments->settings.isExact,
                                           "use ODE's own solver instead of the fast one");
    addSkillServerOptions(*scoring, scoreArguments->server)->excludes(workers)->excludes(exact);
    addProgramOptions(*scoring, scoreArguments->program)->excludes(behavior)->excludes(workers);
    scoring->add_flag("--json", scoreArguments->isJson, "print JSON");
    scoring->callback([scoreArguments, &status] { status = score(*scoreArguments); });

    CLI::App* pushing = skill.add_subcommand(
        "knock",
        "Push over a walking robot repeatedly and measure whether it gets up and walks again");
    auto pushArguments = std::make_shared<PushArguments>();
    pushArguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    addQuietOption(*pushing);
    pushing->add_option("--robot", pushArguments->robots, "nao0 to nao4, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    pushing->add_option("--pushes", pushArguments->settings.pushes, "number of pushes")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    pushing
        ->add_option("--push", pushArguments->settings.pushMps,
                     "change of the robot's velocity by each push, m/s")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 10.0));
    pushing->add_option("--seed", pushArguments->settings.seed, "seed of all pushes")
        ->capture_default_str();
    pushing->add_flag("--exact", pushArguments->settings.isExact,
                      "use ODE's own solver instead of the fast one");
    pushing->callback([pushArguments, &status] { status = pushOver(*pushArguments); });
    addSkillDrop(skill, status);
}

} // namespace sideline::cli
