#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for looking into localization.
[[nodiscard]] std::vector<WorkspaceLayout> localizationLayouts();
/// Arranges the docks as one of them.
void arrangeLocalization(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
