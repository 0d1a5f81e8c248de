#pragma once

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

} // namespace sideline::base
