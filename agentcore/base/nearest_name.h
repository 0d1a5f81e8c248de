#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sideline::base {

/// The candidate closest to a misspelled name, with at most a third of its letters edited; empty if
/// there is none.
[[nodiscard]] std::string_view nearestName(std::string_view wrong,
                                           const std::vector<std::string_view>& names);

/// Names joined as `a, b or c`.
[[nodiscard]] std::string listNames(const std::vector<std::string_view>& names);

} // namespace sideline::base
