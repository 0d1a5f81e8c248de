#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// Converts a position in the field frame of a team to S: x, y in m and heading in rad.
[[nodiscard]] Eigen::Vector3d serverPlaceOf(game::Side side, const Eigen::Vector3d& p_F);

/// Returns the command that places a robot upright, just above the ground.
/// @param p_S x, y in m and heading in rad
/// @param model may be null: assumes a Nao's height
/// @param anglesRad one per joint of the model
[[nodiscard]] monitor::TrainerCommand placeRobotCommand(const game::PlayerId& robot,
                                                        const Eigen::Vector3d& p_S,
                                                        const robot::RobotModel* model,
                                                        std::span<const double> anglesRad);

/// Returns the command that places the ball on the ground, at rest.
[[nodiscard]] monitor::TrainerCommand placeBallCommand(const Eigen::Vector2d& p_S);

} // namespace sideline::training
