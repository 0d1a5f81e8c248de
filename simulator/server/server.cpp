#include "simulator/server/server.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_server.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/monitor_feed.h"
#include "simulator/server/run_recording.h"

namespace sideline::simulator {

namespace {

using base::Error;
using net::Clock;
using net::ConnectionId;
using net::FrameServer;
using net::SendResult;

constexpr std::size_t kMessageBytes = std::size_t{1} << 20U;           // from an agent or a trainer
constexpr std::size_t kWaitingForAgentBytes = std::size_t{4} << 20U;   // then it is dropped
constexpr std::size_t kWaitingForMonitorBytes = std::size_t{8} << 20U; // then messages are skipped
constexpr std::chrono::milliseconds kMonitorPause{5}; // longest time a trainer is not heard

// Clients choose names and words that get into the log: they shall not command a terminal there.
std::string printable(std::string line) {
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7f; }, '?');
    return line;
}

} // namespace

struct Server::Impl {
    Impl(const ServerSettings& s, const SimulationSettings& simulationSettings, Log l)
        : settings(s),
          simulation(simulationSettings),
          feed(simulation),
          log([tell = std::move(l)](std::string line) { tell(printable(std::move(line))); }) {}

    struct Client {
        AgentId agent;
        std::string peer;
        std::uint64_t wantedSyns = 1; ///< one for its first message, one for all senses sent
        bool isWaitedFor = true;
    };
    struct Monitor {
        std::string peer;
        bool needsFullState = true;
        std::set<std::string> noted; ///< kinds of faults told already
    };
    /// Who found no room, and whether it was told that there is none.
    struct Refusals {
        std::uint64_t count = 0;
        bool isTold = false;
    };

    class AgentDoor;
    class MonitorDoor;

    void agentCame(ConnectionId id, const std::string& peer);
    void agentSaid(ConnectionId id, std::string_view text);
    void agentLeft(ConnectionId id, const Error& reason);
    void monitorSaid(ConnectionId id, std::string_view text);
    void readAgents();
    [[nodiscard]] bool isMissed(const Client& client) const;
    [[nodiscard]] bool areSynced() const;
    void sendSenses();
    void doRequests();
    void tellNotes();
    void tellRefusals();
    void tellRefusals(const FrameServer& port, std::size_t places, std::string_view who,
                      Refusals& refusals);
    void tellMonitors();
    void recordCycle();
    base::Expected<void> openOutputs(const SimulationSettings& simulated);
    void endRecording();
    void noteOutput(const std::filesystem::path& file, const base::Expected<void>& written,
                    std::uint64_t lost);
    [[nodiscard]] std::string nameOf(AgentId agent) const;

    ServerSettings settings;
    Simulation simulation;
    MonitorFeed feed;
    std::function<void(std::string)> log;
    std::optional<FrameServer> agentPort;
    std::optional<FrameServer> monitorPort;
    Refusals agentRefusals;
    Refusals monitorRefusals;
    std::unique_ptr<AgentDoor> agentDoor;
    std::unique_ptr<MonitorDoor> monitorDoor;
    std::map<ConnectionId, Client> clients;
    std::map<ConnectionId, Monitor> monitors;
    std::optional<MonitorLogWriter> logWriter;
    std::optional<RunRecorder> recorder;
    std::vector<ServerOutput> outputs; ///< of the two, as far as they are written
    monitor::MonitorStream stream;     ///< what monitors that keep up have been told
    std::string full;                  ///< scratch for monitor messages
    std::string difference;            ///< the same
    bool isAskedToEnd = false;
};

class Server::Impl::AgentDoor : public net::FrameHandler {
public:
    explicit AgentDoor(Impl& impl) : m_impl(impl) {}
    void onConnected(ConnectionId id, const std::string& peer) override {
        m_impl.agentCame(id, peer);
    }
    void onMessage(ConnectionId id, std::string_view text) override { m_impl.agentSaid(id, text); }
    void onClosed(ConnectionId id, const net::Closing& closing) override {
        m_impl.agentLeft(id, closing.error);
    }

private:
    Impl& m_impl;
};

class Server::Impl::MonitorDoor : public net::FrameHandler {
public:
    explicit MonitorDoor(Impl& impl) : m_impl(impl) {}
    void onConnected(ConnectionId id, const std::string& peer) override {
        m_impl.monitors[id].peer = peer;
        m_impl.log(fmt::format("monitor {} has connected", peer));
    }
    void onMessage(ConnectionId id, std::string_view text) override {
        m_impl.monitorSaid(id, text);
    }
    void onClosed(ConnectionId id, const net::Closing& closing) override {
        m_impl.log(fmt::format("monitor {} has gone: {}", m_impl.monitors[id].peer,
                               closing.error.toString()));
        m_impl.monitors.erase(id);
    }

private:
    Impl& m_impl;
};

void Server::Impl::agentCame(ConnectionId id, const std::string& peer) {
    const AgentId agent = simulation.addAgent();
    clients[id] = {agent, peer, 1, true};
    log(fmt::format("agent {} has connected", peer));
    if (recorder) {
        recorder->agentCame(agent);
    }
}

void Server::Impl::agentSaid(ConnectionId id, std::string_view text) {
    const auto it = clients.find(id);
    if (it == clients.end()) {
        return; // a trainer has sent it off
    }
    Client& client = it->second;
    const std::uint64_t synsBefore = simulation.synCount(client.agent);
    simulation.receive(client.agent, text);
    if (recorder) {
        recorder->agentSaid(client.agent, text);
    }
    const std::uint64_t syns = simulation.synCount(client.agent);
    if (!client.isWaitedFor && syns > synsBefore) { // it is back
        client.isWaitedFor = true;
        client.wantedSyns = syns;
    }
}

void Server::Impl::agentLeft(ConnectionId id, const Error& reason) {
    const auto it = clients.find(id);
    if (it == clients.end()) {
        return;
    }
    tellNotes(); // while it has a name
    log(fmt::format("{} has gone: {}", nameOf(it->second.agent), reason.toString()));
    simulation.removeAgent(it->second.agent);
    if (recorder) {
        recorder->agentLeft(it->second.agent);
    }
    clients.erase(it);
}

void Server::Impl::monitorSaid(ConnectionId id, std::string_view text) {
    Monitor& monitor = monitors.at(id);
    const auto tell = [&](const Error& error) {
        constexpr std::size_t kMaxKinds = 100;
        if (monitor.noted.size() < kMaxKinds && monitor.noted.insert(error.message).second) {
            log(fmt::format("monitor {}: {}", monitor.peer, error.toString()));
        }
    };
    if (recorder) {
        recorder->trainerSaid(text);
    }
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text);
    for (const Error& error : message.errors) {
        tell(error);
    }
    for (const monitor::TrainerCommand& command : message.commands) {
        if (const auto done = simulation.apply(command); !done) {
            tell(done.error());
        }
    }
}

std::string Server::Impl::nameOf(AgentId id) const {
    std::string peer = "the simulator";
    for (const auto& [connection, client] : clients) {
        if (client.agent == id) {
            peer = client.peer;
        }
    }
    for (const AgentInfo& agent : simulation.agents()) {
        if (agent.id == id && agent.player.side != monitor::Side::None) {
            return fmt::format("{} {} ({})", agent.team, agent.player.unum.value(), peer);
        }
    }
    return fmt::format("agent {}", peer);
}

// Every message of senses is to be answered: so no agent falls behind for good. (The real server
// wants one answer per cycle, as its source reads: an agent that once was late then acts a cycle
// late for ever.)
bool Server::Impl::isMissed(const Client& client) const {
    return client.isWaitedFor && simulation.synCount(client.agent) < client.wantedSyns;
}

bool Server::Impl::areSynced() const {
    return std::ranges::none_of(clients, [&](const auto& entry) { return isMissed(entry.second); });
}

void Server::Impl::readAgents() {
    agentPort->poll(*agentDoor);
    if (!settings.isSynchronous || areSynced()) {
        return;
    }
    if (agentPort->runUntil(Clock::now() + settings.syncPatience, *agentDoor,
                            [&] { return areSynced(); })) {
        return;
    }
    for (auto& [id, client] : clients) {
        if (isMissed(client)) {
            client.isWaitedFor = false;
            log(fmt::format("{} said no (syn) for {} ms: it is not waited for until it does",
                            nameOf(client.agent), settings.syncPatience.count()));
        }
    }
}

void Server::Impl::sendSenses() {
    for (auto& [id, client] : clients) {
        if (const std::string_view senses = simulation.percepts(client.agent); !senses.empty()) {
            const SendResult result = agentPort->send(id, senses);
            if (result == SendResult::Sent || result == SendResult::Queued) {
                client.wantedSyns =
                    std::max(client.wantedSyns, simulation.synCount(client.agent)) + 1;
            }
        }
    }
}

void Server::Impl::doRequests() {
    const Simulation::Requests requests = simulation.takeRequests();
    for (const AgentId agent : requests.removed) {
        const auto it = std::ranges::find_if(
            clients, [&](const auto& entry) { return entry.second.agent == agent; });
        if (it != clients.end()) {
            const ConnectionId id = it->first;
            tellNotes(); // while it has a name
            log(fmt::format("agent {} was sent off by a trainer", it->second.peer));
            clients.erase(it);
            agentPort->close(id, "sent off by a trainer");
        }
    }
    if (requests.fullState) {
        for (auto& [id, monitor] : monitors) {
            monitor.needsFullState = true;
        }
    }
    isAskedToEnd = isAskedToEnd || requests.end;
}

void Server::Impl::tellNotes() {
    for (const SimulationNote& note : simulation.takeNotes()) {
        log(fmt::format("{}: {}", nameOf(note.agent), note.text));
    }
}

// Once, until there has been room again: who is refused may try again at once and for ever.
void Server::Impl::tellRefusals(const FrameServer& port, std::size_t places, std::string_view who,
                                Refusals& refusals) {
    const bool isRefused = port.refusedCount() != refusals.count;
    refusals.count = port.refusedCount();
    if (isRefused && !refusals.isTold) {
        log(fmt::format("a further {} was refused: {} are connected", who, places));
        refusals.isTold = true;
    } else if (!isRefused && port.connectionCount() < places) {
        refusals.isTold = false;
    }
}

void Server::Impl::tellRefusals() {
    tellRefusals(*agentPort, settings.maxAgents, "agent", agentRefusals);
    tellRefusals(*monitorPort, settings.maxMonitors, "monitor", monitorRefusals);
}

void Server::Impl::tellMonitors() {
    const bool isDue =
        simulation.cycleCount() % static_cast<std::uint64_t>(settings.cyclesPerMonitorMessage) == 0;
    const bool isLogDue = logWriter && logWriter->isDueAfterCycle();
    if (!isLogDue && (!isDue || monitors.empty())) {
        return;
    }
    feed.update();
    if (isLogDue) {
        const auto written = logWriter->write(feed.game(), feed.scene());
        noteOutput(logWriter->path(), written, logWriter->lostCount());
    }
    if (!isDue || monitors.empty()) {
        return;
    }
    full.clear();
    difference.clear();
    // Also when nobody is to get it: who gets a full message now follows the stream from here.
    stream.append(feed.game(), feed.scene(), difference);
    for (auto& [id, monitor] : monitors) {
        if (monitor.needsFullState && monitorPort->queuedBytes(id) > kWaitingForMonitorBytes / 2) {
            continue; // it does not read: first shall it get what waits
        }
        if (monitor.needsFullState && full.empty()) {
            full = monitor::encodeFullMessage(feed.game(), feed.scene());
        }
        // A message that is skipped for a slow reader leaves a hole that a full one mends.
        const std::string& text = monitor.needsFullState ? full : difference;
        monitor.needsFullState = monitorPort->send(id, text) == SendResult::Skipped;
    }
}

// A file that cannot be written stops no match.
void Server::Impl::recordCycle() {
    if (!recorder) {
        return;
    }
    const auto written = recorder->cycleDone(simulation);
    if (!written || !recorder->isBehind()) { // else it was not tried
        noteOutput(recorder->path(), written, recorder->lostCycles());
    }
}

void Server::Impl::noteOutput(const std::filesystem::path& file,
                              const base::Expected<void>& written, std::uint64_t lost) {
    ServerOutput& output = *std::ranges::find(outputs, file, &ServerOutput::file);
    output.lost = lost;
    if (written) {
        output.fault.clear();
    } else {
        output.fault = written.error().toString();
    }
}

base::Expected<void> Server::Impl::openOutputs(const SimulationSettings& simulated) {
    base::OutputSet files(settings.mayReplaceFiles);
    base::OutputOptions growing;
    growing.kind = base::OutputKind::Growing;
    if (!settings.monitorLog.empty()) {
        auto file = files.create(settings.monitorLog, growing);
        if (!file) {
            return tl::unexpected(std::move(file.error()));
        }
        logWriter.emplace(std::move(*file));
        outputs.push_back({.file = settings.monitorLog, .unit = "messages"});
    }
    if (!settings.inputRecording.empty()) {
        growing.isPrivate = true; // it holds all that agents said
        auto file = files.create(settings.inputRecording, growing);
        auto begun = file ? RunRecorder::begin(std::move(*file), simulated)
                          : base::Expected<RunRecorder>(tl::unexpected(file.error()));
        if (!begun) {
            return tl::unexpected(std::move(begun.error()));
        }
        recorder = std::move(*begun);
        outputs.push_back({.file = settings.inputRecording, .unit = "cycles"});
    }
    return {};
}

void Server::Impl::endRecording() {
    if (!recorder) {
        return;
    }
    const auto written = recorder->end(simulation);
    noteOutput(recorder->path(), written, recorder->lostCycles());
    recorder.reset();
}

Server::Server(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

Server::~Server() {
    endOutputs();
}

void Server::endOutputs() {
    m_impl->endRecording();
    m_impl->logWriter.reset();
}

const std::vector<ServerOutput>& Server::outputs() const {
    return m_impl->outputs;
}

base::Expected<std::unique_ptr<Server>> Server::open(const ServerSettings& settings,
                                                     const SimulationSettings& simulation,
                                                     Log log) {
    auto impl = std::make_unique<Impl>(settings, simulation, std::move(log));
    impl->agentDoor = std::make_unique<Impl::AgentDoor>(*impl);
    impl->monitorDoor = std::make_unique<Impl::MonitorDoor>(*impl);
    net::ServerOptions options;
    options.address = settings.address;
    options.maxMessageBytes = kMessageBytes;

    options.port = settings.agentPort;
    options.maxConnections = settings.maxAgents;
    options.maxQueuedBytes = kWaitingForAgentBytes;
    options.slowReader = net::SlowReader::SkipMessages; // as the real server
    auto agents = FrameServer::listen(options);
    if (!agents) {
        return tl::unexpected(agents.error());
    }
    impl->agentPort = std::move(*agents);

    options.port = settings.monitorPort;
    options.maxConnections = settings.maxMonitors;
    options.maxQueuedBytes = kWaitingForMonitorBytes;
    auto monitors = FrameServer::listen(options);
    if (!monitors) {
        return tl::unexpected(monitors.error());
    }
    impl->monitorPort = std::move(*monitors);

    if (auto opened = impl->openOutputs(simulation); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return std::unique_ptr<Server>(new Server(std::move(impl)));
}

void Server::cycle() {
    Impl& impl = *m_impl;
    impl.readAgents();
    impl.monitorPort->poll(*impl.monitorDoor);
    impl.doRequests();
    impl.sendSenses();
    impl.simulation.cycle();
    impl.recordCycle();
    impl.doRequests();
    impl.tellNotes();
    impl.tellRefusals();
    impl.tellMonitors();
}

// Agents may answer meanwhile: what they say acts in the next cycle.
void Server::serveUntil(Clock::time_point deadline) {
    Impl& impl = *m_impl;
    do {
        impl.monitorPort->poll(*impl.monitorDoor);
        impl.doRequests();
        impl.agentPort->pollUntil(std::min(deadline, Clock::now() + kMonitorPause),
                                  *impl.agentDoor);
    } while (Clock::now() < deadline);
    impl.tellNotes();
    impl.tellRefusals();
}

Simulation& Server::simulation() {
    return m_impl->simulation;
}

std::uint16_t Server::agentPort() const {
    return m_impl->agentPort->port();
}

std::uint16_t Server::monitorPort() const {
    return m_impl->monitorPort->port();
}

std::size_t Server::agentCount() const {
    return m_impl->clients.size();
}

std::size_t Server::monitorCount() const {
    return m_impl->monitors.size();
}

bool Server::isConnected(AgentId agent) const {
    return std::ranges::any_of(m_impl->clients,
                               [&](const auto& entry) { return entry.second.agent == agent; });
}

bool Server::isAskedToEnd() const {
    return m_impl->isAskedToEnd || m_impl->simulation.referee().wantsToQuit();
}

MonitorFeed& Server::monitorFeed() {
    return m_impl->feed;
}

} // namespace sideline::simulator
