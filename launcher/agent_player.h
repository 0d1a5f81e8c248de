#pragma once

#include <memory>
#include <vector>

#include "agentcore/runtime/agent_runner.h"
#include "agents/agent_blueprint.h"
#include "launcher/embedded_player.h"

namespace sideline::launcher {

/// Settings of a built-in agent as a player of a team file.
[[nodiscard]] agents::AgentBlueprint blueprintOf(const TeamFile& team, const PlayerSpec& player);

/// A built-in agent as a player, watched through its own frames.
class AgentPlayer : public EmbeddedPlayer {
public:
    /// @param sinks receive every frame after the player's own sink; must outlive the player
    /// Errors: those of `agents::build`.
    [[nodiscard]] static base::Expected<std::unique_ptr<AgentPlayer>> make(
        const TeamFile& team, const PlayerSpec& player, std::vector<world::FrameSink*> sinks = {});
    AgentPlayer(runtime::AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior,
                std::vector<world::FrameSink*> sinks);
    ~AgentPlayer() override;

    [[nodiscard]] EmbeddedReport report() override;
    [[nodiscard]] std::vector<std::string> takeLines() override;
    /// The running agent, to which commands can be posted and whose frames can be read.
    [[nodiscard]] runtime::AgentRunner& runner();

private:
    class Watch;
    std::unique_ptr<Watch> m_watch;
    std::unique_ptr<runtime::AgentRunner> m_runner;
};

} // namespace sideline::launcher
