#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "launcher/embedded_player.h"
#include "launcher/team_file.h"
#include "proxy/agent_proxy.h"
#include "proxy/recording_place.h"

namespace sideline::launcher {

/// Creates the destination of a player's recordings. Called in any thread; team and player outlive
/// it.
using RecordingMaker = std::function<std::unique_ptr<proxy::RecordingPlace>(
    const TeamFile& team, const PlayerSpec& player)>;

/// The proxy of one run of a program: the program connects to the proxy, and the proxy to the
/// server.
class RecordedProgram {
public:
    /// Starts listening on a port of this machine.
    /// Errors: those of `proxy::AgentProxy::start`.
    [[nodiscard]] static base::Expected<std::unique_ptr<RecordedProgram>> start(
        const TeamFile& team, const PlayerSpec& player, const RecordingMaker& recordings);

    /// The team as passed to the program: with the proxy as its server.
    [[nodiscard]] const TeamFile& team() const { return m_team; }
    /// The combined state of all its agents, including those that have disconnected.
    struct Report {
        std::uint64_t cycles = 0;
        std::uint64_t missedCycles = 0;
        std::uint64_t lateAnswers = 0;
        double reactionMs = 0.0; ///< longest median among the connected agents
    };
    [[nodiscard]] Report report() const;
    [[nodiscard]] std::vector<std::string> takeLines() { return m_proxy->takeLines(); }
    /// Ends the recordings and returns their final lines.
    [[nodiscard]] std::vector<std::string> stop();

private:
    RecordedProgram() = default;

    TeamFile m_team;
    std::unique_ptr<proxy::AgentProxy> m_proxy;
};

/// Creates `AgentPlayer`s, with a recording where the team file requests one.
/// @param recordings may be empty
[[nodiscard]] EmbeddedFactory agentFactory(RecordingMaker recordings = {});

} // namespace sideline::launcher
