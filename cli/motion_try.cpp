// `sideline motion try`: runs a motion in the physics of the robot's server.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/robot/nao.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/skill_command.h"
#include "motions/resolve.h"
#include "training/trial/fall_remedies.h"
#include "training/trial/mass_trials.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using training::StartPose;
using training::TrialResult;
using training::TrialSummary;

constexpr double kDegPerRad = 180.0 / std::numbers::pi;

struct MotionTryArguments {
    std::string file;
    MotionArguments read;
    std::string start = "auto";
    std::vector<double> ballM;        ///< position: forward, left
    std::optional<std::size_t> seeds; // if not given, the number in the motion
    std::uint64_t firstSeed = 1;
    std::optional<double> noiseDeg;
    double headingNoiseDeg = 0.0;
    unsigned threads = 1;
    bool isExact = false;
    bool isJson = false;
};

// Details of a run: the explanation of a fall and the edits that were tried.
struct DetailedRun {
    std::uint64_t seed = 0;
    training::TrialResult result;
    std::vector<training::FallRemedy> remedies;
};

// Repeats the first trial with a fall and explains it; without falls, repeats the first trial of a
// robot whose motors have torque limits worth reporting, if any.
base::Expected<std::optional<DetailedRun>> explainFirst(const keyframe::Motion& motion,
                                                        const keyframe::TrajectoryPtr& trajectory,
                                                        training::TrialSettings settings,
                                                        const TrialSummary& summary) {
    auto bad = std::ranges::find_if(summary.results, [](const TrialResult& each) {
        return each.fellAtS || !each.isUprightAtEnd;
    });
    if (bad == summary.results.end()) {
        if (settings.robot->traits().server == game::ServerKind::SimSpark) {
            return std::nullopt;
        }
        bad = summary.results.begin();
    }
    settings.seed += static_cast<std::uint64_t>(bad - summary.results.begin());
    settings.keepsSamples = true;
    auto result = training::runTrial(trajectory, settings);
    if (!result) {
        return tl::unexpected(result.error());
    }
    auto remedies = training::fallRemedies(motion, trajectory, settings, *result);
    if (!remedies) {
        return tl::unexpected(remedies.error());
    }
    return DetailedRun{settings.seed, std::move(*result), std::move(*remedies)};
}

Json toJson(const DetailedRun& explained) {
    const training::FallExplanation& fall = *explained.result.fall;
    Json json;
    json["seed"] = explained.seed;
    json["atS"] = fall.fellAtS;
    json["direction"] = training::fallDirectionText(fall.direction);
    json["supportLeftS"] = fall.supportLeftS ? Json(*fall.supportLeftS) : Json(nullptr);
    json["firstCause"] = fall.first;
    json["events"] = causesJson(*explained.result.model, fall.events);
    json["suggestions"] = Json::array();
    for (const training::FallRemedy& remedy : explained.remedies) {
        json["suggestions"].push_back({{"text", training::fallRemedyText(remedy)},
                                       {"stands", remedy.outcome.stands},
                                       {"outcome", training::fallOutcomeText(remedy.outcome)}});
    }
    return json;
}

void print(const DetailedRun& explained, bool isOfMany) {
    const training::FallExplanation& fall = *explained.result.fall;
    printRow("Why", fmt::format("{}fell {} at {:.2f} s",
                                isOfMany ? fmt::format("run with seed {}: ", explained.seed) : "",
                                training::fallDirectionText(fall.direction), fall.fellAtS));
    printCauses(*explained.result.model, fall.events, fall.first);
    for (const training::FallRemedy& remedy : explained.remedies) {
        printRow("Suggestion", fmt::format("{}: {}", training::fallRemedyText(remedy),
                                           training::fallOutcomeText(remedy.outcome)));
    }
}

// Prints when motors were at their limits.
void printTorqueLimits(const DetailedRun& run, bool isOfMany) {
    for (const std::string& text :
         training::torqueLimitTexts(*run.result.model, run.result.torqueLimits)) {
        printRow("Torque", (isOfMany ? fmt::format("run with seed {}: ", run.seed) : "") + text);
    }
}

Json toJson(const TrialResult& result, const std::string& motion) {
    const auto number = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json json;
    json["finished"] = result.finished;
    json["endS"] = result.motionEndS;
    json["played"] = Json::array();
    for (const training::PlayedMotion& each : result.played) {
        json["played"].push_back(
            {{"motion", each.name.empty() ? motion : each.name}, {"beginS", each.beginS}});
    }
    json["chainCut"] = result.isChainCut;
    json["fellAtS"] = number(result.fellAtS);
    json["upright"] = result.isUprightAtEnd;
    json["uprightAtS"] = number(result.uprightAtS);
    json["torsoPathM"] = result.torsoPathM;
    json["walkedM"] = result.walkedM;
    json["turnedDeg"] = result.turnedRad * kDegPerRad;
    json["ballDistanceM"] = result.ballDistanceM;
    json["ballDirectionDeg"] = result.ballDirectionRad * kDegPerRad;
    json["ballHeightM"] = result.ballHeightM;
    json["worstTrackingDeg"] = result.worstTrackingRad * kDegPerRad;
    json["worstJoint"] = result.model != nullptr && result.worstJoint.isValid()
                             ? Json(result.model->jointName(result.worstJoint))
                             : Json(nullptr);
    return json;
}

Json toJson(const TrialSummary& summary, const std::string& motion) {
    const auto number = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json json;
    json["count"] = summary.count;
    json["upright"] = summary.uprightCount;
    json["fell"] = summary.fellCount;
    json["finished"] = summary.finishedCount;
    json["uprightMedianS"] = number(summary.uprightMedianS);
    json["uprightP90S"] = number(summary.uprightP90S);
    json["ballDistanceMedianM"] = summary.ballDistanceMedianM;
    json["ballDistanceLeastM"] = summary.ballDistanceMinM;
    json["ballDirectionMedianDeg"] = summary.ballDirectionMedianRad * kDegPerRad;
    json["ballDirectionDeviationDeg"] = summary.ballDirectionDeviationRad * kDegPerRad;
    json["walkedMedianM"] = summary.walkedMedianM;
    json["simulatedS"] = summary.simulatedS;
    json["trials"] = Json::array();
    for (const TrialResult& result : summary.results) {
        json["trials"].push_back(toJson(result, motion));
    }
    return json;
}

std::string uprightText(const TrialSummary& summary) {
    std::string text =
        fmt::format("{} of {} upright at the end", summary.uprightCount, summary.count);
    if (summary.uprightMedianS) {
        text += fmt::format(", after {:.2f} s", *summary.uprightMedianS);
        if (summary.count > 1) {
            text += fmt::format(" (median; 90 % within {:.2f} s)",
                                summary.uprightP90S.value_or(*summary.uprightMedianS));
        }
    }
    return text;
}

std::string fallText(const TrialSummary& summary) {
    if (summary.count > 1 || summary.fellCount == 0) {
        return fmt::format("{} of {} fell", summary.fellCount, summary.count);
    }
    return fmt::format("fell after {:.2f} s", summary.results.front().fellAtS.value_or(0.0));
}

void print(const TrialSummary& summary, bool hasBall) {
    printRow("Upright", uprightText(summary));
    printRow("Fell", fallText(summary));
    printRow("Finished", fmt::format("{} of {}", summary.finishedCount, summary.count));
    printRow("Moved", fmt::format("{:.3f} m along the ground", summary.walkedMedianM));
    if (hasBall) {
        printRow("Ball",
                 fmt::format(
                     "{:.2f} m{}, {:.1f} degrees to the {}{}", summary.ballDistanceMedianM,
                     summary.count > 1
                         ? fmt::format(" (median; at least {:.2f} m)", summary.ballDistanceMinM)
                         : "",
                     std::abs(summary.ballDirectionMedianRad) * kDegPerRad,
                     summary.ballDirectionMedianRad < 0.0 ? "right" : "left",
                     summary.count > 1 ? fmt::format(" (standard deviation {:.1f})",
                                                     summary.ballDirectionDeviationRad * kDegPerRad)
                                       : ""));
    }
    if (const TrialResult& first = summary.results.front(); first.worstJoint.isValid()) {
        printRow("Tracking",
                 fmt::format("worst {:.1f} degrees, {}", first.worstTrackingRad * kDegPerRad,
                             first.model->jointName(first.worstJoint)));
    }
    printRow("Simulated", fmt::format("{:.1f} s", summary.simulatedS));
}

// Prints the motions played, for motions with branches; for repeated runs, those of the first.
void printPlayed(const TrialSummary& summary, const std::string& motion) {
    const auto wentOver = [](const TrialResult& result) { return result.played.size() > 1; };
    const auto count = std::ranges::count_if(summary.results, wentOver);
    if (count == 0) {
        return;
    }
    const TrialResult& first = *std::ranges::find_if(summary.results, wentOver);
    for (const training::PlayedMotion& each : first.played) {
        printRow("Played", fmt::format("{} at {:.2f} s", each.name.empty() ? motion : each.name,
                                       each.beginS));
    }
    if (first.isChainCut) {
        printRow("Branches",
                 fmt::format("stopped at the limit of {} motions", motion::kMaxMotionsInARow));
    }
    if (summary.count > 1) {
        printRow("Branches", fmt::format("followed in {} of {}; showing the first of these", count,
                                         summary.count));
    }
}

int tryMotion(const MotionTryArguments& arguments) {
    const auto named = training::startPoseFromName(arguments.start);
    if (!named && arguments.start != "auto") {
        printError(fmt::format(
            "unknown start pose '{}', expected auto, standing, front, back, left, right or ball",
            arguments.start));
        return kExitFailed;
    }
    const auto loaded = loadMotion(arguments.file, arguments.read);
    if (!loaded) {
        return kExitFailed;
    }
    const keyframe::TrialSetup suggested = keyframe::suggestedTrial(loaded->read.motion);
    const StartPose start = named.value_or(suggested.start);
    training::TrialSettings settings;
    settings.start = start;
    settings.ballFromFeetM = {suggested.ballFromFeetM[0], suggested.ballFromFeetM[1]};
    if (!arguments.ballM.empty()) {
        settings.ballFromFeetM = {arguments.ballM[0], arguments.ballM[1]};
    }
    settings.seed = arguments.firstSeed;
    settings.jointNoiseRad = arguments.noiseDeg.value_or(suggested.noiseDeg) / kDegPerRad;
    settings.headingNoiseRad = arguments.headingNoiseDeg / kDegPerRad;
    settings.isExact = arguments.isExact;
    settings.keepsSamples = false;
    const std::size_t count = arguments.seeds.value_or(static_cast<std::size_t>(suggested.repeats));
    const bool isOfAll = arguments.read.robot == "all";
    Json all = Json::array();
    int status = kExitGood;
    for (const robot::RobotModelPtr& model : loaded->models) {
        const auto resolved =
            keyframe::resolve(loaded->read.motion, *model, {}, &loaded->read.lines);
        printFindings(resolved.findings);
        if (hasErrors(resolved.findings)) {
            status = kExitFound;
            continue;
        }
        const auto linked =
            keyframe::linkBranches(loaded->read.motion, resolved.trajectory, *model,
                                   branchPlacesOf(loaded->file), &loaded->read.lines);
        printFindings(linked.findings);
        status = hasErrors(linked.findings) ? kExitFound : status;
        settings.robot = model;
        const std::string name = keyframe::nameOf(loaded->read.motion, loaded->file);
        const auto summary = [&] {
            const Progress progress(model->name());
            return training::runTrials(linked.trajectory, settings, count, arguments.threads);
        }();
        if (!summary) {
            printError(summary.error().toString());
            return kExitFailed;
        }
        const auto explained =
            explainFirst(loaded->read.motion, linked.trajectory, settings, *summary);
        if (!explained) {
            printError(explained.error().toString());
            return kExitFailed;
        }
        const bool hasFall = *explained && (*explained)->result.fall;
        if (arguments.isJson) {
            Json json = toJson(*summary, name);
            json["fall"] = hasFall ? toJson(**explained) : Json(nullptr);
            if (*explained && model->traits().server != game::ServerKind::SimSpark) {
                json["torqueLimits"] = causesJson(*model, (*explained)->result.torqueLimits);
            }
            json["robot"] = model->name();
            json["engine"] = summary->results.front().engine;
            json["start"] = training::startPoseName(start);
            all.push_back(std::move(json));
        } else {
            printRow("Robot", model->name());
            printRow("Engine", summary->results.front().engine);
            printPlayed(*summary, name);
            print(*summary, start == StartPose::OnBall);
            if (hasFall) {
                print(**explained, summary->count > 1);
            }
            if (*explained) {
                printTorqueLimits(**explained, summary->count > 1);
            }
        }
    }
    if (arguments.isJson && (isOfAll || !all.empty())) {
        std::cout
            << (isOfAll ? all : all.front()).dump(2, ' ', false, Json::error_handler_t::replace)
            << '\n';
    }
    return status;
}

} // namespace

void addMotionTry(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "try", "Run a motion in the physics of the robot's server and report the result");
    command->alias("simulate");
    auto arguments = std::make_shared<MotionTryArguments>();
    addQuietOption(*command);
    command->add_option("FILE", arguments->file, "motion file, or name of a shipped motion")
        ->required();
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read, true);
    addMotionOption(*command, arguments->read);
    command
        ->add_option("--start", arguments->start,
                     "standing, ball (standing in front of one), or lying on its front, back, left "
                     "or right; auto: taken from the motion, its tags or its name")
        ->capture_default_str();
    command
        ->add_option("--ball", arguments->ballM,
                     "ball position relative to the midpoint between the feet: forward left, m")
        ->expected(2)
        ->check(CLI::Range(-2.0, 2.0));
    command->add_option("--seeds", arguments->seeds, "number of runs (default: the motion's, or 1)")
        ->check(CLI::Range(1, 100000));
    command->add_option("--first-seed", arguments->firstSeed, "seed of the first run")
        ->capture_default_str();
    command
        ->add_option("--noise", arguments->noiseDeg,
                     "standard deviation of the start pose's joint angles, degrees (default: the "
                     "motion's, or 0)")
        ->check(CLI::Range(0.0, 45.0));
    command
        ->add_option("--heading-noise", arguments->headingNoiseDeg,
                     "standard deviation of the heading or, for lying starts, of the direction in "
                     "which the robot fell, degrees")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 45.0));
    command->add_option("--threads", arguments->threads, "number of threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command->add_flag("--exact", arguments->isExact,
                      "use ODE's own solver instead of the fast one (robots of SimSpark)");
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = tryMotion(*arguments); });
}

} // namespace sideline::cli
