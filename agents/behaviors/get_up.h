#pragma once

#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/on_feet.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Gets up with the shipped motions of a robot.
/// Errors: those of `SkillLibrary::find`.
[[nodiscard]] base::Expected<behavior::GetUp> getUpFor(const BuildContext& context);

/// Where a behavior looks: `look`.
[[nodiscard]] ParameterInfo lookParameter();
/// Errors: InvalidArgument for a text that means nothing.
[[nodiscard]] base::Expected<behavior::Look::Aim> lookAimOf(const Parameters& parameters);

/// `gaitParameters` and `lookParameter`.
[[nodiscard]] std::vector<ParameterInfo> onFeetParameters();
/// The same for those who would rather stay on their feet than be there sooner: unless it is set,
/// they do not run.
[[nodiscard]] std::vector<ParameterInfo> surefootedParameters();
/// Walks and looks as `onFeetParameters` say, and gets up.
/// Errors: those of `gaitSettingsOf`, `lookAimOf` and `getUpFor`.
[[nodiscard]] base::Expected<behavior::OnFeet> onFeetFor(const Parameters& parameters,
                                                         const BuildContext& context);

} // namespace sideline::agents
