#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for training.
[[nodiscard]] std::vector<WorkspaceLayout> trainLayouts();

} // namespace sideline::studio
