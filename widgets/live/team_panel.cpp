#include "widgets/live/team_panel.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QSplitter>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/live/player_row_delegate.h"

namespace sideline::widgets {

namespace {

constexpr std::size_t kMaxLines = 5000;
constexpr int kMargin = 6;
// From this width on the controls are one row, and players and output stand side by side.
constexpr int kWidePx = 1000;
// Below these widths of the table the column makes room for others; tool tips report all.
constexpr std::pair<TeamModel::Column, int> kNarrow[] = {{TeamModel::StartColumn, 700},
                                                         {TeamModel::RunsColumn, 620},
                                                         {TeamModel::MissedColumn, 520},
                                                         {TeamModel::TypeColumn, 460},
                                                         {TeamModel::CycleColumn, 360}};

QToolButton* toolButton(const QString& name, const QString& iconName, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

QComboBox* shrinkingBox(const QString& name, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(3);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

QString shownText(const TeamLineView& line) {
    return QStringLiteral("%1  %2%3%4")
        .arg(clockText(line.timeS, true),
             line.who.isEmpty() ? QString() : QStringLiteral("%1  ").arg(line.who, 2),
             line.kind == TeamLineView::Kind::Note ? QStringLiteral("\u2014 ") : QString(),
             line.text);
}

} // namespace

TeamPanel::TeamPanel(QWidget* parent) : QWidget(parent) {
    auto* column = columnIn(this, kMargin);
    column->setSpacing(4);
    m_rows = new QBoxLayout(QBoxLayout::TopToBottom);
    m_rows->setSpacing(4);
    m_rows->addWidget(buildFileRow(), 3);
    m_rows->addWidget(buildStartRow(), 3);
    m_rows->addWidget(buildMatchRow(), 5);
    column->addLayout(m_rows);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(buildTable());
    m_splitter->addWidget(buildOutput());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    column->addWidget(m_splitter, 1);
    m_matchNote = new QLabel;
    m_matchNote->setObjectName(QStringLiteral("matchNote"));
    m_matchNote->setWordWrap(true);
    column->addWidget(m_matchNote);
    showTeam();
}

QWidget* TeamPanel::buildFileRow() {
    auto* widget = new QWidget;
    auto* row = rowIn(widget);
    row->setSpacing(2);
    m_team = shrinkingBox(QStringLiteral("team"), tr("Open teams"));
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
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_summary, 1);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(team(), kAll); });
    connect(m_stop, &QPushButton::clicked, this, [this] { Q_EMIT stopRequested(team(), kAll); });
    return widget;
}

QWidget* TeamPanel::buildMatchRow() {
    auto* widget = new QWidget;
    auto* row = rowIn(widget);
    m_left = shrinkingBox(QStringLiteral("left"), tr("The team playing from the left"));
    m_right = shrinkingBox(QStringLiteral("right"), tr("The team playing from the right"));
    m_match =
        panelButton("match", tr("Match"), tr("Starts the simulator and both teams, and kicks off"));
    row->addWidget(m_left, 1);
    row->addWidget(new QLabel(tr("against")));
    row->addWidget(m_right, 1);
    row->addWidget(m_match);
    connect(m_left, &QComboBox::currentIndexChanged, this, &TeamPanel::updateButtons);
    connect(m_right, &QComboBox::currentIndexChanged, this, &TeamPanel::updateButtons);
    connect(m_right, &QComboBox::activated, this, [this] { m_isRightChosen = true; });
    connect(m_match, &QPushButton::clicked, this, [this] {
        if (m_isMatchRunning) {
            Q_EMIT matchEndRequested();
        } else {
            Q_EMIT matchRequested(m_left->currentData().toString(),
                                  m_right->currentData().toString());
        }
    });
    return widget;
}

QWidget* TeamPanel::buildTable() {
    m_pages = new QStackedWidget;
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("players"));
    m_table->setModel(&m_model);
    m_table->installEventFilter(this);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(20);
    auto* delegate = new PlayerRowDelegate(m_table);
    m_table->setItemDelegateForColumn(TeamModel::StateColumn, delegate);
    const std::pair<TeamModel::Column, QString> widths[] = {
        {TeamModel::NumberColumn, QStringLiteral("All ")},
        {TeamModel::TypeColumn, QStringLiteral("Type ")},
        {TeamModel::RunsColumn, QStringLiteral("built-in agent (stand) ")},
        {TeamModel::StartColumn, QStringLiteral("10.0 s ")},
        {TeamModel::StateColumn, QStringLiteral("could not start")},
        {TeamModel::CpuColumn, QStringLiteral("100 % ")},
        {TeamModel::CycleColumn, QStringLiteral("10.00 ms ")},
        {TeamModel::MissedColumn, QStringLiteral("Missed ")}};
    for (const auto& [section, text] : widths) {
        const int more = section == TeamModel::StateColumn ? PlayerRowDelegate::kExtraWidthPx : 6;
        m_table->setColumnWidth(section, fontMetrics().horizontalAdvance(text) + more);
    }
    m_problems = new QPlainTextEdit;
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setReadOnly(true);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_problems);
    m_pages->addWidget(buildHint());

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_isFilling) {
            m_all->setChecked(false);
            showPlayer();
        }
    });
    connect(m_table, &QTableView::clicked, this, [this] { m_all->setChecked(false); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &TeamPanel::showMenu);
    connect(delegate, &PlayerRowDelegate::startClicked, this,
            [this](int row) { Q_EMIT startRequested(team(), row); });
    connect(delegate, &PlayerRowDelegate::stopClicked, this,
            [this](int row) { Q_EMIT stopRequested(team(), row); });
    connect(delegate, &PlayerRowDelegate::restartClicked, this,
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

QWidget* TeamPanel::buildOutput() {
    auto* widget = new QWidget;
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    m_outputTitle = new QLabel;
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(tr("Only lines with\u2026"));
    m_filter->setClearButtonEnabled(true);
    m_copy = toolButton(QStringLiteral("copy"), QStringLiteral("export"),
                        tr("Copy the selected text, or all visible lines"));
    m_all = new QCheckBox(tr("All"));
    m_all->setObjectName(QStringLiteral("allOutput"));
    m_all->setToolTip(tr("Output of all players, in order of arrival"));
    m_all->setChecked(true);
    row->addWidget(m_outputTitle);
    row->addWidget(m_all);
    row->addWidget(m_filter, 1);
    row->addWidget(m_copy);
    column->addLayout(row);
    m_output = new QPlainTextEdit;
    m_output->setObjectName(QStringLiteral("output"));
    m_output->setReadOnly(true);
    m_output->setUndoRedoEnabled(false);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_output->setMaximumBlockCount(static_cast<int>(kMaxLines));
    m_output->setMinimumHeight(50);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF() * 0.92);
    m_output->setFont(fixed);
    column->addWidget(m_output, 1);
    connect(m_all, &QCheckBox::toggled, this, &TeamPanel::showPlayer);
    connect(m_filter, &QLineEdit::textChanged, this, [this] { rebuildOutput(); });
    connect(m_copy, &QToolButton::clicked, this, [this] {
        const QTextCursor cursor = m_output->textCursor();
        QApplication::clipboard()->setText(cursor.hasSelection() ? cursor.selection().toPlainText()
                                                                 : m_output->toPlainText());
    });
    return widget;
}

const TeamView* TeamPanel::current() const {
    const auto at = std::ranges::find(m_teams, team(), &TeamView::key);
    return at == m_teams.end() ? nullptr : &*at;
}

QString TeamPanel::team() const {
    return m_team->currentData().toString();
}

int TeamPanel::player() const {
    return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

int TeamPanel::outputPlayer() const {
    return m_all->isChecked() ? kAll : player();
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
        fillTeamBoxes();
    }
    showTeam();
}

// Each box keeps its team; a match is of two teams unless the user wants it otherwise.
void TeamPanel::fillTeamBoxes() {
    m_isFilling = true;
    const auto fill = [this](QComboBox* box, const QString& other, bool mayBeOther) {
        const QString before = box->currentData().toString();
        box->clear();
        for (const TeamView& view : m_teams) {
            box->addItem(view.name, view.key);
            box->setItemData(box->count() - 1, view.file, Qt::ToolTipRole);
        }
        int index = box->findData(before);
        if (index < 0 || (before == other && !mayBeOther)) {
            for (index = 0; index < box->count() && box->itemData(index).toString() == other;) {
                ++index;
            }
        }
        box->setCurrentIndex(index < box->count() ? index : box->count() - 1);
    };
    fill(m_team, {}, true);
    fill(m_left, m_right->currentData().toString(), true);
    fill(m_right, m_left->currentData().toString(), m_isRightChosen);
    m_isFilling = false;
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
    // Players that still run although their file has mistakes by now can be stopped.
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
                   player.lamp == TeamPlayerView::Lamp::Trouble;
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
    const QString lacking = m_isMatchRunning ? QString() : whatAMatchLacks();
    m_match->setText(m_isMatchRunning ? tr("End") : tr("Match"));
    m_match->setEnabled(lacking.isEmpty());
    m_left->setEnabled(!m_isMatchRunning);
    m_right->setEnabled(!m_isMatchRunning);
    const QString note = m_isMatchRunning ? m_matchState : m_teams.empty() ? QString() : lacking;
    showText(m_matchNote, note);
    m_matchNote->setVisible(!note.isEmpty());
}

// Empty if it can be started.
QString TeamPanel::whatAMatchLacks() const {
    if (m_teams.size() < 2) {
        return tr("For a match, open a second team file");
    }
    for (const QComboBox* box : {m_left, m_right}) {
        const auto at = std::ranges::find(m_teams, box->currentData().toString(), &TeamView::key);
        if (at == m_teams.end() || !at->problems.isEmpty()) {
            return tr("For a match, choose a team other than %1: its file has errors")
                .arg(box->currentText());
        }
    }
    return m_left->currentIndex() == m_right->currentIndex()
               ? tr("For a match, choose two different teams")
               : QString();
}

void TeamPanel::showPlayer() {
    const int row = player();
    const bool hasPlayer = row >= 0 && row < m_model.rowCount();
    const int number = hasPlayer ? m_model.players()[static_cast<std::size_t>(row)].number : 0;
    const int shown = hasPlayer ? outputPlayer() : -1;
    showText(m_outputTitle, !hasPlayer || shown == kAll ? tr("Output")
                            : number > 0                ? tr("Output of player %1").arg(number)
                                                        : tr("Output of the team"));
    const QString key = hasPlayer ? m_shownTeam : QString();
    if (m_outputPlayer == shown && m_outputTeam == key) {
        return;
    }
    m_outputPlayer = shown;
    m_outputTeam = key;
    m_lastLine = 0;
    m_lines.clear();
    m_output->clear();
    if (hasPlayer) {
        Q_EMIT playerChosen(key, shown);
    }
}

void TeamPanel::appendLines(const std::vector<TeamLineView>& lines) {
    QScrollBar* bar = m_output->verticalScrollBar();
    const bool isAtEnd = bar->value() >= bar->maximum() - 1;
    for (const TeamLineView& line : lines) {
        if (line.number <= m_lastLine) {
            continue;
        }
        m_lastLine = line.number;
        m_lines.push_back(line);
        if (m_lines.size() > kMaxLines) {
            m_lines.pop_front();
        }
        appendShown(line);
    }
    if (isAtEnd) {
        bar->setValue(bar->maximum());
    }
}

void TeamPanel::appendShown(const TeamLineView& line) {
    if (!m_filter->text().isEmpty() && !line.text.contains(m_filter->text(), Qt::CaseInsensitive)) {
        return;
    }
    // Not with the visible cursor: what the user has marked stays marked.
    QTextCursor cursor(m_output->document());
    cursor.movePosition(QTextCursor::End);
    if (!m_output->document()->isEmpty()) {
        cursor.insertBlock();
    }
    QTextCharFormat format;
    if (line.kind == TeamLineView::Kind::Error) {
        format.setForeground(lampColor(TeamPlayerView::Lamp::Bad));
    } else if (line.kind == TeamLineView::Kind::Note) {
        format.setForeground(palette().color(QPalette::PlaceholderText));
    }
    cursor.insertText(shownText(line), format);
}

void TeamPanel::rebuildOutput() {
    m_output->clear();
    for (const TeamLineView& line : m_lines) {
        appendShown(line);
    }
    m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
}

void TeamPanel::showMenu(const QPoint& pos) {
    const QModelIndex index = m_table->indexAt(pos);
    if (!index.isValid()) {
        return;
    }
    const int row = index.row();
    const bool isActive = index.data(TeamModel::ActiveRole).toBool();
    QMenu menu;
    menu.addAction(icon(QStringLiteral("play")), tr("Start"), this,
                   [this, row] { Q_EMIT startRequested(team(), row); })
        ->setEnabled(!isActive);
    menu.addAction(icon(QStringLiteral("stop")), tr("Stop"), this,
                   [this, row] { Q_EMIT stopRequested(team(), row); })
        ->setEnabled(isActive);
    menu.addAction(icon(QStringLiteral("restart")), tr("Restart"), this,
                   [this, row] { Q_EMIT restartRequested(team(), row); })
        ->setEnabled(isActive);
    menu.exec(m_table->viewport()->mapToGlobal(pos));
}

void TeamPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool TeamPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

void TeamPanel::arrange() {
    const bool isWide = width() >= kWidePx;
    m_rows->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_splitter->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
}

void TeamPanel::fitColumns() {
    for (const auto& [section, leastWidth] : kNarrow) {
        m_table->setColumnHidden(section, m_table->width() < leastWidth);
    }
}

} // namespace sideline::widgets
