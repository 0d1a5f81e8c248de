#pragma once

#include <string_view>
#include <vector>

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// `hold-place`: walks to the place that the formation assigns to its number.
[[nodiscard]] BehaviorInfo holdPlaceInfo();

/// The prefix of the parameters of `planning::CoordinatorSettings`.
inline constexpr std::string_view kDuty = "duty";
/// The numbers of `planning::CoordinatorSettings`.
[[nodiscard]] std::vector<ParameterInfo> dutyParameters();

/// Parameter `roles`: how places are assigned.
[[nodiscard]] ParameterInfo rolesParameter(bool areAssigned);
/// Whether places are assigned to the nearest robots.
/// Errors: InvalidArgument for an unknown value.
[[nodiscard]] base::Expected<bool> areRolesAssigned(const Parameters& parameters);

} // namespace sideline::agents
