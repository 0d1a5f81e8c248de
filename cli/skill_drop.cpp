// `sideline skill drop`: measures the get-up time of a robot that any program controls.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/math/quantile.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/sample_set.h"
#include "cli/skill_program.h"
#include "training/server/drops.h"

namespace sideline::cli {

namespace {

using training::DropTrial;
using training::LyingSide;

struct DropArguments {
    std::vector<int> types = {0};
    PlayerProgram program;
    SkillServerArguments server;
    training::DropSettings settings;
    std::uint64_t seed = 1;
    bool isExact = false;
    std::string csv;
    bool mayReplace = false;
};

void print(int type, const std::vector<DropTrial>& trials, SampleSet& samples) {
    for (const LyingSide side : {LyingSide::Front, LyingSide::Back, LyingSide::Side}) {
        const std::string experiment =
            fmt::format("type {} {}", type, training::lyingSideName(side));
        std::vector<double> timesS;
        std::size_t falls = 0;
        for (const DropTrial& trial : trials) {
            if (trial.side == side) {
                ++falls;
                samples.add(experiment, "stands", trial.standsS ? 1.0 : 0.0);
                if (trial.standsS) {
                    samples.add(experiment, "s", *trial.standsS);
                    timesS.push_back(*trial.standsS);
                }
            }
        }
        std::ranges::sort(timesS);
        if (falls > 0) {
            std::cout << fmt::format("{:<16}{:>8}{:>8}{:>10.2f}{:>10.2f}{:>10.2f}\n", experiment,
                                     falls, timesS.size(), math::quantileOf(timesS, 0.5),
                                     math::quantileOf(timesS, 0.05), math::quantileOf(timesS, 0.95))
                      << std::flush;
        }
    }
}

int dropAll(const DropArguments& arguments) {
    base::OutputSet outputs(arguments.mayReplace);
    if (!areFree(outputs, {arguments.csv})) {
        return kExitFailed;
    }
    listenToSignals();
    SampleSet samples("drops");
    std::cout << fmt::format("{:<16}{:>8}{:>8}{:>10}{:>10}{:>10}\n", "fell on the", "falls",
                             "stands", "after, s", "5 %", "95 %");
    for (const int type : arguments.types) {
        auto playing = ProgramOnServer::start(arguments.program, arguments.server, type,
                                              arguments.seed, arguments.isExact);
        if (!playing) {
            printError(playing.error().toString());
            return kExitFailed;
        }
        training::DropSettings settings = arguments.settings;
        settings.server = playing->server();
        const auto trials =
            training::dropExternalRobot(settings, [&] { return playing->isAlive(); });
        if (!trials) {
            printError(trials.error().toString());
            return kExitFailed;
        }
        print(type, *trials, samples);
    }
    const bool isWritten =
        arguments.csv.empty() || writeTo(outputs, arguments.csv, [&](std::ostream& out) {
            samples.write(out);
            return base::Expected<void>();
        });
    return isWritten ? kExitGood : kExitFailed;
}

} // namespace

void addSkillDrop(CLI::App& skill, int& status) {
    auto arguments = std::make_shared<DropArguments>();
    CLI::App* command = skill.add_subcommand(
        "drop", "Drop the robot of any program repeatedly and measure how long it takes to get up");
    addProgramOptions(*command, arguments->program)->required();
    CLI::Option* server = addSkillServerOptions(*command, arguments->server);
    command->add_option("--types", arguments->types, "robot types that replace {type}")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--drops", arguments->settings.drops, "number of falls per type")
        ->capture_default_str()
        ->check(CLI::Range(1, 100000));
    command->add_option("--height", arguments->settings.heightM, "drop height of the torso, m")
        ->capture_default_str()
        ->check(CLI::Range(0.5, 10.0));
    command
        ->add_option("--longest", arguments->settings.longestS,
                     "time after which a fall counts as failed, s")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 200.0));
    CLI::Option* seed =
        command->add_option("--seed", arguments->seed, "seed of the server")->capture_default_str();
    CLI::Option* exact = command->add_flag("--exact", arguments->isExact,
                                           "use ODE's own solver instead of the fast one");
    server->excludes(seed)->excludes(exact);
    command->add_option("--csv", arguments->csv, "also write all times to this CSV file");
    addForceOption(*command, arguments->mayReplace);
    command->callback([arguments, &status] { status = dropAll(*arguments); });
}

} // namespace sideline::cli
