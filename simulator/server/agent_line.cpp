#include "simulator/server/agent_line.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::simulator {

namespace {

using net::Clock;
using net::ConnectionId;
using net::SendResult;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr std::size_t kAgentMessageBytes = std::size_t{1} << 20U;
constexpr milliseconds kAgentPollInterval{5}; // maximum interval between polls of the connections
constexpr milliseconds kWatchedPause{20};     // cycle time without agents, for viewers
constexpr milliseconds kMinReportedWait{1000};
constexpr std::size_t kMaxSurplusMessages = 1000; // maximum number of waiting messages of one agent

double secondsOf(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

} // namespace

AgentLine::AgentLine(const ServerSettings& settings, Server server)
    : m_settings(settings), m_server(std::move(server)), m_cycleBeganAt(Clock::now()) {
    if (m_server.match->awaitsFirstReplies()) {
        m_settings.sync.freeMessages = 0;
    }
}

base::Expected<void> AgentLine::listen() {
    net::ServerOptions options;
    options.address = m_settings.address;
    options.port = m_settings.agentPort;
    options.maxConnections = m_settings.maxAgents;
    options.maxMessageBytes = kAgentMessageBytes;
    // Without sync mode, unread messages remain in the system's send buffer, as on the real server.
    if (m_settings.syncMode != SyncMode::None) {
        options.slowReader = net::SlowReader::KeepLatest;
    }
    auto port = net::FrameServer::listen(options);
    if (!port) {
        return tl::unexpected(port.error());
    }
    m_port = std::move(*port);
    return {};
}

void AgentLine::onConnected(ConnectionId id, const std::string& peer) {
    const AgentId agent = m_server.match->addAgent();
    m_clients.emplace(id, Client{agent,
                                 peer,
                                 AgentSync(m_settings.sync, m_settings.syncMode),
                                 false,
                                 {},
                                 {},
                                 false,
                                 {},
                                 {},
                                 {},
                                 false});
    m_server.log(fmt::format("agent {} connected", peer));
    if (*m_server.recorder) {
        (*m_server.recorder)->agentJoined(agent);
    }
}

void AgentLine::onMessage(ConnectionId id, std::string_view text) {
    const auto it = m_clients.find(id);
    if (it == m_clients.end()) {
        return; // a trainer has removed it
    }
    Client& client = it->second;
    m_lateAnswers += client.late.agentSent() ? 1U : 0U;
    if (isForLaterCycle(client)) {
        keepForLater(client, text);
    } else {
        receive(id, client, text);
    }
}

bool AgentLine::isForLaterCycle(const Client& client) const {
    return m_settings.syncMode == SyncMode::All && m_server.match->awaitsFirstReplies() &&
           client.sync.state() == AgentSync::State::InStep &&
           (!client.sync.isMissed() || !client.surplus.empty());
}

void AgentLine::keepForLater(Client& client, std::string_view text) {
    if (client.surplus.size() < kMaxSurplusMessages) {
        client.surplus.emplace_back(text);
    } else if (!std::exchange(client.isFloodReported, true)) {
        m_server.log(fmt::format("{} sends more than one message per cycle: {} wait for later "
                                 "cycles, more are ignored (expected: one reply to each message)",
                                 nameOf(client.agent), kMaxSurplusMessages));
    }
}

void AgentLine::receive(ConnectionId id, Client& client, std::string_view text) {
    const std::uint64_t synsBefore = m_server.match->answerCount(client.agent);
    m_server.match->receive(client.agent, text);
    if (*m_server.recorder) {
        (*m_server.recorder)->agentMessage(client.agent, text);
    }
    if (m_settings.syncMode == SyncMode::None) {
        return;
    }
    client.unansweredSince.reset();
    const Clock::time_point now = Clock::now();
    const bool wasMissed = client.sync.isMissed();
    client.sync.messageReceived(m_server.match->answerCount(client.agent) - synsBefore, now);
    if (wasMissed && !client.sync.isMissed()) {
        client.waited = waitedFor(client, now);
    }
    client.sync.update(now);
    sendHeld(id, client, now);
}

void AgentLine::onClosed(ConnectionId id, const net::Closing& closing) {
    const auto it = m_clients.find(id);
    if (it == m_clients.end()) {
        return;
    }
    reportNotes(); // must precede the removal, while the name is still available
    m_server.log(
        fmt::format("{} disconnected: {}", nameOf(it->second.agent), closing.error.toString()));
    removeFromMatch(it->second.agent);
    m_clients.erase(it);
}

void AgentLine::removeFromMatch(AgentId agent) {
    m_server.match->removeAgent(agent);
    if (*m_server.recorder) {
        (*m_server.recorder)->agentLeft(agent);
    }
}

void AgentLine::serveUntil(Time deadline) {
    m_port->pollUntil(deadline, *this);
}

bool AgentLine::awaitCycle(Time deadline, const std::function<bool()>& meanwhile,
                           const std::function<bool()>& isWatched) {
    m_port->poll(*this);
    if (m_settings.syncMode == SyncMode::None) {
        return true;
    }
    Time now = Clock::now();
    for (Time pollAt = now + kAgentPollInterval; !mayBegin(now, isWatched); now = Clock::now()) {
        m_waitingSince = m_waitingSince.value_or(now);
        if (now >= pollAt) {
            if (!meanwhile()) {
                return false;
            }
            pollAt = now + kAgentPollInterval;
        }
        if (now >= deadline) {
            return false;
        }
        m_port->pollUntil(std::min(deadline, pollAt), *this);
    }
    return true;
}

bool AgentLine::mayBegin(Time now, const std::function<bool()>& isWatched) {
    dropSilentAgents(now);
    bool isAnyInStep = false;
    bool isAnyMissed = false;
    for (auto& [id, client] : m_clients) {
        client.sync.update(now);
        sendHeld(id, client, now);
        if (!client.surplus.empty() && client.sync.isMissed()) {
            const std::string next = std::move(client.surplus.front());
            client.surplus.pop_front();
            receive(id, client, next);
        }
        if (client.sync.isMissed() && waitedFor(client, now) >= client.sync.longestWait()) {
            continueWithout(client, now);
        }
        isAnyInStep = isAnyInStep || client.sync.state() == AgentSync::State::InStep;
        isAnyMissed = isAnyMissed || client.sync.isMissed();
    }
    if (isAnyInStep || m_settings.syncMode == SyncMode::Syncing) {
        return !isAnyMissed;
    }
    return mayBeginWithoutSteppingAgents(now, isWatched);
}

// If no agent is in step, a cycle begins after a message from a starting or skipped agent, or after
// a timeout, like the real server's `select`.
bool AgentLine::mayBeginWithoutSteppingAgents(Time now, const std::function<bool()>& isWatched) {
    const Clock::duration sinceCycle = now - m_cycleBeganAt;
    if (m_clients.empty()) {
        return m_settings.runsWithoutAgents || (sinceCycle >= kWatchedPause && isWatched());
    }
    const bool isDriven = std::ranges::any_of(m_clients, [&](const auto& entry) {
        const Client& client = entry.second;
        const bool isJoining = !client.hasPercepts && m_server.match->hasRobot(client.agent);
        return isJoining || client.sync.needsCycle(now);
    });
    const milliseconds answerTimeout = m_settings.sync.answerTimeout;
    const milliseconds silence = answerTimeout.count() > 0
                                     ? std::min(answerTimeout, AgentSync::kSilence)
                                     : AgentSync::kSilence;
    return isDriven || sinceCycle >= silence;
}

void AgentLine::continueWithout(Client& client, Time now) {
    client.waited = waitedFor(client, now);
    const bool isOverBudget = client.sync.isBudgetShorter();
    client.sync.skip();
    if (isOverBudget && !std::exchange(client.isOverBudgetReported, true)) {
        m_server.log(fmt::format("{} delays all others by more than {} ms per cycle: from now on "
                                 "the match continues without it when it is late",
                                 nameOf(client.agent), m_settings.sync.budget.count()));
    } else if (!isOverBudget) {
        m_server.log(
            fmt::format("{} sent no (syn) for {} ms: the match continues without it until it does",
                        nameOf(client.agent), m_settings.sync.answerTimeout.count()));
    }
}

void AgentLine::dropSilentAgents(Time now) {
    const milliseconds timeout = m_settings.sync.answerTimeout;
    if (!m_settings.dropsSilentAgents || timeout.count() == 0) {
        return;
    }
    std::vector<AgentId> silent;
    for (const auto& [id, client] : m_clients) {
        if (client.unansweredSince && now - *client.unansweredSince >= timeout) {
            silent.push_back(client.agent);
        }
    }
    for (const AgentId agent : silent) {
        m_server.log(fmt::format("{} sent nothing for {} ms", nameOf(agent), timeout.count()));
        disconnect(agent, "disconnected: it sent nothing while the match waited for it");
        removeFromMatch(agent);
    }
}

void AgentLine::beginCycle() {
    const Time now = m_settings.syncMode != SyncMode::None ? Clock::now() : Time{};
    for (auto& [id, client] : m_clients) {
        const std::string_view senses = m_server.match->percepts(client.agent);
        if (m_settings.syncMode == SyncMode::None) {
            if (!senses.empty()) {
                m_port->send(id, senses);
                client.late.serverSent();
            }
            continue;
        }
        client.sync.startCycle(std::exchange(client.waited, {}));
        if (senses.empty()) {
            continue;
        }
        if (client.sync.isReady(now)) {
            sendPercepts(id, client, senses, now);
        } else {
            client.held = senses;
        }
    }
    m_waitingSince.reset();
    m_cycleBeganAt = now;
}

void AgentLine::sendPercepts(ConnectionId id, Client& client, std::string_view senses, Time now) {
    const SendResult result = m_port->send(id, senses);
    if (result == SendResult::Sent || result == SendResult::Queued) {
        client.sync.perceptsSent(now);
        client.late.serverSent();
        client.hasPercepts = true;
        client.unansweredSince = client.unansweredSince.value_or(now);
    }
    client.held.clear();
}

void AgentLine::sendHeld(ConnectionId id, Client& client, Time now) {
    if (!client.held.empty() && client.sync.isReady(now)) {
        sendPercepts(id, client, std::exchange(client.held, {}), now);
    }
}

AgentSync::Duration AgentLine::waitedFor(const Client& client, Time now) const {
    return m_waitingSince ? now - std::max(*m_waitingSince, client.sync.sentAt())
                          : AgentSync::Duration::zero();
}

void AgentLine::disconnect(AgentId agent, const std::string& reason) {
    const auto it = std::ranges::find_if(
        m_clients, [&](const auto& entry) { return entry.second.agent == agent; });
    if (it == m_clients.end()) {
        return;
    }
    const ConnectionId id = it->first;
    reportNotes(); // must precede clearing the name
    m_server.log(fmt::format("agent {} was {}", it->second.peer, reason));
    m_clients.erase(it);
    m_port->close(id, reason);
}

void AgentLine::reportNotes() {
    for (const SimulationNote& note : m_server.match->takeNotes()) {
        m_server.log(fmt::format("{}: {}", nameOf(note.agent), note.text));
    }
}

bool AgentLine::isConnected(AgentId agent) const {
    return std::ranges::any_of(m_clients,
                               [&](const auto& entry) { return entry.second.agent == agent; });
}

std::vector<AgentWait> AgentLine::waits() const {
    std::vector<AgentWait> waits;
    if (m_settings.syncMode == SyncMode::None) {
        return waits;
    }
    const Time now = Clock::now();
    for (const auto& [id, client] : m_clients) {
        const bool isAwaited = m_settings.syncMode == SyncMode::All ||
                               client.sync.state() != AgentSync::State::Starting;
        if (!isAwaited) {
            continue;
        }
        AgentWait wait;
        wait.agent = client.agent;
        wait.name = nameOf(client.agent);
        wait.meanS = secondsOf(client.sync.meanWait());
        const Clock::duration waited = waitedFor(client, now);
        wait.nowS = client.sync.isMissed() && waited >= kMinReportedWait ? secondsOf(waited) : 0.0;
        wait.isSkipped = client.sync.state() == AgentSync::State::Skipped;
        wait.skipCount = client.sync.skipCount();
        waits.push_back(std::move(wait));
    }
    return waits;
}

std::string AgentLine::nameOf(AgentId id) const {
    std::string peer = "the simulator";
    for (const auto& [connection, client] : m_clients) {
        if (client.agent == id) {
            peer = client.peer;
        }
    }
    if (const std::string name = m_server.match->playerName(id); !name.empty()) {
        return fmt::format("{} ({})", name, peer);
    }
    return fmt::format("agent {}", peer);
}

} // namespace sideline::simulator
