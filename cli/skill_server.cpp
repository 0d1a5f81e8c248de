#include "cli/skill_server.h"

#include <utility>

#include "cli/host_port.h"

namespace sideline::cli {

CLI::Option* addSkillServerOptions(CLI::App& command, SkillServerArguments& arguments) {
    CLI::Option* server =
        command.add_option("--server", arguments.server,
                           "agent port of a SimSpark server, HOST:PORT, to measure on instead of "
                           "in simulation; no other robots should play there");
    command.add_option("--monitor-port", arguments.monitorPort, "monitor port of that server")
        ->capture_default_str()
        ->check(CLI::Range(1, 65535))
        ->needs(server);
    command.add_option("--team", arguments.team, "team name on the server")->capture_default_str();
    return server;
}

base::Expected<training::ServerBenchSettings> serverSettingsOf(
    const SkillServerArguments& arguments) {
    training::ServerBenchSettings settings;
    settings.team = arguments.team;
    settings.server.monitorPort = static_cast<std::uint16_t>(arguments.monitorPort);
    auto server =
        readHostPort(arguments.server, settings.server.agentPort, "the address of a server");
    if (!server) {
        return tl::unexpected(std::move(server.error()));
    }
    settings.server.host = std::move(server->host);
    settings.server.agentPort = server->port;
    return settings;
}

} // namespace sideline::cli
