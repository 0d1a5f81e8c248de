#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the menus for the simulator and for teams, which are shown in all scopes.
[[nodiscard]] std::vector<WorkspaceMenu> liveMenus();

} // namespace sideline::studio
