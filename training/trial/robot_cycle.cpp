#include "training/trial/robot_cycle.h"

#include <limits>

namespace sideline::training {

RobotCycle recordCycle(const PhysicsRobot& robot, double timeS,
                       std::span<const double> commandedRad) {
    const robot::RobotModel& model = robot.model();
    RobotCycle cycle;
    cycle.timeS = timeS;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        cycle.X_SBody.push_back(robot.pose(robot::BodyId(i)));
    }
    cycle.contacts = robot.contacts();
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        cycle.measuredRad.push_back(robot.joints()[i].measuredRad);
        cycle.motorTorqueNm.push_back(robot.motorTorqueNm(robot::JointId(i))
                                          .value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    cycle.commandedRad.assign(commandedRad.begin(), commandedRad.end());
    if (commandedRad.empty()) {
        cycle.commandedRad = cycle.measuredRad;
    }
    cycle.selfContacts = robot.selfContacts();
    return cycle;
}

} // namespace sideline::training
