#include "cli/skill_server.h"

#include <fmt/format.h>

#include "agentcore/protocol/sexpr.h"

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
    const std::size_t colon = arguments.server.rfind(':');
    settings.server.host = arguments.server.substr(0, colon);
    const auto port =
        colon == std::string::npos
            ? std::optional<int>(settings.server.agentPort)
            : protocol::parseInteger(std::string_view(arguments.server).substr(colon + 1));
    if (settings.server.host.empty() || !port || *port < 1 || *port > 65535) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' is not the address of a server", arguments.server),
                             "HOST or HOST:PORT, such as 127.0.0.1:3100");
    }
    settings.server.agentPort = static_cast<std::uint16_t>(*port);
    return settings;
}

} // namespace sideline::cli
