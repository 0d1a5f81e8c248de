#pragma once

namespace sideline::base {

/// For `nlohmann::json::parse`, as its callback: leaves out what is nested deeper than anything in
/// our files. Copying and writing JSON go one call deeper for each level, so that a file of a
/// million brackets would else end the program.
inline constexpr auto kNotTooDeep = [](int depth, auto /*event*/, auto& /*parsed*/) {
    constexpr int kDeepest = 64;
    return depth < kDeepest;
};

} // namespace sideline::base
