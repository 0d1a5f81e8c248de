#pragma once

#include <vector>

#include "logs/match/log_index.h"

namespace sideline::logs {

/// A tick on an axis of record time.
struct ClockTick {
    double recordTimeS = 0.0; ///< position on the axis
    /// Game clock there, a round value; if `isClockStopped`: time since it stopped.
    double clockS = 0.0;
    bool isMajor = true;         ///< has a label; otherwise a step between labeled ticks
    bool isClockStopped = false; ///< the game clock is stopped there while recording continues
};

struct ClockTicks {
    std::vector<ClockTick> ticks; ///< ascending
    double stepS = 1.0;           ///< distance between labeled ticks
};

/// Computes ticks for an interval of record time at round values of the game clock, such as 0:10,
/// 0:20.
///
/// While the clock is stopped, ticks count the time since it stopped. Where the clock is set (a
/// reset, another half), there are no ticks between the two values. A gap of less than a second in
/// the clock values is bridged.
/// @param minStepS minimum distance between labeled ticks while the clock runs
[[nodiscard]] ClockTicks clockTicks(const LogIndex& index, double beginS, double endS,
                                    double minStepS);

} // namespace sideline::logs
