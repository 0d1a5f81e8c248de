#include "training/server/placing.h"

#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::training {

Eigen::Vector3d serverPlaceOf(game::Side side, const Eigen::Vector3d& p_F) {
    const math::Pose X_SF = world::fieldFromServer(side).inverse();
    const Eigen::Vector3d p_S = X_SF * Eigen::Vector3d(p_F.x(), p_F.y(), 0.0);
    return {p_S.x(), p_S.y(), math::wrapRad(p_F.z() + std::atan2(X_SF.R(1, 0), X_SF.R(0, 0)))};
}

monitor::TrainerCommand placeRobotCommand(const game::PlayerId& robot, const Eigen::Vector3d& p_S,
                                          const robot::RobotModel* model,
                                          std::span<const double> anglesRad) {
    constexpr double kDropM = 0.005;
    const double heightM =
        model != nullptr
            ? robot::placeOnGround(*model, anglesRad, robot::GroundRule::LevelTorso).p.z() + kDropM
            : robot::kPlacingHeightM;
    monitor::AgentCommand command;
    command.agent = robot;
    command.move =
        monitor::AgentMove{{p_S.x(), p_S.y(), heightM}, math::wrapRad(p_S.z() - 0.5 * math::kPi)};
    return command;
}

monitor::TrainerCommand placeBallCommand(const Eigen::Vector2d& p_S) {
    return monitor::BallCommand{Eigen::Vector3d(p_S.x(), p_S.y(), game::kBallRadiusM),
                                Eigen::Vector3d::Zero()};
}

} // namespace sideline::training
