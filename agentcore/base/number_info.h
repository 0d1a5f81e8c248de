#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sideline::base {

/// One number of a struct of parameters, for those who set, train or show it.
template <typename Values>
struct NumberInfo {
    std::string_view name; ///< as in files: `step`
    std::string_view description;
    std::string_view unit;
    double least = 0.0;
    double most = 0.0;
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
