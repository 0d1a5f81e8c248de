#include "cli/dev/bench_robots.h"

#include <fmt/format.h>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/log_command.h"

namespace sideline::cli {

BenchRobot::BenchRobot(int index) {
    constexpr int kTypes = 5;
    constexpr int kColumns = 4;
    constexpr double kApartXM = 3.0;
    constexpr double kApartYM = 6.0;
    const int place = index / 2;
    team = index % 2 == 0 ? "Left" : "Right";
    unum = place + 1;
    type = place % kTypes;
    scene = fmt::format("(scene {} {})(syn)", robot::kDefaultRobotFile, type);
    init = fmt::format("(init (unum {})(teamname {}))(syn)", unum, team);
    beam = fmt::format("(beam {} {} 0)(syn)", -1.5 - kApartXM * (place % kColumns),
                       kApartYM * (place / kColumns - 1));
    robot::RobotCatalog robots;
    const robot::RobotModelPtr model = robots.find(robot::kDefaultRobotFile, type).value();
    for (const robot::Joint& joint : model->joints()) {
        moves[0] += fmt::format("({} {})", joint.effector, kSpeedRadPerS);
        moves[1] += fmt::format("({} {})", joint.effector, -kSpeedRadPerS);
    }
    moves[0] += "(syn)";
    moves[1] += "(syn)";
}

bool areAwake(simulator::Simulation& simulation, int robots) {
    const auto awake = static_cast<int>(simulation.awakeRobotCount());
    if (awake != robots) {
        printError(fmt::format("{} of {} robots of the benchmark are awake", awake, robots));
    }
    return awake == robots;
}

} // namespace sideline::cli
