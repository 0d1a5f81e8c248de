// `sideline team match`: our server and two teams, from kick-off to the final score.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/simulation_arguments.h"
#include "cli/team_command.h"
#include "cli/team_console.h"
#include "launcher/team_runner.h"
#include "simulator/server/simulator_thread.h"

namespace sideline::cli {

namespace {

using launcher::Clock;
using launcher::TeamFile;
using launcher::TeamRunner;

constexpr auto kMatchLook = std::chrono::milliseconds(20);
constexpr auto kJoinPatience = std::chrono::seconds(60);
constexpr auto kSettle = std::chrono::seconds(3); // without a newcomer a start script is done
constexpr auto kMatchEndPatience = std::chrono::seconds(30);

struct MatchArguments {
    std::string left;
    std::string right;
    SimulationArguments simulation;
    std::uint16_t agentPort = 3100;
    std::uint16_t monitorPort = 3200;
    std::string monitorLog;
    double minutes = 0.0;
    bool isFast = false; ///< as fast as the agents think, instead of in real time
    std::string recordings = "recordings";
    bool isQuiet = false;
    bool mayReplace = false;
};

// What is known of the match, brought up to date by `look`.
class Match {
public:
    explicit Match(simulator::SimulatorThread& simulator) : m_simulator(simulator) {}

    void look() {
        std::this_thread::sleep_for(kMatchLook);
        if (auto status = m_simulator.takeStatus()) {
            for (const std::string& news : simulator::newsOf(m_status.outputs, status->outputs)) {
                printError(news);
            }
            m_status = std::move(*status);
        }
        if (auto frame = m_simulator.takeFrame(); frame && frame->match) {
            m_frame = frame->match;
        }
    }
    [[nodiscard]] const simulator::SimulatorStatus& status() const { return m_status; }
    [[nodiscard]] bool hasGame() const { return m_frame != nullptr; }
    [[nodiscard]] const monitor::GameState& game() const { return m_frame->game; }
    void goAsFastAsPossible() { m_simulator.post(simulator::command::SetSpeed{0.0}); }
    [[nodiscard]] std::size_t countOf(const std::string& team) const {
        return static_cast<std::size_t>(
            std::ranges::count(m_status.robots, team, &simulator::SimulatorRobot::team));
    }
    void kickOff(game::Side side) {
        m_simulator.post(simulator::command::Trainer{monitor::KickOff{side}});
    }

private:
    simulator::SimulatorThread& m_simulator;
    simulator::SimulatorStatus m_status;
    monitor::MatchFramePtr m_frame;
};

// Waits until all players are on the field, or no more of them come.
// @return whether anybody is there
bool waitForTeam(Match& match, const TeamRunner& runner) {
    const TeamFile& team = runner.team();
    const bool isScript = team.players.front().isWholeTeam();
    const auto deadline = Clock::now() + kJoinPatience;
    auto lastCameAt = Clock::now();
    std::size_t before = 0;
    while (!isInterrupted() && Clock::now() < deadline) {
        match.look();
        const std::size_t count = match.countOf(team.name);
        lastCameAt = count == before ? lastCameAt : Clock::now();
        before = count;
        if (isScript ? count > 0 && Clock::now() - lastCameAt > kSettle
                     : count >= team.players.size()) {
            break;
        }
        if (!runner.status().isActive()) {
            break;
        }
    }
    fmt::print("{}: {} of {} players are on the field\n", team.name, before,
               isScript ? "all its" : std::to_string(team.players.size()));
    std::fflush(stdout);
    return before > 0;
}

std::string scoreText(const monitor::GameState& game) {
    return fmt::format("{} {} : {} {}", game.teamName(game::Side::Left), game.scoreLeft,
                       game.scoreRight, game.teamName(game::Side::Right));
}

// Plays until the game is over or the time is up. The referee does everything but kick off.
void play(Match& match, const TeamRunner& left, const TeamRunner& right, double minutes) {
    int kickedOffHalf = 0;
    std::string mode;
    std::string score = scoreText(match.game());
    while (!isInterrupted()) {
        const monitor::GameState& game = match.game();
        if (game.playModeName() == "BeforeKickOff" && game.half != kickedOffHalf) {
            match.kickOff(kickedOffHalf == 0 ? game::Side::Left : game::Side::None);
            kickedOffHalf = game.half;
            fmt::print("half {}: kick-off\n", game.half);
        }
        if (scoreText(game) != score) {
            score = scoreText(game);
            fmt::print("{:.1f} s: {}\n", game.timeS, score);
        }
        std::fflush(stdout);
        const bool isTimeUp = minutes > 0.0 && game.timeS >= minutes * 60.0;
        if (game.playModeName() == "GameOver" || isTimeUp || !match.status().isRunning) {
            return;
        }
        if (!left.status().isActive() && !right.status().isActive()) {
            printError("no players left on the field");
            return;
        }
        match.look();
    }
}

std::unique_ptr<simulator::SimulatorThread> startSimulator(const MatchArguments& arguments) {
    auto simulation = makeSettings(arguments.simulation);
    if (!simulation) {
        return nullptr;
    }
    simulator::SimulatorThread::Settings settings;
    settings.simulation = *simulation;
    settings.server.agentPort = arguments.agentPort;
    settings.server.monitorPort = arguments.monitorPort;
    settings.server.monitorLog = arguments.monitorLog;
    settings.server.mayReplaceFiles = arguments.mayReplace;
    settings.server.isSynchronous = arguments.isFast;
    auto thread = simulator::SimulatorThread::start(settings);
    if (!thread) {
        printError(thread.error().toString());
        return nullptr;
    }
    return std::move(*thread);
}

int run(const MatchArguments& arguments) {
    auto leftTeam = loadTeam(arguments.left);
    auto rightTeam = loadTeam(arguments.right);
    ConsoleSink console(true, arguments.isQuiet);
    const auto settings = runnerSettings(console, arguments.recordings);
    const bool isFree =
        areFree(base::OutputSet(arguments.mayReplace,
                                {arguments.left, arguments.right, arguments.simulation.rulesFile}),
                {arguments.monitorLog});
    const auto simulator =
        leftTeam && rightTeam && settings && isFree ? startSimulator(arguments) : nullptr;
    if (!simulator) {
        return kExitFailed;
    }
    if (leftTeam->name == rightTeam->name) {
        rightTeam->name += "_2"; // else the server takes all for one team
    }
    listenToSignals();
    Match match(*simulator);
    while (match.status().agentPort == 0 && !isInterrupted()) {
        match.look();
    }
    fmt::print("agents connect to port {}, monitors to {}\n", match.status().agentPort,
               match.status().monitorPort);
    for (TeamFile* team : {&*leftTeam, &*rightTeam}) {
        team->host = "127.0.0.1";
        team->port = match.status().agentPort;
        team->monitorPort = match.status().monitorPort;
        team->isSync = arguments.isFast;
    }
    TeamRunner left(std::move(*leftTeam), *settings);
    TeamRunner right(std::move(*rightTeam), *settings);
    // One after the other: the first team that comes is the left one.
    left.startAll();
    bool isGood = waitForTeam(match, left);
    if (isGood && !isInterrupted()) {
        right.startAll();
        isGood = waitForTeam(match, right);
    }
    while (isGood && !match.hasGame() && !isInterrupted()) {
        match.look();
    }
    if (isGood && match.hasGame()) {
        if (arguments.isFast) {
            match.goAsFastAsPossible(); // teams have joined in real time
        }
        play(match, left, right, arguments.minutes);
        isGood = allDoWell(left.status()) && allDoWell(right.status());
    }
    left.stopAll();
    right.stopAll();
    const auto deadline = Clock::now() + kMatchEndPatience;
    if (!left.waitUntilIdle(deadline) || !right.waitUntilIdle(deadline)) {
        printError("some players do not exit");
    }
    printSummary(left);
    printSummary(right);
    if (match.hasGame()) {
        fmt::print("final score after {:.1f} s: {}\n", match.game().timeS, scoreText(match.game()));
    }
    const auto losses = simulator::lossesOf(match.status().outputs);
    for (const std::string& loss : losses) {
        printError(loss);
    }
    return !losses.empty() ? kExitFailed : isGood ? kExitGood : kExitFound;
}

} // namespace

void addTeamMatch(CLI::App& team, int& status) {
    auto arguments = std::make_shared<MatchArguments>();
    CLI::App* command = team.add_subcommand(
        "match", "Start a server and two teams, kick off, and print the final score");
    command->add_option("LEFT", arguments->left, "team file of the left team")->required();
    command->add_option("RIGHT", arguments->right, "team file of the right team")->required();
    command
        ->add_option("--minutes", arguments->minutes,
                     "end at this game time instead of at the end of the match")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--no-realtime", arguments->isFast,
                      "play as fast as the agents think; programs must end their messages with "
                      "(syn), embedded players do");
    command->add_option("--agent-port", arguments->agentPort, "agent port; 0: any free port")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    command
        ->add_option("--monitor-port", arguments->monitorPort,
                     "monitor and trainer port; 0: any free port")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    command->add_option("--monitor-log", arguments->monitorLog,
                        "write the match to a sparkmonitor.log");
    addSimulationArguments(*command, arguments->simulation);
    addRecordingsOption(*command, arguments->recordings);
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--quiet", arguments->isQuiet, "print only faults, no player output");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
