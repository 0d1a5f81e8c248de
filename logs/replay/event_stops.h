#pragma once

#include <cstdint>
#include <vector>

#include "logs/match/events.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// A frame at which event-by-event navigation stops.
struct EventStop {
    FrameNumber frame = 0; ///< frame to show; at the event or before it
    FrameNumber event = 0; ///< `Event::frame` of its (first) event
};

/// Computes the stops for events of the given kinds, each at a different frame, ascending, so that
/// stepping in either direction visits all of them.
/// @param events ordered by frame
/// @param kinds bit i selects EventKind i
/// @param leadS record time between a stop and its event, limited by the preceding event and the
///     beginning of the log
[[nodiscard]] std::vector<EventStop> eventStops(const LogIndex& index,
                                                const std::vector<Event>& events,
                                                std::uint32_t kinds, double leadS);

} // namespace sideline::logs
