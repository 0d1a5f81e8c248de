#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Returns the built-in layouts for live matches.
[[nodiscard]] std::vector<WorkspaceLayout> liveLayouts();
/// Raises the docks for a live match when one begins.
/// @param hasRoom whether the shown layout has room at the side
void showLiveDocks(const QString& layout, bool hasRoom, const DockArranger& docks);

} // namespace sideline::studio
