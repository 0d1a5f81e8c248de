#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/game/server_kind.h"

namespace sideline::launcher {

/// Default position of embedded players before kick-off: in their own half, in their field frame, x
/// toward the opponents' goal and y to the left, m; heading 0, rad. Scaled to the default field of
/// the server.
/// @return nullopt for numbers without a default position
[[nodiscard]] std::optional<Eigen::Vector3d> defaultBeam(int number, game::ServerKind server);

} // namespace sideline::launcher
