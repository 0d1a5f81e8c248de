#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the menus for editing and playing motions.
[[nodiscard]] std::vector<WorkspaceMenu> motionMenus();

} // namespace sideline::studio
