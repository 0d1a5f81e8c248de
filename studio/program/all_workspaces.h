#pragma once

#include <memory>

#include "studio/workspaces/workspace_list.h"

namespace sideline::studio {

/// Creates all workspaces of the studio and connects them to each other; only this file refers to
/// all of them. A new workspace requires one line here, and one line for its folder in
/// `studio/CMakeLists.txt`.
[[nodiscard]] std::unique_ptr<WorkspaceList> makeWorkspaces(const WorkspaceContext& context);

} // namespace sideline::studio
