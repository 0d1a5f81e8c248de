#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::evaluation {

/// Creates a robot for views from joint angles instead of a server's stream.
/// @param X_ST pose of its torso in S
/// @param jointAnglesRad one per joint of the model
/// @param index index of the frame that its bodies are marked as updated in
[[nodiscard]] monitor::RobotFrame posedRobot(const robot::RobotModel& model, const math::Pose& X_ST,
                                             std::vector<double> jointAnglesRad,
                                             const game::PlayerId& id, int typeNumber,
                                             std::uint32_t index);
/// Creates a robot for views from computed poses of all bodies.
[[nodiscard]] monitor::RobotFrame posedRobot(const robot::RobotModel& model,
                                             std::vector<math::Pose> X_SBody,
                                             std::vector<double> jointAnglesRad,
                                             const game::PlayerId& id, int typeNumber,
                                             std::uint32_t index);

/// Field and ball of the newest server, for frames that no server has reported.
[[nodiscard]] const std::shared_ptr<const monitor::Environment>& standardEnvironment(
    game::ServerKind server = game::ServerKind::SimSpark);

} // namespace sideline::evaluation
