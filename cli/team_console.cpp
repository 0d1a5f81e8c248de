#include "cli/team_console.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "cli/log_command.h"
#include "cli/proxy_recordings.h"

namespace sideline::cli {

namespace {

using launcher::PlayerPhase;

std::string nameOf(int number) {
    return number == 0 ? "team" : fmt::format("{:>4}", number);
}

} // namespace

// Each line is a single write, because two teams may print at the same time.
void ConsoleSink::printLine(const std::string& line) {
    const std::string whole = line + "\n";
    errno = 0;
    const bool isWritten = std::fwrite(whole.data(), 1, whole.size(), stdout) == whole.size();
    if ((!isWritten || std::fflush(stdout) != 0) && !m_isFaultReported.exchange(true)) {
        printError(base::systemError(errno, "cannot write", "standard output").toString());
    }
}

void ConsoleSink::takeLine(const launcher::PlayerRef& player, const launcher::OutputLine& line) {
    if (m_isQuiet) {
        return;
    }
    const char* mark = line.stream == launcher::Stream::Note  ? "--"
                       : line.stream == launcher::Stream::Err ? "!"
                                                              : "|";
    printLine(fmt::format("{}{} {:<2} {}", m_namesTeam ? player.team + " " : "",
                          nameOf(player.number), mark, line.text));
}

void ConsoleSink::takePhase(const launcher::PlayerRef& player, PlayerPhase phase,
                            const std::string& reason, launcher::Clock::time_point /*at*/) {
    const bool isEnd = phase == PlayerPhase::Exited || phase == PlayerPhase::Crashed ||
                       phase == PlayerPhase::CouldNotStart;
    if (m_isQuiet && isEnd) {
        printLine(fmt::format("{}{} -- {}: {}", m_namesTeam ? player.team + " " : "",
                              nameOf(player.number), phaseText(phase), reason));
    }
}

std::optional<launcher::TeamFile> loadTeam(const std::string& file) {
    auto team = launcher::readTeamFile(file);
    if (!team) {
        for (const base::Error& error : team.error()) {
            printError(error.toString());
        }
        return std::nullopt;
    }
    return std::move(*team);
}

std::optional<launcher::TeamRunnerSettings> runnerSettings(launcher::OutputSink& sink,
                                                           const std::string& recordings) {
    std::error_code fault;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", fault);
    auto supervisor = launcher::findSupervisor(program);
    if (!supervisor) {
        printError(supervisor.error().toString());
        return std::nullopt;
    }
    launcher::TeamRunnerSettings settings;
    settings.supervisor = std::move(*supervisor);
    settings.recordings = [make = recordingsIn(recordings, "team")](const launcher::TeamFile&,
                                                                    const launcher::PlayerSpec&) {
        return make();
    };
    settings.embedded = launcher::agentFactory(settings.recordings);
    settings.sinks = {&sink};
    return settings;
}

void addRecordingsOption(CLI::App& command, std::string& folder) {
    command
        .add_option("--recordings", folder,
                    "folder for the sessions of players with `record = true`")
        ->capture_default_str();
}

void printSummary(const std::string& team, const launcher::TeamStatus& status) {
    fmt::print("team {}:\n", team);
    for (const launcher::PlayerStatus& player : status.players) {
        std::string line =
            fmt::format("{} {}, {}", nameOf(player.number), player.runs, phaseText(player.phase));
        if (player.isEmbedded || player.missedCycles) {
            line += fmt::format(", {}, {} missed, {} late", base::plural(player.cycles, "cycle"),
                                player.missedCycles.value_or(0), player.lateAnswers.value_or(0));
        }
        if (!player.reason.empty()) {
            line += ": " + player.reason;
        }
        fmt::print("{}\n", line);
    }
}

} // namespace sideline::cli
