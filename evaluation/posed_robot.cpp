#include "evaluation/posed_robot.h"

#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/runtime/agent_settings.h"

namespace sideline::evaluation {

namespace {

constexpr double kFootballRadiusM = 0.11;

} // namespace

monitor::RobotFrame posedRobot(const robot::RobotModel& model, const math::Pose& X_ST,
                               std::vector<double> jointAnglesRad, const game::PlayerId& id,
                               int typeNumber, std::uint32_t index) {
    std::vector<math::Pose> X_SBody(model.bodies().size());
    robot::forwardKinematics(model, X_ST, jointAnglesRad, X_SBody);
    return posedRobot(model, std::move(X_SBody), std::move(jointAnglesRad), id, typeNumber, index);
}

monitor::RobotFrame posedRobot(const robot::RobotModel& model, std::vector<math::Pose> X_SBody,
                               std::vector<double> jointAnglesRad, const game::PlayerId& id,
                               int typeNumber, std::uint32_t index) {
    monitor::RobotFrame robot;
    robot.id = id;
    robot.typeNumber = typeNumber;
    robot.model = model.shared();
    robot.X_SBody = std::move(X_SBody);
    robot.bodyUpdatedAt.assign(model.bodies().size(), index);
    robot.jointAnglesRad = std::move(jointAnglesRad);
    return robot;
}

const std::shared_ptr<const monitor::Environment>& standardEnvironment(game::ServerKind server) {
    static const auto make = [](game::ServerKind of) {
        auto environment = std::make_shared<monitor::Environment>();
        environment->field = runtime::defaultField(of).dimensions;
        environment->ballRadiusM =
            of == game::ServerKind::SimSpark ? game::kBallRadiusM : kFootballRadiusM;
        environment->playModes.assign(game::kPlayModeNames.begin(), game::kPlayModeNames.end());
        return std::shared_ptr<const monitor::Environment>(std::move(environment));
    };
    static const auto kSimSpark = make(game::ServerKind::SimSpark);
    static const auto kMujoco = make(game::ServerKind::Rcssservermj);
    return server == game::ServerKind::SimSpark ? kSimSpark : kMujoco;
}

} // namespace sideline::evaluation
