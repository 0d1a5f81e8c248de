#include "cli/skill_program.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output.h"
#include "launcher/child_process.h"
#include "launcher/placeholders.h"
#include "launcher/team_runner.h"
#include "simulator/server/simulator_thread.h"
#include "training/server/outside_scoring.h"

namespace sideline::cli {

namespace {

using training::ServerAddress;

constexpr int kUnum = 2; // any but a goalkeeper's

// A word for the shell that means this text.
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

// The program, until this value goes.
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
    // Whether something of it still runs, as far as the supervisor has reported.
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
    settings.server.isSynchronous = true;
    settings.speed = 0.0;
    return simulator::SimulatorThread::start(settings);
}

base::Expected<training::ScoringTrial> runStart(const PlayerProgram& program,
                                                const SkillServerArguments& server, int typeNumber,
                                                const training::ScoringSettings& settings,
                                                const training::ScoringTrial& start) {
    training::OutsideScoring scoring;
    scoring.longestS = settings.longestS;
    std::unique_ptr<simulator::SimulatorThread> own;
    if (server.isGiven()) {
        const auto given = serverSettingsOf(server);
        if (!given) {
            return tl::unexpected(given.error());
        }
        scoring.server = given->server;
    } else {
        auto started = startServer(start.seed, settings.isExact);
        if (!started) {
            return tl::unexpected(started.error());
        }
        own = std::move(*started);
        scoring.server.agentPort = own->agentPort();
        scoring.server.monitorPort = own->monitorPort();
    }
    auto player = RunningPlayer::start(scriptOf(program, scoring.server, server.team, typeNumber));
    if (!player) {
        return tl::unexpected(player.error());
    }
    return training::scoreOutside(scoring, start,
                                  [&] { return !isInterrupted() && player->isAlive(); });
}

} // namespace

base::Expected<std::vector<training::ScoringTrial>> benchProgram(
    const PlayerProgram& program, const SkillServerArguments& server, int typeNumber,
    const training::ScoringSettings& settings,
    const std::function<void(const training::ScoringTrial&)>& onTrial) {
    std::vector<training::ScoringTrial> trials;
    for (int i = 0; i < settings.starts; ++i) {
        const auto trial =
            runStart(program, server, typeNumber, settings,
                     training::scoringStart(settings.seed, static_cast<std::size_t>(i)));
        if (!trial) {
            return tl::unexpected(trial.error());
        }
        if (onTrial) {
            onTrial(*trial);
        }
        trials.push_back(*trial);
    }
    return trials;
}

} // namespace sideline::cli
