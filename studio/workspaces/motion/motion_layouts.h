#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for editing motions.
[[nodiscard]] std::vector<WorkspaceLayout> motionLayouts();
/// Arranges the docks as one of them.
void arrangeMotions(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
