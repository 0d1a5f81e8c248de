#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/net/relay.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "proxy/recording_place.h"

namespace sideline::proxy {

struct AgentProxySettings {
    net::RelayOptions relay;
    /// Makes the place of the recordings, in the recorder's thread; empty: nothing is recorded.
    std::function<std::unique_ptr<RecordingPlace>()> makePlace;
    robot::RobotCatalog robots; ///< that agents may ask for
    /// Memory for messages that wait for the recorder; beyond it, they are dropped and counted.
    std::size_t maxQueuedBytes = std::size_t{64} << 20U;
    std::chrono::milliseconds look{20}; ///< how often the recorder looks for new messages
};

/// What one agent has done so far. Without a recording only its name is known.
struct ProxiedAgent {
    std::string name; ///< as `UTAustinVilla 7`; its address until it has introduced itself
    std::uint64_t cycles = 0;
    std::uint64_t missedCycles = 0; ///< see `runtime::AgentObserver`
    double reactionP50Ms = 0.0;     ///< from the server's message to the answer
    double reactionP99Ms = 0.0;
};

/// How a proxy is doing.
struct ProxyStatus {
    std::size_t links = 0; ///< agents that are connected
    std::uint64_t connections = 0;
    std::uint64_t messages = 0; ///< both directions, all agents
    std::uint64_t bytes = 0;    ///< of these messages
    double delayP50Ms = 0.0;    ///< from reading the end of a message here until it was passed on
    double delayP99Ms = 0.0;
    double delayMaxMs = 0.0;
    std::uint64_t dropped = 0; ///< messages passed on, but not recorded: no room in the queue
    std::uint64_t lost = 0;    ///< cycles that could not be written
    std::vector<ProxiedAgent> agents; ///< connected ones, in the order in which they came
};

/// A pass-through between agents of any team and a server, with a recording of both directions.
///
/// One thread passes bytes on and does nothing else; another one makes frames of the messages and
/// gives them to the recordings. All functions may be called from any thread.
class AgentProxy {
public:
    /// Begins to listen.
    /// Errors: those of `net::Relay::open`.
    [[nodiscard]] static base::Expected<std::unique_ptr<AgentProxy>> start(
        AgentProxySettings settings);
    /// As `stop`.
    ~AgentProxy();
    AgentProxy(const AgentProxy&) = delete;
    AgentProxy& operator=(const AgentProxy&) = delete;

    /// The port that agents are to connect to.
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] ProxyStatus status() const;
    /// Who came and went, and what went wrong, since the last call; for display.
    [[nodiscard]] std::vector<std::string> takeLines();
    /// Closes all connections, and waits until everything that came is recorded.
    void stop();

private:
    class Impl;
    explicit AgentProxy(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::proxy
