// `sideline train fit`: fits a small network to a motion or a behavior.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/decision/run_policy.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/quantile.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agents/behaviors/built_in.h"
#include "agents/policy/policy_file.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/train_command.h"
#include "motions/resolve.h"
#include "training/fit/behavior_fit.h"
#include "training/fit/motion_fit.h"
#include "training/task/behavior_mover.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using math::degFromRad;
using training::PolicyFit;

struct FitArguments {
    std::string motion;
    MotionArguments read;
    training::MotionFitSettings settings;
    double jointNoiseDeg = 2.0;
    bool isBehavior = false;
    std::vector<std::string> behaviorSettings;
    std::string task = "follow";
    std::vector<std::string> taskSettings;
    std::string out;
    bool mayReplace = false;
    bool isJson = false;
};

// Returns the time of one call in ns: the median of many batches, which excludes the effect of
// other programs. Each batch is long enough for the resolution of the clock.
template <typename Call>
double nanosecondsOf(const Call& call) {
    using Steady = std::chrono::steady_clock;
    constexpr int kRows = 101;
    constexpr int kCalls = 200;
    std::vector<double> rows;
    for (int row = 0; row < kRows; ++row) {
        const auto begin = Steady::now();
        for (int i = 0; i < kCalls; ++i) {
            call(i);
        }
        rows.push_back(std::chrono::duration<double, std::nano>(Steady::now() - begin).count() /
                       kCalls);
    }
    return math::medianOf(rows);
}

// The times of one evaluation of the network and of the motion that it was fitted to; for
// behaviors, the times of a whole cycle, including the observation.
struct Times {
    double networkNs;
    double originalNs;
};

Times timesOf(const PolicyFit& fit, const motion::JointTrajectory& trajectory) {
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

// Measures the time of a behavior while it moves a robot.
class TimedMover final : public training::Mover {
public:
    explicit TimedMover(training::BehaviorMover mover) : m_mover(std::move(mover)) {}
    bool needsAllPercepts() const override { return m_mover.needsAllPercepts(); }
    void setCommand(const motion::WalkCommand& command) override { m_mover.setCommand(command); }
    void begin(const training::PhysicsRobot& robot) override { m_mover.begin(robot); }
    bool step(const training::PhysicsRobot& robot, double timeS,
              std::span<double> targetRad) override {
        const auto begin = std::chrono::steady_clock::now();
        const bool continues = m_mover.step(robot, timeS, targetRad);
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - begin;
        stepsNs.push_back(took.count());
        return continues;
    }
    std::span<const std::optional<motion::JointGains>> gains() const override {
        return m_mover.gains();
    }

    std::vector<double> stepsNs;

private:
    training::BehaviorMover m_mover;
};

// Returns the median time of a behavior's cycle in a trial, ns.
double cycleNs(const behavior::Behavior& behavior, const training::TaskPtr& task,
               const robot::RobotModelPtr& model) {
    TimedMover mover(training::BehaviorMover(behavior.clone(), *model));
    training::TrialRunner runner(task);
    static_cast<void>(runner.run(mover, model, 1));
    return math::medianOf(mover.stepsNs);
}

Json jsonOf(const training::FitTrials& trials) {
    return {{"succeeded", trials.succeeded}, {"meanFitness", trials.fitness}};
}

Json jsonOf(const FitArguments& arguments, const PolicyFit& fit, const Times& times) {
    Json json;
    json["out"] = arguments.out;
    json["network"] = fit.policy.network->summary();
    json["parameters"] = fit.policy.network->parameterCount();
    json["examples"] = fit.exampleCount;
    json["rmsDeg"] = degFromRad(fit.rmsRad);
    json["maxDeg"] = degFromRad(fit.maxRad);
    json["unseenRmsDeg"] = degFromRad(fit.unseenRmsRad);
    json["networkNs"] = times.networkNs;
    json[arguments.isBehavior ? "behaviorNs" : "motionNs"] = times.originalNs;
    json["leftOut"] = fit.omitted;
    json["joints"] = Json::array();
    for (const training::JointFit& joint : fit.joints) {
        json["joints"].push_back({{"joint", joint.joint},
                                  {"rmsDeg", degFromRad(joint.rmsRad)},
                                  {"maxDeg", degFromRad(joint.maxRad)}});
    }
    return json;
}

void print(const Json& json) {
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printTable(const FitArguments& arguments, const PolicyFit& fit, const Times& times) {
    fmt::print("{}: {}; {} weights, {} examples\n", arguments.out, fit.policy.network->summary(),
               fit.policy.network->parameterCount(), fit.exampleCount);
    fmt::print("joint    rms deg  max deg\n");
    for (const training::JointFit& joint : fit.joints) {
        fmt::print("{:<8} {:7.3f}  {:7.3f}\n", joint.joint, degFromRad(joint.rmsRad),
                   degFromRad(joint.maxRad));
    }
    fmt::print("{:<8} {:7.3f}  {:7.3f}\n", "all", degFromRad(fit.rmsRad), degFromRad(fit.maxRad));
    fmt::print("{}: rms {:.3f} deg\n",
               arguments.isBehavior || arguments.settings.trials > 0 ? "in unseen trials"
                                                                     : "between the examples",
               degFromRad(fit.unseenRmsRad));
    fmt::print("{}: network {:.0f} ns, {} {:.0f} ns\n",
               arguments.isBehavior ? "one cycle" : "one evaluation", times.networkNs,
               arguments.isBehavior ? "behavior" : "motion", times.originalNs);
    for (const std::string& each : fit.omitted) {
        fmt::print("left out: {}\n", each);
    }
}

int fail(const base::Error& error) {
    printError(error.toString());
    return kExitFailed;
}

bool write(base::OutputSet& outputs, const std::string& out, const decision::Policy& policy) {
    auto file = outputs.create(out);
    if (!file) {
        printError(file.error().toString());
        return false;
    }
    if (const auto written = agents::writePolicyFile(std::move(*file), policy); !written) {
        printError(written.error().toString());
        return false;
    }
    return true;
}

int fitBehavior(FitArguments arguments) {
    base::OutputSet outputs(arguments.mayReplace);
    if (!areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    const robot::RobotCatalog catalog;
    const auto model = catalog.named(arguments.read.robot.empty() ? "nao0" : arguments.read.robot);
    if (!model) {
        return fail(model.error());
    }
    const auto set = agents::splitSettings(arguments.behaviorSettings);
    const auto taskSet = set ? agents::splitSettings(arguments.taskSettings) : set;
    if (!taskSet) {
        return fail(taskSet.error());
    }
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const auto complete = registry.complete(arguments.motion, *set, **model);
    if (!complete) {
        return fail(complete.error());
    }
    agents::SkillLibrary skills;
    const auto behavior = registry.make(arguments.motion, *complete, {**model, skills});
    if (!behavior) {
        return fail(behavior.error());
    }
    const auto task = training::makeTask(arguments.task, *taskSet);
    if (!task) {
        return fail(task.error());
    }
    training::BehaviorFitSettings settings;
    settings.network = arguments.settings.network;
    settings.trials = arguments.settings.trials > 0 ? arguments.settings.trials : settings.trials;
    settings.note = fmt::format("fitted to the behavior {}", arguments.motion);
    listenToSignals();
    const auto fitted = [&] {
        const Progress progress("fitting");
        return training::fitBehavior(**behavior, *task, *model, settings, isInterrupted);
    }();
    if (!fitted) {
        return fail(fitted.error());
    }
    if (!write(outputs, arguments.out, fitted->policy)) {
        return kExitFailed;
    }
    const decision::RunPolicy network(std::make_shared<const decision::Policy>(fitted->policy),
                                      **model, {});
    const Times times{cycleNs(network, *task, *model), cycleNs(**behavior, *task, *model)};
    if (arguments.isJson) {
        Json json = jsonOf(arguments, *fitted, times);
        json["learntTrials"] = fitted->trainingTrials;
        json["judgedTrials"] = settings.testTrials;
        json["behavior"] = jsonOf(fitted->behavior);
        json["networkTrials"] = jsonOf(fitted->network);
        print(json);
        return kExitGood;
    }
    printTable(arguments, *fitted, times);
    fmt::print("learned from {} of {} trials\n", fitted->trainingTrials, settings.trials);
    for (const auto& [name, trials] :
         {std::pair("behavior", &fitted->behavior), std::pair("network", &fitted->network)}) {
        fmt::print("{}: {} of {} other trials succeeded, mean fitness {:.3f}\n", name,
                   trials->succeeded, settings.testTrials, trials->fitness);
    }
    return kExitGood;
}

int fit(FitArguments arguments) {
    if (arguments.isBehavior) {
        return fitBehavior(std::move(arguments));
    }
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
    const auto fitted = [&] {
        const Progress progress("fitting");
        return training::fitMotion(resolved.trajectory, model, arguments.settings, isInterrupted);
    }();
    if (!fitted) {
        return fail(fitted.error());
    }
    if (!write(outputs, arguments.out, fitted->policy)) {
        return kExitFailed;
    }
    const Times times = timesOf(*fitted, *resolved.trajectory);
    if (arguments.isJson) {
        print(jsonOf(arguments, *fitted, times));
    } else {
        printTable(arguments, *fitted, times);
    }
    return kExitGood;
}

} // namespace

void addTrainFit(CLI::App& train, int& status) {
    auto arguments = std::make_shared<FitArguments>();
    CLI::App* command = train.add_subcommand(
        "fit", "Fit a small network to a motion or a behavior; it runs as `--behavior policy`");
    addQuietOption(*command);
    command
        ->add_option("MOTION", arguments->motion,
                     "motion file, or name of a shipped motion or behavior")
        ->required();
    command->add_flag("--behavior", arguments->isBehavior,
                      "MOTION is the name of a behavior (see `sideline agent list`); the network "
                      "learns its joint targets in trials");
    command
        ->add_option("--with", arguments->behaviorSettings, "setting of the behavior, as key=value")
        ->allow_extra_args(false);
    command
        ->add_option("--task", arguments->task,
                     "task of the behavior's trials, see `sideline train tasks`")
        ->capture_default_str();
    command->add_option("--set", arguments->taskSettings, "setting of that task, as key=value")
        ->allow_extra_args(false);
    command->add_option("--out", arguments->out, "policy file (ONNX)")->required();
    command
        ->add_option("--hidden", arguments->settings.network.hidden,
                     "units of each hidden layer, such as 32,32")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    command->add_option("--epochs", arguments->settings.network.epochs, "passes over all examples")
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--seed", arguments->settings.network.seed, "seed of the initial weights");
    command
        ->add_option("--trials", arguments->settings.trials,
                     "simulated trials from which the network learns to observe the body as well; "
                     "0: time only; default for behaviors: 20")
        ->check(CLI::Range(0, 10'000));
    command
        ->add_option("--joint-noise", arguments->jointNoiseDeg,
                     "noise of the start pose in these trials, deg")
        ->check(CLI::Range(0.0, 90.0));
    addReadOptions(*command, arguments->read);
    addRobotOption(*command, arguments->read);
    addMotionOption(*command, arguments->read);
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = fit(*arguments); });
}

} // namespace sideline::cli
