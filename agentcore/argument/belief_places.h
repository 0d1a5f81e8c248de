#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/argument/measures.h"

namespace sideline::argument {

/// Places of a cycle's belief on the ground, m, field frame F; nullopt if unknown. Any thread.
[[nodiscard]] std::optional<Eigen::Vector2d> ball_F(const Beliefs& beliefs);
[[nodiscard]] std::optional<Eigen::Vector2d> self_F(const Beliefs& beliefs);
/// The center of our own goal line; that of the opponents is on the other side.
[[nodiscard]] Eigen::Vector2d ownGoal_F(const Beliefs& beliefs);
/// The known player with this uniform number, or null.
[[nodiscard]] const world::PlayerBelief* playerNumbered(const Beliefs& beliefs, bool isTeammate,
                                                        double unum);
/// The known player of a team nearest to a place, or null.
[[nodiscard]] const world::PlayerBelief* playerNearest(const Beliefs& beliefs, bool isTeammate,
                                                       const Eigen::Vector2d& place_F);

} // namespace sideline::argument
