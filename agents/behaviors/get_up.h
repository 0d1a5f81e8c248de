#pragma once

#include "agentcore/behavior/get_up.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Gets up with the shipped motions of a robot.
/// Errors: those of `SkillLibrary::find`.
[[nodiscard]] base::Expected<behavior::GetUp> getUpFor(const BuildContext& context);

} // namespace sideline::agents
