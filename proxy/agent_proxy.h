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
    /// Creates the place of recordings in the recorder's thread; empty: nothing is recorded.
    std::function<std::unique_ptr<RecordingPlace>()> makePlace;
    robot::RobotCatalog robots; ///< robots that agents may request
    /// Memory for messages waiting for the recorder, bytes; further ones are dropped and counted.
    std::size_t maxQueuedBytes = std::size_t{64} << 20U;
    std::chrono::milliseconds look{20}; ///< polling interval of the recorder
};

/// Statistics of one agent. Without a recording, only the name is set.
struct ProxiedAgent {
    std::string name; ///< such as `UTAustinVilla 7`; the address until the agent introduces itself
    std::uint64_t cycles = 0;
    std::uint64_t missedCycles = 0; ///< see `runtime::AgentObserver`
    std::uint64_t lateAnswers = 0;  ///< see `runtime::AgentObserver`
    double reactionP50Ms = 0.0;     ///< time from the server's message to the answer
    double reactionP99Ms = 0.0;
};

/// The state of a proxy.
struct ProxyStatus {
    std::size_t links = 0; ///< connected agents
    std::uint64_t connections = 0;
    std::uint64_t messages = 0; ///< messages in both directions of all agents
    std::uint64_t bytes = 0;    ///< size of these messages
    double delayP50Ms = 0.0;    ///< time from reading the end of a message to forwarding it
    double delayP99Ms = 0.0;
    double delayMaxMs = 0.0;
    std::uint64_t dropped = 0;        ///< messages not recorded because the queue was full
    std::uint64_t lost = 0;           ///< cycles that could not be written
    std::vector<ProxiedAgent> agents; ///< connected agents, in the order of connection
    /// Recorded agents that have disconnected, one entry per name: sums over its connections, and
    /// the reaction times of the last one.
    std::vector<ProxiedAgent> ended;
};

/// A relay between agents of any team and a server that records both directions.
///
/// One thread only forwards bytes; another one assembles messages into frames and records them. All
/// functions may be called from any thread.
class AgentProxy {
public:
    /// Starts listening for agents.
    /// Errors: those of `net::Relay::open`.
    [[nodiscard]] static base::Expected<std::unique_ptr<AgentProxy>> start(
        AgentProxySettings settings);
    /// Calls `stop`.
    ~AgentProxy();
    AgentProxy(const AgentProxy&) = delete;
    AgentProxy& operator=(const AgentProxy&) = delete;

    /// The port that agents connect to.
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] ProxyStatus status() const;
    /// Lines about connections, disconnections and faults since the last call; for display.
    [[nodiscard]] std::vector<std::string> takeLines();
    /// Closes all connections and waits until all messages are recorded; `status().ended` then has
    /// the final statistics.
    void stop();

private:
    class Impl;
    explicit AgentProxy(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::proxy
