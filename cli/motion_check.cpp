// `sideline motion check`: finds faults of motions.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/check.h"
#include "motions/library/branches.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using keyframe::Finding;

struct CheckArguments {
    std::vector<std::string> files;
    MotionArguments read;
    bool isQuick = false;
    bool isStrict = false;
    bool isJson = false;
};

// A finding and the robots that it applies to.
struct RobotFinding {
    Finding finding;
    std::vector<std::string> robots; // empty: all robots
};

std::vector<Finding> findingsOn(const keyframe::ReadMotion& read, const robot::RobotModel& model,
                                bool isQuick) {
    const auto resolved = keyframe::resolve(read.motion, model, {}, &read.lines);
    auto findings = keyframe::check(read.motion, model, resolved, &read.lines);
    auto linked = keyframe::linkBranches(read.motion, resolved.trajectory, model,
                                         branchPlacesOf(read.lines.file), &read.lines);
    std::ranges::move(linked.findings, std::back_inserter(findings));
    if (isQuick || hasErrors(findings)) {
        return findings;
    }
    const auto analysis = keyframe::analyze(*resolved.trajectory, model);
    for (const Finding& found : analysis->findings) {
        if (keyframe::isOfPosture(found)) {
            findings.push_back(found);
            findings.back().file = read.lines.file;
            // May be intended: a dive falls, and a robot that gets up lies first.
            findings.back().severity = std::min(found.severity, Finding::Severity::Warning);
        }
    }
    return findings;
}

std::vector<RobotFinding> checkOne(const keyframe::ReadMotion& read,
                                   const std::vector<robot::RobotModelPtr>& models, bool isQuick) {
    std::vector<RobotFinding> all;
    std::unordered_multimap<std::string, std::size_t> byText; // indices in `all`
    const auto add = [&](const Finding& finding, std::vector<std::string> robots) {
        byText.emplace(finding.toString(), all.size());
        all.push_back({finding, std::move(robots)});
    };
    for (const Finding& finding : read.findings) {
        add(finding, {});
    }
    std::set<int> missing; // lines of parameters without a value
    for (const robot::RobotModelPtr& model : models) {
        for (const Finding& finding : findingsOn(read, *model, isQuick)) {
            if (finding.kind == Finding::Kind::MissingParameter) {
                missing.insert(finding.line);
            }
            const auto [first, last] = byText.equal_range(finding.toString());
            const auto same = std::find_if(first, last, [&](const auto& other) {
                return all[other.second].finding == finding;
            });
            if (same == last) {
                add(finding, {model->name()});
            } else if (auto& robots = all[same->second].robots; !robots.empty()) {
                robots.push_back(model->name());
            }
        }
    }
    // The reader reports only the line; the check also reports the keyframe.
    std::erase_if(all, [&](const RobotFinding& found) {
        return found.robots.empty() && found.finding.kind == Finding::Kind::MissingParameter &&
               missing.contains(found.finding.line);
    });
    for (RobotFinding& found : all) {
        if (found.robots.size() == models.size()) {
            found.robots.clear();
        }
    }
    return all;
}

void print(const std::vector<RobotFinding>& all) {
    for (const RobotFinding& found : all) {
        std::cout << found.finding.toString();
        if (!found.robots.empty()) {
            std::cout << fmt::format(" ({})", fmt::join(found.robots, ", "));
        }
        std::cout << '\n';
    }
}

int countOf(const std::vector<RobotFinding>& all, Finding::Severity severity) {
    return static_cast<int>(std::ranges::count_if(
        all, [&](const RobotFinding& found) { return found.finding.severity == severity; }));
}

Json toJson(const keyframe::ReadMotion& read, const std::vector<RobotFinding>& all, bool isGood) {
    Json json;
    json["motion"] = keyframe::nameOf(read.motion, read.lines.file);
    json["good"] = isGood;
    json["findings"] = Json::array();
    for (const RobotFinding& found : all) {
        json["findings"].push_back(cli::toJson(found.finding));
        json["findings"].back()["robots"] = found.robots;
    }
    return json;
}

// Converts the error of an unreadable file to a finding.
Finding findingOf(const base::Error& error) {
    Finding finding;
    finding.kind = Finding::Kind::Syntax;
    finding.text = error.expected.empty()
                       ? error.message
                       : fmt::format("{}; expected {}", error.message, error.expected);
    finding.file = error.file;
    finding.line = static_cast<int>(error.line.value_or(0));
    return finding;
}

// Whether the fault is in the file rather than in the arguments.
bool isOfContent(base::ErrorCode code) {
    return code == base::ErrorCode::Malformed || code == base::ErrorCode::Truncated ||
           code == base::ErrorCode::UnsupportedFormat || code == base::ErrorCode::LimitExceeded;
}

int checkFile(const std::string& file, const CheckArguments& arguments, Json& files) {
    const auto read = readMotionsOf(file, arguments.read);
    Json json;
    json["file"] = file;
    json["error"] = read ? Json(nullptr) : cli::toJson(findingOf(read.error()));
    json["motions"] = Json::array();
    if (!read) {
        const bool isWrong = isOfContent(read.error().code);
        if (!isWrong) {
            printError(read.error().toString());
        } else if (!arguments.isJson) {
            std::cout << findingOf(read.error()).toString() << '\n';
        }
        files.push_back(std::move(json));
        return isWrong ? kExitFound : kExitFailed;
    }
    int status = kExitGood;
    for (const keyframe::ReadMotion& motion : read->motions) {
        const auto models = modelsFor(motion.motion, arguments.read);
        if (models.empty()) {
            return kExitFailed;
        }
        const auto all = checkOne(motion, models, arguments.isQuick);
        const int errors = countOf(all, Finding::Severity::Error);
        const int warnings = countOf(all, Finding::Severity::Warning);
        const bool isGood = errors == 0 && (warnings == 0 || !arguments.isStrict);
        status = isGood ? status : std::max(status, kExitFound);
        json["motions"].push_back(toJson(motion, all, isGood));
        if (!arguments.isJson) {
            print(all);
            std::cout << fmt::format("{}: motion '{}' is {}: {}, {}\n", file,
                                     keyframe::nameOf(motion.motion, file),
                                     isGood ? "good" : "wrong", base::plural(errors, "error"),
                                     base::plural(warnings, "warning"));
        }
    }
    files.push_back(std::move(json));
    return status;
}

} // namespace

void addMotionCheck(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "check", "Check motions: joints, limits, speeds, times, collisions, ...");
    auto arguments = std::make_shared<CheckArguments>();
    command->add_option("FILE", arguments->files, "motion files, or names of shipped motions")
        ->required();
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read, true);
    command->add_flag("--quick", arguments->isQuick, "skip self-collisions and balance");
    command->add_flag("--strict", arguments->isStrict, "treat warnings as errors");
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] {
        Json files = Json::array();
        status = kExitGood;
        for (const std::string& file : arguments->files) {
            status = std::max(status, checkFile(file, *arguments, files));
        }
        if (arguments->isJson) {
            std::cout << files.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        }
    });
}

} // namespace sideline::cli
