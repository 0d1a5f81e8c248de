#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/runtime/agent_command.h"
#include "agentcore/runtime/agent_settings.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// State of a connection, shown as a status light.
enum class LinkState : std::uint8_t {
    Connecting, ///< connecting and joining, until the server assigns a number
    Waiting,    ///< waiting for the next attempt
    Playing,    ///< receiving messages
    Silent,     ///< connected, but without messages
    Refused,    ///< the server did not accept the agent as a player: number or team is taken
    Stopped,    ///< `stop` was called, or the settings are invalid
};

/// Display text, such as `playing`.
[[nodiscard]] std::string_view linkStateName(LinkState state);

struct AgentState {
    LinkState link = LinkState::Connecting;
    std::string fault; ///< reason why the agent is not playing, for display; empty while playing
    std::uint64_t cycles = 0;
    std::uint64_t connections = 0; ///< number of times the server accepted the agent as a player
};

/// A built-in agent in its own thread: connects, runs sense-think-act cycles and reconnects.
///
/// The cycle allocates nothing after warm-up unless the number of retained frames keeps growing.
/// After a rejection, a broken link or invalid data it reconnects with increasing delays. All
/// functions may be called from any thread except the agent's own; none blocks for a cycle, except
/// the destructor, which takes up to about 50 ms.
class AgentRunner {
public:
    /// @param settings see `check`; with invalid settings the agent is stopped from the start
    /// @param behavior if null, the joints hold their measured angles
    /// @param sinks receive every frame in the agent's thread; must outlive the runner
    AgentRunner(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior,
                std::vector<world::FrameSink*> sinks = {});
    ~AgentRunner();
    AgentRunner(const AgentRunner&) = delete;
    AgentRunner& operator=(const AgentRunner&) = delete;

    [[nodiscard]] const AgentSettings& settings() const;
    /// Has no effect once the agent has stopped.
    void post(AgentCommand command);
    /// Requests a permanent stop without waiting for it.
    void stop();
    /// The newest frame since the last call; not set if there is none.
    [[nodiscard]] std::optional<world::AgentFramePtr> takeFrame();
    /// The current state.
    [[nodiscard]] AgentState state() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::runtime
