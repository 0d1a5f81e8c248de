#include "cli/sim_command.h"

namespace sideline::cli {

void addSimCommand(CLI::App& app, int& status) {
    CLI::App* sim = app.add_subcommand("sim", "Repeat recorded simulations");
    sim->require_subcommand(1);
    addSimRerun(*sim, status);
}

} // namespace sideline::cli
