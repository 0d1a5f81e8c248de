#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Menus for what time does, for the cameras, and for what is selected.
[[nodiscard]] std::vector<WorkspaceMenu> replayMenus();

} // namespace sideline::studio
