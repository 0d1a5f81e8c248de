#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/game/server_kind.h"

namespace sideline::launcher {

/// Where embedded players stand before kick-off unless the team file says so: in their own half, in
/// their field frame, x toward the opponents' goal and y to the left, m; heading 0, rad. Scaled to
/// the field that is usual on the server.
/// @return none for numbers without a place of their own
[[nodiscard]] std::optional<Eigen::Vector3d> usualBeam(int number, game::ServerKind server);

} // namespace sideline::launcher
