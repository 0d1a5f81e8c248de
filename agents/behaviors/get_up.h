#pragma once

#include <string_view>
#include <vector>

#include "agentcore/behavior/get_up.h"
#include "agentcore/behavior/on_feet.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The prefix of the parameters of `behavior::GetUpSettings`.
inline constexpr std::string_view kGetUp = "get-up";

/// Gets up with the shipped motions of a robot.
/// Errors: those of `SkillLibrary::find`.
[[nodiscard]] base::Expected<behavior::GetUp> getUpFor(const Parameters& parameters,
                                                       const BuildContext& context);

/// The prefix of the parameters of `behavior::LookSettings`.
inline constexpr std::string_view kLook = "look";

/// Parameter `look`: how a behavior chooses where to look.
[[nodiscard]] ParameterInfo lookParameter();
[[nodiscard]] behavior::Look::Aim lookAimOf(const Parameters& parameters);

/// `gaitParameters`, `lookParameter`, and the numbers of getting up, moving and looking.
[[nodiscard]] std::vector<ParameterInfo> onFeetParameters();
/// Like `onFeetParameters`, but without running by default: for behaviors in which staying upright
/// matters more than speed.
[[nodiscard]] std::vector<ParameterInfo> surefootedParameters();
/// The numbers of `behavior::GetUpSettings` and `behavior::OnFeetSettings`.
[[nodiscard]] std::vector<ParameterInfo> movingParameters();
/// Settings for moving and looking from these parameters.
[[nodiscard]] behavior::OnFeetSettings onFeetSettingsOf(const Parameters& parameters);
/// Creates `OnFeet` from `onFeetParameters`.
/// Errors: those of `gaitSettingsOf` and `getUpFor`.
[[nodiscard]] base::Expected<behavior::OnFeet> onFeetFor(const Parameters& parameters,
                                                         const BuildContext& context);

} // namespace sideline::agents
