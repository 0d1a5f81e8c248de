// `sideline motion`: works with motion files of all teams.
#include "cli/motion_command.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "motions/library/library.h"
#include "motions/values.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
using keyframe::Format;
using keyframe::Motion;
using keyframe::Value;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxParameterBytes = std::uint64_t{1} << 20U;

base::Expected<keyframe::Parameters> readParameterFiles(const std::vector<std::string>& files) {
    keyframe::Parameters all;
    for (const std::string& file : files) {
        const auto text =
            base::readTextFile(file, kMaxParameterBytes, "a file with `name value` lines");
        if (!text) {
            return tl::unexpected(text.error());
        }
        auto parameters = keyframe::readParameters(*text, file);
        if (!parameters) {
            // The fault is in the parameter file, not in the motion.
            parameters.error().code = base::ErrorCode::InvalidArgument;
            return tl::unexpected(std::move(parameters.error()));
        }
        for (const auto& [name, value] : *parameters) {
            all.insert_or_assign(name, value);
        }
    }
    return all;
}

// Returns the file, or a shipped motion of this name if there is no such file.
base::Expected<fs::path> pathOf(const std::string& file, const std::string& robot) {
    std::error_code unknown;
    const bool isName = file.find('/') == std::string::npos && !fs::path(file).has_extension();
    if (!isName || fs::exists(file, unknown)) {
        return fs::path(file);
    }
    const robot::RobotModelPtr model = modelNamed(robot);
    const auto type = model != nullptr ? robot::naoTypeNumberOf(*model) : std::nullopt;
    const auto found = keyframe::findMotion(keyframe::ownMotionsFolder(), file, type);
    if (!found) {
        return tl::unexpected(found.error());
    }
    return found->path;
}

std::string formatIds(bool mustBeWritable) {
    std::string ids;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (info.canWrite || !mustBeWritable) {
            ids += fmt::format("{}{}", ids.empty() ? "" : ", ", info.id);
        }
    }
    return ids;
}

// Returns the format to write a file in; nullopt after printing an error.
std::optional<Format> targetFormat(const MotionTarget& target, std::optional<Format> like) {
    if (!target.format.empty()) {
        const auto format = keyframe::formatFromId(target.format);
        if (!format) {
            printError(fmt::format("unknown format '{}', expected one of {}", target.format,
                                   formatIds(true)));
        }
        return format;
    }
    const std::string ending = fs::path(target.file).extension().string();
    std::vector<Format> fitting;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (info.canWrite && ending == info.extension) {
            fitting.push_back(info.format);
        }
    }
    if (like && std::ranges::find(fitting, *like) != fitting.end()) {
        return like;
    }
    // `.motion` is Sideline's format unless Webots' table is requested.
    if (fitting.size() == 1 || (!fitting.empty() && fitting.front() == Format::Sideline)) {
        return fitting.front();
    }
    printError(fmt::format("{}: {}, give --format with one of {}", target.file,
                           fitting.empty() ? "no writable format has this file name extension"
                                           : "several formats have this file name extension",
                           formatIds(true)));
    return std::nullopt;
}

void giveParameters(Motion& motion, const keyframe::Parameters& given) {
    for (const std::string& name : parametersOf(motion)) {
        if (const auto value = given.find(name); value != given.end()) {
            motion.parameters.emplace(name, value->second);
        }
    }
}

} // namespace

void addReadOptions(CLI::App& command, MotionArguments& arguments) {
    command.add_option("--params", arguments.parameterFiles,
                       "file with `name value` lines for $parameters; may be repeated");
    command.add_option("--from-format", arguments.format,
                       "file format (default: detected from name and content)");
}

void addRobotOption(CLI::App& command, MotionArguments& arguments, bool mayBeAll) {
    arguments.mayBeAll = mayBeAll;
    command.add_option(
        "--robot", arguments.robot,
        fmt::format("nao0 to nao4, soccerbot056, T1, K1, PiPlus, or a robot's file{} "
                    "(default: the motion's own, else nao0)",
                    mayBeAll ? ", or all" : ""));
}

void addMotionOption(CLI::App& command, MotionArguments& arguments) {
    command.add_option("--motion", arguments.motion,
                       "motion name, for files with several motions (default: the first)");
}

std::vector<keyframe::JointName> jointsOf(const Motion& motion) {
    std::set<keyframe::JointName> joints;
    for (const auto& keyframe : motion.keyframes) {
        for (const auto& [joint, key] : keyframe->joints) {
            joints.insert(joint);
        }
    }
    return {joints.begin(), joints.end()};
}

std::vector<std::string> parametersOf(const Motion& motion) {
    std::vector<std::string> names;
    for (const auto& [name, uses] : keyframe::parameterUses(motion)) {
        names.push_back(name);
    }
    return names;
}

base::Expected<keyframe::MotionFile> readMotionsOf(const std::string& file,
                                                   const MotionArguments& arguments) {
    auto parameters = readParameterFiles(arguments.parameterFiles);
    if (!parameters) {
        return tl::unexpected(std::move(parameters.error()));
    }
    keyframe::ReadOptions options;
    options.parameters = *parameters;
    if (!arguments.format.empty()) {
        options.format = keyframe::formatFromId(arguments.format);
        if (!options.format) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 fmt::format("unknown format '{}'", arguments.format),
                                 "one of " + formatIds(false));
        }
    }
    const auto path = pathOf(file, arguments.robot);
    if (!path) {
        return tl::unexpected(path.error().inFile(file));
    }
    options.fileName = path->string();
    auto read = keyframe::readMotionFile(*path, std::move(options));
    if (!read) {
        return tl::unexpected(read.error().inFile(path->string()));
    }
    for (keyframe::ReadMotion& motion : read->motions) {
        giveParameters(motion.motion, *parameters);
    }
    return read;
}

std::optional<keyframe::MotionFile> loadMotions(const std::string& file,
                                                const MotionArguments& arguments) {
    auto read = readMotionsOf(file, arguments);
    if (!read) {
        printError(read.error().toString());
        return std::nullopt;
    }
    return std::move(*read);
}

robot::RobotModelPtr modelNamed(std::string_view name) {
    const bool isNumber = name.size() == 1 && name.front() >= '0' && name.front() <= '9';
    const std::string fullName = isNumber ? fmt::format("nao{}", name) : std::string(name);
    robot::RobotCatalog catalog;
    if (auto model = catalog.namedOfAny(fullName)) {
        return std::move(*model);
    }
    // A name that agents use.
    if (auto model = catalog.findPlayable(name, 0)) {
        return std::move(*model);
    }
    return nullptr;
}

namespace {

// Returns the robot of this name, or in this file; null after an error message.
robot::RobotModelPtr modelNamedOrRead(const std::string& name, bool mayBeAll) {
    if (robot::RobotModelPtr model = modelNamed(name)) {
        return model;
    }
    if (robot::hasImportName(name) || name.ends_with(".rsg")) {
        auto read = robot::readRobotFile(name, 0);
        if (!read) {
            printError(read.error().toString());
            return nullptr;
        }
        return read->model;
    }
    printError(fmt::format("unknown robot '{}', expected nao0 to nao4, soccerbot056, T1, K1, "
                           "PiPlus, a robot's file{}",
                           name, mayBeAll ? " or all" : ""));
    return nullptr;
}

} // namespace

std::vector<robot::RobotModelPtr> modelsFor(const Motion& motion,
                                            const MotionArguments& arguments) {
    if (arguments.robot == "all" && arguments.mayBeAll) {
        std::vector<robot::RobotModelPtr> models;
        const auto known = robot::RobotCatalog().entries();
        for (const robot::RobotCatalog::Entry& entry : known) {
            // Motions without a robot are for Naos.
            if (motion.robots.empty() ? robot::naoTypeNumberOf(*entry.model).has_value()
                                      : std::ranges::find(motion.robots, entry.model->name()) !=
                                            motion.robots.end()) {
                models.push_back(entry.model);
            }
        }
        for (const std::string& name : motion.robots) {
            if (const robot::RobotModel* league = robot::findMujocoRobot(name)) {
                models.push_back(league->shared());
            }
        }
        if (models.empty()) {
            printError(fmt::format("the motion is made for {}; expected one of nao0 to nao4",
                                   motion.robots.front()));
        }
        return models;
    }
    const std::string own = motion.robots.empty() ? "nao0" : motion.robots.front();
    const std::string& name = arguments.robot.empty() ? own : arguments.robot;
    robot::RobotModelPtr model = modelNamedOrRead(name, arguments.mayBeAll);
    return model == nullptr ? std::vector<robot::RobotModelPtr>() : std::vector{std::move(model)};
}

keyframe::BranchPlaces branchPlacesOf(const std::string& file) {
    return {file, {keyframe::ownMotionsFolder()}};
}

std::optional<LoadedMotion> loadMotion(const std::string& file, const MotionArguments& arguments) {
    auto read = loadMotions(file, arguments);
    if (!read) {
        return std::nullopt;
    }
    const auto with = [&](keyframe::ReadMotion& motion) -> std::optional<LoadedMotion> {
        auto models = modelsFor(motion.motion, arguments);
        std::string source = motion.lines.file;
        return models.empty() ? std::nullopt
                              : std::optional(LoadedMotion{std::move(motion), read->format,
                                                           std::move(models), std::move(source)});
    };
    std::string names;
    for (keyframe::ReadMotion& motion : read->motions) {
        const std::string name = keyframe::nameOf(motion.motion, file);
        if (!arguments.motion.empty() && name == arguments.motion) {
            return with(motion);
        }
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
    }
    if (!arguments.motion.empty()) {
        printError(fmt::format("{}: unknown motion '{}', expected one of {}", file,
                               arguments.motion, names));
        return std::nullopt;
    }
    if (read->motions.size() > 1) {
        printError(fmt::format("{}: using the first of the motions {}; select one with --motion",
                               file, names));
    }
    return with(read->motions.front());
}

Json toJson(const keyframe::Finding& finding) {
    constexpr const char* kSeverities[] = {"note", "warning", "error"};
    constexpr const char* kKinds[] = {"syntax",          "unknown joint",  "angle out of limits",
                                      "too fast",        "time order",     "missing parameter",
                                      "unreachable",     "self-collision", "out of balance",
                                      "not expressible", "other"};
    Json json;
    json["severity"] = kSeverities[static_cast<std::size_t>(finding.severity)];
    json["kind"] = kKinds[static_cast<std::size_t>(finding.kind)];
    json["text"] = finding.text;
    json["file"] = finding.file;
    json["line"] = finding.line;
    json["keyframe"] = finding.keyframe;
    const auto number = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    json["timeS"] = number(finding.timeS);
    json["endS"] = number(finding.endS);
    json["joint"] = finding.joint;
    json["value"] = number(finding.value);
    json["limit"] = number(finding.limit);
    return json;
}

void printFindings(const std::vector<keyframe::Finding>& findings) {
    for (const keyframe::Finding& finding : findings) {
        fmt::print(stderr, "{}\n", finding.toString());
    }
}

void addTargetOptions(CLI::App& command, MotionTarget& target) {
    command.add_option("OUT", target.file, "file to write; - is standard output")->required();
    command.add_option("--format", target.format,
                       "output format: " + formatIds(true) + " (default: by file name extension)");
    addForceOption(command, target.mayReplace);
}

int writeMotionTo(base::OutputSet outputs, const Motion& motion, const MotionTarget& target,
                  const robot::RobotModel& model, std::optional<Format> like) {
    const auto format = targetFormat(target, like);
    if (!format || !areFree(outputs, {target.file})) {
        return kExitFailed;
    }
    const auto written = keyframe::writeMotion(motion, *format, model);
    if (!written) {
        printError(written.error().inFile(target.file).toString());
        return kExitFailed;
    }
    printFindings(written->findings);
    const bool isGood =
        writeTo(outputs, target.file, [&](std::ostream& out) -> base::Expected<void> {
            out << written->text;
            return {};
        });
    return isGood ? kExitGood : kExitFailed;
}

void addMotionCommand(CLI::App& app, int& status) {
    CLI::App* motion = app.add_subcommand(
        "motion", "Read, check, convert, draw and simulate motion files of all teams");
    motion->require_subcommand(1);
    addMotionInfo(*motion, status);
    addMotionCheck(*motion, status);
    addMotionConvert(*motion, status);
    addMotionMirror(*motion, status);
    addMotionRender(*motion, status);
    addMotionRecord(*motion, status);
    addMotionTry(*motion, status);
}

} // namespace sideline::cli
