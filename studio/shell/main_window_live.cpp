// Live matches in the main window: the simulator, and servers that it is a monitor of.
#include "studio/shell/main_window.h"

#include <algorithm>
#include <cmath>

#include <QFileDialog>
#include <QFileInfo>

#include "studio/shell/layouts.h"

namespace sideline::studio {

namespace {

using monitor::ObjectId;
using widgets::MessageBar;

constexpr int kDockWidthPx = 300;
constexpr int kTeamsHeightPx = 360;

} // namespace

void MainWindow::connectLive() {
    m_liveControls =
        std::make_unique<LiveControls>(m_actions, *m_live, *m_simulator, *m_messages, m_store);
    LiveSession* live = m_live.get();
    connect(live, &LiveSession::sourceChanged, this, [this] {
        if (m_live->isLive()) {
            m_localize->closeStream(); // of what was on the screen before
            if (m_showsStart &&
                (!isLiveLayout(m_matchLayout) || m_matchLayout == localizeLayout())) {
                showWorkspace(liveLayout());
            }
        }
        setShowsLive(m_live->isLive() || m_showsLive);
        if (m_live->isLive()) {
            showLiveDocks();
        }
    });
    connect(live, &LiveSession::frameShown, this, &MainWindow::showLiveFrame);
    connect(live, &LiveSession::headCame, m_localize.get(), &LocalizationWorkspace::noteHead);
    connect(live, &LiveSession::physicsShown, this,
            [this](const std::shared_ptr<const viewer3d::PhysicsOverlay>& overlay) {
                m_view->setPhysicsOverlay(m_showsLive ? overlay : nullptr);
            });
    connect(live, &LiveSession::recordingChanged, this, [this] {
        if (m_showsLive) {
            showOverview();
            showLogProgress();
            updateEnabled();
        }
    });
    connect(live, &LiveSession::linkStateChanged, this, &MainWindow::showLiveMark);
    connect(live, &LiveSession::linkStateChanged, this, &MainWindow::showLamp);
    connect(live, &LiveSession::atHeadChanged, this, [this] {
        m_banner->forget();
        showLiveMark();
        showPlayback();
        updateEnabled();
    });
    connect(live, &LiveSession::viewChanged, this, [this] {
        if (m_showsLive && runsForward() != m_showsRunning) {
            showPlayback(); // it was paused elsewhere
        }
    });
    connect(live, &LiveSession::recordingSaved, this,
            [this](const QString& file, const QString& error, const QString& leftOut) {
                finishExport(file, error, false, leftOut);
            });
    connect(m_view, &viewer3d::MatchView::pulled, live, &LiveSession::pull);
    connect(m_view, &viewer3d::MatchView::released, live, &LiveSession::letGo);
    connect(m_view, &viewer3d::MatchView::pushed, live, &LiveSession::push);
    connect(m_simulator->robots(), &widgets::SimulatorRobots::robotSelected, this,
            [this](const game::PlayerId& id) { m_session->select(ObjectId::ofRobot(id)); });
    connect(m_session.get(), &MatchPlayer::selectionChanged, this, [this](const ObjectId& id) {
        m_simulator->robots()->setSelection(id);
        if (m_showsLive && m_live->shown().exact) {
            showLiveFrame(m_live->shown());
        }
    });
    connect(m_actions.action("simulator.show"), &QAction::triggered, this,
            &MainWindow::setShowsLive);
    connect(m_actions.action("live.return"), &QAction::triggered, live, &LiveSession::returnToLive);
    connect(m_transport, &widgets::TransportBar::liveRequested, live, &LiveSession::returnToLive);
    connect(m_actions.action("live.save"), &QAction::triggered, this,
            &MainWindow::saveLiveRecording);
    connectWorkspace();
}

void MainWindow::connectWorkspace() {
    LiveWorkspace* workspace = m_workspace.get();
    connect(m_session.get(), &MatchPlayer::selectionChanged, workspace,
            &LiveWorkspace::setSelection);
    connect(m_actions.action("agent.start"), &QAction::triggered, this,
            [this] { m_workspace->agentControls().askForAgent(this); });
    connect(m_actions.action("agent.control"), &QAction::triggered, this, [this](bool isOn) {
        if (isOn) { // a robot that is controlled by something unseen is a surprise
            m_docks[QStringLiteral("joints")]->show();
            m_docks[QStringLiteral("joints")]->raise();
            m_workspace->agentControls().jointPanel()->setFocus();
        }
    });
    connect(&workspace->agentControls(), &AgentControls::plotRequested, this,
            &MainWindow::plotSignal);
    connect(&workspace->teamControls(), &TeamControls::opened, this, [this] {
        if (m_showsStart) {
            showWorkspace(teamsLayout());
        }
        QDockWidget* dock = m_docks[QStringLiteral("teams")];
        showDock(dock);
        const int wantedPx = std::min(kTeamsHeightPx, height() / 3); // eleven players, if they fit
        if (dock->height() < wantedPx && !dock->isFloating()) {
            resizeDocks({dock}, {wantedPx}, Qt::Vertical);
        }
    });
    connect(&workspace->teamControls(), &TeamControls::simulatorRequested, this,
            [this] { m_liveControls->startSimulator(LiveControls::Agents::None); });
    connect(&workspace->teamControls(), &TeamControls::kickOffRequested, this, [this] {
        m_workspace->referee().sendAnyway(monitor::KickOff{game::Side::None}, tr("match"));
    });
    connect(m_liveControls.get(), &LiveControls::commandWanted, this,
            [this](const monitor::TrainerCommand& command) {
                m_workspace->referee().send(command, tr("simulator panel"));
            });
    connect(m_liveControls.get(), &LiveControls::agentWanted, this, [this] {
        m_comesFirst = true;
        agents::AgentBlueprint blueprint;
        blueprint.settings = m_workspace->agentControls().nextAgent();
        m_workspace->agentControls().startAgent(blueprint);
    });
    connect(&workspace->agentControls(), &AgentControls::agentShown, this, &MainWindow::meetAgent);
    connect(&workspace->agentControls(), &AgentControls::agentShown, this, [this] {
        if (m_actions.action("view.agent-eyes")->isChecked() && shown().exact) {
            drawMatch(shown());
        }
    });
    connect(&workspace->drawingControls(), &DrawingControls::selectRequested, this,
            [this](const game::PlayerId& id) { m_session->select(ObjectId::ofRobot(id)); });
    connect(&workspace->sessions(), &SessionControls::matchLogWanted, this,
            [this](const QString& file) { openLog(file, Origin::Session); });
    connect(&workspace->sessions(), &SessionControls::streamWanted, this, &MainWindow::openStream);
    connect(&workspace->sessions(), &SessionControls::recorded, this, &MainWindow::fillRecent);
    connect(&workspace->sessions(), &SessionControls::frameWanted, this,
            [this](logs::FrameNumber frame) { m_session->seekFrame(frame); });
    connect(m_actions.action("view.agent-eyes"), &QAction::triggered, this, [this] {
        if (shown().exact) {
            drawMatch(shown());
        }
    });
}

// The robot that comes with the simulator is looked at from near by.
void MainWindow::meetAgent(const world::AgentFramePtr& frame) {
    const auto& head = m_live->head().exact;
    if (!m_comesFirst || !frame || !head || !head->findRobot(frame->identity.robot)) {
        return;
    }
    m_comesFirst = false;
    m_session->select(ObjectId::ofRobot(frame->identity.robot));
    if (m_view->cameraMode() == viewer3d::CameraMode::Free) {
        m_view->setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
}

// What belongs to a live match comes to the front; what the user has put away stays away.
void MainWindow::showLiveDocks() {
    if (m_editsMotions) {
        return;
    }
    if (m_settings.layout == liveLayout()) {
        m_docks[QStringLiteral("joints")]->raise();
        m_docks[QStringLiteral("agent")]->raise();
        return;
    }
    if (!hasRoomForSimulator(m_settings.layout)) {
        return;
    }
    m_docks[QStringLiteral("objects")]->raise(); // events are of logs only
    QDockWidget* dock = m_docks[QStringLiteral("simulator")];
    if (!dock->isVisible()) {
        dock->show();
        resizeDocks({dock}, {kDockWidthPx}, Qt::Horizontal);
    }
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

MatchPlayer& MainWindow::replay() const {
    return m_showsLive ? m_live->replay() : *m_session;
}

// Between the live match and the log. The simulator keeps running while a log is shown.
void MainWindow::setShowsLive(bool showsLive) {
    m_showsLive = showsLive && m_live->hasMatch();
    if (m_showsLive) {
        leaveStart();
    }
    m_actions.action("simulator.show")->setChecked(m_showsLive);
    m_workspace->setShowsLive(m_showsLive);
    if (m_showsLive) {
        m_session->setPlaying(false);
    } else {
        m_view->setPhysicsOverlay(nullptr);
    }
    showCenter();
    showOverview();
    m_transport->ruler()->setIndex(nullptr);
    m_plots->clearFrame();
    m_events->setAnalysis(nullptr);
    m_scoreboard->setAnalysis(nullptr);
    m_banner->forget();
    showLogProgress();
    showBookmarks();
    showPlayback();
    showLiveMark();
    updateEnabled();
    updateTitle();
    if (shown().exact) {
        showInPanels(shown());
        m_view->snapCamera();
    } else {
        clearMatch();
    }
}

// No frame is there yet, or any more: nothing of another match stays on the screen.
void MainWindow::clearMatch() {
    m_transport->setPosition(0, 0, 0, 0);
    m_workspace->showNothing();
    m_view->setFrame(std::make_shared<const monitor::MatchFrame>());
    m_view->setTrail({});
    m_scoreboard->clearFrame();
    m_field->clearFrame();
    m_objects->clearFrame();
}

// Where the view of the live match is, and how its server does.
void MainWindow::showLiveMark() {
    const bool isLive = m_showsLive && m_live->isLive();
    m_actions.action("live.return")->setEnabled(isLive && !m_live->isAtHead());
    m_actions.action("live.save")->setEnabled(m_live->recording() != nullptr);
    // What is past cannot be pulled at.
    const bool isNow = m_showsLive && m_live->isAtHead();
    m_transport->ruler()->setRolling(isNow);
    m_actions.action("replay.show-last-ten")->setEnabled(isNow);
    m_actions.action("replay.show-last-minute")->setEnabled(isNow);
    m_view->setGrabbing(isNow && m_live->source() == LiveSession::Source::Simulator);
    m_workspace->referee().setShown(isNow);
    if (!isLive) {
        m_transport->setLive(std::nullopt);
        return;
    }
    using Lamp = widgets::LiveMark::Lamp;
    const LiveLinkView& link = m_live->link();
    widgets::LiveMark mark;
    mark.isAtHead = m_live->isAtHead();
    if (m_live->head().exact && m_live->shown().exact) {
        mark.behindS = m_live->head().exact->recordTimeS - m_live->shown().exact->recordTimeS;
    }
    const QString speed = widgets::speedText(std::round(link.serverSpeed * 100.0) / 100.0);
    if (!link.isConnected) {
        mark.lamp = Lamp::Bad;
        mark.state = tr("no connection");
    } else if (link.isSilent) {
        mark.lamp = Lamp::Bad;
        mark.state = tr("silent");
    } else if (!link.isInSync) {
        mark.lamp = Lamp::Warning;
        mark.state = tr("out of sync");
    } else {
        mark.state = tr("in sync, %1").arg(speed);
    }
    mark.tip = tr("%n messages so far", nullptr, static_cast<int>(link.messages)) +
               QStringLiteral("\n") +
               tr("%1 unreadable, %2 inconsistent with earlier ones")
                   .arg(link.damagedMessages)
                   .arg(link.unfittingMessages) +
               QStringLiteral("\n") +
               tr("Server speed: %1 of real time%2")
                   .arg(speed, link.isClockRunning ? QString() : tr("; the game clock is stopped"));
    if (!link.recordingFault.isEmpty()) {
        mark.state = tr("%1, not recorded").arg(mark.state);
    }
    if (link.lostMessages > 0) {
        mark.tip += QStringLiteral("\n") + tr("%n messages are missing in the recording", nullptr,
                                              static_cast<int>(link.lostMessages));
    }
    for (const QString& fault : {link.fault, link.recordingFault}) {
        if (!fault.isEmpty()) {
            mark.tip += QStringLiteral("\n") + fault;
            mark.lamp = std::max(mark.lamp, Lamp::Warning);
        }
    }
    m_transport->setLive(mark);
}

void MainWindow::applyNetwork(const NetworkSettings& settings) {
    writeNetworkSettings(m_store, settings);
    for (const QString& fault :
         {m_workspace->drawingControls().listenAgain(), m_localize->receiveBeliefs()}) {
        if (!fault.isEmpty()) {
            m_messages->show(MessageBar::Severity::Error, fault);
        }
    }
}

void MainWindow::saveLiveRecording() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the live recording"), QStringLiteral("match.log"), tr("Match logs (*.log)"));
    if (!file.isEmpty() && !m_live->saveRecording(file)) {
        m_messages->show(MessageBar::Severity::Error,
                         tr("Nothing recorded yet, or another recording is being saved"));
    }
}

void MainWindow::openSession(const QString& path) {
    addRecentFile(m_store, QFileInfo(path).absoluteFilePath());
    m_workspace->sessions().open(path);
}

void MainWindow::showLiveFrame(const logs::FetchedFrame& fetched) {
    if (m_showsLive) {
        showInPanels(fetched);
        if (!m_live->isAtHead()) {
            showLiveMark();
        }
    }
}

// A log was opened while a live match is shown: the log comes to the front.
void MainWindow::leaveLive() {
    if (!m_showsLive) {
        return;
    }
    setShowsLive(false);
    const auto back = [this] { setShowsLive(true); };
    if (!m_live->isLive()) {
        m_messages->show(MessageBar::Severity::Note,
                         tr("The recording of the last live match stays open"),
                         tr("Back to the recording"), back);
        return;
    }
    m_messages->show(MessageBar::Severity::Note,
                     m_live->source() == LiveSession::Source::Simulator
                         ? tr("The simulator keeps running")
                         : tr("Still connected to %1").arg(m_live->serverName()),
                     tr("Back to the live match"), back);
}

} // namespace sideline::studio
