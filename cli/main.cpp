#include <CLI/CLI.hpp>

#include "agentcore/base/attempt.h"
#include "cli/agent_command.h"
#include "cli/localize_command.h"
#include "cli/log_command.h"
#include "cli/motion_command.h"
#include "cli/sim_command.h"
#include "cli/team_command.h"
#include "cli/version.h"

namespace {

int run(int argc, char** argv) {
    CLI::App app("Sideline without a window: tools for RoboCup 3D Soccer Simulation teams",
                 "sideline");
    app.set_version_flag("--version", std::string("sideline ") + sideline::cli::kVersion);
    app.require_subcommand(1);
    int status = sideline::cli::kExitGood;
    sideline::cli::addAgentCommand(app, status);
    sideline::cli::addLocalizeCommand(app, status);
    sideline::cli::addLogCommand(app, status);
    sideline::cli::addMotionCommand(app, status);
    sideline::cli::addServerCommand(app, status);
    sideline::cli::addSimCommand(app, status);
    sideline::cli::addTeamCommand(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? 0 : sideline::cli::kExitFailed;
    }
    return status;
}

} // namespace

int main(int argc, char** argv) {
    const auto status = sideline::base::attempt("sideline", [&] { return run(argc, argv); });
    if (!status) {
        sideline::cli::printError(status.error().toString());
    }
    return status.value_or(sideline::cli::kExitFailed);
}
