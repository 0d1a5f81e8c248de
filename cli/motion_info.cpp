// `sideline motion info`: prints the contents of motion files.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using keyframe::Motion;

struct InfoArguments {
    std::vector<std::string> files;
    MotionArguments read;
    bool isJson = false;
};

Json toJson(const keyframe::ReadMotion& read) {
    const Motion& motion = read.motion;
    Json json;
    json["name"] = keyframe::nameOf(motion, read.lines.file);
    json["description"] = motion.description;
    json["tags"] = motion.tags;
    json["robots"] = motion.robots;
    json["keyframes"] = motion.keyframes.size();
    json["lengthS"] = motion.endS();
    json["speed"] = motion.speed;
    json["mirrored"] = motion.mirrored;
    json["joints"] = jointsOf(motion);
    json["loop"] = motion.loop ? Json{{"beginS", motion.loop->beginS},
                                      {"endS", motion.loop->endS},
                                      {"count", motion.loop->count}}
                               : Json(nullptr);
    std::size_t waits = 0;
    std::size_t limbs = 0;
    for (const auto& keyframe : motion.keyframes) {
        waits += keyframe->wait ? 1U : 0U;
        limbs += keyframe->limbs.size();
    }
    json["waits"] = waits;
    json["limbTargets"] = limbs;
    json["parameters"] = Json::object();
    for (const std::string& name : parametersOf(motion)) {
        const auto value = motion.parameters.find(name);
        json["parameters"][name] = value != motion.parameters.end() ? Json(value->second) : Json();
    }
    json["findings"] = Json::array();
    for (const keyframe::Finding& finding : read.findings) {
        json["findings"].push_back(cli::toJson(finding));
    }
    return json;
}

void row(const std::string& name, const std::string& value) {
    if (!value.empty()) {
        std::cout << fmt::format("  {:<12}{}\n", name, value);
    }
}

std::string unlessZero(std::size_t count, const std::string& noun) {
    return count == 0 ? "" : ", " + base::plural(count, noun);
}

void print(const Json& json) {
    const auto text = [&](const char* key) { return json[key].get<std::string>(); };
    const auto list = [&](const char* key) {
        return fmt::format("{}", fmt::join(json[key].get<std::vector<std::string>>(), " "));
    };
    std::cout << fmt::format("{}\n", text("name"));
    row("What", text("description"));
    row("Tags", list("tags"));
    row("Robots", list("robots"));
    row("Keyframes", fmt::format("{} in {:.3f} s{}{}{}{}", json["keyframes"].get<std::size_t>(),
                                 json["lengthS"].get<double>(),
                                 json["speed"] == 1.0 ? ""
                                                      : fmt::format(" at {} times the speed",
                                                                    json["speed"].get<double>()),
                                 unlessZero(json["waits"].get<std::size_t>(), "wait"),
                                 unlessZero(json["limbTargets"].get<std::size_t>(), "limb target"),
                                 json["mirrored"].get<bool>() ? ", played mirrored" : ""));
    if (const Json& loop = json["loop"]; !loop.is_null()) {
        const int count = loop["count"].get<int>();
        row("Loop", fmt::format("{:.3f} to {:.3f} s, {}", loop["beginS"].get<double>(),
                                loop["endS"].get<double>(),
                                count == 0 ? "forever" : base::plural(count, "time")));
    }
    row("Joints", list("joints"));
    std::string parameters;
    for (const auto& [name, value] : json["parameters"].items()) {
        parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", name,
                                  value.is_null() ? "?" : value.dump());
    }
    row("Parameters", parameters);
}

int describe(const InfoArguments& arguments) {
    int status = kExitGood;
    Json all = Json::array();
    for (const std::string& file : arguments.files) {
        const auto read = loadMotions(file, arguments.read);
        if (!read) {
            status = kExitFailed;
            continue;
        }
        Json json;
        json["file"] = file;
        json["format"] = keyframe::formatInfo(read->format).id;
        json["motions"] = Json::array();
        if (!arguments.isJson) {
            std::cout << fmt::format("{}: {}\n", file, keyframe::formatInfo(read->format).name);
        }
        for (const keyframe::ReadMotion& motion : read->motions) {
            json["motions"].push_back(toJson(motion));
            if (!arguments.isJson) {
                print(json["motions"].back());
                for (const keyframe::Finding& finding : motion.findings) {
                    std::cout << fmt::format("  {}\n", finding.toString());
                }
            }
        }
        all.push_back(std::move(json));
    }
    if (arguments.isJson) {
        std::cout << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    }
    return status;
}

} // namespace

void addMotionInfo(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "info", "Show what motion files contain: keyframes, length, joints, ...");
    auto arguments = std::make_shared<InfoArguments>();
    command->add_option("FILE", arguments->files, "motion files, or names of shipped motions")
        ->required();
    addReadOptions(*command, arguments->read);
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = describe(*arguments); });
}

} // namespace sideline::cli
