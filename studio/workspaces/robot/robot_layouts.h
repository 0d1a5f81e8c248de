#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for the robot workshop.
[[nodiscard]] std::vector<WorkspaceLayout> robotLayouts();

} // namespace sideline::studio
