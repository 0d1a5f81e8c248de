#include "logs/replay/event_stops.h"

#include <algorithm>

namespace sideline::logs {

std::vector<EventStop> eventStops(const LogIndex& index, const std::vector<Event>& events,
                                  std::uint32_t kinds, double leadS) {
    std::vector<EventStop> stops;
    // Times in logs are rounded: accepts frames that are slightly late.
    const double slackS = index.stepS() / 4.0;
    FrameNumber earliest = index.firstFrame();
    for (const Event& event : events) {
        const FrameNumber when =
            leadS > 0.0 ? event.estimatedFrame.value_or(event.frame) : event.frame;
        if ((kinds & kindBit(event.kind)) == 0 || when < index.firstFrame() ||
            event.frame >= index.frameCount()) {
            continue;
        }
        const FrameNumber lead = index.frameAtRecordTime(index.recordTimeS(when) - leadS + slackS);
        stops.push_back({std::max(lead, std::min(earliest, when)), event.frame});
        earliest = std::max(earliest, when);
    }
    std::ranges::stable_sort(stops, {}, &EventStop::frame);
    const auto isSame = [](const EventStop& a, const EventStop& b) { return a.frame == b.frame; };
    stops.erase(std::unique(stops.begin(), stops.end(), isSame), stops.end());
    return stops;
}

} // namespace sideline::logs
