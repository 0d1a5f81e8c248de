#pragma once

#include <string>

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The palette of behavior trees for Groot: a `TreeNodesModel` with all behaviors as actions and
/// all measures as conditions, with their ports.
[[nodiscard]] std::string treeNodesModel(const BehaviorRegistry& registry);

} // namespace sideline::agents
