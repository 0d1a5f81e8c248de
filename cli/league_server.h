#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "agentcore/base/error.h"
#include "simulator/server/server.h"

namespace sideline::cli {

/// The arguments of a server of rcssservermj's family.
struct LeagueArguments {
    std::string ruleBook = "ssim26"; ///< `fifa`, `ssim`, `ssim26`
    std::string field;               ///< `fifa7vs7`, ...; empty: that of the rule book
    int phase = 0;                   ///< 0: first half, 1: second half, ..., 4: penalty shooting
    std::optional<double> timeS;     ///< game time of the start; none: that of the phase
    std::uint64_t seed = 1;
    std::string perception = "0.2.1"; ///< `0.2.1`, `master`
    std::string occlusion = "server"; ///< of `master`: `server`, `all`, `none`
    std::string models;               ///< folder of robots' models; empty: our own descriptions
};

/// Opens a server like rcssservermj.
/// Errors: InvalidArgument for unknown names, and in a build without MuJoCo; those of
/// `LeagueSimulation::create` and `Server::open`.
[[nodiscard]] base::Expected<std::unique_ptr<simulator::Server>> openLeagueServer(
    const simulator::ServerSettings& settings, const LeagueArguments& arguments,
    simulator::Server::Log log);

} // namespace sideline::cli
