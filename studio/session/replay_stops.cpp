#include "studio/session/replay_stops.h"

#include <algorithm>
#include <iterator>

namespace sideline::studio {

namespace {
// Playing time after a jump within which the next jump starts from its end.
constexpr double kJumpGraceS = 3.0;
} // namespace

std::optional<logs::EventStop> ReplayStops::nextEvent(const logs::MatchLog& log,
                                                      logs::FrameNumber frame, bool isPlaying,
                                                      bool forward, std::uint32_t kinds,
                                                      double leadS) const {
    const auto stops = logs::eventStops(*log.index(), log.analysis()->events, kinds, leadS);
    const bool isStillThere = m_jump && isPlaying && m_jump->playedS < kJumpGraceS;
    const logs::FrameNumber from = isStillThere ? m_jump->frame : frame;
    const auto at = forward ? std::ranges::upper_bound(stops, from, {}, &logs::EventStop::frame)
                            : std::ranges::lower_bound(stops, from, {}, &logs::EventStop::frame);
    if (at == (forward ? stops.end() : stops.begin())) {
        return std::nullopt;
    }
    return forward ? *at : *std::prev(at);
}

logs::EventStop ReplayStops::stopOf(const logs::MatchLog& log, const logs::Event& event,
                                    std::uint32_t kinds, double leadS) {
    const auto stops = logs::eventStops(*log.index(), log.analysis()->events, kinds, leadS);
    const auto at = std::ranges::find(stops, event.frame, &logs::EventStop::event);
    return at == stops.end() ? logs::EventStop{event.frame, event.frame} : *at;
}

void ReplayStops::addPlayedTime(double elapsedS) {
    if (m_jump) {
        m_jump->playedS += elapsedS;
    }
}

std::optional<logs::FrameNumber> ReplayStops::pauseBetween(logs::FrameNumber from,
                                                           logs::FrameNumber to,
                                                           bool isForward) const {
    if (m_pauseFrames.empty() || (isForward ? to <= from : to >= from)) {
        return std::nullopt;
    }
    if (isForward) {
        const auto next = std::ranges::upper_bound(m_pauseFrames, from);
        return next != m_pauseFrames.end() && *next <= to ? std::optional(*next) : std::nullopt;
    }
    const auto behind = std::ranges::lower_bound(m_pauseFrames, from);
    return behind != m_pauseFrames.begin() && *std::prev(behind) >= to
               ? std::optional(*std::prev(behind))
               : std::nullopt;
}

} // namespace sideline::studio
