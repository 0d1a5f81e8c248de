#pragma once

#include "logs/match/log_index.h"

namespace sideline::logs {

/// The frame and times of an event.
struct Moment {
    FrameNumber frame = 0; ///< frame number in the log or stream
    double gameTimeS = 0.0;
    double recordTimeS = 0.0;
    int half = 0;
    [[nodiscard]] bool operator==(const Moment&) const = default;
};

} // namespace sideline::logs
