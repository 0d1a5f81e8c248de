// `sideline-dev sim soak`: a long match with well-behaved and misbehaving clients on one server.
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/worker.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_command.h"
#include "cli/simulation_arguments.h"
#include "simulator/server/server.h"

namespace sideline::cli {

namespace {

using net::FrameClient;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kCyclesPerMinute = 3000;
constexpr double kAllowedGrowthMiB = 4.0;

struct SoakArguments {
    SimulationArguments simulation;
    int agents = 22;
    double minutes = 60.0;
    bool isVerbose = false;
};

/// State shared by the threads of the server and of the clients.
struct Talk {
    std::uint16_t agentPort = 0;
    std::uint16_t monitorPort = 0;
    std::atomic<std::uint64_t> cycle = 0;
    std::atomic<bool> isCalm = false; ///< requests that only the well-behaved agents be connected
    std::atomic<bool> isOver = false;
    std::atomic<std::uint64_t> clients = 0;
    std::atomic<std::uint64_t> reconnects = 0;
};

// A well-behaved agent: swings its legs as if walking and always answers in time.
class RunCursor {
public:
    RunCursor(int index, const Talk& talk)
        : m_team(index % 2 == 0 ? "Left" : "Right"),
          m_unum(index / 2 + 1),
          m_type(index / 2 % 5),
          m_port(talk.agentPort) {}

    /// Connects if it is not connected. Returns whether it did anything.
    bool live(std::uint64_t cycle) {
        if (!m_link) {
            return connect(cycle);
        }
        const auto message = m_link->tryReceive();
        if (!message) { // the player was sent off, or the connection was refused
            m_link.reset();
            return true;
        }
        if (!*message) {
            return false;
        }
        answer();
        return true;
    }
    void leave(std::uint64_t cycle, std::uint64_t pause) {
        m_link.reset();
        m_comesAtCycle = cycle + pause;
    }
    [[nodiscard]] FrameClient* link() { return m_link ? &*m_link : nullptr; }

private:
    bool connect(std::uint64_t cycle) {
        if (cycle < m_comesAtCycle) {
            return false;
        }
        if (auto link = FrameClient::connect("127.0.0.1", m_port)) {
            m_link.emplace(std::move(*link));
            m_heard = 0;
            send(fmt::format("(scene {} {})(syn)", robot::kDefaultRobotFile, m_type));
        }
        m_comesAtCycle = cycle + 20;
        return true;
    }
    void answer() {
        ++m_heard;
        if (m_heard == 1) {
            send(fmt::format("(init (unum {})(teamname {}))(syn)", m_unum, m_team));
        } else if (m_heard == 3) {
            send(fmt::format("(beam {} {} 0)(syn)", -1 - m_unum, m_unum % 5 - 2));
        } else {
            const double swing = 1.5 * std::sin(0.25 * m_heard + m_unum);
            send(fmt::format("(lle3 {0:.3f})(rle3 {1:.3f})(lle4 {1:.3f})(rle4 {0:.3f})"
                             "(lle5 {0:.3f})(rle5 {1:.3f})(lae1 {1:.3f})(rae1 {0:.3f})"
                             "(he1 {2:.3f}){3}(syn)",
                             swing, -swing, swing / 2.0, m_heard % 40 == 0 ? "(say hello)" : ""));
        }
    }
    void send(const std::string& text) {
        if (!m_link->send(text)) {
            m_link.reset();
        }
    }

    std::string m_team;
    int m_unum;
    int m_type;
    std::uint16_t m_port;
    std::optional<FrameClient> m_link;
    std::uint64_t m_comesAtCycle = 0;
    int m_heard = 0;
};

/// A misbehaving client.
class MisbehavingClient {
public:
    virtual ~MisbehavingClient() = default;
    virtual void live(base::Rng& /*rng*/) {}
};

// Sends malformed frames.
class RawClient : public MisbehavingClient {
public:
    RawClient(std::uint16_t port, std::string bytes, bool isFlood)
        : m_socket(m_context), m_bytes(std::move(bytes)), m_isFlood(isFlood) {
        net::error_code fault;
        m_socket.connect({net::asio::ip::make_address("127.0.0.1"), port}, fault);
        m_socket.non_blocking(true, fault);
        send();
    }
    void live(base::Rng& /*rng*/) override {
        if (m_isFlood) {
            send();
        }
    }

private:
    void send() {
        net::error_code ignored;
        m_socket.send(net::asio::buffer(m_bytes), 0, ignored);
    }
    net::asio::io_context m_context;
    net::Tcp::socket m_socket;
    std::string m_bytes;
    bool m_isFlood;
};

// Sends messages once or repeatedly, with or without reading.
class MalformedClient : public MisbehavingClient {
public:
    enum class Ear { Open, Shut };
    MalformedClient(std::uint16_t port, std::vector<std::string> words, Ear ear)
        : m_words(std::move(words)), m_ear(ear) {
        net::ClientOptions options;
        options.sendTimeout = std::chrono::milliseconds(20);
        if (auto link = FrameClient::connect("127.0.0.1", port, options)) {
            m_link.emplace(std::move(*link));
        }
    }
    void live(base::Rng& rng) override {
        if (!m_link) {
            return;
        }
        while (m_ear == Ear::Open) {
            const auto message = m_link->tryReceive();
            if (!message || !*message) {
                break;
            }
        }
        if (!m_words.empty() && rng.below(20) == 0 &&
            !m_link->send(m_words[rng.below(m_words.size())])) {
            m_link.reset();
        }
    }

private:
    std::optional<FrameClient> m_link;
    std::vector<std::string> m_words;
    Ear m_ear;
};

std::string randomBytes(base::Rng& rng, std::size_t count) {
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
        bytes += static_cast<char>(rng.below(256));
    }
    return bytes;
}

std::vector<std::string> nonsense(base::Rng& rng) {
    return {"",
            randomBytes(rng, 200),
            "((((((((((((((((((((((",
            ")))(he1",
            "(he1 nan)(he2 inf)(lle3 1e300)(rle3 -1e300)",
            "(beam 1e300 -1e300 1e300)",
            "(init (unum 99)(teamname A))(init (unum -1)(teamname A))",
            "(init (unum 3)(teamname Left))",
            "(scene rsg/agent/tank.rsg 7)",
            "(scene rsg/agent/nao/nao_hetero.rsg 0)",
            fmt::format("(jetpack{} 1)", rng.below(1000)),
            "(say " + std::string(300, 'a') + ")",
            "(say hi)(pass)(syn)"};
}

std::vector<std::string> trainerWords(base::Rng& rng) {
    const auto player = [&] {
        return fmt::format("(unum {})(team {})", rng.below(12),
                           rng.below(2) == 0 ? "Left" : "Right");
    };
    return {
        "(kickOff Left)",
        "(kickOff None)",
        "(dropBall)",
        fmt::format("(playMode {})", game::kPlayModeNames[rng.below(game::kPlayModeNames.size())]),
        "(playMode PlayOn)(time 0)(score (left 0)(right 0))",
        fmt::format("(ball (pos {} {} 0.3)(vel {} {} 3))", rng.uniform(-14, 14), rng.uniform(-9, 9),
                    rng.uniform(-8, 8), rng.uniform(-8, 8)),
        "(ball (vel 3e38 0 3e38))",
        "(agent " + player() + "(pos 1e20 0 0.4))",
        "(agent " + player() + fmt::format("(move {} 0 0.4 90))", rng.uniform(-9, 9)),
        "(kill " + player() + ")",
        "(repos " + player() + ")",
        "(select " + player() + ")",
        "(select)",
        "(agent)",
        "(reqfullstate)",
        randomBytes(rng, 100)};
}

// Runs all clients in a thread of their own.
class Clients {
public:
    Clients(Talk& talk, int agents, std::uint64_t seed) : m_talk(talk), m_rng(seed) {
        for (int i = 0; i < agents; ++i) {
            m_cursors.emplace_back(i, talk);
        }
    }
    void run() {
        while (!m_talk.isOver) {
            bool isBusy = false;
            const std::uint64_t cycle = m_talk.cycle;
            for (RunCursor& cursor : m_cursors) {
                isBusy = cursor.live(cycle) || isBusy;
            }
            if (m_talk.isCalm) {
                m_misbehaving.clear();
            } else if (cycle >= m_nextEvent && !m_cursors.empty()) {
                m_nextEvent = cycle + 10 + m_rng.below(150);
                makeTrouble(cycle);
            }
            if (cycle != m_lastCycle) {
                for (const auto& client : m_misbehaving) {
                    client->live(m_rng);
                }
            }
            m_lastCycle = cycle;
            if (!isBusy) {
                std::this_thread::yield();
            }
        }
    }

private:
    void makeTrouble(std::uint64_t cycle) {
        constexpr std::size_t kMaxMisbehavingClients = 10;
        if (m_misbehaving.size() >= kMaxMisbehavingClients ||
            (!m_misbehaving.empty() && m_rng.below(3) == 0)) {
            m_misbehaving.erase(m_misbehaving.begin() +
                                static_cast<std::ptrdiff_t>(m_rng.below(m_misbehaving.size())));
        } else if (m_rng.below(2) == 0) {
            ++m_talk.reconnects;
            m_cursors[m_rng.below(m_cursors.size())].leave(cycle, m_rng.below(100));
        } else {
            ++m_talk.clients;
            m_misbehaving.push_back(newMisbehavingClient());
        }
    }
    std::unique_ptr<MisbehavingClient> newMisbehavingClient() {
        using Ear = MalformedClient::Ear;
        const std::uint16_t port = m_rng.below(3) == 0 ? m_talk.monitorPort : m_talk.agentPort;
        switch (m_rng.below(9)) {
        case 0: // half of a length prefix
            return std::make_unique<RawClient>(port, std::string("\0\0", 2), false);
        case 1: // half of a message
            return std::make_unique<RawClient>(port, std::string("\0\0\0\7(he", 7), false);
        case 2: // a length of four gigabytes
            return std::make_unique<RawClient>(port, "\377\377\377\377(he1 1)", false);
        case 3:
            return std::make_unique<RawClient>(port, randomBytes(m_rng, 1000), false);
        case 4: {
            std::string flood;
            for (int i = 0; i < 2000; ++i) {
                flood += std::string("\0\0\0\7(he1 1)", 11);
            }
            return std::make_unique<RawClient>(port, flood, true);
        }
        case 5: // an agent that sends, with or without reading
            return std::make_unique<MalformedClient>(m_talk.agentPort, nonsense(m_rng),
                                                     m_rng.below(2) == 0 ? Ear::Open : Ear::Shut);
        case 6: // sends nothing
            return std::make_unique<MalformedClient>(port, std::vector<std::string>{}, Ear::Open);
        case 7: // a monitor that does not read
            return std::make_unique<MalformedClient>(m_talk.monitorPort, std::vector<std::string>{},
                                                     Ear::Shut);
        default:
            return std::make_unique<MalformedClient>(m_talk.monitorPort, trainerWords(m_rng),
                                                     Ear::Open);
        }
    }

    Talk& m_talk;
    base::Rng m_rng;
    std::vector<RunCursor> m_cursors;
    std::vector<std::unique_ptr<MisbehavingClient>> m_misbehaving;
    std::uint64_t m_nextEvent = 300;
    std::uint64_t m_lastCycle = 0;
};

/// Returns the program's resident memory; nullopt where the system does not report it.
std::optional<double> residentMiB() {
#ifdef __GLIBC__
    malloc_trim(0); // returns free memory to the system
    std::ifstream file("/proc/self/statm");
    double total = 0.0;
    double resident = 0.0;
    if (file >> total >> resident) {
        return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576.0;
    }
#endif
    return std::nullopt;
}

std::string memoryText(const std::optional<double>& mib) {
    return mib ? fmt::format("{:.1f} MiB", *mib) : "memory unknown";
}

// Runs the server of a soak test.
class Soak {
public:
    Soak(simulator::Server& server, Talk& talk, const std::uint64_t& logLines)
        : m_server(server), m_talk(talk), m_logLines(logLines) {}

    /// Runs until `cycle` and reports the state once per simulated minute.
    void runUntil(std::uint64_t cycle) {
        while (m_server.simulation().cycleCount() < cycle) {
            m_server.cycle();
            m_talk.cycle = m_server.simulation().cycleCount();
            if (m_talk.cycle % kCyclesPerMinute == 0) {
                report();
            }
        }
    }
    /// Measures memory with only the well-behaved agents connected.
    std::optional<double> calmMiB() {
        constexpr std::uint64_t kCyclesToCalm = 100;
        m_talk.isCalm = true;
        runUntil(m_server.simulation().cycleCount() + kCyclesToCalm);
        const auto mib = residentMiB();
        m_talk.isCalm = false;
        return mib;
    }

private:
    void report() {
        const std::chrono::duration<double> took = Clock::now() - m_begin;
        fmt::print("minute {:3}: cycle {}, {} agents, {} monitors, {}, {} log lines, {} fouls, "
                   "{:.0f} s\n",
                   m_talk.cycle / kCyclesPerMinute, m_talk.cycle.load(), m_server.agentCount(),
                   m_server.monitorCount(), memoryText(residentMiB()), m_logLines,
                   m_server.simulation().foulCount(), took.count());
        std::cout.flush();
    }
    simulator::Server& m_server;
    Talk& m_talk;
    const std::uint64_t& m_logLines;
    Clock::time_point m_begin = Clock::now();
};

int soak(simulator::Server& server, const SoakArguments& arguments, const std::uint64_t& logLines) {
    Talk talk;
    talk.agentPort = server.agentPort();
    talk.monitorPort = server.monitorPort();
    Clients clients(talk, arguments.agents, arguments.simulation.seed);
    base::Worker thread(
        "the clients", [&](const auto& /*stop*/) { clients.run(); },
        [](const base::Error& error) { printError(error.toString()); });
    const auto cycles = static_cast<std::uint64_t>(
        std::llround(arguments.minutes * static_cast<double>(kCyclesPerMinute)));
    Soak run(server, talk, logLines);
    run.runUntil(cycles / 5);
    const auto early = run.calmMiB();
    run.runUntil(cycles);
    const auto late = run.calmMiB();
    const std::size_t agents = server.agentCount();
    talk.isOver = true;
    thread.join();

    fmt::print("{} cycles, {} reconnects, {} bad clients, {} log lines\n",
               server.simulation().cycleCount(), talk.reconnects.load(), talk.clients.load(),
               logLines);
    fmt::print("after a fifth of the run: {}; at the end: {}; {} agents\n", memoryText(early),
               memoryText(late), agents);
    if (early && late && *late - *early > kAllowedGrowthMiB) {
        printError(fmt::format("memory has grown by {:.1f} MiB, more than {:.0f}", *late - *early,
                               kAllowedGrowthMiB));
        return kExitFailed;
    }
    return kExitGood;
}

int run(const SoakArguments& arguments) {
    const auto settings = makeSettings(arguments.simulation);
    if (!settings) {
        return kExitFailed;
    }
    simulator::ServerSettings ports;
    ports.agentPort = 0;
    ports.monitorPort = 0;
    ports.syncMode = simulator::SyncMode::All;
    ports.sync.answerTimeout = std::chrono::milliseconds(100);
    ports.runsWithoutAgents = true; // misbehaving clients also connect without agents
    std::uint64_t logLines = 0;
    const bool isVerbose = arguments.isVerbose;
    auto server =
        simulator::Server::open(ports, *settings, [&logLines, isVerbose](const std::string& line) {
            ++logLines;
            if (isVerbose) {
                std::cout << line << '\n';
            }
        });
    if (!server) {
        printError(server.error().toString());
        return kExitFailed;
    }
    return soak(**server, arguments, logLines);
}

} // namespace

void addSimSoak(CLI::App& sim, int& status) {
    auto arguments = std::make_shared<SoakArguments>();
    CLI::App* command = sim.add_subcommand(
        "soak", "Stress-test a server with clients of all kinds, as fast as possible");
    command->add_option("--agents", arguments->agents, "number of well-behaved agents, at least 1")
        ->capture_default_str()
        ->check(CLI::Range(1, 22));
    command->add_option("--minutes", arguments->minutes, "simulated time")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_flag("--verbose", arguments->isVerbose, "print the server's log");
    addSimulationArguments(*command, arguments->simulation);
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
