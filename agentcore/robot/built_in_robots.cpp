#include "agentcore/robot/built_in_robots.h"

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {

const RobotModel& defaultRobot() {
    return naoModel(NaoType::Standard);
}

const RobotModel* defaultRobot(int type) {
    const auto nao = naoTypeFromNumber(type);
    return nao ? &naoModel(*nao) : nullptr;
}

std::vector<RobotModelPtr> defaultRobots() {
    std::vector<RobotModelPtr> robots;
    for (const NaoType type : kNaoTypes) {
        robots.push_back(naoModel(type).shared());
    }
    return robots;
}

const RobotModel* defaultRobotWith(std::string_view joint) {
    for (const NaoType type : kNaoTypes) {
        if (naoModel(type).findJoint(joint).isValid()) {
            return &naoModel(type);
        }
    }
    return nullptr;
}

double sizeRatio(const RobotModel& model) {
    constexpr double kSameRatio = 1.35;
    const double ratio = model.extent_T().sizes().z() / defaultRobot().extent_T().sizes().z();
    return ratio < kSameRatio && ratio * kSameRatio > 1.0 ? 1.0 : ratio;
}

std::vector<RobotModelPtr> builtInRobots() {
    std::vector<RobotModelPtr> robots = defaultRobots();
    for (const auto stops : {Soccerbot056Stops::None, Soccerbot056Stops::Described}) {
        robots.push_back(soccerbot056Model(stops).shared());
    }
    for (const MujocoRobot robot : kMujocoRobots) {
        robots.push_back(mujocoRobotModel(robot).shared());
    }
    return robots;
}

} // namespace sideline::robot
