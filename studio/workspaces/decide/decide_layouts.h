#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for decisions.
[[nodiscard]] std::vector<WorkspaceLayout> decideLayouts();

} // namespace sideline::studio
