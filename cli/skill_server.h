#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "agentcore/base/error.h"
#include "training/server/server_bench.h"

namespace sideline::cli {

/// The user's options for the server on which skills are measured.
struct SkillServerArguments {
    std::string server; ///< `HOST` or `HOST:PORT`; empty: simulation in this process
    int monitorPort = 3200;
    std::string team = "Sideline";

    [[nodiscard]] bool isGiven() const { return !server.empty(); }
};

/// Adds `--server`, `--monitor-port` and `--team`.
/// @return the option `--server`, so that others can exclude it
CLI::Option* addSkillServerOptions(CLI::App& command, SkillServerArguments& arguments);

/// Returns the address of the server and the player that joins it.
/// Errors: InvalidArgument for an invalid address.
[[nodiscard]] base::Expected<training::ServerBenchSettings> serverSettingsOf(
    const SkillServerArguments& arguments);

} // namespace sideline::cli
