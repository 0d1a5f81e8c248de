#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Menus for editing and for playing motions.
[[nodiscard]] std::vector<WorkspaceMenu> motionMenus();

} // namespace sideline::studio
