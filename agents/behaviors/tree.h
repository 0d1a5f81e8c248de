#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

[[nodiscard]] BehaviorInfo treeInfo();

} // namespace sideline::agents
