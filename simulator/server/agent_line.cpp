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
constexpr milliseconds kHearingPause{5};  // longest time others are not heard
constexpr milliseconds kWatchedPause{20}; // cycles that only monitors see go in real time
constexpr milliseconds kWaitWorthTelling{1000};

double secondsOf(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

} // namespace

AgentLine::AgentLine(const ServerSettings& settings, Server server)
    : m_settings(settings), m_server(std::move(server)), m_cycleBeganAt(Clock::now()) {}

base::Expected<void> AgentLine::listen() {
    net::ServerOptions options;
    options.address = m_settings.address;
    options.port = m_settings.agentPort;
    options.maxConnections = m_settings.maxAgents;
    options.maxMessageBytes = kAgentMessageBytes;
    // Out of sync mode the system's buffer holds what an agent reads late, as the real server's
    // does.
    if (m_settings.isSynchronous) {
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
    const AgentId agent = m_server.simulation->addAgent();
    m_clients.emplace(id, Client{agent, peer, AgentSync(m_settings.sync), false, {}, {}, false});
    m_server.log(fmt::format("agent {} connected", peer));
    if (*m_server.recorder) {
        (*m_server.recorder)->agentCame(agent);
    }
}

void AgentLine::onMessage(ConnectionId id, std::string_view text) {
    const auto it = m_clients.find(id);
    if (it == m_clients.end()) {
        return; // a trainer has sent it off
    }
    Client& client = it->second;
    const std::uint64_t synsBefore = m_server.simulation->synCount(client.agent);
    m_server.simulation->receive(client.agent, text);
    if (*m_server.recorder) {
        (*m_server.recorder)->agentSaid(client.agent, text);
    }
    if (!m_settings.isSynchronous) {
        return;
    }
    const Clock::time_point now = Clock::now();
    const bool wasMissed = client.sync.isMissed();
    client.sync.spoke(m_server.simulation->synCount(client.agent) - synsBefore, now);
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
    reportNotes(); // while it has a name
    m_server.log(
        fmt::format("{} disconnected: {}", nameOf(it->second.agent), closing.error.toString()));
    m_server.simulation->removeAgent(it->second.agent);
    if (*m_server.recorder) {
        (*m_server.recorder)->agentLeft(it->second.agent);
    }
    m_clients.erase(it);
}

void AgentLine::serveUntil(Time deadline) {
    m_port->pollUntil(deadline, *this);
}

bool AgentLine::awaitCycle(Time deadline, const std::function<bool()>& meanwhile,
                           const std::function<bool()>& isWatched) {
    m_port->poll(*this);
    if (!m_settings.isSynchronous) {
        return true;
    }
    Time now = Clock::now();
    for (Time hearAt = now + kHearingPause; !mayBegin(now, isWatched); now = Clock::now()) {
        m_waitingSince = m_waitingSince.value_or(now);
        if (now >= hearAt) {
            if (!meanwhile()) {
                return false;
            }
            hearAt = now + kHearingPause;
        }
        if (now >= deadline) {
            return false;
        }
        m_port->pollUntil(std::min(deadline, hearAt), *this);
    }
    return true;
}

bool AgentLine::mayBegin(Time now, const std::function<bool()>& isWatched) {
    bool isAnyInStep = false;
    bool isAnyMissed = false;
    for (auto& [id, client] : m_clients) {
        client.sync.update(now);
        sendHeld(id, client, now);
        if (client.sync.isMissed() && waitedFor(client, now) >= client.sync.longestWait()) {
            goOnWithout(client, now);
        }
        isAnyInStep = isAnyInStep || client.sync.state() == AgentSync::State::InStep;
        isAnyMissed = isAnyMissed || client.sync.isMissed();
    }
    return isAnyInStep ? !isAnyMissed : mayBeginWithNobodyInStep(now, isWatched);
}

// Then it is those who start, or were left behind, that drive the match: by what they say, or after
// a silence, as the real server's `select` does.
bool AgentLine::mayBeginWithNobodyInStep(Time now, const std::function<bool()>& isWatched) {
    const Clock::duration sinceCycle = now - m_cycleBeganAt;
    if (m_clients.empty()) {
        return m_settings.runsEmpty || (sinceCycle >= kWatchedPause && isWatched());
    }
    const bool isDriven = std::ranges::any_of(m_clients, [&](const auto& entry) {
        const Client& client = entry.second;
        const bool isBeingBorn =
            !client.hasPercepts && m_server.simulation->body(client.agent) != nullptr;
        return isBeingBorn || client.sync.wantsCycle(now);
    });
    const milliseconds patience = m_settings.sync.patience;
    const milliseconds silence =
        patience.count() > 0 ? std::min(patience, AgentSync::kSilence) : AgentSync::kSilence;
    return isDriven || sinceCycle >= silence;
}

void AgentLine::goOnWithout(Client& client, Time now) {
    client.waited = waitedFor(client, now);
    const bool isOverBudget = client.sync.isBudgetShorter();
    client.sync.leaveBehind();
    if (isOverBudget && !std::exchange(client.isOverBudgetReported, true)) {
        m_server.log(fmt::format("{} delays all others by more than {} ms per cycle: from now on "
                                 "the match continues without it when it is late",
                                 nameOf(client.agent), m_settings.sync.budget.count()));
    } else if (!isOverBudget) {
        m_server.log(
            fmt::format("{} sent no (syn) for {} ms: the match continues without it until it does",
                        nameOf(client.agent), m_settings.sync.patience.count()));
    }
}

void AgentLine::beginCycle() {
    const Time now = m_settings.isSynchronous ? Clock::now() : Time{};
    for (auto& [id, client] : m_clients) {
        const std::string_view senses = m_server.simulation->percepts(client.agent);
        if (!m_settings.isSynchronous) {
            if (!senses.empty()) {
                m_port->send(id, senses);
            }
            continue;
        }
        client.sync.cycleBegins(std::exchange(client.waited, {}));
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
        client.sync.sensesSent(now);
        client.hasPercepts = true;
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

void AgentLine::sendOff(AgentId agent) {
    const auto it = std::ranges::find_if(
        m_clients, [&](const auto& entry) { return entry.second.agent == agent; });
    if (it == m_clients.end()) {
        return;
    }
    const ConnectionId id = it->first;
    reportNotes(); // while it has a name
    m_server.log(fmt::format("agent {} was removed by a trainer", it->second.peer));
    m_clients.erase(it);
    m_port->close(id, "removed by a trainer");
}

void AgentLine::reportNotes() {
    for (const SimulationNote& note : m_server.simulation->takeNotes()) {
        m_server.log(fmt::format("{}: {}", nameOf(note.agent), note.text));
    }
}

bool AgentLine::isConnected(AgentId agent) const {
    return std::ranges::any_of(m_clients,
                               [&](const auto& entry) { return entry.second.agent == agent; });
}

std::vector<AgentWait> AgentLine::waits() const {
    std::vector<AgentWait> waits;
    if (!m_settings.isSynchronous) {
        return waits;
    }
    const Time now = Clock::now();
    for (const auto& [id, client] : m_clients) {
        AgentWait wait;
        wait.agent = client.agent;
        wait.name = nameOf(client.agent);
        wait.meanS = secondsOf(client.sync.meanWait());
        const Clock::duration waited = waitedFor(client, now);
        wait.nowS = client.sync.isMissed() && waited >= kWaitWorthTelling ? secondsOf(waited) : 0.0;
        wait.isLeftBehind = client.sync.state() == AgentSync::State::LeftBehind;
        wait.timesLeftBehind = client.sync.timesLeftBehind();
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
    for (const AgentInfo& agent : m_server.simulation->agents()) {
        if (agent.id == id && agent.player.side != game::Side::None) {
            return fmt::format("{} {} ({})", agent.team, agent.player.unum.value(), peer);
        }
    }
    return fmt::format("agent {}", peer);
}

} // namespace sideline::simulator
