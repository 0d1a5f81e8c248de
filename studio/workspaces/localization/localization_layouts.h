#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for the analysis of localization.
[[nodiscard]] std::vector<WorkspaceLayout> localizationLayouts();

} // namespace sideline::studio
