// `sideline log situation`: a frame of a match log as a start situation for the simulator.
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "evaluation/session_commands.h"
#include "simulator/start/start_from_frame.h"

namespace sideline::cli {

namespace {

constexpr int kDefaultCommandedCycles = 25; // half a second of play

struct SituationArguments {
    LogArguments log;
    std::optional<logs::FrameNumber> frame;
    std::optional<double> timeS;
    std::string session;
    int commandedCycles = kDefaultCommandedCycles;
    std::string out;
    bool mayReplace = false;
};

// Adds the agents' commands from that frame on. @return false if they cannot be found
bool addCommands(const SituationArguments& arguments, const logs::MatchLog& log,
                 logs::FrameNumber frame, const monitor::MatchFrame& shown,
                 simulator::StartSituation& situation) {
    const auto session = logs::SessionReader::open(arguments.session);
    if (!session) {
        printError(session.error().toString());
        return false;
    }
    const auto found = evaluation::addSessionCommands(
        **session, evaluation::matchLogOf(**session, log.path()), static_cast<double>(frame), shown,
        arguments.commandedCycles, situation);
    if (!found) {
        printError(found.error().toString());
        return false;
    }
    for (const std::string& remark : found->remarks) {
        printError(remark);
    }
    fmt::print(stderr, "{} will follow the recorded commands for {}\n",
               base::plural(found->players, "robot"),
               base::plural(arguments.commandedCycles, "cycle"));
    return true;
}

// Returns the adjacent frame; null at an end of the log, or if it cannot be read.
monitor::MatchFramePtr neighbor(logs::FrameReader& reader, const logs::LogIndex& index,
                                logs::FrameNumber frame, bool isAfter) {
    if (isAfter ? frame + 1 >= index.frameCount() : frame == 0) {
        return nullptr;
    }
    const auto read = reader.frame(isAfter ? frame + 1 : frame - 1);
    return read ? *read : nullptr;
}

int run(const SituationArguments& arguments) {
    base::OutputSet outputs(arguments.mayReplace, {arguments.log.file});
    if (!areFree(outputs, {arguments.out})) {
        return kExitFailed;
    }
    const auto log = openLog(arguments.log, false);
    if (!log) {
        return kExitFailed;
    }
    const auto index = log->index();
    const logs::FrameNumber frame =
        arguments.frame ? *arguments.frame : index->frameAtGameTime(*arguments.timeS);
    const double lastS = index->gameTimeS(index->frameCount() - 1);
    if (frame >= index->frameCount() || arguments.timeS.value_or(0.0) > lastS + 1.0) {
        printError(arguments.frame
                       ? fmt::format("frame {} is not in this log; expected 0 to {}", frame,
                                     index->frameCount() - 1)
                       : fmt::format("{:g} s is not in this log; expected at most {:.2f}",
                                     *arguments.timeS, lastS));
        return kExitFailed;
    }
    logs::FrameReader reader = log->makeReader();
    const auto shown = reader.frame(frame);
    if (!shown) {
        printError(shown.error().inFile(arguments.log.file).toString());
        return kExitFailed;
    }
    const robot::RobotCatalog robots = robotsOf(arguments.log);
    auto made = simulator::situationOf(
        **shown, {neighbor(reader, *index, frame, false), neighbor(reader, *index, frame, true)},
        fmt::format("{}, frame {}", log->path().filename().string(), frame), robots);
    if (!made) {
        printError(made.error().inFile(arguments.log.file).toString());
        return kExitFound;
    }
    for (const std::string& remark : made->remarks) {
        printError(remark);
    }
    if (!arguments.session.empty() &&
        !addCommands(arguments, *log, frame, **shown, made->situation)) {
        return kExitFailed;
    }
    if (!writeTo(outputs, arguments.out, [&](std::ostream& out) -> base::Expected<void> {
            out << simulator::textOf(made->situation);
            return {};
        })) {
        return kExitFailed;
    }
    if (arguments.out != "-") {
        fmt::print("{}: frame {}, {:.2f} s, {}, {}\n", arguments.out, frame, made->situation.timeS,
                   game::playModeName(made->situation.playMode),
                   base::plural(made->situation.robots.size(), "robot"));
    }
    return kExitGood;
}

} // namespace

void addLogSituation(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "situation", "Write a frame of a match log as a start situation for the simulator");
    auto arguments = std::make_shared<SituationArguments>();
    addLogArguments(*command, arguments->log);
    CLI::Option_group* when = command->add_option_group("when");
    when->add_option("--time", arguments->timeS, "game clock, seconds: the first frame with it")
        ->check(CLI::NonNegativeNumber);
    when->add_option("--frame", arguments->frame, "number of the frame, from 0");
    when->require_option(1);
    CLI::Option* session = command
                               ->add_option("--session", arguments->session,
                                            "session recorded with the log: robots start with the "
                                            "recorded commands of their agents")
                               ->check(CLI::ExistingFile);
    command
        ->add_option("--commanded", arguments->commandedCycles,
                     "number of 20 ms cycles that use the recorded commands")
        ->capture_default_str()
        ->check(CLI::Range(1, simulator::kMaxCommandedCycles))
        ->needs(session);
    command->add_option("--out", arguments->out, "file to write; - is stdout")->required();
    addForceOption(*command, arguments->mayReplace);
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
