#include "studio/workspaces/live/team_controls.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "studio/settings/app_settings.h"
#include "studio/settings/stored_values.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kMaxRecent = 8;
} // namespace

TeamControls::TeamControls(ActionTable& actions, TeamSession& teams, LiveSession& live,
                           widgets::MessageBar& messages, QSettings& store)
    : m_actions(actions),
      m_teams(teams),
      m_live(live),
      m_messages(messages),
      m_store(store),
      m_panel(new widgets::TeamPanel),
      m_editing(messages, store, m_panel),
      m_match(teams, live, messages, m_panel) {
    connectPanel();
    connect(&m_teams, &TeamSession::teamsChanged, this, &TeamControls::showTeams);
    connect(&m_teams, &TeamSession::outputAdded, this, &TeamControls::showOutput);
    connect(&m_live, &LiveSession::viewChanged, this, &TeamControls::updatePlace);
    connect(&m_live, &LiveSession::sourceChanged, this, &TeamControls::updatePlace);
    connect(m_actions.action("team.open"), &QAction::triggered, this, &TeamControls::askForFile);
    connect(m_actions.action("team.new"), &QAction::triggered, &m_editing, &TeamEditing::create);
    connect(m_actions.action("team.edit"), &QAction::triggered, this,
            [this] { m_editing.edit(fileOf(m_panel->team())); });
    connect(&m_editing, &TeamEditing::saved, this, [this](const QString& file) {
        const bool isOpen = std::ranges::any_of(
            m_teams.teams(), [&](const widgets::TeamView& team) { return team.key == file; });
        isOpen ? m_teams.reload(file) : openFile(file);
    });
    connect(m_actions.action("team.start"), &QAction::triggered, this,
            [this] { startTeam(m_panel->team(), widgets::TeamPanel::kAll); });
    connect(m_actions.action("team.stop"), &QAction::triggered, &m_teams, &TeamSession::stopAll);
    m_panel->setRecentFiles(m_store.value(recentTeamsKey()).toStringList());
    for (const QString& file : m_store.value(openTeamsKey()).toStringList()) {
        if (QFileInfo::exists(file)) {
            m_teams.open(file);
        }
    }
    showTeams();
}

void TeamControls::keepOpenTeams() {
    QStringList files;
    for (const widgets::TeamView& team : m_teams.teams()) {
        files << team.file;
    }
    files.removeDuplicates();
    m_store.setValue(openTeamsKey(), files);
}

QString TeamControls::fileOf(const QString& key) const {
    const auto& teams = m_teams.teams();
    const auto team = std::ranges::find(teams, key, &widgets::TeamView::key);
    return team == teams.end() ? key : team->file;
}

void TeamControls::connectPanel() {
    using widgets::TeamPanel;
    connect(m_panel, &TeamPanel::openRequested, this, &TeamControls::askForFile);
    connect(m_panel, &TeamPanel::examplesRequested, this, &TeamControls::openExamples);
    connect(m_panel, &TeamPanel::openFileRequested, this, &TeamControls::openFile);
    connect(m_panel, &TeamPanel::editRequested, this,
            [this](const QString& team) { m_editing.edit(fileOf(team)); });
    connect(m_panel, &TeamPanel::reloadRequested, &m_teams, &TeamSession::reload);
    connect(m_panel, &TeamPanel::closeRequested, this, [this](const QString& team) {
        m_teams.close(team);
        keepOpenTeams();
    });
    connect(m_panel, &TeamPanel::startRequested, this, &TeamControls::startTeam);
    connect(m_panel, &TeamPanel::stopRequested, &m_teams, &TeamSession::stop);
    connect(m_panel, &TeamPanel::restartRequested, &m_teams, &TeamSession::restart);
    connect(m_panel, &TeamPanel::playerChosen, this, &TeamControls::showOutput);
}

void TeamControls::askForFile() {
    const QStringList recent = m_store.value(recentTeamsKey()).toStringList();
    const QString file = widgets::askForFile(
        m_panel, {QStringLiteral("teams"), tr("Open a team file"), tr("Team files (*.toml)"),
                  recent.value(0), examplesFolder(QStringLiteral("teams"))});
    if (!file.isEmpty()) {
        openFile(file);
    }
}

void TeamControls::openExamples() {
    const QDir folder(examplesFolder(QStringLiteral("teams")));
    for (const char* name : {"plain.toml", "formation.toml"}) {
        openFile(folder.filePath(QLatin1String(name)));
    }
}

void TeamControls::openFile(const QString& file) {
    const QString key = m_teams.open(file);
    QStringList recent = m_store.value(recentTeamsKey()).toStringList();
    recent.removeAll(key);
    recent.prepend(key);
    m_store.setValue(recentTeamsKey(), QStringList(recent.mid(0, kMaxRecent)));
    m_panel->setRecentFiles(recent.mid(0, kMaxRecent));
    keepOpenTeams();
    showTeams();
    m_panel->chooseTeam(key);
    Q_EMIT opened();
}

QString TeamControls::fault() const {
    const auto& teams = m_teams.teams();
    const auto chosen = std::ranges::find(teams, m_panel->team(), &widgets::TeamView::key);
    return chosen != teams.end() ? chosen->problems.join(QLatin1Char('\n')) : QString();
}

// A team whose file names its own server may start regardless of the shown match.
void TeamControls::startTeam(const QString& key, int player) {
    const QString wrong = m_match.wrongServer(key);
    m_teams.start(key, player);
    if (wrong.isEmpty()) {
        Q_EMIT liveRequested();
    } else {
        const TeamSession::Team team = m_teams.team(key);
        m_messages.show(MessageBar::Severity::Warning, tr("%1; its players go to %2:%3")
                                                           .arg(wrong, widgets::toQt(team.host))
                                                           .arg(team.agentPort));
    }
}

void TeamControls::showTeams() {
    m_panel->setTeams(m_teams.teams());
    const auto& teams = m_teams.teams();
    m_actions.action("team.start")
        ->setEnabled(std::ranges::any_of(
            teams, [](const widgets::TeamView& team) { return !team.players.empty(); }));
    m_actions.action("team.edit")->setEnabled(!teams.empty());
    m_actions.action("team.stop")->setEnabled(m_teams.isActive());
}

void TeamControls::showOutput() {
    const auto lines =
        m_teams.output(m_panel->team(), m_panel->outputPlayer(), m_panel->lastLine());
    if (!lines.empty()) {
        m_panel->appendLines(lines);
    }
}

void TeamControls::updatePlace() {
    const auto place = m_match.place();
    const bool isOurs =
        m_live.source() == LiveSession::Source::Simulator || m_live.view().isStarted;
    m_teams.setPlace(isOurs && place->agentPort > 0 ? place : std::nullopt);
}

} // namespace sideline::studio
