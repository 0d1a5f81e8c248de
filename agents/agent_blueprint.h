#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/runtime/agent_settings.h"
#include "agents/behavior_registry.h"
#include "agents/parameters.h"
#include "agents/skill_library.h"

namespace sideline::agents {

/// The default behavior of an agent.
inline constexpr const char* kDefaultBehavior = "stand-and-look";

/// The configuration of an agent: server and team, robot and field, pose estimator, and behavior.
/// Created from team files, command lines and the studio. A value.
struct AgentBlueprint {
    runtime::AgentSettings settings; ///< server, team, number, robot, field, estimator
    std::string behavior = kDefaultBehavior;
    ParameterTexts parameters; ///< parameters of the behavior, as entered by the user
};

/// Whether a robot supports a behavior. The robots of rcssservermj can only hold poses and play
/// motions; behaviors that walk, kick or play soccer control a Nao of SimSpark by joint speeds.
[[nodiscard]] bool canHave(const robot::RobotModel& model, const BehaviorInfo& behavior);

/// The default behavior of a robot.
[[nodiscard]] std::string_view defaultBehavior(const robot::RobotModel& model);

/// Creates a behavior for a robot, from its registered name.
/// Errors: those of `BehaviorRegistry::make`; InvalidArgument for a behavior that cannot control
/// the robot.
[[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> makeFor(
    const robot::RobotModel& model, std::string_view behavior, const ParameterTexts& parameters,
    const BehaviorRegistry& registry, SkillLibrary& skills);

/// Creates an agent's behavior.
/// Errors: those of `runtime::check` for the settings and of `makeFor`.
[[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> build(
    const AgentBlueprint& blueprint, const BehaviorRegistry& registry, SkillLibrary& skills);

} // namespace sideline::agents
