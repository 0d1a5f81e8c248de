#pragma once

#include <cstddef>

#include "agentcore/base/error.h"
#include "motions/motion.h"

namespace sideline::keyframe {

// How large a motion may be, for everything that reads, makes or changes one: what can be made here
// can be read again. A match lasts ten minutes, and the longest motion of the league some seconds.

/// No time of a motion lies beyond this.
inline constexpr double kLongestMotionS = 3600.0;
/// Keys of joints, targets of limbs and places that these pass on their way, in one file.
inline constexpr std::size_t kMostKeys = 100'000;
/// In one file.
inline constexpr std::size_t kMostKeyframes = 100'000;
inline constexpr std::size_t kMostMotions = 1'000;
/// Of one motion.
inline constexpr std::size_t kMostBranches = 100;
/// Of the text of an expression as `Value::text` has it.
inline constexpr std::size_t kLongestExpression = 4'096;

/// How many keys, targets of limbs and places on their way a keyframe has.
[[nodiscard]] std::size_t keyCount(const Keyframe& keyframe);
/// The same of a whole motion.
[[nodiscard]] std::size_t keyCount(const Motion& motion);

/// Whether a motion is small enough to be worked with, and to be read from a file again.
/// Errors: LimitExceeded names what is too much and how much may be. Any thread.
[[nodiscard]] base::Expected<void> checkSize(const Motion& motion);

} // namespace sideline::keyframe
