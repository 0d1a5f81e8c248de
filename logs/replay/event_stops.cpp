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
        if ((kinds & kindBit(event.kind)) == 0 || event.frame < index.firstFrame() ||
            event.frame >= index.frameCount()) {
            continue;
        }
        const FrameNumber lead =
            index.frameAtRecordTime(index.recordTimeS(event.frame) - leadS + slackS);
        stops.push_back({std::max(lead, std::min(earliest, event.frame)), event.frame});
        earliest = std::max(earliest, event.frame);
    }
    std::ranges::stable_sort(stops, {}, &EventStop::frame);
    const auto isSame = [](const EventStop& a, const EventStop& b) { return a.frame == b.frame; };
    stops.erase(std::unique(stops.begin(), stops.end(), isSame), stops.end());
    return stops;
}

} // namespace sideline::logs
