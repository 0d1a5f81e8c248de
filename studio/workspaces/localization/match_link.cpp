#include "studio/workspaces/localization/match_link.h"

#include <algorithm>

namespace sideline::studio {

// Live, the ruler grows with the match; the curves go with its end.
MatchLink::MatchLink(const Parts& parts) : m_parts(parts) {
    connect(&parts.ruler, &widgets::TimeRuler::visibleRangeChanged, this, [this] {
        if (m_parts.shown.source != StreamSource::Live) {
            m_parts.curves.showRange(m_parts.ruler.visibleBeginS(), m_parts.ruler.visibleEndS());
        }
    });
    connect(&parts.curves, &widgets::LocalizeCurves::rangeChanged, &parts.ruler,
            &widgets::TimeRuler::showRange);
}

void MatchLink::lookAtRobot() {
    const auto& shown = m_parts.shown.stream;
    if (!shown) {
        return;
    }
    MatchPlayer& log = m_parts.match.log();
    game::PlayerId robot = shown->stream().robot();
    if (robot.side == game::Side::None) {
        robot.side = game::Side::Left; // as the match that is made of the stream has it
    }
    log.select(monitor::ObjectId::ofRobot(robot));
    if (m_parts.view.cameraMode() == viewer3d::CameraMode::Free) {
        m_parts.view.setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
    // Before its first vision frame there is nothing to compare; it has a frame for every cycle.
    const auto& cycles = shown->stream().cycles();
    const auto vision = std::ranges::find_if(cycles, &evaluation::StreamCycle::hasVision);
    if (vision != cycles.end()) {
        log.seekFrame(static_cast<logs::FrameNumber>(vision - cycles.begin()));
    }
}

} // namespace sideline::studio
