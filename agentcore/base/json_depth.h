#pragma once

namespace sideline::base {

/// Callback for `nlohmann::json::parse` that drops values nested deeper than any of our files.
/// Copying and writing JSON recurse once per level, so a file of a million brackets would otherwise
/// overflow the stack.
inline constexpr auto kNotTooDeep = [](int depth, auto /*event*/, auto& /*parsed*/) {
    constexpr int kMaxDepth = 64;
    return depth < kMaxDepth;
};

} // namespace sideline::base
