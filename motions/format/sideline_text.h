#pragma once

#include <string>
#include <string_view>

#include "motions/format/format.h"
#include "motions/format/read_limits.h"

namespace sideline::keyframe {

/// Version of Sideline's format that is written; older ones are read as well.
inline constexpr int kSidelineTextVersion = 1;
inline constexpr std::string_view kSidelineTextWord = "sideline-motion";

/// Reads Sideline's format (docs/motion-format.md).
/// Errors: UnsupportedFormat for a newer version; Malformed if the first line or a motion is
/// missing.
[[nodiscard]] base::Expected<MotionFile> readSidelineText(std::string_view text,
                                                          const ReadOptions& options,
                                                          ReadLimits& limits);
/// Writes a complete motion; reading the text yields an equal one.
[[nodiscard]] std::string writeSidelineText(const Motion& motion);

} // namespace sideline::keyframe
