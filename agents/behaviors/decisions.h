#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// `tree`: selects among the other behaviors with a condition tree.
[[nodiscard]] BehaviorInfo treeInfo();
/// `network`: selects among the other behaviors with an extended behavior network.
[[nodiscard]] BehaviorInfo networkInfo();
/// `machine`: selects among the other behaviors with a state machine.
[[nodiscard]] BehaviorInfo machineInfo();
/// `behavior-tree`: selects among the other behaviors with a behavior tree in XML.
[[nodiscard]] BehaviorInfo behaviorTreeInfo();

} // namespace sideline::agents
