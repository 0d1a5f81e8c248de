#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "launcher/team_file.h"

namespace sideline::cli {

struct ServedMatch;

/// The server of a match, as seen by the organizer of the match. One thread.
class MatchServer {
public:
    MatchServer() = default;
    virtual ~MatchServer() = default;
    MatchServer(const MatchServer&) = delete;
    MatchServer& operator=(const MatchServer&) = delete;

    /// Waits briefly and updates the state that the other functions return.
    virtual void look() = 0;
    /// Whether agents can connect.
    [[nodiscard]] virtual bool isReady() const = 0;
    /// Why the server does not run; empty while it runs.
    [[nodiscard]] virtual std::string fault() const = 0;
    [[nodiscard]] virtual std::uint16_t agentPort() const = 0;
    [[nodiscard]] virtual std::uint16_t monitorPort() const = 0;
    [[nodiscard]] virtual bool hasGame() const = 0;
    /// The game state. Precondition: a game has been reported.
    [[nodiscard]] virtual const monitor::GameState& game() const = 0;
    /// The number of players of a team on the field.
    [[nodiscard]] virtual std::size_t countOf(const std::string& team) const = 0;
    /// Starts play. @param side `None`: the team that did not kick off the first half
    virtual void kickOff(game::Side side) = 0;
    /// Whether it always waits for the answers of agents that end their messages with `(syn)`.
    [[nodiscard]] virtual bool awaitsSyncs() const { return false; }
    /// Called when all players have joined. A server with its own timing ignores it.
    virtual void begin() {}
    /// Files that were not written completely; final once the match has ended.
    [[nodiscard]] virtual std::vector<std::string> losses() = 0;
};

/// A server of any kind, run as a program.
struct ExternalServer {
    /// Command with the placeholders `{agent_port}`, `{monitor_port}` and `{seed}`.
    std::vector<std::string> command;
    std::filesystem::path folder; ///< its working directory
    std::uint64_t seed = 1;
    std::filesystem::path supervisor; ///< `sideline-supervisor`
    double startS = 60.0;             ///< real time from its start to its first monitor message
    double silenceS = 30.0;           ///< maximum real time between two monitor messages
};

/// Starts the built-in server.
/// Errors: those of `simulator::SimulatorThread::start`.
[[nodiscard]] base::Expected<std::unique_ptr<MatchServer>> startOwnServer(
    const ServedMatch& settings);

/// Starts an external server on free ports of this machine. Its monitor messages become the match
/// log; all its processes end when the returned object is destroyed.
/// @param log replaced if it exists; empty: none
/// @param say receives each line that the program writes
/// Errors: those of starting the program, of ports and of the log.
[[nodiscard]] base::Expected<std::unique_ptr<MatchServer>> startExternalServer(
    const ExternalServer& server, const std::filesystem::path& log,
    std::function<void(const std::string& line)> say);

} // namespace sideline::cli
