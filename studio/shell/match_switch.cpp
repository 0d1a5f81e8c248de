#include "studio/shell/match_switch.h"

#include "studio/session/live_mark.h"

namespace sideline::studio {

using widgets::MessageBar;

MatchSwitch::MatchSwitch(const Parts& parts)
    : m_parts(parts), m_match(parts.match), m_live(parts.match.live()), m_behind(parts.messages) {
    connect(&m_match.log(), &MatchPlayer::frameShown, this,
            [this](const logs::FetchedFrame& frame) {
                if (!m_match.showsLive()) {
                    showFrame(frame);
                }
            });
    connect(&m_match.log(), &MatchPlayer::selectionChanged, this, [this] {
        if (m_match.showsLive() && m_live.shown().exact) {
            showLiveFrame(m_live.shown());
        }
    });
    connectLive();
    for (const Workspace* workspace : m_parts.workspaces) {
        connect(workspace, &Workspace::redrawRequested, this, &MatchSwitch::drawAgain);
    }
    connect(m_parts.actions.action("simulator.show"), &QAction::triggered, this,
            &MatchSwitch::setShowsLive);
    connect(m_parts.actions.action("live.return"), &QAction::triggered, &m_live,
            &LiveSession::returnToLive);
}

void MatchSwitch::connectLive() {
    connect(&m_live, &LiveSession::sourceChanged, this, &MatchSwitch::followSource);
    connect(&m_live, &LiveSession::frameShown, this, &MatchSwitch::showLiveFrame);
    connect(&m_live, &LiveSession::recordingChanged, this, [this] {
        if (m_match.showsLive()) {
            Q_EMIT possibilitiesChanged();
        }
    });
    const auto showLamp = [this] { m_parts.layouts.bar()->setLamp(simulatorLamp(m_live)); };
    connect(&m_live, &LiveSession::linkStateChanged, this, &MatchSwitch::showLiveState);
    connect(&m_live, &LiveSession::linkStateChanged, this, showLamp);
    connect(&m_live, &LiveSession::viewChanged, this, showLamp);
    connect(&m_live, &LiveSession::sourceChanged, this, showLamp);
    showLamp();
    connect(m_parts.layouts.bar(), &widgets::WorkspaceBar::lampClicked, this,
            &MatchSwitch::followLamp);
    connect(&m_live, &LiveSession::atHeadChanged, this, [this] {
        showLiveState();
        Q_EMIT possibilitiesChanged();
    });
}

// Handles the beginning and the end of a live match.
void MatchSwitch::followSource() {
    m_behind.withdraw();
    if (m_live.isLive()) {
        LayoutControls& layouts = m_parts.layouts;
        if (layouts.showsStart() &&
            layouts.builtIn().useOf(layouts.matchLayout()) < WorkspaceLayout::Use::Live) {
            layouts.showWorkspace(layouts.builtIn().forLive());
        }
    }
    setShowsLive(m_live.isLive() || m_match.showsLive());
    if (m_live.isLive()) {
        showLiveDocks();
    }
}

ShownFrame MatchSwitch::placed(const logs::FetchedFrame& frame) const {
    return {frame,
            !m_match.showsLive() ? FramePlace::Log
            : m_live.isAtHead()  ? FramePlace::Now
                                 : FramePlace::Earlier,
            m_live.source() == LiveSession::Source::Simulator};
}

// Shows frames of logs and of live matches.
void MatchSwitch::showFrame(const logs::FetchedFrame& frame) {
    const ShownFrame shown = placed(frame);
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->showFrame(shown);
    }
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->drawFrame(shown, false);
    }
}

void MatchSwitch::drawAgain() {
    if (m_match.shown().exact) {
        for (Workspace* workspace : m_parts.workspaces) {
            workspace->drawFrame(placed(m_match.shown()), true);
        }
    }
}

void MatchSwitch::showLiveFrame(const logs::FetchedFrame& frame) {
    if (m_match.showsLive()) {
        showFrame(frame);
        if (!m_live.isAtHead()) {
            showLiveState();
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
    if (isLive) {
        m_match.log().setPlaying(false);
    } else {
        m_parts.layouts.dismissGuests();
    }
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->showSource();
    }
    showLiveState();
    Q_EMIT switched();
    if (m_match.shown().exact) {
        showFrame(m_match.shown());
    } else {
        for (Workspace* workspace : m_parts.workspaces) {
            workspace->showNothing();
        }
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
        m_parts.actions.action("simulator.start")->trigger();
        return;
    }
    LayoutControls& layouts = m_parts.layouts;
    if (layouts.showsStart() || !layouts.showsMatches()) {
        layouts.showWorkspace(layouts.matchLayout());
    }
    if (!m_match.showsLive()) {
        setShowsLive(true);
    }
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->followLamp();
    }
}

// Shows the position of the view in the live match, and the state of its server.
void MatchSwitch::showLiveState() {
    const ActionTable& actions = m_parts.actions;
    const bool isLive = m_match.showsLive() && m_live.isLive();
    actions.action("live.return")->setEnabled(isLive && !m_live.isAtHead());
    actions.action("live.save")->setEnabled(m_live.recording() != nullptr);
    for (Workspace* workspace : m_parts.workspaces) {
        workspace->showLiveState();
    }
}

// Raises the docks for live matches.
void MatchSwitch::showLiveDocks() {
    LayoutControls& layouts = m_parts.layouts;
    if (!layouts.showsMatches()) {
        return;
    }
    const DockArranger docks = layouts.arranger();
    const bool hasRoom = layouts.builtIn().hasRoomAtSide(layouts.shown());
    layouts.showGuests([&] {
        for (Workspace* workspace : m_parts.workspaces) {
            workspace->showLiveDocks(layouts.shown(), hasRoom, docks);
        }
    });
}

} // namespace sideline::studio
