#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// `tree`: selects among the other behaviors with a condition tree.
[[nodiscard]] BehaviorInfo treeInfo();
/// `network`: the same with an extended behavior network.
[[nodiscard]] BehaviorInfo networkInfo();
/// `machine`: the same with a state machine.
[[nodiscard]] BehaviorInfo machineInfo();
/// `behavior-tree`: the same with a behavior tree in XML.
[[nodiscard]] BehaviorInfo behaviorTreeInfo();

} // namespace sideline::agents
