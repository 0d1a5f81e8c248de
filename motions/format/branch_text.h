#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// Parses the text after `branch` in a `.motion` file: seconds or `end`, a condition, and the
/// target motion, such as `end not joint lle4 10 "stand up"`.
/// Errors: Malformed with what was expected. Does not reject times beyond `kLongestMotionS`.
[[nodiscard]] base::Expected<Branch> branchFrom(std::string_view text);
[[nodiscard]] std::string branchText(const Branch& branch);

/// Parses only the condition, such as `not fallen` or `joint lle4 10`. Errors: Malformed.
[[nodiscard]] base::Expected<Condition> conditionFrom(std::string_view text);
[[nodiscard]] std::string conditionText(const Condition& condition);

} // namespace sideline::keyframe
