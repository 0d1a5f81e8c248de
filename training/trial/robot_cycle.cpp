#include "training/trial/robot_cycle.h"

#include <limits>

#include "agentcore/game/rules.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

std::vector<simulator::SelfContact> forbiddenContacts(const TrialRobot& robot) {
    return simulator::selfContacts(robot.body(), game::Rules().selfCollisionToleranceM);
}

RobotCycle recordCycle(const TrialRobot& robot, double timeS,
                       std::span<const double> commandedRad) {
    const robot::RobotModel& model = robot.model();
    const simulator::RobotBody& body = robot.body();
    RobotCycle cycle;
    cycle.timeS = timeS;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const robot::BodyId id(i);
        const math::Pose X_SBody = robot.pose(id);
        cycle.X_SBody.push_back(X_SBody);
        if (const auto& force = body.force(id)) {
            cycle.contacts.push_back(
                {id, X_SBody * force->center_Body, X_SBody.R * force->force_BodyN});
        }
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        cycle.measuredRad.push_back(robot.joints()[i].measuredRad);
        cycle.motorTorqueNm.push_back(body.motorTorqueNm(robot::JointId(i))
                                          .value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    cycle.commandedRad.assign(commandedRad.begin(), commandedRad.end());
    if (commandedRad.empty()) {
        cycle.commandedRad = cycle.measuredRad;
    }
    cycle.selfContacts = forbiddenContacts(robot);
    return cycle;
}

} // namespace sideline::training
