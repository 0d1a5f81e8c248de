// `sideline train fit`: a small network from a motion.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/math/angles.h"
#include "agents/policy/policy_file.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/train_command.h"
#include "motions/resolve.h"
#include "training/fit/motion_fit.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using math::degFromRad;
using training::MotionFit;

struct FitArguments {
    std::string motion;
    MotionArguments read;
    training::MotionFitSettings settings;
    double jointNoiseDeg = 2.0;
    std::string out;
    bool mayReplace = false;
    bool isJson = false;
};

// Nanoseconds of one call, over so many that the clock's steps do not count.
template <typename Call>
double nanosecondsOf(const Call& call) {
    using Steady = std::chrono::steady_clock;
    constexpr int kCalls = 20'000;
    const auto begin = Steady::now();
    for (int i = 0; i < kCalls; ++i) {
        call(i);
    }
    return std::chrono::duration<double, std::nano>(Steady::now() - begin).count() / kCalls;
}

struct Times {
    double networkNs;
    double motionNs;
};

Times timesOf(const MotionFit& fit, const motion::JointTrajectory& trajectory) {
    const decision::PolicyNetwork& network = *fit.policy.network;
    auto memory = network.memory();
    std::vector<float> input(static_cast<std::size_t>(network.inputSize()), 0.5F);
    std::vector<float> output(static_cast<std::size_t>(network.outputSize()));
    const std::vector<double> startRad(trajectory.jointCount(), 0.0);
    std::vector<double> anglesRad(startRad);
    return {nanosecondsOf([&](int i) {
                input.front() = static_cast<float>(i % 100) / 100.0F;
                network.evaluate(input, memory, output);
            }),
            nanosecondsOf([&](int i) {
                trajectory.sample(trajectory.lengthS * (i % 100) / 100.0, startRad, anglesRad);
            })};
}

void printJson(const FitArguments& arguments, const MotionFit& fit, const Times& times) {
    Json json;
    json["out"] = arguments.out;
    json["network"] = fit.policy.network->summary();
    json["parameters"] = fit.policy.network->parameterCount();
    json["examples"] = fit.exampleCount;
    json["rmsDeg"] = degFromRad(fit.rmsRad);
    json["maxDeg"] = degFromRad(fit.maxRad);
    json["unseenRmsDeg"] = degFromRad(fit.unseenRmsRad);
    json["networkNs"] = times.networkNs;
    json["motionNs"] = times.motionNs;
    json["leftOut"] = fit.leftOut;
    json["joints"] = Json::array();
    for (const training::JointFit& joint : fit.joints) {
        json["joints"].push_back({{"joint", joint.joint},
                                  {"rmsDeg", degFromRad(joint.rmsRad)},
                                  {"maxDeg", degFromRad(joint.maxRad)}});
    }
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printTable(const FitArguments& arguments, const MotionFit& fit, const Times& times) {
    fmt::print("{}: {}; {} weights, {} examples\n", arguments.out, fit.policy.network->summary(),
               fit.policy.network->parameterCount(), fit.exampleCount);
    fmt::print("joint    rms deg  max deg\n");
    for (const training::JointFit& joint : fit.joints) {
        fmt::print("{:<8} {:7.3f}  {:7.3f}\n", joint.joint, degFromRad(joint.rmsRad),
                   degFromRad(joint.maxRad));
    }
    fmt::print("{:<8} {:7.3f}  {:7.3f}\n", "all", degFromRad(fit.rmsRad), degFromRad(fit.maxRad));
    fmt::print("{}: rms {:.3f} deg\n",
               arguments.settings.trials > 0 ? "in trials that it has not seen"
                                             : "between the examples",
               degFromRad(fit.unseenRmsRad));
    fmt::print("one evaluation: network {:.0f} ns, motion {:.0f} ns\n", times.networkNs,
               times.motionNs);
    for (const std::string& each : fit.leftOut) {
        fmt::print("left out: {}\n", each);
    }
}

int fail(const base::Error& error) {
    printError(error.toString());
    return kExitFailed;
}

int fit(FitArguments arguments) {
    base::OutputSet outputs(arguments.mayReplace, {arguments.motion});
    if (!areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    const auto loaded = loadMotion(arguments.motion, arguments.read);
    if (!loaded) {
        return kExitFailed;
    }
    const robot::RobotModel& model = *loaded->models.front();
    const keyframe::Motion& motion = loaded->read.motion;
    const auto resolved = keyframe::resolve(motion, model, {}, &loaded->read.lines);
    printFindings(resolved.findings);
    arguments.settings.start = keyframe::suggestedTrial(motion).start;
    arguments.settings.jointNoiseRad = math::radFromDeg(arguments.jointNoiseDeg);
    arguments.settings.note =
        fmt::format("fitted to the motion {}", std::filesystem::path(loaded->file).stem().string());
    listenToSignals();
    const auto fitted =
        training::fitMotion(resolved.trajectory, model, arguments.settings, isInterrupted);
    if (!fitted) {
        return fail(fitted.error());
    }
    auto file = outputs.create(arguments.out);
    if (!file) {
        return fail(file.error());
    }
    if (const auto written = agents::writePolicyFile(std::move(*file), fitted->policy); !written) {
        return fail(written.error());
    }
    const Times times = timesOf(*fitted, *resolved.trajectory);
    if (arguments.isJson) {
        printJson(arguments, *fitted, times);
    } else {
        printTable(arguments, *fitted, times);
    }
    return kExitGood;
}

} // namespace

void addTrainFit(CLI::App& train, int& status) {
    auto arguments = std::make_shared<FitArguments>();
    CLI::App* command = train.add_subcommand(
        "fit", "Fit a small network to a motion; it runs as `--behavior policy`");
    command->add_option("MOTION", arguments->motion, "motion file, or name of a shipped motion")
        ->required();
    command
        ->add_option("--out", arguments->out,
                     "file for the policy: ONNX if it ends with .onnx, else text")
        ->required();
    command
        ->add_option("--hidden", arguments->settings.network.hidden,
                     "units of each hidden layer, as 32,32")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    command->add_option("--epochs", arguments->settings.network.epochs, "passes over all examples")
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--seed", arguments->settings.network.seed, "of the first weights");
    command
        ->add_option(
            "--trials", arguments->settings.trials,
            "simulated trials from which it learns to see the body, too; 0: the time alone")
        ->check(CLI::Range(0, 10'000));
    command
        ->add_option("--joint-noise", arguments->jointNoiseDeg,
                     "of the start pose in these trials, deg")
        ->check(CLI::Range(0.0, 90.0));
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read);
    addMotionOption(*command, arguments->read);
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = fit(*arguments); });
}

} // namespace sideline::cli
