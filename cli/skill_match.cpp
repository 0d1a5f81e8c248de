// `sideline skill save|look`: a goalkeeper alone, and a robot that walks around alone.
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/math/angles.h"
#include "agentcore/math/quantile.h"
#include "agentcore/robot/nao.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/skill_command.h"
#include "training/skill/shots.h"
#include "training/skill/vision_bench.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;

struct SaveArguments {
    std::vector<std::string> robots = {"nao0", "nao1", "nao2", "nao3", "nao4"};
    std::vector<std::string> behaviorSettings;
    training::ShotSettings settings;
    bool isJson = false;
};

Json jsonOf(const training::ShotTrial& trial) {
    Json json = {
        {"seed", trial.seed},
        {"ball", {trial.ball_F.x(), trial.ball_F.y()}},
        {"velocity", {trial.velocity_FMps.x(), trial.velocity_FMps.y(), trial.velocity_FMps.z()}},
        {"saved", trial.isSaved},
        {"stands", trial.stands}};
    if (trial.lateralM) {
        json["asideM"] = *trial.lateralM;
        json["inS"] = trial.inS;
    }
    addFailure(json, trial.failure);
    return json;
}

int save(SaveArguments& arguments) {
    for (const std::string& text : arguments.behaviorSettings) {
        auto setting = agents::splitSetting(text);
        if (!setting) {
            printError(setting.error().toString());
            return kExitFailed;
        }
        arguments.settings.behaviorSettings.push_back(std::move(*setting));
    }
    if (!arguments.isJson) {
        std::cout << fmt::format("{:<8}{:>8}{:>8}{:>12}{:>14}\n", "", "shots", "saved", "share, %",
                                 "upright after");
    }
    Json all = Json::array();
    const int status = forEachRobot(
        arguments.robots,
        [&](const std::string& name, const robot::RobotModelPtr& model) -> base::Expected<void> {
            const auto trials = [&] {
                Progress progress(name, arguments.settings.shots);
                return training::benchShots(model, robot::naoTypeNumberOf(*model).value_or(0),
                                            arguments.settings, [&] { progress.add(); });
            }();
            if (!trials) {
                return tl::unexpected(trials.error());
            }
            const auto saved = std::ranges::count_if(*trials, &training::ShotTrial::isSaved);
            const auto stand = std::ranges::count_if(*trials, &training::ShotTrial::stands);
            Json json = {{"robot", name}, {"shots", Json::array()}};
            for (const training::ShotTrial& trial : *trials) {
                json["shots"].push_back(jsonOf(trial));
            }
            all.push_back(std::move(json));
            if (arguments.isJson) {
                return {};
            }
            std::cout << fmt::format("{:<8}{:>8}{:>8}{:>12.1f}{:>14}\n", name, trials->size(),
                                     saved,
                                     100.0 * static_cast<double>(saved) /
                                         static_cast<double>(trials->size()),
                                     stand)
                      << std::flush;
            printFailures(failuresOf(*trials, std::mem_fn(&training::ShotTrial::failure)),
                          trials->size(), 8);
            return {};
        });
    if (status == kExitGood && arguments.isJson) {
        std::cout << all.dump(2) << '\n';
    }
    return status;
}

struct LookArguments {
    std::vector<std::string> robots = {"nao0", "nao1", "nao2", "nao3", "nao4"};
    training::VisionBenchSettings settings;
};

int look(const LookArguments& arguments) {
    std::cout << fmt::format("{:<8}{:<8}{:>12}{:>12}{:>14}{:>14}{:>14}{:>11}\n", "", "look",
                             "error, mm", "worst, mm", "heading, deg", "ball age, s",
                             "ball error, mm", "lost, %");
    return forEachRobot(
        arguments.robots,
        [&](const std::string& name, const robot::RobotModelPtr& model) -> base::Expected<void> {
            for (const char* const aim : {"follow", "learn"}) {
                training::VisionBenchSettings settings = arguments.settings;
                settings.look = aim;
                const auto trials = [&] {
                    Progress progress(fmt::format("{}, {}", name, aim), settings.walks);
                    return training::benchVision(model, robot::naoTypeNumberOf(*model).value_or(0),
                                                 settings, [&] { progress.add(); });
                }();
                if (!trials) {
                    return tl::unexpected(trials.error());
                }
                const auto sorted = [&](double training::VisionTrial::*value) {
                    std::vector<double> values;
                    for (const training::VisionTrial& trial : *trials) {
                        values.push_back(trial.*value);
                    }
                    std::ranges::sort(values);
                    return values;
                };
                const auto mean = [&](double training::VisionTrial::*value) {
                    double sum = 0.0;
                    for (const training::VisionTrial& trial : *trials) {
                        sum += trial.*value;
                    }
                    return sum / static_cast<double>(trials->size());
                };
                using Trial = training::VisionTrial;
                std::cout << fmt::format(
                                 "{:<8}{:<8}{:>12.2f}{:>12.2f}{:>14.3f}{:>14.3f}{:>14.1f}{:>11.1f}"
                                 "\n",
                                 name, aim, 1e3 * mean(&Trial::errorM),
                                 1e3 * math::quantileOf(sorted(&Trial::errorM), 0.95),
                                 math::degFromRad(mean(&Trial::errorRad)), mean(&Trial::ballAgeS),
                                 1e3 * mean(&Trial::ballErrorM), 100.0 * mean(&Trial::unknownRatio))
                          << std::flush;
            }
            return {};
        });
}

} // namespace

void addSkillMatch(CLI::App& skill, int& status) {
    CLI::App* saving =
        skill.add_subcommand("save", "Shoot at a goal with a lone goalkeeper and count its saves");
    auto saveArguments = std::make_shared<SaveArguments>();
    addQuietOption(*saving);
    saveArguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    saving->add_option("--robot", saveArguments->robots, "nao0 to nao4, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    saving->add_option("--behavior", saveArguments->settings.behavior, "see `sideline agent list`")
        ->capture_default_str();
    saving->add_option("--set", saveArguments->behaviorSettings,
                       "setting of the behavior, as key=value");
    saving->add_option("--shots", saveArguments->settings.shots, "number of shots")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    saving->add_option("--seed", saveArguments->settings.seed, "seed of all shots")
        ->capture_default_str();
    saving->add_option("--workers", saveArguments->settings.workers, "threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    saving->add_flag("--exact", saveArguments->settings.isExact,
                     "use ODE's own solver instead of the fast one");
    saving->add_flag("--json", saveArguments->isJson, "print JSON, with every shot");
    saving->callback([saveArguments, &status] { status = save(*saveArguments); });

    CLI::App* looking = skill.add_subcommand(
        "look", "Compare both settings of `look` by the pose and ball errors of a walking robot");
    auto lookArguments = std::make_shared<LookArguments>();
    addQuietOption(*looking);
    lookArguments->settings.workers = std::max(1U, std::thread::hardware_concurrency());
    looking->add_option("--robot", lookArguments->robots, "nao0 to nao4, ... (may be repeated)")
        ->delimiter(',')
        ->capture_default_str();
    looking->add_option("--walks", lookArguments->settings.walks, "number of walks")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    looking->add_option("--long", lookArguments->settings.longS, "duration of each walk, s")
        ->capture_default_str()
        ->check(CLI::Range(6.0, 3600.0));
    looking->add_option("--seed", lookArguments->settings.seed, "seed of all walks")
        ->capture_default_str();
    looking->add_option("--workers", lookArguments->settings.workers, "threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    looking->add_flag("--exact", lookArguments->settings.isExact,
                      "use ODE's own solver instead of the fast one");
    looking->callback([lookArguments, &status] { status = look(*lookArguments); });
}

} // namespace sideline::cli
