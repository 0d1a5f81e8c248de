#include "widgets/live/team_panel.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

constexpr int kMargin = 6;
// From this width on, the controls form one row, and players and output are side by side.
constexpr int kWidePx = 1000;
QToolButton* toolButton(const QString& name, const QString& iconName, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

TeamPanel::TeamPanel(QWidget* parent) : QWidget(parent) {
    auto* column = columnIn(this, kMargin);
    column->setSpacing(4);
    m_rows = new QBoxLayout(QBoxLayout::TopToBottom);
    m_rows->setSpacing(4);
    m_rows->addWidget(buildFileRow(), 3);
    m_rows->addWidget(buildStartRow(), 3);
    m_matchRow = new TeamMatchRow;
    m_rows->addWidget(m_matchRow, 5);
    column->addLayout(m_rows);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(buildTable());
    m_output = new TeamOutput;
    m_splitter->addWidget(m_output);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    column->addWidget(m_splitter, 1);
    m_matchNote = new QLabel;
    m_matchNote->setObjectName(QStringLiteral("matchNote"));
    m_matchNote->setWordWrap(true);
    column->addWidget(m_matchNote);
    connect(m_matchRow, &TeamMatchRow::teamsChanged, this, &TeamPanel::updateButtons);
    connect(m_matchRow, &TeamMatchRow::matchRequested, this, &TeamPanel::matchRequested);
    connect(m_matchRow, &TeamMatchRow::matchEndRequested, this, &TeamPanel::matchEndRequested);
    connect(m_output, &TeamOutput::ofAllChanged, this, &TeamPanel::showPlayer);
    showTeam();
}

QWidget* TeamPanel::buildFileRow() {
    auto* widget = new QWidget;
    auto* row = rowIn(widget);
    row->setSpacing(2);
    m_team = teamBox(QStringLiteral("team"), tr("Open teams"));
    m_team->setPlaceholderText(tr("No team file"));
    m_open = toolButton(QStringLiteral("open"), QStringLiteral("open"), tr("Open a team file"));
    m_recentMenu = new QMenu(m_open);
    m_edit = toolButton(QStringLiteral("edit"), QStringLiteral("settings"),
                        tr("Edit the team file: players, programs, server"));
    m_reload = toolButton(QStringLiteral("reload"), QStringLiteral("restart"),
                          tr("Reload the team file; running players continue until stopped"));
    m_close = toolButton(QStringLiteral("close"), QStringLiteral("close"),
                         tr("Stop the team and close its file"));
    row->addWidget(m_team, 1);
    for (QToolButton* button : {m_open, m_edit, m_reload, m_close}) {
        row->addWidget(button);
    }
    connect(m_team, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_isFilling) {
            showTeam();
        }
    });
    connect(m_open, &QToolButton::clicked, this, &TeamPanel::openRequested);
    connect(m_edit, &QToolButton::clicked, this, [this] { Q_EMIT editRequested(team()); });
    connect(m_reload, &QToolButton::clicked, this, [this] { Q_EMIT reloadRequested(team()); });
    connect(m_close, &QToolButton::clicked, this, [this] { Q_EMIT closeRequested(team()); });
    return widget;
}

QWidget* TeamPanel::buildStartRow() {
    auto* widget = new QWidget;
    auto* row = rowIn(widget);
    m_start = panelButton("startAll", tr("Start all"),
                          tr("Starts all players that are not running, one after another"));
    m_start->setIcon(icon(QStringLiteral("play")));
    m_stop = panelButton("stopAll", tr("Stop all"), tr("Stops all players of this team"));
    m_stop->setIcon(icon(QStringLiteral("stop")));
    m_summary = new ElidedLabel("summary", Qt::ElideRight);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_summary, 1);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(team(), kAll); });
    connect(m_stop, &QPushButton::clicked, this, [this] { Q_EMIT stopRequested(team(), kAll); });
    return widget;
}

QWidget* TeamPanel::buildTable() {
    m_pages = new QStackedWidget;
    m_table = new PlayerTable(m_model);
    m_problems = new QPlainTextEdit;
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setReadOnly(true);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_problems);
    m_pages->addWidget(buildHint());

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_isFilling) {
            m_output->setOfAll(false);
            showPlayer();
        }
    });
    connect(m_table, &QTableView::clicked, this, [this] { m_output->setOfAll(false); });
    connect(m_table, &PlayerTable::startRequested, this,
            [this](int row) { Q_EMIT startRequested(team(), row); });
    connect(m_table, &PlayerTable::stopRequested, this,
            [this](int row) { Q_EMIT stopRequested(team(), row); });
    connect(m_table, &PlayerTable::restartRequested, this,
            [this](int row) { Q_EMIT restartRequested(team(), row); });
    return m_pages;
}

QWidget* TeamPanel::buildHint() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* text = new QLabel(
        tr("Open a team file to start its players: programs of any team, or built-in agents."));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* examples = panelButton("examples", tr("Open the two example teams"),
                                 tr("Two teams of built-in agents, ready for a match"));
    column->addStretch(1);
    column->addWidget(text);
    column->addWidget(examples, 0, Qt::AlignHCenter);
    column->addStretch(1);
    connect(examples, &QPushButton::clicked, this, &TeamPanel::examplesRequested);
    return page;
}

const TeamView* TeamPanel::current() const {
    const auto at = std::ranges::find(m_teams, team(), &TeamView::key);
    return at == m_teams.end() ? nullptr : &*at;
}

QString TeamPanel::team() const {
    return m_team->currentData().toString();
}

int TeamPanel::player() const {
    return m_table->player();
}

int TeamPanel::outputPlayer() const {
    return m_output->isOfAll() ? kAll : player();
}

void TeamPanel::setTeams(const std::vector<TeamView>& teams) {
    const auto isSameList = std::ranges::equal(teams, m_teams, [](const auto& a, const auto& b) {
        return a.key == b.key && a.name == b.name && a.file == b.file;
    });
    if (isSameList && teams == m_teams) {
        return;
    }
    m_teams = teams;
    if (!isSameList) {
        m_isFilling = true;
        fillTeamBox(*m_team, m_teams);
        m_matchRow->listTeams(m_teams);
        m_isFilling = false;
    }
    showTeam();
}

void TeamPanel::chooseTeam(const QString& key) {
    m_team->setCurrentIndex(std::max(m_team->findData(key), 0));
}

void TeamPanel::setRecentFiles(const QStringList& files) {
    if (files == m_recent) {
        return;
    }
    m_recent = files;
    m_recentMenu->clear();
    for (const QString& file : files) {
        QAction* action = m_recentMenu->addAction(QFileInfo(file).fileName());
        action->setToolTip(file);
        connect(action, &QAction::triggered, this,
                [this, file] { Q_EMIT openFileRequested(file); });
    }
    m_recentMenu->setToolTipsVisible(true);
    m_open->setMenu(files.isEmpty() ? nullptr : m_recentMenu);
    m_open->setPopupMode(files.isEmpty() ? QToolButton::DelayedPopup
                                         : QToolButton::MenuButtonPopup);
}

void TeamPanel::setMatchRunning(bool isRunning) {
    m_isMatchRunning = isRunning;
    m_matchRow->setRunning(isRunning);
    m_matchState.clear();
    updateButtons();
}

void TeamPanel::setMatchState(const QString& text) {
    m_matchState = text;
    updateButtons();
}

void TeamPanel::showTeam() {
    const TeamView* view = current();
    m_isFilling = true;
    if (m_shownTeam != team()) {
        m_shownTeam = team();
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    }
    m_model.setPlayers(view != nullptr ? view->players : std::vector<TeamPlayerView>());
    if (view != nullptr && !view->problems.isEmpty()) {
        const QString text = view->problems.join(QLatin1Char('\n'));
        if (m_problems->toPlainText() != text) {
            m_problems->setPlainText(text);
        }
    }
    const auto hasPlayers = [](const TeamView& team) { return !team.players.empty(); };
    // Running players can be stopped even if their file has errors now.
    m_pages->setCurrentIndex(view == nullptr                                 ? 2
                             : view->problems.isEmpty() || hasPlayers(*view) ? 0
                                                                             : 1);
    m_team->setToolTip(view == nullptr ? tr("Open teams") : view->file);
    if (player() < 0 && m_model.rowCount() > 0) {
        m_table->setCurrentIndex(m_model.index(0, 0));
    }
    m_isFilling = false;
    showPlayer();
    updateButtons();
}

void TeamPanel::updateButtons() {
    const TeamView* view = current();
    const auto active =
        view == nullptr ? 0 : std::ranges::count_if(view->players, &TeamPlayerView::isActive);
    const auto count = view == nullptr ? 0 : std::ssize(view->players);
    const auto running =
        view == nullptr ? 0 : std::ranges::count_if(view->players, [](const auto& player) {
            return player.lamp == TeamPlayerView::Lamp::Good ||
                   player.lamp == TeamPlayerView::Lamp::Trouble ||
                   player.lamp == TeamPlayerView::Lamp::Silent;
        });
    m_start->setEnabled(active < count && view->problems.isEmpty());
    m_edit->setEnabled(view != nullptr);
    m_stop->setEnabled(active > 0);
    m_reload->setEnabled(view != nullptr);
    m_close->setEnabled(view != nullptr);
    QString summary;
    QString tip;
    if (view != nullptr && !view->problems.isEmpty()) {
        summary = tr("The file has errors");
    } else if (view != nullptr) {
        summary = tr("%1 of %2 running at %3").arg(running).arg(count).arg(view->server);
        if (!view->notes.isEmpty()) {
            summary += tr("; %n notes", nullptr, static_cast<int>(view->notes.size()));
            tip = view->notes.join(QLatin1Char('\n'));
        }
    }
    showText(m_summary, summary);
    m_summary->setToolTip(tip);
    const QString missing = m_matchRow->update(m_teams);
    const QString note = m_isMatchRunning ? m_matchState : m_teams.empty() ? QString() : missing;
    showWrapped(m_matchNote, note);
    m_matchNote->setVisible(!note.isEmpty());
}

void TeamPanel::showPlayer() {
    const int row = player();
    const bool hasPlayer = row >= 0 && row < m_model.rowCount();
    const int number = hasPlayer ? m_model.players()[static_cast<std::size_t>(row)].number : 0;
    const int shown = hasPlayer ? outputPlayer() : -1;
    m_output->setTitle(!hasPlayer || shown == kAll ? tr("Output")
                       : number > 0                ? tr("Output of player %1").arg(number)
                                                   : tr("Output of the team"));
    const QString key = hasPlayer ? m_shownTeam : QString();
    if (m_outputPlayer == shown && m_outputTeam == key) {
        return;
    }
    m_outputPlayer = shown;
    m_outputTeam = key;
    m_output->clear();
    if (hasPlayer) {
        Q_EMIT playerChosen(key, shown);
    }
}

void TeamPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TeamPanel::arrange() {
    const bool isWide = width() >= kWidePx;
    m_rows->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_splitter->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
}

} // namespace sideline::widgets
