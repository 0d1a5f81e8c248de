// Live matches in the main window: the simulator, and servers that it is a monitor of.
#include "studio/app/main_window.h"

#include <cmath>

namespace sideline::studio {

namespace {

using monitor::ObjectId;
using widgets::MessageBar;

constexpr int kDockWidthPx = 300;

} // namespace

void MainWindow::connectLive() {
    m_liveControls =
        std::make_unique<LiveControls>(m_actions, *m_live, *m_simulator, *m_messages, m_store);
    LiveSession* live = m_live.get();
    connect(live, &LiveSession::sourceChanged, this, [this] {
        setShowsLive(m_live->isLive());
        if (m_live->isLive()) {
            m_docks[QStringLiteral("objects")]->raise(); // events are of logs only
        }
        QDockWidget* dock = m_docks[QStringLiteral("simulator")];
        if (m_live->isLive() && !dock->isVisible()) {
            dock->show();
            resizeDocks({dock}, {kDockWidthPx}, Qt::Horizontal);
        }
    });
    connect(live, &LiveSession::frameShown, this, &MainWindow::showLiveFrame);
    connect(live, &LiveSession::physicsShown, this,
            [this](const std::shared_ptr<const viewer3d::PhysicsOverlay>& overlay) {
                m_view->setPhysicsOverlay(m_showsLive ? overlay : nullptr);
            });
    connect(m_view, &viewer3d::MatchView::pulled, live, &LiveSession::pull);
    connect(m_view, &viewer3d::MatchView::released, live, &LiveSession::letGo);
    connect(m_view, &viewer3d::MatchView::pushed, live, &LiveSession::push);
    connect(m_field, &widgets::FieldView::moveRequested, live, &LiveSession::moveTo);
    connect(m_simulator->robots(), &widgets::SimulatorRobots::robotSelected, this,
            [this](const monitor::RobotId& id) { m_session->select(ObjectId::ofRobot(id)); });
    connect(m_session.get(), &ReplaySession::selectionChanged, this, [this](const ObjectId& id) {
        m_simulator->robots()->setSelection(id);
        if (m_showsLive && m_live->shown().exact) {
            showLiveFrame(m_live->shown());
        }
    });
    connect(m_actions.action("simulator.show"), &QAction::triggered, this,
            &MainWindow::setShowsLive);
    connect(m_welcome, &widgets::WelcomePanel::simulatorRequested,
            m_actions.action("simulator.start"), &QAction::trigger);
    connect(m_welcome, &widgets::WelcomePanel::serverRequested,
            m_actions.action("simulator.connect"), &QAction::trigger);
}

bool MainWindow::startSimulator() {
    return m_liveControls->startSimulator();
}

void MainWindow::connectTo(const HostPort& server) {
    m_liveControls->connectTo(server);
}

const logs::FetchedFrame& MainWindow::shown() const {
    return m_showsLive ? m_live->shown() : m_session->shown();
}

// Between the live match and the log. The simulator goes on running while a log is shown.
void MainWindow::setShowsLive(bool showsLive) {
    m_showsLive = showsLive && m_live->isLive();
    m_actions.action("simulator.show")->setChecked(m_showsLive);
    if (m_showsLive) {
        m_session->setPlaying(false);
        m_scoreboard->setAnalysis(nullptr);
        m_events->setFrame(0);
    } else {
        m_view->setPhysicsOverlay(nullptr);
        if (m_session->isOpen()) {
            m_scoreboard->setAnalysis(m_session->log()->analysis());
        }
    }
    const bool hasMatch = m_showsLive || m_session->isOpen();
    m_centre->setCurrentWidget(hasMatch ? m_viewContainer : m_welcome);
    if (hasMatch) {
        m_viewContainer->setFocus();
    }
    const bool canGrab = m_showsLive && m_live->source() == LiveSession::Source::Simulator;
    m_view->setGrabbing(canGrab);
    m_field->setObjectsMovable(m_showsLive);
    m_transportBar->setVisible(!m_showsLive);
    updateEnabled();
    updateTitle();
    if (shown().exact) {
        m_showsLive ? showLiveFrame(m_live->shown()) : showFrame(m_session->shown());
        m_view->snapCamera();
    } else {
        m_scoreboard->clearFrame();
        m_field->clearFrame();
        m_objects->clearFrame();
    }
}

void MainWindow::showLiveFrame(const logs::FetchedFrame& fetched) {
    if (m_showsLive) {
        showInPanels(fetched);
    }
}

// A log was opened while a live match is shown: the log comes to the front.
void MainWindow::leaveLive() {
    if (!m_showsLive) {
        return;
    }
    setShowsLive(false);
    m_messages->show(MessageBar::Severity::Note,
                     m_live->source() == LiveSession::Source::Simulator
                         ? tr("The simulator goes on running")
                         : tr("The connection to %1 stays").arg(m_live->view().serverName),
                     tr("Back to the live match"), [this] { setShowsLive(true); });
}

} // namespace sideline::studio
