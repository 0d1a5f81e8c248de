#include "cli/skill_program.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/log_command.h"
#include "cli/output.h"
#include "launcher/child_process.h"
#include "launcher/placeholders.h"
#include "launcher/team_runner.h"
#include "simulator/server/simulator_thread.h"
#include "training/server/external_scoring.h"

namespace sideline::cli {

namespace {

using training::ServerAddress;

constexpr int kUnum = 2; // any number except a goalkeeper's

// Quotes a string for the shell.
std::string quotedForShell(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

std::string scriptOf(const PlayerProgram& program, const ServerAddress& server,
                     const std::string& team, int typeNumber) {
    launcher::TeamFile file;
    file.name = team;
    file.host = server.host;
    file.port = server.agentPort;
    file.monitorPort = server.monitorPort;
    launcher::PlayerSpec player;
    player.number = kUnum;
    player.typeNumber = typeNumber;
    const std::string output = program.output.empty() ? "/dev/null" : program.output;
    return fmt::format("exec >{} 2>&1\n{}\n", quotedForShell(output),
                       launcher::fillPlaceholders(program.command, file, player));
}

// A running program, which is stopped when this object is destroyed.
class RunningPlayer {
public:
    static base::Expected<RunningPlayer> start(const std::string& script) {
        std::error_code fault;
        auto supervisor =
            launcher::findSupervisor(std::filesystem::read_symlink("/proc/self/exe", fault));
        if (!supervisor) {
            return tl::unexpected(supervisor.error());
        }
        launcher::Launch launch;
        launch.supervisor = std::move(*supervisor);
        launch.program = "/bin/sh";
        launch.arguments = {"-c", script};
        auto child = launcher::ChildProcess::start(launch);
        if (!child) {
            return tl::unexpected(child.error());
        }
        return RunningPlayer(std::move(*child));
    }
    // Whether any of its processes still runs, according to the supervisor.
    [[nodiscard]] bool isAlive() {
        std::array<char, 512> bytes{};
        for (ssize_t count = 0;
             (count = ::read(m_child.statusFd(), bytes.data(), bytes.size())) > 0;) {
            m_reports.append(bytes.data(), static_cast<std::size_t>(count));
        }
        return m_reports.find("failed ") == std::string::npos &&
               m_reports.find("exited ") == std::string::npos &&
               m_reports.find("signal ") == std::string::npos;
    }

private:
    explicit RunningPlayer(launcher::ChildProcess child) : m_child(std::move(child)) {}

    launcher::ChildProcess m_child;
    std::string m_reports;
};

base::Expected<std::unique_ptr<simulator::SimulatorThread>> startServer(std::uint64_t seed,
                                                                        bool isExact) {
    simulator::SimulatorThread::Settings settings;
    settings.simulation.seed = seed;
    settings.simulation.solver = isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    settings.server.agentPort = 0;
    settings.server.monitorPort = 0;
    settings.server.syncMode = simulator::SyncMode::All;
    settings.speed = 0.0;
    return simulator::SimulatorThread::start(settings);
}

} // namespace

class ProgramOnServer::Impl {
public:
    std::unique_ptr<simulator::SimulatorThread> own; ///< null for an external server
    ServerAddress address;
    std::optional<RunningPlayer> player; ///< destroyed before the server
};

ProgramOnServer::ProgramOnServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ProgramOnServer::~ProgramOnServer() = default;
ProgramOnServer::ProgramOnServer(ProgramOnServer&& other) noexcept = default;

base::Expected<ProgramOnServer> ProgramOnServer::start(const PlayerProgram& program,
                                                       const SkillServerArguments& server,
                                                       int typeNumber, std::uint64_t seed,
                                                       bool isExact) {
    auto impl = std::make_unique<Impl>();
    if (server.isGiven()) {
        const auto given = serverSettingsOf(server);
        if (!given) {
            return tl::unexpected(given.error());
        }
        impl->address = given->server;
    } else {
        auto started = startServer(seed, isExact);
        if (!started) {
            return tl::unexpected(started.error());
        }
        impl->own = std::move(*started);
        impl->address.agentPort = impl->own->agentPort();
        impl->address.monitorPort = impl->own->monitorPort();
    }
    auto player = RunningPlayer::start(scriptOf(program, impl->address, server.team, typeNumber));
    if (!player) {
        return tl::unexpected(player.error());
    }
    impl->player.emplace(std::move(*player));
    return ProgramOnServer(std::move(impl));
}

const ServerAddress& ProgramOnServer::server() const {
    return m_impl->address;
}

bool ProgramOnServer::isAlive() {
    return !isInterrupted() && m_impl->player->isAlive();
}

CLI::Option* addProgramOptions(CLI::App& command, PlayerProgram& program) {
    CLI::Option* option =
        command.add_option("--program", program.command,
                           "shell command that starts one player of any team; {host}, {port}, "
                           "{monitor_port}, {team}, {number} and {type} are filled in");
    command
        .add_option("--program-output", program.output,
                    "file for the player's output, overwritten at each start")
        ->needs(option);
    return option;
}

base::Expected<std::vector<training::ScoringTrial>> benchProgram(
    const PlayerProgram& program, const SkillServerArguments& server, int typeNumber,
    const training::ScoringSettings& settings,
    const std::function<void(const training::ScoringTrial&)>& onTrial) {
    std::vector<training::ScoringTrial> trials;
    for (int i = 0; i < settings.starts; ++i) {
        const auto start = training::scoringStart(settings.seed, static_cast<std::size_t>(i));
        auto playing =
            ProgramOnServer::start(program, server, typeNumber, start.seed, settings.isExact);
        if (!playing) {
            return tl::unexpected(playing.error());
        }
        training::ExternalScoring scoring;
        scoring.server = playing->server();
        scoring.longestS = settings.longestS;
        const auto trial =
            training::scoreExternal(scoring, start, [&] { return playing->isAlive(); });
        if (!trial && (trials.empty() || trial.error().code == base::ErrorCode::Canceled)) {
            return tl::unexpected(trial.error()); // for example, an invalid command
        }
        trials.push_back(trial.value_or(start));
        if (!trial) {
            printError(trial.error().toString());
            trials.back().failure = {training::FailureKind::ProgramFailed, 0.0};
        }
        onTrial(trials.back());
    }
    return trials;
}

} // namespace sideline::cli
