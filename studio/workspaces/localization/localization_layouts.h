#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for looking into localization.
[[nodiscard]] std::vector<WorkspaceLayout> localizationLayouts();

} // namespace sideline::studio
