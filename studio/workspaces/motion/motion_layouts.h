#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for editing motions.
[[nodiscard]] std::vector<WorkspaceLayout> motionLayouts();

} // namespace sideline::studio
