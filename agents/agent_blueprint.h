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

/// The behavior of an agent without any other setting.
inline constexpr const char* kDefaultBehavior = "stand-and-look";

/// All that makes an agent: where it plays, its robot and field, its pose estimator, and its
/// behavior. Team files, command lines and the studio fill one in; a value.
struct AgentBlueprint {
    runtime::AgentSettings settings; ///< server, team, number, robot, field, estimator
    std::string behavior = kDefaultBehavior;
    ParameterTexts parameters; ///< of the behavior, as the user wrote them
};

/// Whether a robot can be given a behavior: those that walk, kick and play move a Nao by speeds;
/// the robots of rcssservermj can hold poses and play motions.
[[nodiscard]] bool canHave(const robot::RobotModel& model, const BehaviorInfo& behavior);

/// The behavior of a robot without any other setting.
[[nodiscard]] std::string_view defaultBehavior(const robot::RobotModel& model);

/// The one place where an agent's behavior is made.
/// Errors: those of `runtime::check` for the settings and of `BehaviorRegistry::make`;
/// InvalidArgument for a behavior that is not for the robot.
[[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> build(
    const AgentBlueprint& blueprint, const BehaviorRegistry& registry, SkillLibrary& skills);

} // namespace sideline::agents
