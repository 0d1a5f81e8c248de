#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for decisions.
[[nodiscard]] std::vector<WorkspaceLayout> decideLayouts();
/// Arranges the docks as one of them.
void arrangeDecisions(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
