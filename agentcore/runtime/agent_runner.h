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

/// Where a connection stands; what the window shows as a lamp.
enum class LinkState : std::uint8_t {
    Connecting, ///< first attempt, or one after a break; until the server has given a number
    Waiting,    ///< until the next attempt
    Playing,    ///< messages come
    Silent,     ///< connected, but nothing comes
    Refused,    ///< the server took no message of us as a player: number or team is taken
    Stopped,    ///< `stop` was called, or the settings are impossible
};

/// Display text: `playing`.
[[nodiscard]] std::string_view linkStateName(LinkState state);

struct AgentState {
    LinkState link = LinkState::Connecting;
    std::string fault; ///< why it is not playing, for display; empty while it plays
    std::uint64_t cycles = 0;
    std::uint64_t connections = 0; ///< how often the server has taken it as a player
};

/// A built-in agent in a thread of its own: connects, senses, thinks, acts, connects again.
///
/// The sense-think-act cycle allocates nothing after warm-up, as long as nobody keeps more and
/// more frames. A server that refuses, breaks off, or sends what is no SimSpark is tried again,
/// with longer and longer pauses. All functions may be called from any thread that is not the
/// agent's; none waits for a cycle, except the destructor, which ends within some 50 ms.
class AgentRunner {
public:
    /// @param settings see `check`; with impossible ones the agent is stopped from the start
    /// @param behavior null: holds the joints where they are
    /// @param sinks get every frame in the agent's thread; must outlive the runner
    AgentRunner(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior,
                std::vector<world::FrameSink*> sinks = {});
    ~AgentRunner();
    AgentRunner(const AgentRunner&) = delete;
    AgentRunner& operator=(const AgentRunner&) = delete;

    [[nodiscard]] const AgentSettings& settings() const;
    /// Does nothing once the agent has stopped.
    void post(AgentCommand command);
    /// Asks for the end of all work and does not wait for it; for good.
    void stop();
    /// The newest frame since the last call, if there is one.
    [[nodiscard]] std::optional<world::AgentFramePtr> takeFrame();
    /// The state as of now.
    [[nodiscard]] AgentState state() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::runtime
