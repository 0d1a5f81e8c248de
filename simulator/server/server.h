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
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Ports and manners of a server.
struct ServerSettings {
    std::string address = "127.0.0.1"; ///< to listen on; `0.0.0.0` or `::` for everybody
    std::uint16_t agentPort = 3100;    ///< 0: any free one
    std::uint16_t monitorPort = 3200;
    std::size_t maxAgents = 64;
    std::size_t maxMonitors = 64;
    /// Waits in each cycle until every agent has ended its message with `(syn)`.
    bool isSynchronous = false;
    SyncLimits sync; ///< for how long it waits in sync mode
    /// In sync mode time stands still while no agent is connected, and continues in real time if
    /// somebody looks on. With this it continues whatever happens, as on the real server.
    bool runsEmpty = false;
    bool isWatched = false;               ///< somebody looks on, beside monitors
    int cyclesPerMonitorMessage = 2;      ///< 0.04 s, as the real server
    std::filesystem::path monitorLog;     ///< `sparkmonitor.log` to write; empty for none
    std::filesystem::path inputRecording; ///< to simulate the run again; empty for none
    bool mayReplaceFiles = false;         ///< whether these two may be there already
};

/// How an agent keeps up in sync mode.
struct AgentWait {
    AgentId agent;
    std::string name;          ///< for display: team, number and address
    double meanS = 0.0;        ///< that everybody waited for it per cycle, over the last 32 cycles
    double nowS = 0.0;         ///< that everybody waits for it just now, once it is more than 1 s
    bool isLeftBehind = false; ///< the match continues without it
    std::uint64_t timesLeftBehind = 0;
};

/// A SimSpark server: a simulation that agents and monitors reach by TCP.
///
/// Port 3100 speaks the agent protocol, port 3200 the monitor protocol with trainer commands. A
/// cycle: messages of agents are read (in sync mode awaited) and act, senses of the last cycle are
/// sent, the simulation takes its step, monitors are served. One thread; no call blocks for
/// longer than its arguments say, but for `cycle` in sync mode.
class Server {
public:
    /// Reports a line for a log: connections, faults of clients (each kind once), files.
    using Log = std::function<void(const std::string&)>;

    /// Opens both ports.
    /// Errors: Io for a port that is taken or an address that is not ours, PermissionDenied; those
    /// of `base::OutputSet::create` for files that cannot be written.
    [[nodiscard]] static base::Expected<std::unique_ptr<Server>> open(
        const ServerSettings& settings, const SimulationSettings& simulation, Log log);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Waits until the next cycle may begin: at once, but in sync mode when the agents have
    /// answered. Serves everybody meanwhile.
    /// @return false if `deadline` has passed before, or the end is asked for
    [[nodiscard]] bool awaitCycle(std::chrono::steady_clock::time_point deadline);
    /// One cycle of 20 ms, after waiting for it however long that takes.
    void cycle();
    /// Reads and writes what comes and goes until `deadline`, without simulating.
    void serveUntil(std::chrono::steady_clock::time_point deadline);

    [[nodiscard]] Simulation& simulation();
    [[nodiscard]] std::uint16_t agentPort() const;
    [[nodiscard]] std::uint16_t monitorPort() const;
    [[nodiscard]] std::size_t agentCount() const;
    [[nodiscard]] std::size_t monitorCount() const;
    /// Whether an agent connected by TCP stands behind an agent of the simulation.
    [[nodiscard]] bool isConnected(AgentId agent) const;
    /// In sync mode, how each connected agent keeps up; empty otherwise.
    [[nodiscard]] std::vector<AgentWait> agentWaits() const;
    /// Whether a trainer asked for the end, or the game is over and the rules say to quit then.
    [[nodiscard]] bool isAskedToEnd() const;
    /// How the files that it writes are doing. A file that cannot be written ends no match: it is
    /// tried again with every message (of the recording: every second), and what is lost is
    /// counted.
    [[nodiscard]] const std::vector<ServerOutput>& outputs() const;
    /// Ends the files; the destructor does that, too, but then nobody can see how it went.
    void endOutputs();
    /// What the monitors received last.
    [[nodiscard]] MonitorFeed& monitorFeed();

private:
    struct Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
