#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// A place in the field frame of a team as one in S: x, y in m and heading in rad.
[[nodiscard]] Eigen::Vector3d serverPlaceOf(game::Side side, const Eigen::Vector3d& p_F);

/// Sets a robot down upright, just above the ground.
/// @param p_S x, y in m and heading in rad
/// @param model may be null: one of a Nao's height
/// @param anglesRad of its joints, one per joint of the model
[[nodiscard]] monitor::TrainerCommand setDown(const game::PlayerId& robot,
                                              const Eigen::Vector3d& p_S,
                                              const robot::RobotModel* model,
                                              std::span<const double> anglesRad);

/// Puts the ball on the ground, at rest.
[[nodiscard]] monitor::TrainerCommand layBall(const Eigen::Vector2d& p_S);

} // namespace sideline::training
