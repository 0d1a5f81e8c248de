// `sideline-dev motion bench`: the cost of motions, as ratios that are comparable between machines.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/rng.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/edit/edits.h"
#include "motions/resolve.h"
#include "training/trial/motion_trial.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using keyframe::Motion;

constexpr double kDegPerRad = 180.0 / std::numbers::pi;

struct MotionBenchArguments {
    int keyframes = 2000;
    int solves = 20000;
    double trialS = 10.0;
    bool isJson = false;
};

/// Returns the time in s that `work` takes.
template <typename Work>
double secondsOf(const Work& work) {
    const Clock::time_point begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A motion in which all joints swing within their limits, with a keyframe every 100 ms.
Motion longMotion(const robot::RobotModel& model, int keyframes) {
    Motion motion;
    motion.name = "bench";
    for (int i = 0; i < keyframes; ++i) {
        keyframe::Keyframe keyframe;
        keyframe.timeS = 0.1 * i;
        for (std::size_t joint = 0; joint < model.joints().size(); ++joint) {
            const robot::Joint& limits = model.joints()[joint];
            keyframe::Key key;
            key.angleDeg =
                0.2 * kDegPerRad *
                (limits.minRad + (limits.maxRad - limits.minRad) * (0.5 + 0.4 * std::sin(0.3 * i)));
            key.curve = keyframe::Curve::Smooth;
            keyframe.joints.emplace(model.jointName(robot::JointId(joint)), key);
        }
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    return motion;
}

// Poses of the sole that the leg can reach.
std::vector<math::Pose> reachablePoses(const robot::RobotModel& model,
                                       const robot::LegKinematics& leg, int count) {
    base::Rng rng(1);
    std::vector<math::Pose> poses;
    std::vector<double> anglesRad;
    for (int i = 0; i < count; ++i) {
        anglesRad.clear();
        for (const robot::JointId id : leg.chain().joints) {
            anglesRad.push_back(rng.uniform(model.joint(id).minRad, model.joint(id).maxRad));
        }
        poses.push_back(leg.forward(anglesRad));
    }
    return poses;
}

Json measureLegs(const robot::RobotModel& model, int count) {
    const robot::LegKinematics leg(model, robot::LimbId::LeftFoot);
    const auto poses = reachablePoses(model, leg, count);
    std::size_t reached = 0;
    const double solveS = secondsOf([&] {
        for (const math::Pose& pose : poses) {
            reached += leg.solve(pose).isReachable ? 1U : 0U;
        }
    });
    const std::vector<double> anglesRad(model.joints().size(), 0.1);
    std::vector<math::Pose> X_TBody(model.bodies().size());
    const double forwardS = secondsOf([&] {
        for (int i = 0; i < count; ++i) {
            robot::forwardKinematics(model, math::Pose{}, anglesRad, X_TBody);
        }
    });
    return {{"solves", count},
            {"reached", reached},
            {"legSolveUs", solveS / count * 1e6},
            {"legSolveTimesForward", solveS / forwardS}};
}

void measureLongMotion(const robot::RobotModel& model, int keyframes, Json& json) {
    const Motion motion = longMotion(model, keyframes);
    const auto middle = keyframe::keysInRange(motion, 0.05 * keyframes, 0.05 * keyframes + 1.0);
    json["keyframes"] = keyframes;
    json["lengthS"] = motion.endS();
    json["editMs"] = 1e3 * secondsOf([&] {
                         // The result is used, so that the compiler does not remove the work.
                         json["editedKeys"] =
                             keyframe::moveKeys(motion, middle, 0.03, 1.0).selection.size();
                     });
    keyframe::Resolved resolved;
    const double resolveS = secondsOf([&] { resolved = keyframe::resolve(motion, model); });
    keyframe::MotionAnalysisPtr analysis;
    const double analyzeS =
        secondsOf([&] { analysis = keyframe::analyze(*resolved.trajectory, model); });
    json["resolveMs"] = resolveS * 1e3;
    json["analyzeMs"] = analyzeS * 1e3;
    json["analyzedSamples"] = analysis->samples.size();
    json["analyzeTimesRealTime"] = motion.endS() / analyzeS;
}

bool measureTrials(const robot::RobotModel& model, double lengthS, Json& json) {
    Motion motion = longMotion(model, std::max(static_cast<int>(lengthS * 10.0), 2));
    // A robot that swings all joints falls and lies down, a hard case for the physics.
    const auto resolved = keyframe::resolve(motion, model);
    for (const bool isExact : {false, true}) {
        training::TrialSettings settings;
        settings.isExact = isExact;
        settings.keepsSamples = false;
        double simulatedS = 0.0;
        const double tookS = secondsOf([&] {
            if (const auto result = training::runTrial(resolved.trajectory, settings)) {
                simulatedS = result->simulatedS;
            }
        });
        if (simulatedS <= 0.0) {
            printError("the simulation test failed");
            return false;
        }
        json[isExact ? "exactTrialTimesRealTime" : "trialTimesRealTime"] = simulatedS / tookS;
    }
    return true;
}

int bench(const MotionBenchArguments& arguments) {
    const robot::RobotModel& model = robot::defaultRobot();
    Json json = measureLegs(model, arguments.solves);
    measureLongMotion(model, arguments.keyframes, json);
    if (!measureTrials(model, arguments.trialS, json)) {
        return kExitFailed;
    }
    if (arguments.isJson) {
        std::cout << json.dump() << '\n';
        return kExitGood;
    }
    const auto number = [&](const char* key) { return json[key].get<double>(); };
    std::cout << fmt::format(
        "leg inverse kinematics   {:.2f} us per solve, {:.1f} times the forward kinematics of the "
        "whole robot\nmoving {} of {} keys   {:.2f} ms\nresolve {} keyframes   {:.1f} ms\nanalyze "
        "{:.0f} s of motion   {:.0f} ms, {:.0f} times real time\nsimulation test   {:.0f} times "
        "real time; exact solver {:.0f} times\n",
        number("legSolveUs"), number("legSolveTimesForward"), json["editedKeys"].get<int>(),
        arguments.keyframes * static_cast<int>(model.joints().size()), number("editMs"),
        arguments.keyframes, number("resolveMs"), number("lengthS"), number("analyzeMs"),
        number("analyzeTimesRealTime"), number("trialTimesRealTime"),
        number("exactTrialTimesRealTime"));
    return kExitGood;
}

} // namespace

void addMotionBench(CLI::App& motion, int& status) {
    CLI::App* command = motion.add_subcommand(
        "bench",
        "Measure inverse kinematics, edits, analysis and simulation tests on this machine");
    auto arguments = std::make_shared<MotionBenchArguments>();
    command
        ->add_option("--keyframes", arguments->keyframes, "number of keyframes of the long motion")
        ->capture_default_str()
        ->check(CLI::Range(2, 100000));
    command->add_option("--solves", arguments->solves, "number of inverse kinematics solves")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000000));
    command->add_option("--trial", arguments->trialS, "seconds of physics simulation")
        ->capture_default_str()
        ->check(CLI::Range(0.2, 3600.0));
    command->add_flag("--json", arguments->isJson, "print one line of JSON");
    command->callback([arguments, &status] { status = bench(*arguments); });
}

} // namespace sideline::cli
