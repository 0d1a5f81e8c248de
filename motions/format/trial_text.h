#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "motions/motion.h"

namespace sideline::keyframe {

/// Parses the text after `trial` in a `.motion` file: start, number of runs, degrees of noise, and
/// the ball's position, optionally `all-robots`. None for invalid text or numbers out of range.
[[nodiscard]] std::optional<TrialSetup> trialFrom(std::string_view text);
[[nodiscard]] std::string trialText(const TrialSetup& trial);

} // namespace sideline::keyframe
