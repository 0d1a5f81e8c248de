#include "studio/shell/match_switch.h"

#include "studio/workspaces/live/live_mark.h"

namespace sideline::studio {

namespace {

using monitor::ObjectId;
using widgets::MessageBar;

constexpr int kDockWidthPx = 300;

} // namespace

MatchSwitch::MatchSwitch(const Parts& parts)
    : m_parts(parts), m_match(parts.match), m_live(parts.match.live()), m_behind(parts.messages) {
    connect(&m_match.log(), &MatchPlayer::frameShown, this,
            [this](const logs::FetchedFrame& frame) {
                if (!m_match.showsLive()) {
                    showFrame(frame);
                }
            });
    connectLive();
    connectSelection();
    AgentControls& agents = m_parts.live.agentControls();
    connect(&agents, &AgentControls::agentShown, this, &MatchSwitch::meetAgent);
    connect(&agents, &AgentControls::agentShown, this, [this] {
        if (m_parts.actions.action("view.agent-eyes")->isChecked()) {
            drawAgain();
        }
    });
    connect(m_parts.actions.action("view.agent-eyes"), &QAction::triggered, this,
            &MatchSwitch::drawAgain);
    connect(m_parts.actions.action("simulator.show"), &QAction::triggered, this,
            &MatchSwitch::setShowsLive);
    connect(m_parts.actions.action("live.return"), &QAction::triggered, &m_live,
            &LiveSession::returnToLive);
    connect(m_parts.replay.view().transport, &widgets::TransportBar::liveRequested, &m_live,
            &LiveSession::returnToLive);
}

void MatchSwitch::connectLive() {
    connect(&m_live, &LiveSession::sourceChanged, this, &MatchSwitch::showSource);
    connect(&m_live, &LiveSession::frameShown, this, &MatchSwitch::showLiveFrame);
    connect(&m_live, &LiveSession::physicsShown, this,
            [this](const std::shared_ptr<const viewer3d::PhysicsOverlay>& overlay) {
                m_parts.replay.view().view->setPhysicsOverlay(m_match.showsLive() ? overlay
                                                                                  : nullptr);
            });
    connect(&m_live, &LiveSession::recordingChanged, this, [this] {
        if (m_match.showsLive()) {
            m_parts.replay.showOverview();
            m_parts.replay.showProgress();
            Q_EMIT possibilitiesChanged();
        }
    });
    const auto showLamp = [this] { m_parts.layouts.bar()->setLamp(simulatorLamp(m_live)); };
    connect(&m_live, &LiveSession::linkStateChanged, this, &MatchSwitch::showLiveMark);
    connect(&m_live, &LiveSession::linkStateChanged, this, showLamp);
    connect(&m_live, &LiveSession::viewChanged, this, showLamp);
    connect(&m_live, &LiveSession::sourceChanged, this, showLamp);
    showLamp();
    connect(m_parts.layouts.bar(), &widgets::WorkspaceBar::lampClicked, this,
            &MatchSwitch::followLamp);
    connect(&m_live, &LiveSession::atHeadChanged, this, [this] {
        m_parts.replay.view().banner->forget();
        showLiveMark();
        m_parts.replay.controls().showPlayback();
        Q_EMIT possibilitiesChanged();
    });
    connect(&m_live, &LiveSession::viewChanged, this, [this] {
        if (m_match.showsLive() && m_parts.replay.controls().isOutdated()) {
            m_parts.replay.controls().showPlayback(); // it was paused elsewhere
        }
    });
    viewer3d::MatchView* view = m_parts.replay.view().view;
    connect(view, &viewer3d::MatchView::pulled, &m_live, &LiveSession::pull);
    connect(view, &viewer3d::MatchView::released, &m_live, &LiveSession::letGo);
    connect(view, &viewer3d::MatchView::pushed, &m_live, &LiveSession::push);
}

void MatchSwitch::connectSelection() {
    MatchPlayer& log = m_match.log();
    widgets::SimulatorRobots* robots = m_parts.live.simulatorPanel()->robots();
    connect(robots, &widgets::SimulatorRobots::robotSelected, this,
            [&log](const game::PlayerId& id) { log.select(ObjectId::ofRobot(id)); });
    connect(&m_parts.live.drawingControls(), &DrawingControls::selectRequested, this,
            [&log](const game::PlayerId& id) { log.select(ObjectId::ofRobot(id)); });
    connect(&log, &MatchPlayer::selectionChanged, this, [this, robots](const ObjectId& id) {
        robots->setSelection(id);
        if (m_match.showsLive() && m_live.shown().exact) {
            showLiveFrame(m_live.shown());
        }
    });
    connect(&log, &MatchPlayer::selectionChanged, &m_parts.live, &LiveWorkspace::setSelection);
    connect(&log, &MatchPlayer::selectionChanged, &m_parts.localization,
            &LocalizationWorkspace::setSelection);
}

// A live match begins or ends.
void MatchSwitch::showSource() {
    m_behind.withdraw();
    if (m_live.isLive()) {
        m_parts.localization.closeStream(); // of what was on the screen before
        const QString& matches = m_parts.layouts.matchLayout();
        if (m_parts.layouts.showsStart() &&
            (!isLiveLayout(matches) || matches == localizeLayout())) {
            m_parts.layouts.showWorkspace(liveLayout());
        }
    }
    setShowsLive(m_live.isLive() || m_match.showsLive());
    if (m_live.isLive()) {
        showLiveDocks();
    }
}

// What a log and a live match have in common.
void MatchSwitch::showFrame(const logs::FetchedFrame& frame) {
    using Place = AgentControls::Place;
    m_parts.live.showMatch(frame, !m_match.showsLive() ? Place::Log
                                  : m_live.isAtHead()  ? Place::Now
                                                       : Place::Earlier);
    m_parts.localization.showMatch(frame, m_match.showsLive(),
                                   m_live.source() == LiveSession::Source::Simulator);
    const bool throughEyes = m_parts.actions.action("view.agent-eyes")->isChecked();
    if (!throughEyes || !m_parts.live.agentControls().isAsking()) { // else when the answer comes
        m_parts.replay.draw(m_parts.live.throughEyes(frame));
    }
}

void MatchSwitch::drawAgain() {
    if (m_match.shown().exact) {
        m_parts.replay.draw(m_parts.live.throughEyes(m_match.shown()));
    }
}

void MatchSwitch::showLiveFrame(const logs::FetchedFrame& frame) {
    if (m_match.showsLive()) {
        showFrame(frame);
        if (!m_live.isAtHead()) {
            showLiveMark();
        }
    }
}

void MatchSwitch::setShowsLive(bool showsLive) {
    m_match.setShowsLive(showsLive);
    const bool isLive = m_match.showsLive();
    if (isLive) {
        m_behind.withdraw();
        m_parts.layouts.leaveStart();
    }
    m_parts.actions.action("simulator.show")->setChecked(isLive);
    m_parts.live.setShowsLive(isLive);
    if (isLive) {
        m_match.log().setPlaying(false);
    } else {
        m_parts.replay.view().view->setPhysicsOverlay(nullptr);
    }
    m_parts.replay.showOther();
    showLiveMark();
    Q_EMIT switched();
    if (m_match.shown().exact) {
        showFrame(m_match.shown());
        m_parts.replay.view().view->snapCamera();
    } else {
        m_parts.live.showNothing();
        m_parts.replay.clear();
    }
}

void MatchSwitch::leaveLive() {
    if (!m_match.showsLive()) {
        return;
    }
    setShowsLive(false);
    const auto back = [this] { setShowsLive(true); };
    if (!m_live.isLive()) {
        m_behind.show(MessageBar::Severity::Note,
                      tr("The recording of the last live match stays open"),
                      tr("Back to the recording"), back);
        return;
    }
    m_behind.show(MessageBar::Severity::Note,
                  m_live.source() == LiveSession::Source::Simulator
                      ? tr("The simulator keeps running")
                      : tr("Still connected to %1").arg(m_live.serverName()),
                  tr("Back to the live match"), back);
}

void MatchSwitch::followLamp() {
    if (!m_live.isLive()) {
        m_parts.live.controls().startChosen();
        return;
    }
    LayoutControls& layouts = m_parts.layouts;
    if (layouts.showsStart() || !layouts.showsMatches()) {
        layouts.showWorkspace(layouts.matchLayout());
    }
    if (!m_match.showsLive()) {
        setShowsLive(true);
    }
    layouts.show(layouts.dock("simulator"));
}

// Where the view of the live match is, and how its server does.
void MatchSwitch::showLiveMark() {
    const ActionTable& actions = m_parts.actions;
    const bool isLive = m_match.showsLive() && m_live.isLive();
    actions.action("live.return")->setEnabled(isLive && !m_live.isAtHead());
    actions.action("live.save")->setEnabled(m_live.recording() != nullptr);
    // What is past cannot be pulled at.
    const bool isNow = m_match.isAtHead();
    widgets::TransportBar* transport = m_parts.replay.view().transport;
    transport->ruler()->setRolling(isNow);
    actions.action("replay.show-last-ten")->setEnabled(isNow);
    actions.action("replay.show-last-minute")->setEnabled(isNow);
    m_parts.replay.view().view->setGrabbing(isNow && m_match.isOfSimulator());
    m_parts.live.referee().setShown(isNow);
    transport->setLive(isLive ? std::optional(liveMark(m_live)) : std::nullopt);
}

// What belongs to a live match comes to the front; what the user has put away stays away.
void MatchSwitch::showLiveDocks() {
    LayoutControls& layouts = m_parts.layouts;
    if (!layouts.showsMatches()) {
        return;
    }
    if (layouts.shown() == liveLayout()) {
        layouts.dock("joints")->raise();
        layouts.dock("agent")->raise();
        return;
    }
    if (!hasRoomForSimulator(layouts.shown())) {
        return;
    }
    layouts.dock("objects")->raise(); // events are of logs only
    QDockWidget* dock = layouts.dock("simulator");
    if (!dock->isVisible()) {
        dock->show();
        layouts.setWidth(dock, kDockWidthPx);
    }
}

void MatchSwitch::meetAgent(const world::AgentFramePtr& frame) {
    const auto& head = m_live.head().exact;
    if (!m_awaitsAgent || !frame || !head || !head->findRobot(frame->identity.robot)) {
        return;
    }
    m_awaitsAgent = false;
    m_match.log().select(ObjectId::ofRobot(frame->identity.robot));
    viewer3d::MatchView* view = m_parts.replay.view().view;
    if (view->cameraMode() == viewer3d::CameraMode::Free) {
        view->setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
}

} // namespace sideline::studio
