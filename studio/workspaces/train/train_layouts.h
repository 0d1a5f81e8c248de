#pragma once

#include <vector>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Built-in layouts for training.
[[nodiscard]] std::vector<WorkspaceLayout> trainLayouts();
/// Arranges the docks as one of them.
void arrangeTraining(const QString& layout, DockArranger& docks);

} // namespace sideline::studio
