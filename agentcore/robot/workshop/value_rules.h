#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

// Rules for the values of robots, and setters for values that belong neither to bodies nor to
// joints. Any thread.

/// Checks the number of values. Errors: InvalidArgument.
[[nodiscard]] base::Expected<void> takes(std::string_view value, std::span<const double> numbers,
                                         std::size_t count);
/// Checks that all values are positive. Errors: InvalidArgument.
[[nodiscard]] base::Expected<void> positive(std::string_view value,
                                            std::span<const double> numbers);
/// Returns NotFound with the most similar known name.
[[nodiscard]] tl::unexpected<base::Error> unknown(std::string_view what, std::string_view name,
                                                  const std::vector<std::string_view>& known);

/// Whether the numbers represent `none`; other numbers are finite.
[[nodiscard]] bool isNone(std::span<const double> numbers);
/// Whether a value can be `none`: a joint's limits and speed, the compliance of a surface, and the
/// limits of a camera's view.
[[nodiscard]] bool canBeNone(std::string_view value);

/// Sets `soft-erp`, `soft-cfm` or `slip`, as named in `RobotEdit`.
/// @return whether it is a value of surfaces
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<bool> setOfSurface(ContactSurface& surface, std::string_view value,
                                                std::span<const double> numbers);
/// Sets a value of `vision`, as named in `RobotEdit`.
/// Errors: NotFound, InvalidArgument; nothing is changed then.
[[nodiscard]] base::Expected<void> setOfVision(VisionSettings& vision, std::string_view value,
                                               std::span<const double> numbers);

} // namespace sideline::robot
