#include "cli/skill_command.h"

#include <iostream>

#include <fmt/format.h>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/log_command.h"
#include "cli/output.h"

namespace sideline::cli {

int forEachRobot(const std::vector<std::string>& names,
                 const std::function<base::Expected<void>(
                     const std::string& name, const robot::RobotModelPtr& model)>& action) {
    const robot::RobotCatalog catalog;
    for (const std::string& name : names) {
        const auto model = catalog.named(name);
        const auto done =
            model ? action(name, *model) : base::Expected<void>(tl::unexpected(model.error()));
        if (!done) {
            printError(done.error().toString());
            return kExitFailed;
        }
    }
    return kExitGood;
}

void printFailures(std::span<const training::TrialFailure> failures, std::size_t trials,
                   int indent) {
    if (!failures.empty()) {
        std::cout << fmt::format("{:{}}{}\n", "", indent, training::failuresText(failures, trials))
                  << std::flush;
    }
}

void printCauses(const robot::RobotModel& model, std::span<const training::FallCause> events,
                 std::size_t first) {
    for (std::size_t i = 0; i < events.size(); ++i) {
        printRow(i == first ? "First cause" : "Event",
                 fmt::format("{:.2f} s: {}", events[i].beginS,
                             training::fallCauseText(model, events[i])));
    }
}

nlohmann::ordered_json causesJson(const robot::RobotModel& model,
                                  std::span<const training::FallCause> events) {
    auto json = nlohmann::ordered_json::array();
    for (const training::FallCause& event : events) {
        json.push_back({{"beginS", event.beginS},
                        {"endS", event.endS},
                        {"text", training::fallCauseText(model, event)}});
    }
    return json;
}

void addFailure(nlohmann::ordered_json& trial,
                const std::optional<training::TrialFailure>& failure) {
    if (!failure) {
        return;
    }
    nlohmann::ordered_json json = {{"reason", training::failureName(failure->kind)},
                                   {"atS", failure->atS}};
    if (failure->value) {
        json["value"] = *failure->value;
    }
    if (failure->limit) {
        json["limit"] = *failure->limit;
    }
    json["text"] = training::failureText(*failure);
    trial["failure"] = std::move(json);
}

void addSkillCommand(CLI::App& app, int& status) {
    CLI::App* skill = app.add_subcommand("skill", "Measure skills: walking, getting up, kicking");
    skill->require_subcommand(1);
    addSkillTry(*skill, status);
    addSkillMatch(*skill, status);
}

} // namespace sideline::cli
