#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for live matches.
[[nodiscard]] std::vector<WorkspaceLayout> liveLayouts();
/// Brings what belongs to a live match to the front, when one begins.
/// @param hasRoom whether the layout on the screen has room at the side
void showLiveDocks(const QString& layout, bool hasRoom, const DockArranger& docks);

} // namespace sideline::studio
