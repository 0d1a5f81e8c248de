#include "cli/simulation_arguments.h"

#include <memory>
#include <utility>

#include "cli/log_command.h"
#include "simulator/referee/rules_file.h"

namespace sideline::cli {

void addRobotsOption(CLI::App& command, RobotFolders& folders) {
    command
        .add_option("--robots", folders,
                    "read robots from the scene files in this server data folder (rsg/...); may be "
                    "repeated, for robots with parts in other folders")
        ->allow_extra_args(false)
        ->check(CLI::ExistingDirectory);
}

std::vector<std::filesystem::path> pathsOf(const RobotFolders& folders) {
    return {folders.begin(), folders.end()};
}

void addStartOption(CLI::App& command, SimulationArguments& arguments) {
    command
        .add_option("--start", arguments.startFile,
                    "begin with this start situation (see `sideline log situation`)")
        ->check(CLI::ExistingFile);
}

void addSimulationArguments(CLI::App& command, SimulationArguments& arguments) {
    command.add_option("--seed", arguments.seed, "random seed; same seed, same run")
        ->capture_default_str();
    command
        .add_option("--rules", arguments.rulesFile,
                    "JSON file with changed rules, named as in naosoccersim.rb")
        ->check(CLI::ExistingFile);
    addRobotsOption(command, arguments.robotFolders);
    command.add_flag("--no-noise", arguments.hasNoNoise, "noise-free vision");
    command.add_flag("--ground-truth", arguments.sendsGroundTruth,
                     "send ground truth to agents (mypos, myorien, ballpos)");
    auto* exact =
        command.add_flag("--exact", arguments.isExact,
                         "use ODE's own solver, for bit-by-bit comparison with the real server");
    command
        .add_flag_callback(
            "--fast-solver", [] {}, "use the fast solver (default)")
        ->excludes(exact);
    command.add_option("--threads", arguments.threads, "threads for stepping and sensing")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
}

std::optional<simulator::SimulationSettings> makeSettings(const SimulationArguments& arguments) {
    simulator::SimulationSettings settings;
    settings.seed = arguments.seed;
    settings.threadCount = arguments.threads;
    settings.solver = arguments.isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    if (arguments.hasNoNoise) {
        settings.sensors.visionNoise = false;
        settings.sensors.visionCalibrationError = false;
    }
    settings.sensors.groundTruth = arguments.sendsGroundTruth;
    settings.robots.setFolders(pathsOf(arguments.robotFolders));
    if (!arguments.rulesFile.empty()) {
        auto rules = simulator::readRulesFile(arguments.rulesFile);
        if (!rules) {
            printError(rules.error().toString());
            return std::nullopt;
        }
        settings.rules = *rules;
    }
    if (!arguments.startFile.empty()) {
        auto start = simulator::readStart(arguments.startFile, settings.field, settings.robots);
        if (!start) {
            for (const base::Error& error : start.error()) {
                printError(error.toString());
            }
            return std::nullopt;
        }
        settings.start = std::make_shared<const simulator::StartSituation>(std::move(*start));
    }
    return settings;
}

} // namespace sideline::cli
