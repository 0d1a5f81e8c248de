#include "studio/app/team_controls.h"

#include <algorithm>
#include <utility>

#include <QFileDialog>
#include <QFileInfo>

#include "agentcore/field/play_mode.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

const QString kRecentKey = QStringLiteral("teams/recent");
constexpr int kMostRecent = 8;
constexpr qint64 kPatienceMs = 30'000; // for all players to come

bool isBeforeKickOff(const widgets::SimulatorView& view) {
    return view.playMode == static_cast<int>(field::PlayMode::BeforeKickOff);
}

} // namespace

TeamControls::TeamControls(ActionTable& actions, TeamSession& teams, LiveSession& live,
                           widgets::MessageBar& messages, QSettings& store)
    : m_actions(actions),
      m_teams(teams),
      m_live(live),
      m_messages(messages),
      m_store(store),
      m_panel(new widgets::TeamPanel) {
    connectPanel();
    connect(&m_teams, &TeamSession::teamsChanged, this, &TeamControls::showTeams);
    connect(&m_teams, &TeamSession::outputGrown, this, &TeamControls::showOutput);
    connect(&m_live, &LiveSession::viewChanged, this, [this] {
        updatePlace();
        watchMatch();
    });
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        updatePlace();
        if (m_match && !m_live.isLive()) {
            endMatch();
        }
    });
    connect(m_actions.action("team.open"), &QAction::triggered, this, &TeamControls::askForFile);
    connect(m_actions.action("team.start"), &QAction::triggered, this,
            [this] { m_teams.start(m_panel->team(), widgets::TeamPanel::kAll); });
    connect(m_actions.action("team.stop"), &QAction::triggered, &m_teams, &TeamSession::stopAll);
    m_panel->setRecentFiles(m_store.value(kRecentKey).toStringList());
    showTeams();
}

void TeamControls::connectPanel() {
    using widgets::TeamPanel;
    connect(m_panel, &TeamPanel::openRequested, this, &TeamControls::askForFile);
    connect(m_panel, &TeamPanel::openFileRequested, this, &TeamControls::openFile);
    connect(m_panel, &TeamPanel::reloadRequested, &m_teams, &TeamSession::reload);
    connect(m_panel, &TeamPanel::closeRequested, &m_teams, &TeamSession::close);
    connect(m_panel, &TeamPanel::startRequested, &m_teams, &TeamSession::start);
    connect(m_panel, &TeamPanel::stopRequested, &m_teams, &TeamSession::stop);
    connect(m_panel, &TeamPanel::restartRequested, &m_teams, &TeamSession::restart);
    connect(m_panel, &TeamPanel::matchRequested, this, &TeamControls::startMatch);
    connect(m_panel, &TeamPanel::matchEndRequested, this, &TeamControls::endMatch);
    connect(m_panel, &TeamPanel::playerChosen, this, &TeamControls::showOutput);
}

void TeamControls::askForFile() {
    const QStringList recent = m_store.value(kRecentKey).toStringList();
    const QString folder = recent.isEmpty() ? QString() : QFileInfo(recent.front()).path();
    const QString file = QFileDialog::getOpenFileName(m_panel, tr("Open a team file"), folder,
                                                      tr("Team files (*.toml);;All files (*)"));
    if (!file.isEmpty()) {
        openFile(file);
    }
}

void TeamControls::openFile(const QString& file) {
    const QString key = m_teams.open(file);
    QStringList recent = m_store.value(kRecentKey).toStringList();
    recent.removeAll(key);
    recent.prepend(key);
    m_store.setValue(kRecentKey, QStringList(recent.mid(0, kMostRecent)));
    m_panel->setRecentFiles(recent.mid(0, kMostRecent));
    showTeams();
    m_panel->chooseTeam(key);
    Q_EMIT opened();
}

// The server first; the left team is the one that connects first, so the right one waits for it.
void TeamControls::startMatch(const QString& left, const QString& right) {
    const std::size_t leftPlayers = m_teams.strength(left).second;
    const std::size_t rightPlayers = m_teams.strength(right).second;
    if (leftPlayers == 0 || rightPlayers == 0) {
        m_messages.show(MessageBar::Severity::Error,
                        tr("A match needs two teams whose files have no faults"));
        return;
    }
    if (!m_live.isLive()) {
        Q_EMIT simulatorRequested();
    }
    if (!m_live.isLive()) {
        return; // the message bar tells why
    }
    m_match = Match{left, right, leftPlayers + rightPlayers, false, false, {}};
    m_match->since.start();
    m_panel->setMatchRunning(true);
    m_teams.start(left, widgets::TeamPanel::kAll);
}

void TeamControls::watchMatch() {
    if (!m_match || m_match->hasKickedOff) {
        return;
    }
    const auto& robots = m_live.view().robots;
    const auto hasCome = [&](const QString& key) {
        const auto [name, players] = m_teams.strength(key);
        return static_cast<std::size_t>(
                   std::ranges::count(robots, name, &widgets::LiveRobotView::team)) >= players;
    };
    const bool isLate = m_match->since.elapsed() > kPatienceMs;
    if (!m_match->hasStartedRight && (hasCome(m_match->left) || isLate)) {
        m_match->hasStartedRight = true;
        m_match->since.restart();
        m_teams.start(m_match->right, widgets::TeamPanel::kAll);
    } else if (m_match->hasStartedRight && (hasCome(m_match->right) || isLate)) {
        m_match->hasKickedOff = true;
        if (isBeforeKickOff(m_live.view())) {
            Q_EMIT kickOffRequested();
        }
        if (isLate) {
            m_messages.show(
                MessageBar::Severity::Warning,
                tr("Kick-off with %1 of %2 players: the others have not come, see the panel Teams")
                    .arg(robots.size())
                    .arg(m_match->players));
        }
    }
}

void TeamControls::endMatch() {
    if (const auto match = std::exchange(m_match, std::nullopt)) {
        m_teams.stop(match->left, widgets::TeamPanel::kAll);
        m_teams.stop(match->right, widgets::TeamPanel::kAll);
    }
    m_panel->setMatchRunning(false);
}

void TeamControls::showTeams() {
    m_panel->setTeams(m_teams.teams());
    const auto& teams = m_teams.teams();
    m_actions.action("team.start")
        ->setEnabled(std::ranges::any_of(
            teams, [](const widgets::TeamView& team) { return !team.players.empty(); }));
    m_actions.action("team.stop")->setEnabled(m_teams.isActive());
}

void TeamControls::showOutput() {
    const auto lines = m_teams.output(m_panel->team(), m_panel->player(), m_panel->lastLine());
    if (!lines.empty()) {
        m_panel->appendLines(lines);
    }
}

void TeamControls::updatePlace() {
    const widgets::SimulatorView& view = m_live.view();
    if (view.source == LiveSession::Source::Simulator && view.agentPort > 0) {
        m_teams.setPlace(TeamSession::Place{static_cast<std::uint16_t>(view.agentPort),
                                            static_cast<std::uint16_t>(view.monitorPort)});
    } else {
        m_teams.setPlace(std::nullopt);
    }
}

} // namespace sideline::studio
