#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sideline::base {

/// The name that is meant by a misspelt one: fewest letters to change, at most a third of them;
/// empty if none is near.
[[nodiscard]] std::string_view nearestName(std::string_view wrong,
                                           const std::vector<std::string_view>& names);

/// Names as `a, b or c`.
[[nodiscard]] std::string listNames(const std::vector<std::string_view>& names);

} // namespace sideline::base
