#pragma once

#include <cstddef>

#include "agentcore/base/error.h"
#include "motions/motion.h"

namespace sideline::keyframe {

// Size limits of motions, common to all code that reads, creates or edits them: every motion
// created can be read back. A match lasts ten minutes, and the league's longest motions take a few
// seconds.

/// Maximum time in a motion.
inline constexpr double kLongestMotionS = 3600.0;
/// Maximum number of joint keys, limb targets and via points in one file.
inline constexpr std::size_t kMaxKeys = 100'000;
/// Maximum numbers of keyframes and of motions in one file.
inline constexpr std::size_t kMaxKeyframes = 100'000;
inline constexpr std::size_t kMaxMotions = 1'000;
/// Maximum number of branches of a motion.
inline constexpr std::size_t kMaxBranches = 100;
/// Maximum length of an expression's text, as in `Value::text`.
inline constexpr std::size_t kLongestExpression = 4'096;

/// Counts the keys, limb targets and via points of a keyframe.
[[nodiscard]] std::size_t keyCount(const Keyframe& keyframe);
/// Counts the keys, limb targets and via points of a whole motion.
[[nodiscard]] std::size_t keyCount(const Motion& motion);

/// Checks that a motion is within the limits for editing and for reading it back from a file.
/// Errors: LimitExceeded, naming the limit. Any thread.
[[nodiscard]] base::Expected<void> checkSize(const Motion& motion);

} // namespace sideline::keyframe
