// `sideline-dev`: measurements of Sideline itself, for its developers; not installed.
#include "cli/dev/dev_commands.h"
#include "cli/program.h"

namespace {

using Add = void (*)(CLI::App& group, int& status);

void addGroup(CLI::App& app, int& status, const char* name, const char* description,
              std::initializer_list<Add> commands) {
    CLI::App* group = app.add_subcommand(name, description);
    group->require_subcommand(1);
    for (const Add add : commands) {
        add(*group, status);
    }
}

void addCommands(CLI::App& app, int& status) {
    using namespace sideline::cli;
    addGroup(app, status, "agent", "Measure built-in agents", {addAgentBench});
    addGroup(app, status, "log", "Measure reading and recording",
             {addLogBench, addLogBenchRecorder});
    addGroup(app, status, "motion", "Measure the analysis of motions", {addMotionBench});
    addGroup(app, status, "proxy", "Measure the proxy", {addProxyBench});
    addGroup(app, status, "sim", "Measure the simulator and compare it with rcssserver3d",
             {addSimReplay, addSimBench, addSimCompare, addSimSoak, addSimTakeover});
    addGroup(app, status, "skill", "Measure the built-in skills", {addSkillBench});
    addGroup(app, status, "train", "Measure training", {addTrainBench});
}

} // namespace

int main(int argc, char** argv) {
    return sideline::cli::runProgram(
        {"sideline-dev", "Benchmarks and soak tests for developers of Sideline"}, addCommands, argc,
        argv);
}
