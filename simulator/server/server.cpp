#include "simulator/server/server.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/monitor/encoder.h"
#include "agentcore/net/frame_server.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/agent_line.h"
#include "simulator/server/run_recording.h"
#include "simulator/server/sim_spark_play.h"

namespace sideline::simulator {

namespace {

using base::Error;
using net::Clock;
using net::ConnectionId;
using net::FrameServer;
using net::SendResult;

constexpr std::size_t kMessageBytes = std::size_t{1} << 20U; // maximum message of a trainer
constexpr std::size_t kWaitingForMonitorBytes =
    std::size_t{8} << 20U; // beyond this, messages to a monitor are skipped
constexpr std::chrono::milliseconds kTrainerPollInterval{
    5}; // maximum interval between polls of trainers

// Removes control characters from names and messages of clients, which could control a terminal.
std::string printable(std::string line) {
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7f; }, '?');
    return line;
}

} // namespace

struct Server::Impl {
    Impl(const ServerSettings& s, std::unique_ptr<Match> m, std::unique_ptr<MatchFeed> f, Log l)
        : settings(s),
          match(std::move(m)),
          feed(std::move(f)),
          log([write = std::move(l)](std::string line) { write(printable(std::move(line))); }),
          agents(s, {match.get(), &recorder, log}) {}

    struct Monitor {
        std::string peer;
        bool needsFullState = true;
        std::set<std::string> noted; ///< kinds of errors already reported
    };
    /// Rejected connections, and whether the rejection was reported.
    struct Refusals {
        std::uint64_t count = 0;
        bool isReported = false;
    };

    class MonitorAcceptor;

    void handleMonitorMessage(ConnectionId id, std::string_view text);
    void readMonitors();
    void doRequests();
    void reportRefusals();
    void reportRefusals(const FrameServer& port, std::size_t places, std::string_view client,
                        Refusals& refusals);
    void sendToMonitors();
    void recordCycle();
    base::Expected<void> listen();
    base::Expected<void> openOutputs(const std::string& runSettings);
    void endRecording();
    void noteOutput(const std::filesystem::path& file, const base::Expected<void>& written,
                    std::uint64_t lost);

    ServerSettings settings;
    std::unique_ptr<Match> match;
    std::unique_ptr<MatchFeed> feed;
    std::function<void(std::string)> log;
    std::optional<RunRecorder> recorder;
    AgentLine agents;
    std::optional<FrameServer> monitorPort;
    Refusals agentRefusals;
    Refusals monitorRefusals;
    std::unique_ptr<MonitorAcceptor> monitorAcceptor;
    std::map<ConnectionId, Monitor> monitors;
    std::optional<MonitorLogWriter> logWriter;
    std::vector<ServerOutput> outputs; ///< the files that are written: match log and recording
    monitor::MonitorStream stream;     ///< state of the monitors that keep up
    std::string full;                  ///< scratch space for monitor messages
    std::string difference;            ///< the same
    bool isShutdownRequested = false;
    bool mayBegin = false; ///< whether all agents have replied for the next cycle
};

class Server::Impl::MonitorAcceptor : public net::FrameHandler {
public:
    explicit MonitorAcceptor(Impl& impl) : m_impl(impl) {}
    void onConnected(ConnectionId id, const std::string& peer) override {
        m_impl.monitors[id].peer = peer;
        m_impl.log(fmt::format("monitor {} connected", peer));
    }
    void onMessage(ConnectionId id, std::string_view text) override {
        m_impl.handleMonitorMessage(id, text);
    }
    void onClosed(ConnectionId id, const net::Closing& closing) override {
        m_impl.log(fmt::format("monitor {} disconnected: {}", m_impl.monitors[id].peer,
                               closing.error.toString()));
        m_impl.monitors.erase(id);
    }

private:
    Impl& m_impl;
};

void Server::Impl::handleMonitorMessage(ConnectionId id, std::string_view text) {
    Monitor& monitor = monitors.at(id);
    const auto logOnce = [&](const Error& error) {
        constexpr std::size_t kMaxKinds = 100;
        if (monitor.noted.size() < kMaxKinds && monitor.noted.insert(error.message).second) {
            log(fmt::format("monitor {}: {}", monitor.peer, error.toString()));
        }
    };
    if (recorder) {
        recorder->trainerMessage(text);
    }
    for (const Error& error : match->command(text)) {
        logOnce(error);
    }
}

void Server::Impl::readMonitors() {
    monitorPort->poll(*monitorAcceptor);
    doRequests();
}

void Server::Impl::doRequests() {
    const Match::Requests requests = match->takeRequests();
    for (const auto& [agent, reason] : requests.removed) {
        agents.disconnect(agent, reason);
    }
    if (requests.fullState) {
        for (auto& [id, monitor] : monitors) {
            monitor.needsFullState = true;
        }
    }
    isShutdownRequested = isShutdownRequested || requests.end;
}

// Reports once until a connection is accepted again: rejected clients may retry continuously.
void Server::Impl::reportRefusals(const FrameServer& port, std::size_t places,
                                  std::string_view client, Refusals& refusals) {
    const bool isRefused = port.refusedCount() != refusals.count;
    refusals.count = port.refusedCount();
    if (isRefused && !refusals.isReported) {
        log(fmt::format("another {} was rejected: {} are connected", client, places));
        refusals.isReported = true;
    } else if (!isRefused && port.connectionCount() < places) {
        refusals.isReported = false;
    }
}

void Server::Impl::reportRefusals() {
    reportRefusals(agents.port(), settings.maxAgents, "agent", agentRefusals);
    reportRefusals(*monitorPort, settings.maxMonitors, "monitor", monitorRefusals);
}

void Server::Impl::sendToMonitors() {
    const bool isDue =
        match->cycleCount() % static_cast<std::uint64_t>(settings.cyclesPerMonitorMessage) == 0;
    const bool isLogDue = logWriter && logWriter->isDueAfterCycle();
    if (!isLogDue && (!isDue || monitors.empty())) {
        return;
    }
    feed->update();
    if (isLogDue) {
        const auto written = logWriter->write(feed->game(), feed->scene());
        noteOutput(logWriter->path(), written, logWriter->lostCount());
    }
    if (!isDue || monitors.empty()) {
        return;
    }
    full.clear();
    difference.clear();
    // Necessary even without receivers: a monitor that gets a full message now follows the stream
    // from here.
    stream.append(feed->game(), feed->scene(), difference);
    for (auto& [id, monitor] : monitors) {
        const bool isFull = monitor.needsFullState;
        if (isFull && monitorPort->queuedBytes(id) > kWaitingForMonitorBytes / 2) {
            continue; // a slow reader first gets its queued messages
        }
        if (isFull && full.empty()) {
            full = monitor::encodeFullMessage(feed->game(), feed->scene());
        }
        // A message skipped for a slow reader is compensated by a full one.
        monitor.needsFullState =
            monitorPort->send(id, isFull ? full : difference) == SendResult::Skipped;
    }
}

// An unwritable file does not stop the match.
void Server::Impl::recordCycle() {
    if (!recorder) {
        return;
    }
    const auto written = recorder->endCycle(*match);
    if (!written || !recorder->hasBacklog()) { // a write was attempted
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

base::Expected<void> Server::Impl::openOutputs(const std::string& runSettings) {
    base::OutputSet files(settings.mayReplaceFiles);
    base::OutputOptions growing;
    growing.kind = base::OutputKind::Growing;
    if (!settings.monitorLog.empty()) {
        auto file = files.create(settings.monitorLog, growing);
        if (!file) {
            return tl::unexpected(std::move(file.error()));
        }
        logWriter.emplace(std::move(*file), MonitorLogOptions::of(feed->game().format));
        outputs.push_back({.file = settings.monitorLog, .unit = "messages"});
    }
    if (!settings.inputRecording.empty() && runSettings.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "this match cannot be recorded for reruns");
    }
    if (!settings.inputRecording.empty()) {
        growing.isPrivate = true; // contains all messages of the agents
        auto file = files.create(settings.inputRecording, growing);
        auto begun = file ? RunRecorder::begin(std::move(*file), runSettings)
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
    const auto written = recorder->end(*match);
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

base::Expected<void> Server::Impl::listen() {
    monitorAcceptor = std::make_unique<MonitorAcceptor>(*this);
    if (const auto listening = agents.listen(); !listening) {
        return tl::unexpected(listening.error());
    }
    net::ServerOptions options;
    options.address = settings.address;
    options.maxMessageBytes = kMessageBytes;
    options.port = settings.monitorPort;
    options.maxConnections = settings.maxMonitors;
    options.maxQueuedBytes = kWaitingForMonitorBytes;
    options.slowReader = net::SlowReader::SkipMessages; // as on the real server
    auto opened = FrameServer::listen(options);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    monitorPort = std::move(*opened);
    return {};
}

base::Expected<std::unique_ptr<Server>> Server::open(const ServerSettings& settings,
                                                     const SimulationSettings& simulation,
                                                     Log log) {
    PlayedMatch played = playSimSpark(simulation);
    return open(settings, std::move(played.match), std::move(played.feed), std::move(log),
                played.settings);
}

base::Expected<std::unique_ptr<Server>> Server::open(const ServerSettings& settings,
                                                     std::unique_ptr<Match> match,
                                                     std::unique_ptr<MatchFeed> feed, Log log,
                                                     const std::string& runSettings) {
    auto impl = std::make_unique<Impl>(settings, std::move(match), std::move(feed), std::move(log));
    auto opened = impl->listen().and_then([&] { return impl->openOutputs(runSettings); });
    if (!opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return std::unique_ptr<Server>(new Server(std::move(impl)));
}

bool Server::awaitCycle(Clock::time_point deadline) {
    Impl& impl = *m_impl;
    if (impl.mayBegin) {
        return true;
    }
    const auto meanwhile = [&] {
        impl.readMonitors();
        return !isShutdownRequested();
    };
    const auto isWatched = [&] { return impl.settings.isWatched || !impl.monitors.empty(); };
    impl.mayBegin = impl.agents.awaitCycle(deadline, meanwhile, isWatched);
    if (!impl.mayBegin) {
        impl.agents.reportNotes();
        impl.reportRefusals();
    }
    return impl.mayBegin;
}

void Server::cycle() {
    Impl& impl = *m_impl;
    static_cast<void>(awaitCycle(Clock::time_point::max()));
    impl.mayBegin = false;
    impl.readMonitors();
    impl.agents.beginCycle();
    impl.match->cycle();
    impl.recordCycle();
    impl.doRequests();
    impl.agents.reportNotes();
    impl.reportRefusals();
    impl.sendToMonitors();
}

// Agents may reply in the meantime; their messages take effect in the next cycle.
void Server::serveUntil(Clock::time_point deadline) {
    Impl& impl = *m_impl;
    do {
        impl.readMonitors();
        impl.agents.serveUntil(std::min(deadline, Clock::now() + kTrainerPollInterval));
    } while (Clock::now() < deadline);
    impl.agents.reportNotes();
    impl.reportRefusals();
}

Simulation& Server::simulation() {
    auto* simulation = dynamic_cast<Simulation*>(m_impl->match.get());
    SIDELINE_ASSERT(simulation != nullptr);
    return *simulation;
}

const Match& Server::match() const {
    return *m_impl->match;
}

MatchFeed& Server::feed() {
    return *m_impl->feed;
}

std::uint16_t Server::agentPort() const {
    return m_impl->agents.port().port();
}

std::uint16_t Server::monitorPort() const {
    return m_impl->monitorPort->port();
}

std::size_t Server::agentCount() const {
    return m_impl->agents.count();
}

std::size_t Server::monitorCount() const {
    return m_impl->monitors.size();
}

bool Server::isConnected(AgentId agent) const {
    return m_impl->agents.isConnected(agent);
}

std::vector<AgentWait> Server::agentWaits() const {
    return m_impl->agents.waits();
}

std::uint64_t Server::lateAnswers() const {
    return m_impl->agents.lateAnswers();
}

bool Server::isShutdownRequested() const {
    return m_impl->isShutdownRequested || m_impl->match->shouldQuit();
}

} // namespace sideline::simulator
