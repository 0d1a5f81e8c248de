#include "studio/workspaces/localization/match_link.h"

#include <algorithm>
#include <utility>

#include "agentcore/game/constants.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

// During a live match, the ruler grows with the match, and the curves scroll with its end.
MatchLink::MatchLink(const Parts& parts) : m_parts(parts), m_damage(parts.messages) {
    const MatchPlayer& log = parts.match.log();
    connect(&log, &MatchPlayer::logChanged, this, &MatchLink::seekPlace);
    connect(&log, &MatchPlayer::frameShown, this, &MatchLink::seekPlace);
    connect(&parts.ruler, &widgets::TimeRuler::visibleRangeChanged, this, [this] {
        if (m_parts.shown.source != StreamSource::Live) {
            m_parts.curves.showRange(m_parts.ruler.visibleBeginS(), m_parts.ruler.visibleEndS());
        }
    });
    connect(&parts.curves, &widgets::LocalizeCurves::rangeChanged, &parts.ruler,
            &widgets::TimeRuler::showRange);
}

OpenRequest MatchLink::requestFor(const QString& matchFile) const {
    OpenRequest match{matchFile};
    match.origin = OpenRequest::Origin::Stream;
    match.name = m_parts.shown.file;
    match.stepS = game::kStepS; // one frame per cycle
    match.robots = m_parts.shown.robots();
    return match;
}

void MatchLink::showMatch() {
    m_awaitsMatch = false;
    if (!m_parts.shown.stream) {
        return;
    }
    if (const auto& damage = m_parts.shown.stream->stream().damage()) {
        m_damage.show(widgets::MessageBar::Severity::Warning, widgets::toQt(damage->toString()));
    }
    lookAtRobot();
}

void MatchLink::seekPlace() {
    const MatchPlayer& log = m_parts.match.log();
    const auto& shown = m_parts.shown.stream;
    if (log.isOpen() && m_returnTo && !m_awaitsMatch && shown &&
        log.log()->index()->frameCount() > *m_returnTo) {
        const std::size_t cycle = *std::exchange(m_returnTo, std::nullopt);
        m_parts.match.replay().seekTime(shown->recordTimeS[cycle]);
    }
}

// Selects the robot, and seeks to its first vision frame.
void MatchLink::lookAtRobot() {
    const auto& shown = m_parts.shown.stream;
    MatchPlayer& log = m_parts.match.log();
    game::PlayerId robot = shown->stream().robot();
    if (robot.side == game::Side::None) {
        robot.side = game::Side::Left; // as in the match that is made from the stream
    }
    log.select(monitor::ObjectId::ofRobot(robot));
    if (m_parts.view.cameraMode() == viewer3d::CameraMode::Free) {
        m_parts.view.setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
    // Only cycles from the first vision frame on can be compared; every cycle has a frame.
    const auto& cycles = shown->stream().cycles();
    const auto vision = std::ranges::find_if(cycles, &evaluation::StreamCycle::hasVision);
    if (vision != cycles.end()) {
        log.seekFrame(static_cast<logs::FrameNumber>(vision - cycles.begin()));
    }
}

} // namespace sideline::studio
