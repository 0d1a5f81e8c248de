#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for watching matches.
[[nodiscard]] std::vector<WorkspaceLayout> replayLayouts();
/// Arranges the docks as one of them.
void arrangeReplay(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
