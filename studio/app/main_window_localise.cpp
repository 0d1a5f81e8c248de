// The Localise layout in the main window.
#include <algorithm>

#include <QFileInfo>

#include "studio/app/layouts.h"
#include "studio/app/main_window.h"

namespace sideline::studio {

void MainWindow::connectLocalisation() {
    LocaliseDesk* desk = m_localise.get();
    connect(desk, &LocaliseDesk::streamWanted, this, &MainWindow::openStream);
    connect(desk, &LocaliseDesk::matchWanted, this, [this](const QString& file) {
        addRecentFile(m_store, QFileInfo(m_localise->file()).absoluteFilePath());
        fillRecent();
        openLog(file, Origin::Stream);
    });
    connect(desk, &LocaliseDesk::seekRequested, this,
            [this](double timeS) { replay().seekTime(timeS); });
    const auto tellFrames = [this] {
        if (m_session->isOpen()) {
            m_localise->matchGrew(m_session->log()->index()->frameCount());
        }
    };
    connect(m_session.get(), &ReplaySession::logChanged, desk, tellFrames);
    connect(m_session.get(), &ReplaySession::frameShown, desk, tellFrames);
    connect(m_session.get(), &ReplaySession::selectionChanged, desk, &LocaliseDesk::setSelection);
    connect(desk, &LocaliseDesk::titleChanged, this, &MainWindow::updateTitle);
    for (const auto& [id, dock] : m_docks) {
        if (id.startsWith(QStringLiteral("localise-"))) {
            connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateLocalising,
                    Qt::QueuedConnection);
        }
    }
    // Curves and ruler show the same stretch of time.
    // Live, the ruler grows with the match; the curves go with its end.
    connect(m_transport->ruler(), &widgets::TimeRuler::visibleRangeChanged, this, [this] {
        if (m_localise->source() == LocaliseDesk::Source::Live) {
            return;
        }
        const widgets::TimeRuler* ruler = m_transport->ruler();
        m_localise->curves()->showRange(ruler->visibleBeginS(), ruler->visibleEndS());
    });
    connect(desk->curves(), &widgets::LocaliseCurves::rangeChanged, m_transport->ruler(),
            &widgets::TimeRuler::showRange);
}

// Estimators work for as long as something of theirs is to be seen, in whatever layout.
void MainWindow::updateLocalising() {
    const bool isWanted = std::ranges::any_of(m_docks, [](const auto& entry) {
        return entry.first.startsWith(QStringLiteral("localise-")) && !entry.second->isHidden();
    });
    m_localise->setActive(isWanted && !m_editsMotions);
}

// Whose stream it is stands in the middle of the picture.
void MainWindow::lookAtStreamRobot() {
    if (!m_localise->stream()) {
        return;
    }
    monitor::RobotId robot = m_localise->stream()->stream().robot();
    if (robot.side == monitor::Side::None) {
        robot.side = monitor::Side::Left; // as the match that is made of the stream has it
    }
    m_session->select(monitor::ObjectId::ofRobot(robot));
    if (m_view->cameraMode() == viewer3d::CameraMode::Free) {
        m_view->setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
    // Before its first sight there is nothing to compare; it has a frame for every cycle.
    const auto& cycles = m_localise->stream()->stream().cycles();
    const auto sight = std::ranges::find_if(cycles, &evaluation::StreamCycle::hasSight);
    if (sight != cycles.end()) {
        m_session->seekFrame(static_cast<logs::FrameNumber>(sight - cycles.begin()));
    }
}

// A stream is made a match first; it comes to the screen with the layout that is made for it.
void MainWindow::openStream(const QString& path) {
    m_messages->clear();
    showWorkspace(localiseLayout());
    m_localise->openStream(path);
}

} // namespace sideline::studio
