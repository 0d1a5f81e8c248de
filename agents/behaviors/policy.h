#pragma once

#include <filesystem>
#include <memory>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/robot/robot_model.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// A policy out of a file, for a robot that it fits.
/// Errors: those of `readPolicyFile`, and of `decision::check` with the file.
[[nodiscard]] base::Expected<std::shared_ptr<const decision::Policy>> policyFor(
    const std::filesystem::path& file, const robot::RobotModel& model);

/// A network that was trained or fitted, from a file.
[[nodiscard]] BehaviorInfo policyInfo();

} // namespace sideline::agents
