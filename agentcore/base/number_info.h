#pragma once

#include <string_view>

namespace sideline::base {

/// Describes one number of a parameter struct for editors, training and display.
template <typename Values>
struct NumberInfo {
    std::string_view name; ///< name in files, such as `step`
    std::string_view description;
    std::string_view unit;
    double min = 0.0;
    double max = 0.0;
    double Values::*value = nullptr;
};

} // namespace sideline::base
