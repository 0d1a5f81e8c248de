#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "training/task/trial_failure.h"
#include "training/trial/fall_analysis.h"

namespace sideline::cli {

/// Adds `skill` with the measurements of skills.
/// @param status receives the exit status
void addSkillCommand(CLI::App& app, int& status);

/// Calls `action` with each robot of `names` until it fails.
/// @param action receives the name and the robot
/// @return exit status; the error has been printed
[[nodiscard]] int forEachRobot(
    const std::vector<std::string>& names,
    const std::function<base::Expected<void>(const std::string& name,
                                             const robot::RobotModelPtr& model)>& action);

/// Prints why trials failed, grouped by reason; nothing without failures.
/// @param indent columns before the text
void printFailures(std::span<const training::TrialFailure> failures, std::size_t trials,
                   int indent = 0);
/// Prints the events that led to a failure, a row each.
void printCauses(const robot::RobotModel& model, std::span<const training::FallCause> events,
                 std::size_t first);
/// Returns these events for JSON.
[[nodiscard]] nlohmann::ordered_json causesJson(const robot::RobotModel& model,
                                                std::span<const training::FallCause> events);
/// Adds the reason for a trial's failure, if it failed, as `failure`.
void addFailure(nlohmann::ordered_json& trial,
                const std::optional<training::TrialFailure>& failure);
/// Returns the failures of trials. @param of returns the failure of a trial, if it failed
template <typename Trial, typename Of>
std::vector<training::TrialFailure> failuresOf(const std::vector<Trial>& trials, Of of) {
    std::vector<training::TrialFailure> failures;
    for (const Trial& trial : trials) {
        if (const std::optional<training::TrialFailure>& failure = of(trial)) {
            failures.push_back(*failure);
        }
    }
    return failures;
}

/// Adds `list`, `try`, `score` and `knock` to `skill`.
void addSkillTry(CLI::App& skill, int& status);
/// Adds `save` and `look` to `skill`.
void addSkillMatch(CLI::App& skill, int& status);

} // namespace sideline::cli
