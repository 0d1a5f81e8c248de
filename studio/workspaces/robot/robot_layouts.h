#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for the robot workshop.
[[nodiscard]] std::vector<WorkspaceLayout> robotLayouts();
/// Arranges the docks as one of them.
void arrangeRobots(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
