#include "cli/sim_command.h"

namespace sideline::cli {

void addSimCommand(CLI::App& app, int& status) {
    CLI::App* sim = app.add_subcommand("sim", "Measure and repeat simulations");
    sim->require_subcommand(1);
    addSimReplay(*sim, status);
    addSimRerun(*sim, status);
    addSimBench(*sim, status);
    addSimCompare(*sim, status);
    addSimSoak(*sim, status);
    addSimTakeover(*sim, status);
}

} // namespace sideline::cli
