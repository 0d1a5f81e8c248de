#include "studio/shell/localization_link.h"

#include <algorithm>

namespace sideline::studio {

namespace {

const QString kPanels = QStringLiteral("localize-"); // what the ids of its panels begin with

} // namespace

LocalizationLink::LocalizationLink(const Parts& parts) : m_parts(parts) {
    LocalizationWorkspace& workspace = parts.localization;
    MatchPlayer& log = parts.match.log();
    connect(&workspace, &LocalizationWorkspace::seekRequested, this,
            [this](double timeS) { m_parts.match.replay().seekTime(timeS); });
    const auto reportFrames = [&workspace, &log] {
        if (log.isOpen()) {
            workspace.matchGrew(log.log()->index()->frameCount());
        }
    };
    connect(&log, &MatchPlayer::logChanged, &workspace, reportFrames);
    connect(&log, &MatchPlayer::frameShown, &workspace, reportFrames);
    connect(&parts.match.live(), &LiveSession::headCame, &workspace,
            &LocalizationWorkspace::noteHead);
    for (const auto& [id, dock] : parts.layouts.docks()) {
        if (id.startsWith(kPanels)) {
            connect(dock, &QDockWidget::visibilityChanged, this, &LocalizationLink::update,
                    Qt::QueuedConnection);
        }
    }
    // Curves and ruler show the same interval. Live, the ruler grows with the match; the curves go
    // with its end.
    widgets::TimeRuler* ruler = parts.replay.view().transport->ruler();
    connect(ruler, &widgets::TimeRuler::visibleRangeChanged, this, [&workspace, ruler] {
        if (workspace.source() != LocalizationWorkspace::Source::Live) {
            workspace.curves()->showRange(ruler->visibleBeginS(), ruler->visibleEndS());
        }
    });
    connect(workspace.curves(), &widgets::LocalizeCurves::rangeChanged, ruler,
            &widgets::TimeRuler::showRange);
}

void LocalizationLink::update() {
    const bool isWanted = std::ranges::any_of(m_parts.layouts.docks(), [](const auto& entry) {
        return entry.first.startsWith(kPanels) && !entry.second->isHidden();
    });
    m_parts.localization.setActive(isWanted && m_parts.layouts.showsMatches());
}

void LocalizationLink::matchShown() {
    m_parts.localization.matchShown();
    lookAtRobot();
}

// Whose stream it is stands in the middle of the picture.
void LocalizationLink::lookAtRobot() {
    const auto& shown = m_parts.localization.stream();
    if (!shown) {
        return;
    }
    MatchPlayer& log = m_parts.match.log();
    game::PlayerId robot = shown->stream().robot();
    if (robot.side == game::Side::None) {
        robot.side = game::Side::Left; // as the match that is made of the stream has it
    }
    log.select(monitor::ObjectId::ofRobot(robot));
    viewer3d::MatchView* view = m_parts.replay.view().view;
    if (view->cameraMode() == viewer3d::CameraMode::Free) {
        view->setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
    // Before its first vision frame there is nothing to compare; it has a frame for every cycle.
    const auto& cycles = shown->stream().cycles();
    const auto vision = std::ranges::find_if(cycles, &evaluation::StreamCycle::hasVision);
    if (vision != cycles.end()) {
        log.seekFrame(static_cast<logs::FrameNumber>(vision - cycles.begin()));
    }
}

} // namespace sideline::studio
