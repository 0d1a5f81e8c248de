#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "simulator/server/agent_sync.h"
#include "simulator/server/monitor_feed.h"
#include "simulator/server/server_output.h"
#include "simulator/simulation/match.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Ports and options of a server.
struct ServerSettings {
    std::string address = "127.0.0.1"; ///< address to listen on; `0.0.0.0` or `::` for all
    std::uint16_t agentPort = 3100;    ///< 0: any free port
    std::uint16_t monitorPort = 3200;
    std::size_t maxAgents = 64;
    std::size_t maxMonitors = 64;
    /// Agents whose `(syn)` each cycle awaits.
    SyncMode syncMode = SyncMode::None;
    SyncLimits sync; ///< limits of the wait in sync mode
    /// With `SyncMode::All`, time stops while no agent is connected, but continues in real time if
    /// there are viewers. With this option it always continues, as on the real server.
    bool runsWithoutAgents = false;
    /// In sync mode, disconnects an agent that sends nothing for `SyncLimits::answerTimeout` after
    /// its percepts, as rcssservermj does, instead of continuing without it.
    bool dropsSilentAgents = false;
    bool isWatched = false;               ///< there are viewers in addition to monitors
    int cyclesPerMonitorMessage = 2;      ///< 0.04 s, as on the real server
    std::filesystem::path monitorLog;     ///< path of a `sparkmonitor.log`; empty for none
    std::filesystem::path inputRecording; ///< path of a recording for reruns; empty for none
    bool mayReplaceFiles = false;         ///< whether these two files may be overwritten
};

/// Wait statistics of an agent in sync mode.
struct AgentWait {
    AgentId agent;
    std::string name;       ///< for display: team, number and address
    double meanS = 0.0;     ///< mean wait per cycle for this agent, over the last 32 cycles
    double nowS = 0.0;      ///< present wait for this agent, once it exceeds 1 s
    bool isSkipped = false; ///< whether the match continues without it
    std::uint64_t skipCount = 0;
};

/// A server: a match with TCP ports for agents and monitors.
///
/// One port uses the agent protocol, the other the monitor protocol with trainer commands. In each
/// cycle, agent messages are read (in sync mode awaited) and executed, percepts of the last cycle
/// are sent, the simulation advances one step, and monitors are served. One thread; no call blocks
/// longer than its arguments allow, except `cycle` in sync mode.
class Server {
public:
    /// Receives log lines: connections, client errors (each kind once), files.
    using Log = std::function<void(const std::string&)>;

    /// Opens both ports.
    /// Errors: Io for a port in use or an address that is not local, PermissionDenied; those of
    /// `base::OutputSet::create` for files that cannot be written.
    [[nodiscard]] static base::Expected<std::unique_ptr<Server>> open(
        const ServerSettings& settings, const SimulationSettings& simulation, Log log);
    /// Opens both ports for a match of any server family.
    /// @param runSettings `PlayedMatch::settings` for `ServerSettings::inputRecording`
    /// Errors: also InvalidArgument for a recording without these.
    [[nodiscard]] static base::Expected<std::unique_ptr<Server>> open(
        const ServerSettings& settings, std::unique_ptr<Match> match,
        std::unique_ptr<MatchFeed> feed, Log log, const std::string& runSettings = {});
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Waits until the next cycle may start: immediately, or in sync mode when the agents have
    /// replied. Serves all connections in the meantime.
    /// @return false if `deadline` passed first or a shutdown was requested
    [[nodiscard]] bool awaitCycle(std::chrono::steady_clock::time_point deadline);
    /// Runs one cycle of 20 ms, after an unlimited wait for its start.
    void cycle();
    /// Serves all connections until `deadline` without simulating.
    void serveUntil(std::chrono::steady_clock::time_point deadline);

    /// The simulation of a SimSpark server.
    [[nodiscard]] Simulation& simulation();
    [[nodiscard]] const Match& match() const;
    /// The last state sent to the monitors.
    [[nodiscard]] MatchFeed& feed();
    [[nodiscard]] std::uint16_t agentPort() const;
    [[nodiscard]] std::uint16_t monitorPort() const;
    [[nodiscard]] std::size_t agentCount() const;
    [[nodiscard]] std::size_t monitorCount() const;
    /// Whether an agent of the simulation is connected by TCP.
    [[nodiscard]] bool isConnected(AgentId agent) const;
    /// In sync mode, the wait statistics of each connected agent; empty otherwise.
    [[nodiscard]] std::vector<AgentWait> agentWaits() const;
    /// Number of agents' answers so far that came too late for their cycle; see
    /// `runtime::LateAnswers`.
    [[nodiscard]] std::uint64_t lateAnswers() const;
    /// Whether a trainer requested a shutdown, or the game is over and the rules require it.
    [[nodiscard]] bool isShutdownRequested() const;
    /// State of the written files. An unwritable file does not stop the match: writing is retried
    /// with every message (for the recording: every second), and losses are counted.
    [[nodiscard]] const std::vector<ServerOutput>& outputs() const;
    /// Closes the files; the destructor does so too but cannot report errors.
    void endOutputs();

private:
    struct Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
