#include "studio/session/placement.h"

#include <algorithm>
#include <numbers>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"

namespace sideline::studio {

namespace {

using monitor::ObjectId;

double headingRad(const monitor::MatchFrame* frame, const game::PlayerId& id) {
    const monitor::RobotFrame* robot = frame != nullptr ? frame->findRobot(id) : nullptr;
    return robot != nullptr ? robot->headingRad() : 0.0;
}

double heightM(const monitor::MatchFrame* frame, const game::PlayerId& id) {
    const monitor::RobotFrame* robot = frame != nullptr ? frame->findRobot(id) : nullptr;
    return robot != nullptr && robot->model != nullptr ? robot::placingHeightM(*robot->model)
                                                       : robot::kPlacingHeightM;
}

} // namespace

math::Pose startPose(bool playsFromLeft, int unum) {
    constexpr int kRows = 4;
    constexpr double kApartM = 2.0;
    const int place = std::max(unum, 1) - 1;
    const double x = 2.5 + kApartM * (place / kRows);
    const double y = kApartM * (place % kRows) - kApartM * (kRows - 1) / 2.0;
    // The body's y axis points forward.
    const double yawRad = (playsFromLeft ? -1.0 : 1.0) * std::numbers::pi / 2.0;
    math::Pose pose = math::Pose::translation(
        {playsFromLeft ? -x : x, playsFromLeft ? y : -y, robot::kPlacingHeightM});
    pose.R = Eigen::AngleAxisd(yawRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    return pose;
}

std::optional<monitor::TrainerCommand> placeCommand(const monitor::MatchFrame* frame,
                                                    const ObjectId& id, double x_S, double y_S,
                                                    double turnRad) {
    if (id.kind == ObjectId::Kind::Ball) {
        return monitor::BallCommand{Eigen::Vector3d(x_S, y_S, game::kBallRadiusM),
                                    Eigen::Vector3d::Zero()};
    }
    if (id.kind != ObjectId::Kind::Robot) {
        return std::nullopt;
    }
    monitor::AgentCommand agent;
    agent.agent = id.robot;
    // At a heading of 90 degrees, along +y, bodies are not rotated.
    agent.move = monitor::AgentMove{
        {x_S, y_S, heightM(frame, id.robot)},
        math::wrapRad(headingRad(frame, id.robot) + turnRad - std::numbers::pi / 2.0)};
    return agent;
}

} // namespace sideline::studio
