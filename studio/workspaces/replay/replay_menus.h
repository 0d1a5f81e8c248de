#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the menus for the time, the cameras, and the selection.
[[nodiscard]] std::vector<WorkspaceMenu> replayMenus();

} // namespace sideline::studio
