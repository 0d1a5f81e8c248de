#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for the analysis of matches.
[[nodiscard]] std::vector<WorkspaceLayout> analysisLayouts();

} // namespace sideline::studio
