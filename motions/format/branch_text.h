#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// What stands behind `branch` in a `.motion` file: seconds or `end`, a condition, and the motion
/// that it leads to, such as `end not joint lle4 10 "stand up"`.
/// Errors: Malformed with what was expected. Times beyond `kLongestMotionS` are not reported.
[[nodiscard]] base::Expected<Branch> branchFrom(std::string_view text);
[[nodiscard]] std::string branchText(const Branch& branch);

/// Only the condition of it, such as `not fallen` or `joint lle4 10`. Errors: Malformed.
[[nodiscard]] base::Expected<Condition> conditionFrom(std::string_view text);
[[nodiscard]] std::string conditionText(const Condition& condition);

} // namespace sideline::keyframe
