#pragma once

#include <cstdint>
#include <vector>

#include "logs/match/events.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// A place where the keys that jump from event to event stop.
struct EventStop {
    FrameNumber frame = 0; ///< to be shown; at the event, or some time before it
    FrameNumber event = 0; ///< `Event::frame` of the (first) event that it is about
};

/// The places to stop at for the events of these kinds, each at another frame, ascending: whoever
/// goes from one to the next, or to the one before, passes all of them.
///
/// @param events ordered by frame
/// @param kinds bit i stands for EventKind i
/// @param leadS how long before its event a stop is, in record time; 0 stops where the log reports
/// the event. Else it counts from where the event really happened, as far as that is known, and
/// ends where the event before it happened or the log begins.
[[nodiscard]] std::vector<EventStop> eventStops(const LogIndex& index,
                                                const std::vector<Event>& events,
                                                std::uint32_t kinds, double leadS);

} // namespace sideline::logs
