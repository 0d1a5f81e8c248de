#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Goes where its number belongs: `hold-place`.
[[nodiscard]] BehaviorInfo holdPlaceInfo();

/// How places are given out: `roles`.
[[nodiscard]] ParameterInfo rolesParameter(bool areAssigned);
/// Whether they go to whoever is nearest.
/// Errors: InvalidArgument for a text that means nothing.
[[nodiscard]] base::Expected<bool> areRolesAssigned(const Parameters& parameters);

} // namespace sideline::agents
