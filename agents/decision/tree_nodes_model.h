#pragma once

#include <string>

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// What behavior trees may use, as Groot reads it: a file with a `TreeNodesModel` of all behaviors
/// as actions, and all measures as conditions, with their ports.
[[nodiscard]] std::string treeNodesModel(const BehaviorRegistry& registry);

} // namespace sideline::agents
