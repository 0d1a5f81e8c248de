#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for live matches.
[[nodiscard]] std::vector<WorkspaceLayout> liveLayouts();
/// Arranges the docks as one of them.
void arrangeLive(const QString& layout, DockArranger& docks);
/// Brings what belongs to a live match to the front, when one begins.
/// @param hasRoom whether the layout on the screen has room at the side
void showLiveDocks(const QString& layout, bool hasRoom, DockArranger& docks);

} // namespace sideline::studio
