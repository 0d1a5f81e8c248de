#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for decisions.
[[nodiscard]] std::vector<WorkspaceLayout> decideLayouts();

} // namespace sideline::studio
