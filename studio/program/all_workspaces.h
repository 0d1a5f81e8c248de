#pragma once

#include <memory>

#include "studio/workspaces/workspace_list.h"

namespace sideline::studio {

/// Makes all workspaces of the studio, and connects them with each other: the one place that has
/// all of them. A new one gets its line here, and its folder another in `studio/CMakeLists.txt`.
[[nodiscard]] std::unique_ptr<WorkspaceList> makeWorkspaces(const WorkspaceContext& context);

} // namespace sideline::studio
