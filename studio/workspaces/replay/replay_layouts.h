#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for watching matches.
[[nodiscard]] std::vector<WorkspaceLayout> replayLayouts();

} // namespace sideline::studio
