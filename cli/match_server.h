#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "launcher/team_file.h"

namespace sideline::cli {

struct ServedMatch;

/// A server that a match is played on, as whoever has the teams play sees it. One thread.
class MatchServer {
public:
    MatchServer() = default;
    virtual ~MatchServer() = default;
    MatchServer(const MatchServer&) = delete;
    MatchServer& operator=(const MatchServer&) = delete;

    /// Waits a moment, and brings up to date what the other functions tell.
    virtual void look() = 0;
    /// Whether agents can connect.
    [[nodiscard]] virtual bool isReady() const = 0;
    /// Why it runs no more, or never did; empty while all is well.
    [[nodiscard]] virtual std::string fault() const = 0;
    [[nodiscard]] virtual std::uint16_t agentPort() const = 0;
    [[nodiscard]] virtual std::uint16_t monitorPort() const = 0;
    [[nodiscard]] virtual bool hasGame() const = 0;
    /// Only with a game.
    [[nodiscard]] virtual const monitor::GameState& game() const = 0;
    /// Players of a team that are on the field.
    [[nodiscard]] virtual std::size_t countOf(const std::string& team) const = 0;
    /// @param side None: whoever has not begun the first half
    virtual void kickOff(game::Side side) = 0;
    /// All players are there. A server that goes at its own pace does nothing.
    virtual void begin() {}
    /// What was not written completely; known in the end.
    [[nodiscard]] virtual std::vector<std::string> losses() = 0;
};

/// A server of any make, as a program.
struct ExternalServer {
    /// With `{agent_port}`, `{monitor_port}` and `{seed}`.
    std::vector<std::string> command;
    std::filesystem::path folder; ///< in which it is started
    std::uint64_t seed = 1;
    std::filesystem::path supervisor; ///< `sideline-supervisor`
};

/// Starts the server of this program.
/// Errors: those of `simulator::SimulatorThread::start`.
[[nodiscard]] base::Expected<std::unique_ptr<MatchServer>> startOwnServer(
    const ServedMatch& settings);

/// Starts another server on free ports of this machine. What it tells monitors is the match log;
/// nothing of it stays behind.
/// @param log replaced if it is there; empty: none
/// Errors: of starting the program, of ports, of the log.
[[nodiscard]] base::Expected<std::unique_ptr<MatchServer>> startExternalServer(
    const ExternalServer& server, const std::filesystem::path& log);

} // namespace sideline::cli
