#include "cli/simulation_arguments.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cli/log_command.h"
#include "simulator/referee/rules_file.h"
#include "simulator/start/start_family.h"

namespace sideline::cli {

namespace {

// Returns the situation that was read; if there are errors, prints them and returns null.
std::shared_ptr<const simulator::StartSituation> startOf(
    tl::expected<simulator::StartSituation, simulator::StartErrors> read) {
    if (read) {
        return std::make_shared<const simulator::StartSituation>(std::move(*read));
    }
    for (const base::Error& error : read.error()) {
        printError(error.toString());
    }
    return nullptr;
}

} // namespace

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
        settings.start =
            startOf(simulator::readStart(arguments.startFile, settings.field, settings.robots));
        if (settings.start == nullptr) {
            return std::nullopt;
        }
    }
    return settings;
}

std::vector<CLI::Option*> addLeagueOptions(CLI::App& command,
                                           simulator::LeagueArguments& arguments) {
    constexpr int kLastPhase = 4;
    return {
        command
            .add_option("--book", arguments.ruleBook,
                        "rule book of rcssservermj: fifa, ssim or ssim26")
            ->capture_default_str(),
        command.add_option(
            "--field", arguments.field,
            "field of rcssservermj: fifa7vs7, fifa or hsl2026 (default: by the rule book)"),
        command.add_option("--models", arguments.models,
                           "folder of an installed rcsssmj, or of NAME/robot.xml, whose robots are "
                           "used instead of our own T1, K1 and PiPlus"),
        command
            .add_option(
                "--perception", arguments.perception,
                "vision as in a version of rcssservermj: 0.2.1 (without errors) or master (with "
                "noise, missed and false objects, one cycle late)")
            ->capture_default_str(),
        command
            .add_option("--occlusion", arguments.occlusion,
                        "what hides objects with --perception master: server (as on the real "
                        "server), all (robots and ball) or none")
            ->capture_default_str(),
        command
            .add_option("--phase", arguments.phase,
                        "part of the game on rcssservermj: 0 first half, 1 second half, 2 and 3 "
                        "extra time, 4 penalties")
            ->capture_default_str()
            ->check(CLI::Range(0, kLastPhase)),
        command
            .add_option("--time", arguments.timeS,
                        "game time at the start on rcssservermj, seconds")
            ->check(CLI::NonNegativeNumber)};
}

std::string familyFault(const CLI::App& command, const std::vector<CLI::Option*>& leagueOptions,
                        bool isLeague) {
    for (const char* name : {"--rules", "--robots", "--kick-off", "--no-noise", "--ground-truth",
                             "--exact", "--threads"}) {
        const CLI::Option* option = command.get_option_no_throw(name);
        if (isLeague && option != nullptr && option->count() > 0) {
            return fmt::format("{} applies only to matches of rcssserver3d", name);
        }
    }
    for (const CLI::Option* option : leagueOptions) {
        if (!isLeague && option->count() > 0) {
            return fmt::format("{} applies only to matches of rcssservermj", option->get_name());
        }
    }
    return {};
}

std::optional<simulator::MatchMaker> makeLeague(const SimulationArguments& arguments,
                                                simulator::LeagueArguments& league) {
    league.seed = arguments.seed;
    if (!arguments.startFile.empty()) {
        if (league.timeS || league.phase != 0) {
            printError("--phase and --time do not apply, since the situation of --start has a "
                       "clock");
            return std::nullopt;
        }
        robot::RobotCatalog robots;
        league.start = startOf(simulator::readStartOfAnyFamily(arguments.startFile, robots));
        if (league.start == nullptr) {
            return std::nullopt;
        }
    }
    auto make = simulator::leagueMaker(league);
    if (!make) {
        printError(make.error().toString());
        return std::nullopt;
    }
    return std::move(*make);
}

} // namespace sideline::cli
