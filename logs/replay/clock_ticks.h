#pragma once

#include <vector>

#include "logs/match/log_index.h"

namespace sideline::logs {

/// A mark on an axis of record time.
struct ClockTick {
    double recordTimeS = 0.0; ///< where it stands
    double clockS = 0.0; ///< game clock there, a round value; for `clockStands`: how long it stands
    bool isMajor = true; ///< to be labeled; else a step between two of those
    bool clockStands = false; ///< the game clock does not run there, time continues all the same
};

struct ClockTicks {
    std::vector<ClockTick> ticks; ///< ascending
    double stepS = 1.0;           ///< from one labeled tick to the next
};

/// Marks for an interval of record time at round values of the game clock, as 0:10, 0:20.
///
/// Where the clock stands the marks count how long it has been standing. Where it is set (a reset,
/// another half) there are none between the two values. A record that lacks the clock for less than
/// a second is taken as if it had run on.
/// @param minStepS labeled marks are no nearer to each other than this, while the clock runs
[[nodiscard]] ClockTicks clockTicks(const LogIndex& index, double beginS, double endS,
                                    double minStepS);

} // namespace sideline::logs
