#include "cli/log_command.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;

Json toJson(const logs::Event& event, const logs::LogIndex& index) {
    Json json;
    json["kind"] = logs::eventKindName(event.kind);
    json["frame"] = event.frame;
    json["gameTimeS"] = event.gameTimeS;
    json["recordTimeS"] = event.recordTimeS;
    json["text"] = event.text;
    if (event.side != game::Side::None) {
        json["side"] = game::sideName(event.side);
    }
    if (event.robot.unum.value() > 0) {
        json["unum"] = event.robot.unum.value();
    }
    if (event.code >= 0) {
        json["code"] = event.code;
    }
    if (event.reportedFrame) {
        json["reportedFrame"] = *event.reportedFrame;
        json["reportedGameTimeS"] = index.gameTimeS(*event.reportedFrame);
    }
    return json;
}

} // namespace

void addLogEvents(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "events", "List goals, play modes, fouls, kicks, falls and other events");
    auto arguments = std::make_shared<LogArguments>();
    auto kinds = std::make_shared<std::vector<std::string>>();
    addLogArguments(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
    std::vector<std::string> names;
    names.reserve(logs::kEventKindCount);
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        names.emplace_back(logs::eventKindName(static_cast<logs::EventKind>(i)));
    }
    command->add_option("--kind", *kinds, "only these kinds, comma-separated")
        ->delimiter(',')
        ->check(CLI::IsMember(names));
    command->callback([arguments, kinds, &status] {
        const auto opened = openLog(*arguments, true);
        if (!opened) {
            status = kExitFailed;
            return;
        }
        const auto index = opened->index();
        const auto analysis = opened->analysis();
        Json list = Json::array();
        for (const logs::Event& event : analysis->events) {
            if (!kinds->empty() &&
                std::ranges::find(*kinds, logs::eventKindName(event.kind)) == kinds->end()) {
                continue;
            }
            if (arguments->json) {
                list.push_back(toJson(event, *index));
            } else {
                const std::string late =
                    event.reportedFrame
                        ? fmt::format("  (probably; logged late, at {:.2f} s, frame {})",
                                      index->gameTimeS(*event.reportedFrame), *event.reportedFrame)
                        : "";
                std::cout << fmt::format("{:>7}  {:>9.2f} s  {:<10}  {}{}\n", event.frame,
                                         event.gameTimeS, logs::eventKindName(event.kind),
                                         event.text, late);
            }
        }
        if (arguments->json) {
            std::cout << list.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        }
    });
}

} // namespace sideline::cli
