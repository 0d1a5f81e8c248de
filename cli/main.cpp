#include "cli/agent_command.h"
#include "cli/decision_command.h"
#include "cli/localize_command.h"
#include "cli/log_command.h"
#include "cli/match_command.h"
#include "cli/motion_command.h"
#include "cli/program.h"
#include "cli/proxy_command.h"
#include "cli/robot_command.h"
#include "cli/sim_command.h"
#include "cli/skill_command.h"
#include "cli/team_command.h"
#include "cli/train_command.h"

namespace {

void addCommands(CLI::App& app, int& status) {
    using namespace sideline::cli;
    addAgentCommand(app, status);
    addDecisionCommand(app, status);
    addLocalizeCommand(app, status);
    addLogCommand(app, status);
    addMatchCommand(app, status);
    addMotionCommand(app, status);
    addProxyCommand(app, status);
    addRobotCommand(app, status);
    addServerCommand(app, status);
    addSimCommand(app, status);
    addTeamCommand(app, status);
    addTrainCommand(app, status);
    addSkillCommand(app, status);
}

} // namespace

int main(int argc, char** argv) {
    return sideline::cli::runProgram(
        {"sideline", "Headless Sideline: tools for RoboCup 3D Soccer Simulation teams"},
        addCommands, argc, argv);
}
