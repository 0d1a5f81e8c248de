// `sideline-dev sim replay STREAM.rec`: how closely the simulator follows the real server.
#include <cmath>
#include <iostream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "cli/dev/dev_commands.h"
#include "cli/dev/stream_messages.h"
#include "cli/log_command.h"
#include "cli/simulation_arguments.h"
#include "simulator/fidelity/stream_replay.h"

namespace sideline::cli {

namespace {

using simulator::FidelityReport;
using simulator::SignalError;

struct ReplayArguments {
    std::vector<std::string> files;
    SimulationArguments simulation;
    bool isJson = false;
    bool isBrief = false;
    bool showsReaches = false;
};

// Formats errors over time as eight columns from the first to the last second.
std::string overTime(const SignalError& error) {
    constexpr std::size_t kColumns = 8;
    std::string text;
    const std::size_t spans = error.rmsPerSpan.size();
    for (std::size_t i = 0; i < kColumns; ++i) {
        const std::size_t begin = i * spans / kColumns;
        const std::size_t end = std::max((i + 1) * spans / kColumns, begin + 1);
        double sum = 0.0;
        int count = 0;
        for (std::size_t k = begin; k < end && k < spans; ++k) {
            if (std::isfinite(error.rmsPerSpan[k])) {
                sum += error.rmsPerSpan[k] * error.rmsPerSpan[k];
                ++count;
            }
        }
        text += count == 0 ? fmt::format("{:>9}", "-")
                           : fmt::format("{:>9.4f}", std::sqrt(sum / count));
    }
    return text;
}

void printTable(const std::string& file, const FidelityReport& report) {
    fmt::print("{}: {} compared\n", file, base::plural(report.compared, "server message"));
    fmt::print("{:<22}{:>6}{:>10}{:>10}{:>8}   rms over time, first to last eighth\n", "signal",
               "unit", "rms", "worst", "at s");
    for (const SignalError& error : report.signals) {
        fmt::print("{:<22}{:>6}{:>10.4f}{:>10.4f}{:>8.2f}{}\n", error.name, error.unit, error.rms,
                   error.worst, error.worstAtS, overTime(error));
    }
}

void printPath(const FidelityReport& report) {
    if (!report.path) {
        return;
    }
    const FidelityReport::Path& path = *report.path;
    fmt::print("path from {:.2f} s on: {:.2f} m recorded, {:.2f} m simulated in {:.1f} s; ",
               path.startS, path.recordedM, path.simulatedM, path.durationS);
    if (path.within5cmS) {
        fmt::print("within 5 cm for {:.2f} s ({:.2f} m recorded, {:.2f} m simulated)\n",
                   *path.within5cmS, path.within5cmRecordedM, path.within5cmSimulatedM);
    } else {
        fmt::print("within 5 cm to the end\n");
    }
}

void printReaches(const FidelityReport& report) {
    fmt::print("{:<12}{:>12}{:>12}{:>12}{:>12}   outermost angles, degrees\n", "joint",
               "recorded min", "simulated", "recorded max", "simulated");
    for (const simulator::JointReach& reach : report.reaches) {
        fmt::print("{:<12}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}\n", reach.name, reach.recordedMinDeg,
                   reach.simulatedMinDeg, reach.recordedMaxDeg, reach.simulatedMaxDeg);
    }
}

nlohmann::ordered_json toJson(const std::string& file, const FidelityReport& report) {
    nlohmann::ordered_json json;
    json["file"] = file;
    json["messages_compared"] = report.compared;
    for (const SignalError& error : report.signals) {
        json["signals"].push_back({{"name", error.name},
                                   {"unit", error.unit},
                                   {"count", error.count},
                                   {"rms", error.rms},
                                   {"worst", error.worst},
                                   {"worst_at_s", error.worstAtS},
                                   {"rms_per_second", error.rmsPerSpan}});
    }
    for (const simulator::JointReach& reach : report.reaches) {
        json["reaches"].push_back(
            {{"name", reach.name},
             {"recorded_deg", {reach.recordedMinDeg, reach.recordedMaxDeg}},
             {"simulated_deg", {reach.simulatedMinDeg, reach.simulatedMaxDeg}}});
    }
    if (report.path) {
        json["path"] = {{"start_s", report.path->startS},
                        {"duration_s", report.path->durationS},
                        {"recorded_m", report.path->recordedM},
                        {"simulated_m", report.path->simulatedM}};
        json["path"]["within_5cm_s"] = report.path->within5cmS
                                           ? nlohmann::ordered_json(*report.path->within5cmS)
                                           : nlohmann::ordered_json();
    }
    return json;
}

// Prints one line for a stream: the largest error of each kind of signal.
void printBrief(const std::string& file, const FidelityReport& report) {
    const auto largest = [&](std::string_view prefix) {
        double rms = 0.0;
        for (const SignalError& error : report.signals) {
            if (error.name.starts_with(prefix)) {
                rms = std::max(rms, error.rms);
            }
        }
        return rms;
    };
    fmt::print("{:<28} HJ {:8.4f} deg  GYR {:8.3f} deg/s  ACC {:7.3f} m/s2  head {:7.4f} m  "
               "heading {:7.3f} deg  ball {:7.4f} m\n",
               std::filesystem::path(file).filename().string(), largest("HJ"), largest("GYR"),
               largest("ACC"), largest("head "), largest("heading"), largest("ball"));
}

int run(const ReplayArguments& arguments) {
    const auto settings = makeSettings(arguments.simulation);
    if (!settings) {
        return kExitFailed;
    }
    int status = kExitGood;
    for (const std::string& file : arguments.files) {
        const auto recording = logs::AgentRecording::read(file);
        if (!recording) {
            printError(recording.error().toString());
            status = kExitFailed;
            continue;
        }
        if (recording->damage()) {
            printError(recording->damage()->toString() + "; comparing up to there");
            status = kExitFailed;
        }
        const auto report = simulator::replayStream(streamMessages(*recording), *settings);
        if (!report) {
            printError(report.error().inFile(file).toString());
            status = kExitFailed;
        } else if (arguments.isJson) {
            std::cout << toJson(file, *report)
                             .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                      << '\n';
        } else if (arguments.isBrief) {
            printBrief(file, *report);
        } else {
            printTable(file, *report);
            printPath(*report);
            if (arguments.showsReaches) {
                printReaches(*report);
            }
        }
    }
    return status;
}

} // namespace

void addSimReplay(CLI::App& sim, int& status) {
    auto arguments = std::make_shared<ReplayArguments>();
    CLI::App* command = sim.add_subcommand(
        "replay", "Send an agent's recorded messages to a new simulation and compare");
    command
        ->add_option("STREAM", arguments->files, "agent recordings (.rec), optionally compressed")
        ->required();
    addSimulationArguments(*command, arguments->simulation);
    command->add_flag("--json", arguments->isJson, "print one line of JSON per stream");
    command->add_flag("--reach", arguments->showsReaches,
                      "also print each joint's range, recorded and simulated");
    command->add_flag("--brief", arguments->isBrief, "print one line per stream");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
