#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "agentcore/base/error.h"
#include "training/server/server_bench.h"

namespace sideline::cli {

/// The server that skills are measured on, as a user names it.
struct SkillServerArguments {
    std::string server; ///< `HOST` or `HOST:PORT`; empty: simulation in this process
    int monitorPort = 3200;
    std::string team = "Sideline";

    [[nodiscard]] bool isGiven() const { return !server.empty(); }
};

/// Adds `--server`, `--monitor-port` and `--team`.
/// @return `--server`, for options that make no sense with it
CLI::Option* addSkillServerOptions(CLI::App& command, SkillServerArguments& arguments);

/// Where it is, and who joins it.
/// Errors: InvalidArgument for what is no address.
[[nodiscard]] base::Expected<training::ServerBenchSettings> serverSettingsOf(
    const SkillServerArguments& arguments);

} // namespace sideline::cli
