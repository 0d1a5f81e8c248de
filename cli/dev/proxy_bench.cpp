// `sideline-dev proxy bench`: the latency of the proxy, compared with agents without a proxy.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/durations.h"
#include "agentcore/base/worker.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/net/frame_server.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/proxy_recordings.h"
#include "logs/session/agent_recording.h"
#include "proxy/agent_proxy.h"

namespace sideline::cli {

namespace {

using net::Clock;
using net::ConnectionId;

constexpr auto kServerCycle = std::chrono::milliseconds(20);
constexpr auto kAnswerTimeout = std::chrono::seconds(5);
constexpr std::uint64_t kProxyWarmUpCycles = 50; // warm-up for each kind of agent

struct ProxyBenchArguments {
    std::string stream;
    std::vector<int> agents{1, 22};
    double seconds = 20.0;
    std::string folder;
    bool isJson = false;
};

// The messages of a recorded agent and its server, to be replayed.
struct Script {
    std::vector<std::string_view> percepts;
    std::vector<std::string_view> answers;
};

// Replays the server's messages to agents with and without a proxy, and measures the time.
class Server : public net::FrameHandler {
public:
    Server(net::FrameServer server, const Script& script)
        : m_server(std::move(server)), m_script(script) {}

    [[nodiscard]] std::uint16_t port() const { return m_server.port(); }
    /// Waits until `count` agents of each kind have connected. @return false after a timeout
    bool await(std::size_t agents) {
        return m_server.runUntil(Clock::now() + kAnswerTimeout, *this, [&] {
            return m_kinds[0].size() == agents && m_kinds[1].size() == agents;
        });
    }
    /// Runs one cycle for the agents of one kind. @return whether all have answered
    bool cycle(bool isProxied) {
        m_waiting = 0;
        for (const ConnectionId id : m_kinds[isProxied ? 1 : 0]) {
            m_sentAt[id] = Clock::now();
            m_server.send(id, m_script.percepts[m_cycles / 2 % m_script.percepts.size()]);
            ++m_waiting;
        }
        ++m_cycles;
        return m_server.runUntil(Clock::now() + kAnswerTimeout, *this,
                                 [&] { return m_waiting == 0; });
    }
    void pauseUntil(Clock::time_point time) {
        m_server.runUntil(time, *this, [&] { return Clock::now() >= time; });
    }
    [[nodiscard]] const base::Durations& ways(bool isProxied) const {
        return m_ways[isProxied ? 1 : 0];
    }

    void onConnected(ConnectionId /*id*/, const std::string& /*peer*/) override {}
    void onMessage(ConnectionId id, std::string_view message) override {
        const auto sent = m_sentAt.find(id);
        if (sent == m_sentAt.end()) { // the first message marks the kind of agent
            m_sentAt[id] = Clock::now();
            m_isProxied[id] = message.find(" 4)") != std::string_view::npos;
            m_kinds[m_isProxied[id] ? 1 : 0].push_back(id);
            return;
        }
        --m_waiting;
        if (m_cycles > 2 * kProxyWarmUpCycles) {
            m_ways[m_isProxied[id] ? 1 : 0].add(Clock::now() - sent->second);
        }
    }
    void onClosed(ConnectionId /*id*/, const net::Closing& /*closing*/) override {}

private:
    net::FrameServer m_server;
    const Script& m_script;
    std::map<ConnectionId, Clock::time_point> m_sentAt;
    std::map<ConnectionId, bool> m_isProxied;
    std::vector<ConnectionId> m_kinds[2];
    base::Durations m_ways[2];
    std::uint64_t m_cycles = 0;
    int m_waiting = 0;
};

// Plays an agent that only echoes. Its robot type marks whether it is proxied.
void play(std::uint16_t port, int number, bool isProxied, const Script& script,
          const std::stop_token& stop) {
    auto link = net::FrameClient::connect("127.0.0.1", port, {.stop = stop});
    if (!link ||
        !link->send(fmt::format("(scene rsg/agent/nao/nao_hetero.rsg {})", isProxied ? 4 : 0))) {
        return;
    }
    const std::string introduction = fmt::format("(init (unum {})(teamname Bench))", number);
    for (std::size_t heard = 0; !stop.stop_requested();) {
        const auto message = link->receive(Clock::now() + kAnswerTimeout);
        if (!message) {
            return;
        }
        if (*message && !link->send(heard == 0 ? std::string_view(introduction)
                                               : script.answers[heard % script.answers.size()])) {
            return;
        }
        heard += *message ? 1U : 0U;
    }
}

struct BenchRow {
    int agents = 0;
    base::Durations direct;
    base::Durations proxied;
    proxy::ProxyStatus status;
};

std::optional<BenchRow> measure(int agents, const Script& script,
                                const ProxyBenchArguments& arguments) {
    auto listening = net::FrameServer::listen({});
    if (!listening) {
        printError(listening.error().toString());
        return std::nullopt;
    }
    Server server(std::move(*listening), script);
    proxy::AgentProxySettings settings;
    settings.relay.serverPort = server.port();
    if (!arguments.folder.empty()) {
        settings.makePlace = recordingsIn(arguments.folder, "proxy bench");
    }
    auto proxy = proxy::AgentProxy::start(std::move(settings));
    if (!proxy) {
        printError(proxy.error().toString());
        return std::nullopt;
    }
    BenchRow row;
    row.agents = agents;
    {
        std::vector<std::unique_ptr<base::Worker>> players;
        for (int i = 0; i < 2 * agents; ++i) {
            const bool isProxied = i % 2 == 1;
            const std::uint16_t port = isProxied ? (*proxy)->port() : server.port();
            players.push_back(std::make_unique<base::Worker>(
                "an agent",
                [&script, port, i, isProxied](const std::stop_token& stop) {
                    play(port, i / 2 + 1, isProxied, script, stop);
                },
                [](const base::Error& error) { printError(error.toString()); }));
        }
        bool isGood = server.await(static_cast<std::size_t>(agents));
        const auto cycles =
            static_cast<std::uint64_t>(arguments.seconds / 0.02) + 2 * kProxyWarmUpCycles;
        auto next = Clock::now();
        for (std::uint64_t i = 0; i < cycles && isGood && !isInterrupted(); ++i) {
            isGood = server.cycle(i % 2 == 1);
            next = std::max(next + kServerCycle, Clock::now());
            server.pauseUntil(next);
        }
        for (const auto& player : players) {
            player->requestStop();
        }
        if (!isGood) {
            printError("the agents of the measurement did not answer");
            return std::nullopt;
        }
    }
    (*proxy)->stop();
    row.direct = server.ways(false);
    row.proxied = server.ways(true);
    row.status = (*proxy)->status();
    return row;
}

nlohmann::ordered_json jsonOf(const BenchRow& row) {
    const auto added = [&](double quantile) {
        return row.proxied.quantileMs(quantile) - row.direct.quantileMs(quantile);
    };
    nlohmann::ordered_json json;
    json["agents"] = row.agents;
    json["answers"] = row.proxied.count();
    json["directP50Ms"] = row.direct.quantileMs(0.5);
    json["directP99Ms"] = row.direct.quantileMs(0.99);
    json["proxiedP50Ms"] = row.proxied.quantileMs(0.5);
    json["proxiedP99Ms"] = row.proxied.quantileMs(0.99);
    json["addedP50Ms"] = added(0.5);
    json["addedP99Ms"] = added(0.99);
    json["delayP50Ms"] = row.status.delayP50Ms;
    json["delayP99Ms"] = row.status.delayP99Ms;
    json["dropped"] = row.status.dropped;
    json["lost"] = row.status.lost;
    return json;
}

void printBenchRow(const nlohmann::ordered_json& row) {
    const auto number = [&](const char* key) { return row[key].get<double>(); };
    std::cout << fmt::format("{:>6}  {:>7.3f} {:>7.3f}  {:>7.3f} {:>7.3f}  {:>7.3f} {:>7.3f}  "
                             "{:>7.3f} {:>7.3f}  {}\n",
                             row["agents"].get<int>(), number("directP50Ms"), number("directP99Ms"),
                             number("proxiedP50Ms"), number("proxiedP99Ms"), number("addedP50Ms"),
                             number("addedP99Ms"), number("delayP50Ms"), number("delayP99Ms"),
                             row["dropped"].get<std::uint64_t>());
}

int bench(const ProxyBenchArguments& arguments) {
    const auto recording = logs::AgentRecording::read(arguments.stream);
    if (!recording) {
        printError(recording.error().toString());
        return kExitFailed;
    }
    Script script;
    for (const logs::RecordedMessage& message : recording->messages()) {
        if (message.speaker != logs::Speaker::Trainer) {
            (message.speaker == logs::Speaker::Server ? script.percepts : script.answers)
                .push_back(message.text);
        }
    }
    if (script.percepts.empty() || script.answers.empty()) {
        printError(arguments.stream + ": there are no messages from a server and an agent");
        return kExitFailed;
    }
    listenToSignals();
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const int agents : arguments.agents) {
        const auto row = measure(agents, script, arguments);
        if (!row) {
            return kExitFailed;
        }
        rows.push_back(jsonOf(*row));
    }
    if (arguments.isJson) {
        std::cout << rows.dump() << '\n';
        return kExitGood;
    }
    std::cout << "ms from message to answer    direct           proxied          added       "
                 "in the proxy\n"
                 "agents      p50     p99      p50     p99      p50     p99      p50     p99  "
                 "dropped\n";
    std::ranges::for_each(rows, printBenchRow);
    return kExitGood;
}

} // namespace

void addProxyBench(CLI::App& proxy, int& status) {
    CLI::App* command =
        proxy.add_subcommand("bench", "Measure the latency that the proxy adds to messages");
    auto arguments = std::make_shared<ProxyBenchArguments>();
    command
        ->add_option("STREAM", arguments->stream,
                     "recorded agent (.rec, optionally compressed) whose messages are replayed")
        ->required();
    command->add_option("--agents", arguments->agents, "numbers of proxied agents")
        ->delimiter(',')
        ->capture_default_str()
        ->check(CLI::Range(1, 64));
    command->add_option("--seconds", arguments->seconds, "duration for each number of agents")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 3600.0));
    command->add_option("--record", arguments->folder, "record the proxied agents in this folder");
    command->add_flag("--json", arguments->isJson, "print JSON");
    command->callback([arguments, &status] { status = bench(*arguments); });
}

} // namespace sideline::cli
