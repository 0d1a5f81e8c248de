#pragma once

#include <string_view>

#include <QString>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// The name of a figure in words, without its unit: `uprightTotalS` -> "Upright total".
[[nodiscard]] QString figureText(std::string_view name);
/// A parameter of a motion's search space in words: `0.45.lle4` -> "Left knee at 0.45 s". Other
/// names are returned unchanged.
/// @param name name of a `training::TrainedParameter`
/// @param model the robot that has the joints
[[nodiscard]] QString trainedText(QString name, const robot::RobotModel& model);

} // namespace sideline::widgets
