#pragma once

#include <optional>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"

namespace sideline::studio {

/// Where a robot that is added is put: beside each other in the own half, looking at the
/// opponent's goal.
[[nodiscard]] math::Pose startPose(bool playsFromLeft, int unum);

/// What puts the ball or a robot to a place of the field, upright and at rest; nothing for other
/// objects.
/// @param frame where robots stand now; null if it is not known
/// @param turnRad of a robot, counterclockwise from how it stands
[[nodiscard]] std::optional<monitor::TrainerCommand> placeCommand(const monitor::MatchFrame* frame,
                                                                  const monitor::ObjectId& id,
                                                                  double x_S, double y_S,
                                                                  double turnRad);

} // namespace sideline::studio
