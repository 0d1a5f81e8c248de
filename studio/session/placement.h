#pragma once

#include <optional>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"

namespace sideline::studio {

/// Returns the start pose of a robot that is added: beside its teammates in its own half, facing
/// the opponent's goal.
[[nodiscard]] math::Pose startPose(bool playsFromLeft, int unum);

/// Returns the command that puts the ball or a robot at a place on the field, upright and at rest;
/// empty for other objects.
/// @param frame present poses of the robots; null if unknown
/// @param turnRad turn of a robot, counterclockwise from its present heading
[[nodiscard]] std::optional<monitor::TrainerCommand> placeCommand(const monitor::MatchFrame* frame,
                                                                  const monitor::ObjectId& id,
                                                                  double x_S, double y_S,
                                                                  double turnRad);

} // namespace sideline::studio
