// `sideline sim rerun FILE`: repeats the simulation of a recorded run and compares state hashes.
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/plural.h"
#include "agentcore/game/constants.h"
#include "cli/log_command.h"
#include "cli/progress.h"
#include "cli/sim_command.h"
#include "simulator/league/league.h"
#include "simulator/server/run_recording.h"

namespace sideline::cli {

namespace {

using simulator::RerunReport;

struct RerunArguments {
    std::string file;
    int threads = 1;
    bool isJson = false;
};

void printJson(const RerunReport& report) {
    nlohmann::ordered_json json;
    json["cycles"] = report.cycles;
    json["hashes_compared"] = report.hashesChecked;
    json["same"] = report.isSame();
    json["final_hash"] = fmt::format("{:016x}", report.finalHash);
    if (report.firstMismatchCycle) {
        json["first_mismatch_cycle"] = *report.firstMismatchCycle;
    }
    if (report.damage) {
        json["damage"] = report.damage->toString();
    }
    std::cout << json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
}

void printText(const RerunReport& report) {
    fmt::print("{} ({:.1f} s of the match) rerun, {} state hashes compared\n",
               base::plural(report.cycles, "cycle"),
               static_cast<double>(report.cycles) * game::kStepS, report.hashesChecked);
    if (report.firstMismatchCycle) {
        fmt::print("the run differs: the states diverge at cycle {}, or up to {} cycles earlier\n",
                   *report.firstMismatchCycle, simulator::RunRecorder::kCyclesPerHash - 1);
    } else if (report.hashesChecked == 0) {
        fmt::print("nothing to compare: the recording has no state hash\n");
    } else if (report.damage) {
        fmt::print("the run is identical bit for bit up to the damaged part of the recording\n");
    } else {
        fmt::print("the run is identical bit for bit; final hash {:016x}\n", report.finalHash);
    }
}

int run(const RerunArguments& arguments) {
    simulator::RerunOptions options;
    options.threadCount = arguments.threads;
    options.playOther = simulator::playLeagueRun;
    const auto report = [&] {
        const Progress progress("rerunning");
        return simulator::rerun(arguments.file, options);
    }();
    if (!report) {
        printError(report.error().toString());
        return kExitFailed;
    }
    if (report->damage) {
        printError(report->damage->toString() + "; simulated up to there");
    }
    if (arguments.isJson) {
        printJson(*report);
    } else {
        printText(*report);
    }
    return report->isSame() ? kExitGood : kExitFound;
}

} // namespace

void addSimRerun(CLI::App& sim, int& status) {
    auto arguments = std::make_shared<RerunArguments>();
    CLI::App* command =
        sim.add_subcommand("rerun", "Rerun a recording of `sideline server --record` and compare");
    addQuietOption(*command);
    command->add_option("FILE", arguments->file, "recording of a run")->required();
    command->add_option("--threads", arguments->threads, "threads for stepping and sensing")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command->add_flag("--json", arguments->isJson, "print one line of JSON");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
