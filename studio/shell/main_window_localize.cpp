// The Localize layout in the main window.
#include <algorithm>

#include <QFileInfo>

#include "studio/shell/layouts.h"
#include "studio/shell/main_window.h"

namespace sideline::studio {

void MainWindow::connectLocalization() {
    LocalizationWorkspace* workspace = m_localize.get();
    connect(workspace, &LocalizationWorkspace::streamWanted, this, &MainWindow::openStream);
    connect(workspace, &LocalizationWorkspace::matchWanted, this, [this](const QString& file) {
        addRecentFile(m_store, QFileInfo(m_localize->file()).absoluteFilePath());
        fillRecent();
        openLog(file, Origin::Stream);
    });
    connect(workspace, &LocalizationWorkspace::seekRequested, this,
            [this](double timeS) { replay().seekTime(timeS); });
    const auto tellFrames = [this] {
        if (m_session->isOpen()) {
            m_localize->matchGrew(m_session->log()->index()->frameCount());
        }
    };
    connect(m_session.get(), &MatchPlayer::logChanged, workspace, tellFrames);
    connect(m_session.get(), &MatchPlayer::frameShown, workspace, tellFrames);
    connect(m_session.get(), &MatchPlayer::selectionChanged, workspace,
            &LocalizationWorkspace::setSelection);
    connect(workspace, &LocalizationWorkspace::titleChanged, this, &MainWindow::updateTitle);
    for (const auto& [id, dock] : m_docks) {
        if (id.startsWith(QStringLiteral("localize-"))) {
            connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateLocalizing,
                    Qt::QueuedConnection);
        }
    }
    // Curves and ruler show the same interval.
    // Live, the ruler grows with the match; the curves go with its end.
    connect(m_transport->ruler(), &widgets::TimeRuler::visibleRangeChanged, this, [this] {
        if (m_localize->source() == LocalizationWorkspace::Source::Live) {
            return;
        }
        const widgets::TimeRuler* ruler = m_transport->ruler();
        m_localize->curves()->showRange(ruler->visibleBeginS(), ruler->visibleEndS());
    });
    connect(workspace->curves(), &widgets::LocalizeCurves::rangeChanged, m_transport->ruler(),
            &widgets::TimeRuler::showRange);
}

// Estimators work for as long as something of theirs is to be seen, in whatever layout.
void MainWindow::updateLocalizing() {
    const bool isWanted = std::ranges::any_of(m_docks, [](const auto& entry) {
        return entry.first.startsWith(QStringLiteral("localize-")) && !entry.second->isHidden();
    });
    m_localize->setActive(isWanted && !m_editsMotions);
}

// Whose stream it is stands in the middle of the picture.
void MainWindow::lookAtStreamRobot() {
    if (!m_localize->stream()) {
        return;
    }
    game::PlayerId robot = m_localize->stream()->stream().robot();
    if (robot.side == game::Side::None) {
        robot.side = game::Side::Left; // as the match that is made of the stream has it
    }
    m_session->select(monitor::ObjectId::ofRobot(robot));
    if (m_view->cameraMode() == viewer3d::CameraMode::Free) {
        m_view->setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
    // Before its first vision frame there is nothing to compare; it has a frame for every cycle.
    const auto& cycles = m_localize->stream()->stream().cycles();
    const auto vision = std::ranges::find_if(cycles, &evaluation::StreamCycle::hasVision);
    if (vision != cycles.end()) {
        m_session->seekFrame(static_cast<logs::FrameNumber>(vision - cycles.begin()));
    }
}

// A stream is made a match first; it comes to the screen with the layout that is made for it.
void MainWindow::openStream(const QString& path) {
    m_messages->clear();
    showWorkspace(localizeLayout());
    m_localize->openStream(path);
}

} // namespace sideline::studio
