#include "studio/workspaces/decide/decide_workspace.h"

#include <algorithm>
#include <utility>

#include "logs/live/live_ring.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kRefreshMs = 250;
constexpr double kLiveSlackS = 0.8; // the newest frames may not have arrived yet
constexpr const char* kNoteSender = "Sideline decisions";

drawing::Color colorOfNote(const QColor& color) {
    const QColor light = color.lighter(140); // a lighter color is visible on grass
    return {static_cast<std::uint8_t>(light.red()), static_cast<std::uint8_t>(light.green()),
            static_cast<std::uint8_t>(light.blue()), 255};
}

} // namespace

DecideWorkspace::DecideWorkspace(const Parts& parts)
    : m_actions(parts.actions),
      m_match(parts.match),
      m_agents(parts.agents),
      m_ruler(parts.ruler),
      m_settings(parts.settings),
      m_formations(parts.messages, parts.store, parts.window),
      m_texts(parts.messages, parts.store, parts.window),
      m_decision(parts.agents.host, parts.agents.shown, parts.decision, m_texts, parts.messages),
      m_graph(parts.agents.shown, m_decision, parts.decision, m_texts, parts.messages),
      m_whatIf({parts.match, parts.shownSituation, parts.messages, parts.settings, parts.store,
                parts.window}),
      m_timeline(new widgets::DecisionTimelinePanel) {
    connectMatch();
    connectTimeline();
    connectEditors();
    connectActions();
    m_timer.setInterval(kRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, &DecideWorkspace::refresh);
    m_timer.start();
    showRows();
}

std::vector<WorkspacePanel> DecideWorkspace::panels() const {
    constexpr auto kRight = Qt::RightDockWidgetArea;
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"decide-timeline", tr("Timeline of decisions"), m_timeline, kBottom, "decide"},
            {"decide-what-if", tr("What if"), m_whatIf.panel(), kBottom, "decide"},
            {"decide-graph", tr("Decision graph"), m_graph.panel(), kRight, "decide"},
            {"decide-formation", tr("Formation"), m_formations.panel(), kRight, "decide"},
            {"decide-text", tr("Decision file"), m_texts.panel(), kRight, "decide"}};
}

std::vector<WorkspaceMenu> DecideWorkspace::menus() const {
    return {
        {tr("&Decide"), {"decide.what-if", "view.doing", "", "decide.text", "decide.formation"}}};
}

Claim DecideWorkspace::claim(const QString& path) const {
    if (!TextEditing::isOne(path)) {
        return Claim::None;
    }
    return path.endsWith(QStringLiteral(".xml")) ? Claim::ByContent : Claim::ByName;
}

void DecideWorkspace::open(const OpenRequest& request) {
    const bool isFormation = request.path.endsWith(QStringLiteral(".formation"));
    if (isFormation) {
        m_formations.open(request.path);
    } else {
        m_texts.open(request.path);
    }
}

void DecideWorkspace::connectMatch() {
    const auto connectPlayer = [this](const MatchPlayer& player) {
        const auto isShown = [this, &player] { return &m_match.replay() == &player; };
        connect(&player, &MatchPlayer::opened, this, &DecideWorkspace::showMatch);
        connect(&player, &MatchPlayer::closed, this, &DecideWorkspace::showMatch);
        connect(&player, &MatchPlayer::frameShown, this,
                [this, isShown](const logs::FetchedFrame& frame) {
                    if (isShown() && !m_match.showsLive()) {
                        showMoment(frame);
                    }
                });
    };
    connectPlayer(m_match.log());
    connectPlayer(m_match.live().replay());
    connect(&m_match.live(), &LiveSession::frameShown, this,
            [this](const logs::FetchedFrame& frame) {
                if (m_match.showsLive()) {
                    showMoment(frame);
                }
            });
    connect(&m_match.live(), &LiveSession::sourceChanged, this, [this] {
        if (m_match.live().isLive()) { // the match may have changed
            m_agents.decisions.clear();
            m_history.forgetLive();
        }
        showMatch();
    });
    connect(&m_match.live(), &LiveSession::recordingChanged, this, &DecideWorkspace::showMatch);
    connect(&m_agents.session, &AgentRecordingPlayer::opened, this, &DecideWorkspace::refresh);
    connect(&m_agents.session, &AgentRecordingPlayer::closed, this, &DecideWorkspace::refresh);
    connect(&m_match.log(), &MatchPlayer::selectionChanged, this,
            [this](const monitor::ObjectId& id) {
                if (m_timeline) {
                    timeline()->setSelection(
                        id.kind == monitor::ObjectId::Kind::Robot ? id.robot : game::PlayerId());
                }
            });
}

void DecideWorkspace::connectTimeline() {
    widgets::DecisionTimeline* view = timeline();
    connect(&m_history, &DecisionHistory::changed, this, &DecideWorkspace::showRows);
    const auto showRange = [this, view] {
        view->showRange(m_ruler.visibleBeginS(), m_ruler.visibleEndS());
    };
    connect(&m_ruler, &widgets::TimeRuler::visibleRangeChanged, view, showRange);
    connect(view, &widgets::DecisionTimeline::rangeRequested, &m_ruler,
            &widgets::TimeRuler::showRange);
    connect(view, &widgets::DecisionTimeline::seekRequested, this,
            [this](double timeS) { m_match.replay().seekTime(timeS); });
    connect(view, &widgets::DecisionTimeline::robotSelected, this,
            [this](const game::PlayerId& robot) {
                m_match.log().select(monitor::ObjectId::ofRobot(robot));
            });
    showRange();
}

void DecideWorkspace::showOpened(const QString& panel) {
    Q_EMIT arrived({QStringLiteral("Decide"), true, panel, 0, true});
}

void DecideWorkspace::connectEditors() {
    connect(&m_formations, &FormationEditing::opened, this,
            [this] { showOpened(QStringLiteral("decide-formation")); });
    connect(&m_texts, &TextEditing::opened, this,
            [this] { showOpened(QStringLiteral("decide-text")); });
    connect(&m_formations, &FormationEditing::textRequested, this,
            [this](const QString& file, int line) { m_texts.open(file, line); });
    connect(&m_whatIf, &WhatIfControls::logRequested, this,
            [this](const QString& file) { Q_EMIT openRequested({file}); });
}

void DecideWorkspace::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("decide.what-if", [this] {
        Q_EMIT panelRequested(QStringLiteral("decide-what-if"));
        m_whatIf.run();
    });
    on("decide.text", [this] { m_texts.askForFile(); });
    on("decide.formation", [this] { Q_EMIT m_formations.panel()->openRequested(); });
    connect(m_actions.action("view.doing"), &QAction::toggled, this, [this] {
        refresh();
        showNotes();
    });
}

void DecideWorkspace::showMatch() {
    refresh();
    m_whatIf.showMatch();
    m_whatIf.showTeams();
}

void DecideWorkspace::showColors() {
    const auto& frame = m_match.shown().exact;
    const widgets::TeamColors colors =
        frame ? m_settings.colorsOf(widgets::toQt(frame->game.teamLeft),
                                    widgets::toQt(frame->game.teamRight))
              : m_settings.colors;
    if (m_timeline && m_whatIf.panel() != nullptr) {
        timeline()->setColors(colors);
        m_whatIf.panel()->setColors(colors);
    }
}

bool DecideWorkspace::isRequested() const {
    return m_timeline && (timeline()->isVisible() || m_actions.action("view.doing")->isChecked());
}

// Maps times of agents' messages to record times, using the arrival times of frames in the
// recording.
DecisionHistory::RecordTimeOf DecideWorkspace::liveClock() const {
    return [ring = m_match.live().ring(), log = std::weak_ptr(m_match.live().recording())](
               std::chrono::nanoseconds at) -> std::optional<double> {
        const auto live = ring.lock();
        const auto recording = log.lock();
        if (!live || !recording) {
            return std::nullopt;
        }
        // The newest frames may not be in the index yet.
        const auto index = recording->index();
        const logs::FrameNumber frame = live->frameAtArrival(at.count());
        return index->recordTimeS(std::min(frame, index->frameCount() - 1));
    };
}

void DecideWorkspace::refresh() {
    showColors();
    m_history.update(m_agents.decisions);
    if (!isRequested()) {
        return;
    }
    const AgentRecordingPlayer& session = m_agents.session;
    const auto log = m_match.log().log();
    if (m_match.showsLive()) {
        m_history.follow(liveClock());
    } else if (session.isMatchShown() && log) {
        m_history.read(session.overview()->file, log, session.overview()->isStream());
    } else if (!std::exchange(m_showsNothing, true)) {
        m_history.clear(tr("Decisions are known only for agents started in this window and agents "
                           "in sessions: open a session, or start a team"));
    }
    m_showsNothing = m_showsNothing && !m_match.showsLive() && !session.isMatchShown();
}

void DecideWorkspace::showMoment(const logs::FetchedFrame& frame) {
    if (m_timeline && frame.exact) {
        timeline()->setTime(frame.exact->recordTimeS);
        m_whatIf.showTeams();
        m_whatIf.showTime(frame.exact->recordTimeS);
        showNotes();
    }
}

void DecideWorkspace::showRows() {
    if (!m_timeline) {
        return;
    }
    m_timeline->setRows(m_history.rows(), m_history.why());
    m_timeline->setProgress(
        m_history.unread() > 0 ? tr("%n players to read", "", m_history.unread()) : QString());
    showNotes();
}

void DecideWorkspace::showNotes() {
    std::vector<drawing::AgentNote> notes;
    const auto& frame = m_match.shown().exact;
    if (m_timeline && frame && m_actions.action("view.doing")->isChecked()) {
        for (const widgets::DecisionRow& row : *m_history.rows()) {
            const auto* segment =
                row.at(frame->recordTimeS, m_match.showsLive() ? kLiveSlackS : 0.0);
            if (segment != nullptr) {
                notes.push_back({{row.robot.side == game::Side::Right, row.robot.unum.value()},
                                 segment->behavior(),
                                 colorOfNote(timeline()->colorOf(segment->does)),
                                 kNoteSender});
            }
        }
    }
    m_agents.drawings.setNotes(std::move(notes));
}

} // namespace sideline::studio
