#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for training.
[[nodiscard]] std::vector<WorkspaceLayout> trainLayouts();

} // namespace sideline::studio
