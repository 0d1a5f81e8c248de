#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::evaluation {

/// A robot as views draw it, made from joint angles instead of a server's stream.
/// @param X_ST its torso in S
/// @param jointAnglesRad one per joint of the model
/// @param index reported as the frame that updated its bodies
[[nodiscard]] monitor::RobotFrame posedRobot(const robot::RobotModel& model, const math::Pose& X_ST,
                                             std::vector<double> jointAnglesRad,
                                             const game::PlayerId& id, int typeNumber,
                                             std::uint32_t index);
/// The same from poses of all bodies that somebody else has computed.
[[nodiscard]] monitor::RobotFrame posedRobot(const robot::RobotModel& model,
                                             std::vector<math::Pose> X_SBody,
                                             std::vector<double> jointAnglesRad,
                                             const game::PlayerId& id, int typeNumber,
                                             std::uint32_t index);

/// The field and ball of the newest server, for frames that no server has reported.
[[nodiscard]] const std::shared_ptr<const monitor::Environment>& standardEnvironment(
    game::ServerKind server = game::ServerKind::SimSpark);

} // namespace sideline::evaluation
