#include "proxy/agent_proxy.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/durations.h"
#include "agentcore/base/worker.h"
#include "proxy/event_queue.h"
#include "proxy/link_recorder.h"

namespace sideline::proxy {

namespace {

using net::ConnectionId;
using net::RelayEnd;

constexpr std::chrono::seconds kLongWait{3600};
constexpr std::chrono::milliseconds kPublishEvery{250};
constexpr std::size_t kMaxLines = 1000;
constexpr std::string_view endName(RelayEnd end) {
    return end == RelayEnd::Server ? "the server" : "the agent";
}

} // namespace

class AgentProxy::Impl : private net::RelayHandler {
public:
    Impl(AgentProxySettings settings, net::Relay relay)
        : m_settings(std::move(settings)),
          m_port(relay.port()),
          m_relay(std::move(relay)),
          m_queue(m_settings.maxQueuedBytes) {
        const auto failed = [this](const base::Error& error) { say(error.toString()); };
        m_recorder = base::Worker(
            "the proxy's recorder", [this](const std::stop_token& stop) { record(stop); }, failed);
        m_passer = base::Worker(
            "the proxy", [this](const std::stop_token& stop) { pass(stop); }, failed);
    }
    ~Impl() override { stop(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void stop() {
        const std::scoped_lock once(m_stopMutex);
        if (m_passer.isJoinable()) {
            m_passer.requestStop();
            m_relay->wake();
            m_passer = {};
            m_relay.reset();
            const std::scoped_lock lock(m_mutex);
            m_status.links = 0;
        }
        m_recorder = {}; // stops the recorder's thread, which empties the queue first
    }

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] ProxyStatus status() const {
        std::unique_lock lock(m_mutex);
        ProxyStatus status = m_status;
        const base::Durations delays = m_delays;
        lock.unlock(); // unlocked because the forwarding thread waits for it
        status.delayP50Ms = delays.quantileMs(0.5);
        status.delayP99Ms = delays.quantileMs(0.99);
        status.delayMaxMs = delays.largestMs();
        return status;
    }
    [[nodiscard]] std::vector<std::string> takeLines() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_lines, {});
    }

private:
    // Functions of the forwarding thread.

    void pass(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            m_relay->pollUntil(net::Clock::now() + kLongWait, *this);
        }
    }
    void onOpened(ConnectionId id, const std::string& peer) override {
        put({.kind = ProxyEvent::Kind::Opened, .link = id, .text = peer});
        const std::scoped_lock lock(m_mutex);
        ++m_status.links;
        ++m_status.connections;
    }
    void onMessage(ConnectionId id, RelayEnd from, std::string_view message,
                   net::Clock::time_point readAt, net::Clock::time_point passedAt) override {
        const bool isKept = !m_settings.makePlace || put({.link = id,
                                                          .from = from,
                                                          .at = readAt.time_since_epoch(),
                                                          .text = std::string(message)});
        const std::scoped_lock lock(m_mutex);
        m_delays.add(passedAt - readAt);
        ++m_status.messages;
        m_status.bytes += message.size();
        m_status.dropped += isKept ? 0 : 1;
    }
    void onUnframed(ConnectionId id, RelayEnd from, const base::Error& error) override {
        put({.kind = ProxyEvent::Kind::Unframed,
             .link = id,
             .from = from,
             .text = error.toString()});
    }
    void onClosed(ConnectionId id, const net::RelayClosing& closing) override {
        put({.kind = ProxyEvent::Kind::Closed,
             .link = id,
             .from = closing.by,
             .text = closing.error.toString()});
        const std::scoped_lock lock(m_mutex);
        --m_status.links;
    }
    void onRefused(const std::string& /*peer*/, const base::Error& error) override {
        put({.kind = ProxyEvent::Kind::Refused, .text = error.toString()});
    }
    bool put(ProxyEvent event) { return m_queue.put(std::move(event)); }

    // Functions of the recorder's thread.

    struct Link {
        std::string peer;
        std::unique_ptr<LinkRecorder> recorder; ///< null if the link is not (or no longer) recorded
    };

    void record(const std::stop_token& stop) {
        const std::unique_ptr<RecordingPlace> place =
            m_settings.makePlace ? m_settings.makePlace() : nullptr;
        std::map<ConnectionId, Link> links;
        std::vector<ProxyEvent> events;
        auto publishAt = net::Clock::now();
        for (bool isLast = false; !isLast;) {
            isLast = stop.stop_requested(); // no further events follow
            m_queue.take(events, m_settings.look, stop);
            for (ProxyEvent& event : events) {
                take(std::move(event), links, place.get());
            }
            if (isLast) {
                for (auto& [id, link] : links) {
                    end(link);
                }
                links.clear();
            }
            if (place) {
                for (std::string& line : place->takeLines()) {
                    say(std::move(line));
                }
            }
            if (isLast || net::Clock::now() >= publishAt) {
                publish(links, place.get());
                publishAt = net::Clock::now() + kPublishEvery;
            }
        }
    }

    void take(ProxyEvent event, std::map<ConnectionId, Link>& links, RecordingPlace* place) {
        if (event.kind == ProxyEvent::Kind::Refused) {
            refuse(std::move(event.text));
            return;
        }
        m_refusal.clear();
        Link& link = links[event.link];
        if (link.recorder && event.droppedBefore > 0) {
            link.recorder->missed(event.droppedBefore);
        }
        const auto name = [&] { return link.recorder ? link.recorder->name() : link.peer; };
        switch (event.kind) {
        case ProxyEvent::Kind::Opened:
            link.peer = event.text;
            say(fmt::format("an agent has connected from {}", link.peer));
            if (place != nullptr) {
                link.recorder = std::make_unique<LinkRecorder>(
                    fmt::format("agent {}", event.link.value()), *place, m_settings.robots,
                    [this](const std::string& line) { say(line); });
            }
            break;
        case ProxyEvent::Kind::Message:
            if (link.recorder) {
                link.recorder->take(event.from, std::move(event.text), event.at);
            }
            break;
        case ProxyEvent::Kind::Unframed:
            say(fmt::format("{}: {} sends data that is not a message: {}{}", name(),
                            endName(event.from), event.text,
                            link.recorder ? "; its recording ends here" : ""));
            end(link);
            break;
        case ProxyEvent::Kind::Closed:
            say(fmt::format("{} has disconnected (closed by {}): {}", name(), endName(event.from),
                            event.text));
            end(link);
            links.erase(event.link);
            break;
        case ProxyEvent::Kind::Refused:
            break;
        }
    }

    // Agents retry, so repeated reasons are reported once.
    void refuse(std::string reason) {
        if (reason != m_refusal) {
            say(fmt::format("{}; agents are rejected until it is available", reason));
            m_refusal = std::move(reason);
        }
    }

    static ProxiedAgent agentOf(const Link& link) {
        ProxiedAgent agent;
        agent.name = link.peer;
        if (link.recorder) {
            agent.name = link.recorder->name();
            agent.cycles = link.recorder->cycles();
            agent.missedCycles = link.recorder->counters().missedCycles;
            agent.lateAnswers = link.recorder->counters().lateAnswers;
            agent.reactionP50Ms = link.recorder->reactions().quantileMs(0.5);
            agent.reactionP99Ms = link.recorder->reactions().quantileMs(0.99);
        }
        return agent;
    }

    // Ends the recording of a link, if there is one, and keeps its final statistics.
    void end(Link& link) {
        if (!link.recorder) {
            return;
        }
        link.recorder->finish();
        ProxiedAgent last = agentOf(link);
        link.recorder.reset();
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_status.agents,
                      [&](const ProxiedAgent& agent) { return agent.name == last.name; });
        const auto known = std::ranges::find(m_status.ended, last.name, &ProxiedAgent::name);
        if (known == m_status.ended.end()) {
            m_status.ended.push_back(std::move(last));
            return;
        }
        last.cycles += known->cycles;
        last.missedCycles += known->missedCycles;
        last.lateAnswers += known->lateAnswers;
        *known = std::move(last);
    }

    void publish(const std::map<ConnectionId, Link>& links, RecordingPlace* place) {
        std::vector<ProxiedAgent> agents;
        for (const auto& [id, link] : links) {
            agents.push_back(agentOf(link));
        }
        const std::scoped_lock lock(m_mutex);
        m_status.agents = std::move(agents);
        m_status.lost = place != nullptr ? place->lost() : 0;
    }

    void say(std::string line) {
        const std::scoped_lock lock(m_mutex);
        if (m_lines.size() < kMaxLines) {
            m_lines.push_back(std::move(line));
        }
    }

    AgentProxySettings m_settings;
    const std::uint16_t m_port;
    std::optional<net::Relay> m_relay; ///< empty after `stop`
    EventQueue m_queue;
    std::string m_refusal; ///< why the last agent was refused; used by the recorder's thread
    std::mutex m_stopMutex;
    mutable std::mutex m_mutex; // protects the members up to the workers
    ProxyStatus m_status;
    base::Durations m_delays;
    std::vector<std::string> m_lines;
    base::Worker m_recorder; // last, because they use all other members
    base::Worker m_passer;
};

AgentProxy::AgentProxy(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
AgentProxy::~AgentProxy() = default;

base::Expected<std::unique_ptr<AgentProxy>> AgentProxy::start(AgentProxySettings settings) {
    auto relay = net::Relay::open(settings.relay);
    if (!relay) {
        return tl::unexpected(std::move(relay.error()));
    }
    return std::unique_ptr<AgentProxy>(
        new AgentProxy(std::make_unique<Impl>(std::move(settings), std::move(*relay))));
}

std::uint16_t AgentProxy::port() const {
    return m_impl->port();
}

ProxyStatus AgentProxy::status() const {
    return m_impl->status();
}

std::vector<std::string> AgentProxy::takeLines() {
    return m_impl->takeLines();
}

void AgentProxy::stop() {
    m_impl->stop();
}

} // namespace sideline::proxy
