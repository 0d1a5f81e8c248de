// `sideline team check|start`: checks team files and runs a team without a window.
#include "cli/team_command.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/team_console.h"
#include "launcher/team_file.h"
#include "launcher/team_runner.h"

namespace sideline::cli {

namespace {

using launcher::Clock;
using launcher::TeamFile;

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr auto kEndTimeout = std::chrono::seconds(30);

struct StartArguments {
    std::string file;
    std::string host;
    std::optional<std::uint16_t> port;
    std::optional<std::uint16_t> monitorPort;
    std::vector<int> only;
    double minutes = 0.0;
    std::string recordings = "recordings";
    bool isQuiet = false;
};

std::string runsText(const launcher::PlayerSpec& player) {
    if (player.isEmbedded) {
        return fmt::format("built-in agent ({})", player.behavior);
    }
    std::string text = player.program;
    for (const std::string& argument : player.arguments) {
        text += " " + argument;
    }
    return text;
}

int check(const std::vector<std::string>& files) {
    int status = kExitGood;
    for (const std::string& file : files) {
        const auto team = loadTeam(file);
        if (!team) {
            status = kExitFound;
            continue;
        }
        const std::string_view server = team->server == game::ServerKind::SimSpark
                                            ? "server"
                                            : game::serverKindName(team->server);
        fmt::print("{}: team {} ({} side), {} {}:{}, monitors {}\n", file, team->name, team->side,
                   server, team->host, team->port, team->monitorPort);
        for (const launcher::PlayerSpec& player : team->players) {
            const std::string number =
                player.isWholeTeam() ? "all" : fmt::format("{:>3}", player.number);
            const std::string type =
                player.typeNumber < 0 ? "-" : std::to_string(player.typeNumber);
            if (team->server == game::ServerKind::Rcssservermj) {
                fmt::print("  {}  {:<6}  {}\n", number, player.model ? player.model->name() : "-",
                           runsText(player));
            } else {
                fmt::print("  {}  type {}  {}\n", number, type, runsText(player));
            }
        }
        for (const base::Error& note : team->notes) {
            fmt::print("note: {}\n", note.toString());
        }
    }
    return status;
}

// Removes the players that were not requested; prints the error on failure.
bool selectPlayers(TeamFile& team, const std::vector<int>& only) {
    if (only.empty()) {
        return true;
    }
    for (const int number : only) {
        if (std::ranges::find(team.players, number, &launcher::PlayerSpec::number) ==
            team.players.end()) {
            printError(fmt::format("{}: unknown player {}", team.file.string(), number));
            return false;
        }
    }
    std::erase_if(team.players, [&](const launcher::PlayerSpec& player) {
        return std::ranges::find(only, player.number) == only.end();
    });
    return true;
}

// Whether each program ran until it was stopped, even directly after its start, and each built-in
// agent has played.
bool endedWell(const launcher::TeamStatus& before, const launcher::TeamStatus& after) {
    return std::ranges::equal(
        before.players, after.players,
        [](const launcher::PlayerStatus& playing, const launcher::PlayerStatus& ended) {
            return ended.isEmbedded ? playing.phase == launcher::PlayerPhase::Running
                                    : ended.phase == launcher::PlayerPhase::Stopped;
        });
}

int start(const StartArguments& arguments) {
    auto team = loadTeam(arguments.file);
    if (!team || !selectPlayers(*team, arguments.only)) {
        return kExitFailed;
    }
    team->host = arguments.host.empty() ? team->host : arguments.host;
    team->port = arguments.port.value_or(team->port);
    team->monitorPort = arguments.monitorPort.value_or(team->monitorPort);
    for (const base::Error& note : team->notes) {
        printError(note.toString());
    }
    ConsoleSink console(false, arguments.isQuiet);
    const auto settings = runnerSettings(console, arguments.recordings);
    if (!settings) {
        return kExitFailed;
    }
    listenToSignals();
    const std::size_t count = team->players.size();
    launcher::TeamRunner runner(std::move(*team), *settings);
    const auto end = arguments.minutes > 0.0
                         ? Clock::now() + std::chrono::milliseconds(
                                              static_cast<std::int64_t>(arguments.minutes * 60e3))
                         : Clock::time_point::max();
    runner.startAll();
    bool isComplete = false;
    bool isIdle = false;
    while (!isInterrupted() && !isIdle && Clock::now() < end) {
        isIdle = runner.waitUntilIdle(Clock::now() + kLook);
        if (!isComplete && runner.status().runningCount() == count) {
            isComplete = true;
            fmt::print("{} running; stop with Ctrl+C\n",
                       count == 1 ? "the player is" : fmt::format("all {} players are", count));
            std::fflush(stdout);
        }
    }
    const launcher::TeamStatus before = runner.status();
    runner.stopAll();
    if (!runner.waitUntilIdle(Clock::now() + kEndTimeout)) {
        printError("some players did not exit");
    }
    printSummary(runner.team().name, runner.status());
    const bool isGood = endedWell(before, runner.status());
    return isGood ? kExitGood : kExitFound;
}

} // namespace

void addTeamCheck(CLI::App& team, int& status) {
    auto files = std::make_shared<std::vector<std::string>>();
    CLI::App* command = team.add_subcommand("check", "Check team files");
    command->add_option("FILE", *files, "team files (TOML)")->required();
    command->callback([files, &status] { status = check(*files); });
}

void addTeamStart(CLI::App& team, int& status) {
    auto arguments = std::make_shared<StartArguments>();
    CLI::App* command =
        team.add_subcommand("start", "Start all players of a team; Ctrl+C stops them");
    command->add_option("FILE", arguments->file, "team file (TOML)")->required();
    command->add_option("--host", arguments->host, "server, overriding the file");
    command->add_option("--port", arguments->port, "agent port, overriding the file")
        ->check(CLI::Range(1, 65535));
    command
        ->add_option("--monitor-port", arguments->monitorPort, "monitor port, overriding the file")
        ->check(CLI::Range(1, 65535));
    command->add_option("--only", arguments->only, "player numbers, such as 1,2,7")->delimiter(',');
    command->add_option("--minutes", arguments->minutes, "stop after this time")
        ->check(CLI::NonNegativeNumber);
    addRecordingsOption(*command, arguments->recordings);
    command->add_flag("--quiet", arguments->isQuiet, "print only faults, no player output");
    command->callback([arguments, &status] { status = start(*arguments); });
}

void addTeamCommand(CLI::App& app, int& status) {
    CLI::App* team = app.add_subcommand("team", "Start teams and matches with any agent programs");
    team->require_subcommand(1);
    addTeamCheck(*team, status);
    addTeamStart(*team, status);
    addTeamMatch(*team, status);
}

} // namespace sideline::cli
