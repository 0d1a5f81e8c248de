#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_server.h"
#include "agentcore/runtime/late_answers.h"
#include "simulator/server/agent_sync.h"
#include "simulator/server/run_recording.h"
#include "simulator/server/server.h"
#include "simulator/simulation/match.h"

namespace sideline::simulator {

/// The agent port of a server: connections, messages and, in sync mode, the start of cycles. One
/// thread.
class AgentLine : private net::FrameHandler {
public:
    using Time = net::Clock::time_point;
    using Log = std::function<void(std::string)>;
    /// Access to the enclosing server.
    struct Server {
        Match* match = nullptr;
        std::optional<RunRecorder>* recorder = nullptr;
        Log log;
    };

    AgentLine(const ServerSettings& settings, Server server);

    /// Errors: those of `net::FrameServer::listen`.
    base::Expected<void> listen();

    /// Processes connections and messages until `deadline`.
    void serveUntil(Time deadline);
    /// Processes messages until the next cycle may start; in sync mode, waits for the agents.
    /// @param meanwhile called every few milliseconds during a long wait; false ends it
    /// @param isWatched whether there are viewers even without agents
    /// @return false if `deadline` passed first
    bool awaitCycle(Time deadline, const std::function<bool()>& meanwhile,
                    const std::function<bool()>& isWatched);
    /// Sends each agent its percepts of the last cycle and starts the next one.
    void beginCycle();
    /// Closes the connection of an agent that is no longer in the match.
    /// @param reason for the log, such as "removed by a trainer"
    void disconnect(AgentId agent, const std::string& reason);
    /// Reports the simulation's notes about agents.
    void reportNotes();

    [[nodiscard]] const net::FrameServer& port() const { return *m_port; }
    [[nodiscard]] std::size_t count() const { return m_clients.size(); }
    [[nodiscard]] bool isConnected(AgentId agent) const;
    [[nodiscard]] std::vector<AgentWait> waits() const;
    /// Late answers of all agents so far, including those that have left; see
    /// `runtime::LateAnswers`.
    [[nodiscard]] std::uint64_t lateAnswers() const { return m_lateAnswers; }

private:
    struct Client {
        AgentId agent;
        std::string peer;
        AgentSync sync;
        bool hasPercepts = false;
        std::string held;             ///< newest percepts, held until the agent is ready
        AgentSync::Duration waited{}; ///< wait for the agent in the present cycle
        bool isOverBudgetReported = false;
        runtime::LateAnswers late;
        std::optional<Time> unansweredSince; ///< first percepts since its last message
        std::deque<std::string> surplus;     ///< messages for later cycles; see `isForLaterCycle`
        bool isFloodReported = false;
    };

    void onConnected(net::ConnectionId id, const std::string& peer) override;
    void onMessage(net::ConnectionId id, std::string_view text) override;
    void onClosed(net::ConnectionId id, const net::Closing& closing) override;

    /// Whether a message is executed in a later cycle: in sync mode rcssservermj takes one message
    /// of each agent per cycle, and the others wait.
    [[nodiscard]] bool isForLaterCycle(const Client& client) const;
    void keepForLater(Client& client, std::string_view text);
    void receive(net::ConnectionId id, Client& client, std::string_view text);
    [[nodiscard]] bool mayBegin(Time now, const std::function<bool()>& isWatched);
    [[nodiscard]] bool mayBeginWithoutSteppingAgents(Time now,
                                                     const std::function<bool()>& isWatched);
    void continueWithout(Client& client, Time now);
    void dropSilentAgents(Time now);
    void removeFromMatch(AgentId agent);
    void sendPercepts(net::ConnectionId id, Client& client, std::string_view senses, Time now);
    void sendHeld(net::ConnectionId id, Client& client, Time now);
    [[nodiscard]] AgentSync::Duration waitedFor(const Client& client, Time now) const;
    [[nodiscard]] std::string nameOf(AgentId agent) const;

    ServerSettings m_settings;
    Server m_server;
    std::optional<net::FrameServer> m_port;
    std::map<net::ConnectionId, Client> m_clients;
    std::optional<Time> m_waitingSince; ///< start of the wait for agents in the present cycle
    Time m_cycleBeganAt;
    std::uint64_t m_lateAnswers = 0;
};

} // namespace sideline::simulator
