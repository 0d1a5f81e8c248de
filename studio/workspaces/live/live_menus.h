#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Menus for the simulator and for teams; both are there whatever is on the screen.
[[nodiscard]] std::vector<WorkspaceMenu> liveMenus();

} // namespace sideline::studio
