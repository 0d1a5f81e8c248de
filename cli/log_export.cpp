#include "cli/log_command.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/log_session.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "logs/match/log_export.h"
#include "logs/session/recording_kind.h"

namespace sideline::cli {

namespace {

struct LogExportArguments {
    LogArguments log;
    std::string posesFile;
    std::string jointsFile;
    std::string eventsFile;
    std::string cutFile;
    bool allBodies = false;
    std::optional<logs::FrameNumber> fromFrame;
    std::optional<logs::FrameNumber> toFrame;
    std::optional<double> fromS;
    std::optional<double> toS;
    SessionExport session;
    bool mayReplace = false;
};

std::optional<logs::FrameRange> chooseRange(const LogExportArguments& arguments,
                                            const logs::LogIndex& index) {
    if (arguments.fromS && arguments.toS && *arguments.toS < *arguments.fromS) {
        printError("--to is before --from");
        return std::nullopt;
    }
    logs::FrameRange range{0, index.frameCount() - 1};
    if (arguments.fromS) {
        range.first = index.frameAtGameTime(*arguments.fromS);
    }
    if (arguments.toS) {
        range.last = index.frameAtGameTime(*arguments.toS);
    }
    constexpr double kToleranceS = 1e-4; // numbers in the stream have six digits
    if (arguments.fromS && index.gameTimeS(range.first) + kToleranceS < *arguments.fromS) {
        printError(fmt::format("--from is after the end of the log; expected at most {:.2f} s of "
                               "game time",
                               index.gameTimeS(range.first)));
        return std::nullopt;
    }
    range.first = arguments.fromFrame.value_or(range.first);
    range.last = std::min(arguments.toFrame.value_or(range.last), index.frameCount() - 1);
    if (range.first > range.last) {
        printError(
            fmt::format("frames {} to {} are not in this log, expected an interval within 0 to {}",
                        range.first, range.last, index.frameCount() - 1));
        return std::nullopt;
    }
    return range;
}

// Reports what is missing from the files. @return the exit status
int reportOmissions(const std::string& file, const logs::ExportOmissions& omissions) {
    if (omissions.isNothing()) {
        return kExitGood;
    }
    for (const base::Error& cause : omissions.causes) {
        printError("omitted: " + cause.toString());
    }
    printError(file + ": " + omissions.summary());
    return kExitFound;
}

int runExport(const LogExportArguments& arguments) {
    const bool exportsEvents = !arguments.eventsFile.empty();
    base::OutputSet outputs(arguments.mayReplace, {arguments.log.file});
    if (arguments.cutFile == "-") {
        printError(
            "--cut selects the compression by file name extension; expected a file instead of -");
        return kExitFailed;
    }
    if (!areFree(outputs, {arguments.posesFile, arguments.jointsFile, arguments.eventsFile,
                           arguments.cutFile})) {
        return kExitFailed;
    }
    const auto log = openLog(arguments.log, exportsEvents);
    if (!log) {
        return kExitFailed;
    }
    const auto range = chooseRange(arguments, *log->index());
    if (!range) {
        return kExitFailed;
    }
    logs::FrameReader reader = log->makeReader();
    logs::ExportOmissions omissions; // total over all files
    listenToSignals();
    const std::array names = {arguments.posesFile, arguments.jointsFile, arguments.cutFile,
                              arguments.eventsFile};
    const bool isPrinted = std::ranges::find(names, "-") != names.end();
    const auto parts = std::count_if(names.begin(), names.end() - 1,
                                     [](const std::string& name) { return !name.empty(); });
    Progress progress("exporting", static_cast<double>(parts), isPrinted);
    int files = 0; // finished so far
    double before = 0.0;
    const auto continues = [&](double done) {
        files += done < before ? 1 : 0;
        before = done;
        progress.set(files + done);
        return !isInterrupted();
    };
    bool good = true;
    if (!arguments.posesFile.empty()) {
        good = good && writeTo(outputs, arguments.posesFile, [&](std::ostream& out) {
                   return logs::exportPoses(reader, *range, arguments.allBodies, out, continues,
                                            &omissions);
               });
    }
    if (!arguments.jointsFile.empty()) {
        good = good && writeTo(outputs, arguments.jointsFile, [&](std::ostream& out) {
                   return logs::exportJoints(reader, *range, out, continues, &omissions);
               });
    }
    if (exportsEvents) {
        good = good && writeTo(outputs, arguments.eventsFile, [&](std::ostream& out) {
                   logs::addUnreadable(*log->analysis(), *range, omissions);
                   return logs::exportEvents(log->analysis()->events, *range, out);
               });
    }
    if (good && !arguments.cutFile.empty()) {
        auto file = outputs.create(arguments.cutFile);
        const auto cut = file
                             ? logs::cutLog(reader, *range, std::move(*file), continues, &omissions)
                             : base::Expected<void>(tl::unexpected(file.error()));
        if (!cut) {
            printError(cut.error().inFile(arguments.cutFile).toString());
            good = false;
        }
    }
    return good ? reportOmissions(arguments.log.file, omissions) : kExitFailed;
}

// Determines the kind of the file and checks that it supports the requested exports.
int runAnyExport(LogExportArguments& arguments) {
    const bool isSession = logs::recordingKind(arguments.log.file) == logs::RecordingKind::Session;
    const bool asksMatch = !arguments.posesFile.empty() || !arguments.jointsFile.empty() ||
                           !arguments.eventsFile.empty() || !arguments.cutFile.empty();
    if (isSession && asksMatch) {
        printError(arguments.log.file + ": --poses, --joints, --events and --cut are for match "
                                        "logs, but this is a session; its match log is next to it");
        return kExitFailed;
    }
    if (isSession && (arguments.fromFrame || arguments.toFrame)) {
        printError(arguments.log.file + ": --from-frame and --to-frame are for match logs; "
                                        "expected --from and --to, seconds since the start of "
                                        "the session");
        return kExitFailed;
    }
    if (!isSession && arguments.session.isAsked()) {
        printError(arguments.log.file + ": --csv, --list-signals, --stream, --outputs and "
                                        "--beliefs are for sessions, but this is not one");
        return kExitFailed;
    }
    if (isSession) {
        arguments.session.fromS = arguments.fromS;
        arguments.session.toS = arguments.toS;
        arguments.session.mayReplace = arguments.mayReplace;
        return exportSession(arguments.log, arguments.session);
    }
    return runExport(arguments);
}

void addSessionOptions(CLI::App& command, CLI::Option_group& what, SessionExport& session) {
    what.add_option("--csv", session.csvFile, "session: CSV of an agent's signals");
    what.add_flag("--list-signals", session.listsSignals,
                  "session: list the names of an agent's signals");
    what.add_option("--stream", session.streamFile, "session: raw messages of an agent (.rec)");
    what.add_option("--outputs", session.outputsFile, "session: text output of all players");
    what.add_option("--beliefs", session.beliefsFile,
                    "session: beliefs that agents reported, for localize --belief");
    command.add_option("--agent", session.agent, "session: agent name");
    command.add_option("--signals", session.signals,
                       "with --csv: comma-separated names (default: all)");
}

} // namespace

void addLogExport(CLI::App& log, int& status) {
    CLI::App* command =
        log.add_subcommand("export", "Export CSV of poses, joints or events, or a clip of a match "
                                     "log; CSV of any signal, messages or output of a session");
    auto arguments = std::make_shared<LogExportArguments>();
    addLogArguments(*command, arguments->log);
    CLI::Option_group* what = command->add_option_group("what", "outputs (- is stdout)");
    what->add_option("--poses", arguments->posesFile, "CSV of torso and ball poses");
    what->add_option("--joints", arguments->jointsFile, "CSV of all robots' joint angles");
    what->add_option("--events", arguments->eventsFile, "CSV of events");
    what->add_option("--cut", arguments->cutFile,
                     "log of the selected frames; .gz, .bz2, .xz and .zst are compressed");
    addSessionOptions(*command, *what, arguments->session);
    what->require_option(1, 4);
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--all-bodies", arguments->allBodies, "with --poses: all bodies");
    CLI::Option* from = command->add_option(
        "--from", arguments->fromS, "start, seconds of game time (session: since its start)");
    CLI::Option* to = command->add_option("--to", arguments->toS,
                                          "end, seconds of game time (session: since its start)");
    command->add_option("--from-frame", arguments->fromFrame, "first frame, from 0")
        ->excludes(from);
    command->add_option("--to-frame", arguments->toFrame, "last frame")->excludes(to);
    command->callback([arguments, &status] { status = runAnyExport(*arguments); });
}

} // namespace sideline::cli
