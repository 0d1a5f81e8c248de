#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "motions/motion.h"

namespace sideline::keyframe {

/// What stands behind `trial` in a `.motion` file: start, tries, degrees of noise, and the ball's
/// place, `all-robots` at the end. Nothing for what is none, or has a number out of its range.
[[nodiscard]] std::optional<TrialSetup> trialFrom(std::string_view text);
[[nodiscard]] std::string trialText(const TrialSetup& trial);

} // namespace sideline::keyframe
