#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sideline::base {

/// Describes one number in a parameter struct for editors, training and display.
template <typename Values>
struct NumberInfo {
    std::string_view name; ///< name in files, such as `step`
    std::string_view description;
    std::string_view unit;
    double min = 0.0;
    double max = 0.0;
    double Values::*value = nullptr;
};

/// The rows of several tables, in order, as one table.
template <typename Values, std::size_t... counts>
[[nodiscard]] constexpr auto joinNumbers(const std::array<NumberInfo<Values>, counts>&... tables) {
    std::array<NumberInfo<Values>, (counts + ...)> joined{};
    auto next = joined.begin();
    ((next = std::copy(tables.begin(), tables.end(), next)), ...);
    return joined;
}

} // namespace sideline::base
