#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

// What values of robots may be, and those that neither bodies nor joints move by. Any thread.

/// Errors: InvalidArgument unless there are so many numbers.
[[nodiscard]] base::Expected<void> takes(std::string_view value, std::span<const double> numbers,
                                         std::size_t count);
/// Errors: InvalidArgument unless all are more than 0.
[[nodiscard]] base::Expected<void> positive(std::string_view value,
                                            std::span<const double> numbers);
/// NotFound, with the nearest of what is known.
[[nodiscard]] tl::unexpected<base::Error> unknown(std::string_view what, std::string_view name,
                                                  const std::vector<std::string_view>& known);

/// What stands for `none` among numbers that are finite otherwise.
[[nodiscard]] bool isNone(std::span<const double> numbers);
/// Whether a value can be `none`: a joint's stops and speed, how far a surface gives way, and the
/// edges of what a camera sees.
[[nodiscard]] bool canBeNone(std::string_view value);

/// Sets `soft-erp`, `soft-cfm` or `slip`, as `RobotEdit` names them.
/// @return whether it is a value of surfaces at all
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<bool> setOfSurface(ContactSurface& surface, std::string_view value,
                                                std::span<const double> numbers);
/// Sets a value of `vision`, as `RobotEdit` names them.
/// Errors: NotFound, InvalidArgument; nothing is changed then.
[[nodiscard]] base::Expected<void> setOfVision(VisionSettings& vision, std::string_view value,
                                               std::span<const double> numbers);

} // namespace sideline::robot
