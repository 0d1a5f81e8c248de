// `sideline proxy`: records any team's agents by relaying between them and a server.
#include "cli/proxy_command.h"

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "cli/host_port.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/proxy_recordings.h"
#include "cli/simulation_arguments.h"
#include "proxy/agent_proxy.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kProxyLook{50};

struct ProxyArguments {
    std::uint16_t port = 0;
    std::string address = "127.0.0.1";
    std::string server = "127.0.0.1:3100";
    std::string folder;
    RobotFolders robotFolders;
    double statusS = 10.0;
    double minutes = 0.0;
    bool isQuiet = false;
};

void say(const std::string& line) {
    std::cout << line << std::endl;
}

std::string statusLine(const proxy::ProxyStatus& status, std::uint64_t agents) {
    std::string line = fmt::format(
        "{}, {}, {:.1f} MB, delay p50 {:.3f} ms, p99 {:.3f} ms, largest {:.3f} ms, {} dropped",
        base::plural(agents, "agent"), base::plural(status.messages, "message"),
        static_cast<double>(status.bytes) * 1e-6, status.delayP50Ms, status.delayP99Ms,
        status.delayMaxMs, status.dropped);
    if (status.lost > 0) {
        line += fmt::format(", {} not written", status.lost);
    }
    return line;
}

std::string agentLine(const proxy::ProxiedAgent& agent) {
    return fmt::format("  {}: {}, {} missed, {} late, reaction p50 {:.2f} ms, p99 {:.2f} ms",
                       agent.name, base::plural(agent.cycles, "cycle"), agent.missedCycles,
                       agent.lateAnswers, agent.reactionP50Ms, agent.reactionP99Ms);
}

// Prints events until the requested time has passed or a signal arrives.
void watch(proxy::AgentProxy& proxy, const ProxyArguments& arguments) {
    const auto begin = Clock::now();
    const std::chrono::duration<double> time(arguments.minutes * 60.0);
    const auto every = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(arguments.statusS));
    auto statusAt = begin + every;
    std::uint64_t reported = 0;
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    while (!isInterrupted() && (arguments.minutes <= 0.0 || Clock::now() - begin < time)) {
        for (const std::string& line : proxy.takeLines()) {
            say(line);
        }
        if (!arguments.isQuiet && Clock::now() >= statusAt) {
            statusAt += every;
            const proxy::ProxyStatus status = proxy.status();
            if (status.messages != std::exchange(reported, status.messages)) {
                say(statusLine(status, status.links));
                for (const proxy::ProxiedAgent& agent : status.agents) {
                    if (agent.cycles > 0) {
                        say(agentLine(agent));
                    }
                }
            }
        }
        never.wait_for(lock, kProxyLook);
    }
}

int run(const ProxyArguments& arguments) {
    const auto server = readHostPort(arguments.server, 3100, "the address of a server");
    if (!server) {
        printError(server.error().toString());
        return kExitFailed;
    }
    proxy::AgentProxySettings settings;
    settings.relay.address = arguments.address;
    settings.relay.port = arguments.port;
    settings.relay.serverHost = server->host;
    settings.relay.serverPort = server->port;
    settings.robots.setFolders(pathsOf(arguments.robotFolders));
    if (!arguments.folder.empty()) {
        settings.makePlace = recordingsIn(arguments.folder, "proxy");
    }
    auto proxy = proxy::AgentProxy::start(std::move(settings));
    if (!proxy) {
        printError(proxy.error().toString());
        return kExitFailed;
    }
    listenToSignals();
    say(fmt::format("agents connect to {}:{}, the server is {}:{}; {}; stop with Ctrl+C",
                    arguments.address, (*proxy)->port(), server->host, server->port,
                    arguments.folder.empty() ? "nothing is recorded"
                                             : "recordings go to " + arguments.folder));
    watch(**proxy, arguments);
    (*proxy)->stop();
    for (const std::string& line : (*proxy)->takeLines()) {
        say(line);
    }
    const proxy::ProxyStatus after = (*proxy)->status();
    for (const proxy::ProxiedAgent& agent : after.ended) {
        say(agentLine(agent));
    }
    say("total: " + statusLine(after, after.connections));
    return after.dropped + after.lost > 0 ? kExitFailed : kExitGood;
}

} // namespace

void addProxyCommand(CLI::App& app, int& status) {
    auto arguments = std::make_shared<ProxyArguments>();
    CLI::App* command = app.add_subcommand(
        "proxy", "Relay between any team's agents and a server, and record their messages");
    command
        ->add_option("--listen", arguments->port,
                     "port that agents are to connect to; 0: any free port")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    command
        ->add_option("--bind", arguments->address,
                     "address to listen on; 0.0.0.0 accepts other machines")
        ->capture_default_str();
    command->add_option("--server", arguments->server, "HOST:PORT of the server's agent port")
        ->capture_default_str();
    command->add_option("--record", arguments->folder,
                        "folder for recordings, one for each agent: TEAM-NUMBER.session");
    addRobotsOption(*command, arguments->robotFolders);
    command->add_option("--status", arguments->statusS, "seconds between status lines")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 86'400.0));
    command->add_option("--minutes", arguments->minutes, "stop after this time; 0: never")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--quiet", arguments->isQuiet, "print no status");
    command->callback([arguments, &status] { status = run(*arguments); });
}

} // namespace sideline::cli
