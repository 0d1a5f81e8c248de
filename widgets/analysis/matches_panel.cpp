#include "widgets/analysis/matches_panel.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <QHeaderView>
#include <QSplitter>

#include "widgets/analysis/match_numbers.h"
#include "widgets/analysis/number_order.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using game::Side;
using Kind = MatchesChoice::Kind;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr int kSideChoices = 3;   // number of choices before the teams
constexpr int kRowsMeasured = 50; // rows used to compute column widths, of thousands

QString numberText(double value, const MatchNumberInfo& info) {
    return statisticText(value, info.decimals, info.unit.toStdString());
}

// A mean rounded to two digits of its standard error, as in the report of a series; without an
// error it has one digit more than the values of a match.
QString meanText(const logs::SampleMean& mean, const MatchNumberInfo& info) {
    if (std::isnan(mean.mean)) {
        return QStringLiteral("-");
    }
    const int decimals = logs::decimalsOf(mean).value_or(info.decimals + 1);
    QString text = QString::number(mean.mean, 'f', decimals);
    if (!std::isnan(mean.error)) {
        text += QStringLiteral(" \u00b1 ") + QString::number(mean.error, 'f', decimals);
    }
    return info.unit.isEmpty() ? text : text + QLatin1Char(' ') + info.unit;
}

} // namespace

void MatchesModel::clear() {
    beginResetModel();
    m_matches.clear();
    endResetModel();
}

void MatchesModel::add(std::vector<MatchSummary> matches) {
    if (matches.empty()) {
        return;
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(matches.size()) - 1);
    std::ranges::move(matches, std::back_inserter(m_matches));
    endInsertRows();
}

void MatchesModel::setChoice(const MatchesChoice& choice) {
    m_choice = choice;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int MatchesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_matches.size());
}

int MatchesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstNumberColumn + static_cast<int>(matchNumbers().size());
}

double MatchesModel::valueOf(const MatchSummary& match, std::size_t number) const {
    if (number >= match.values.size()) {
        return kNothing;
    }
    const auto of = [&](Side side) { return match.values[number].of(side); };
    switch (m_choice.kind) {
    case Kind::Left:
        return of(Side::Left);
    case Kind::Right:
        return of(Side::Right);
    case Kind::Difference:
        return of(Side::Left) - of(Side::Right);
    case Kind::Team:
        break;
    }
    return match.teamLeft == m_choice.team    ? of(Side::Left)
           : match.teamRight == m_choice.team ? of(Side::Right)
                                              : kNothing;
}

QVariant MatchesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const MatchSummary& match = m_matches[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        if (index.column() == WhyColumn && !match.events.isEmpty()) {
            return match.events;
        }
        return !match.fault.isEmpty() ? match.fault
               : match.file.isEmpty() ? tr("%1: its log was not kept").arg(match.name)
               : match.showS ? tr("%1\nDouble-click to open it at this moment").arg(match.file)
                             : tr("%1\nDouble-click to open it").arg(match.file);
    }
    if (index.column() >= FirstNumberColumn) {
        const auto number = static_cast<std::size_t>(index.column() - FirstNumberColumn);
        switch (role) {
        case Qt::DisplayRole:
            return numberText(valueOf(match, number), matchNumbers()[number]);
        case kSortRole:
            return valueOf(match, number);
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        default:
            return {};
        }
    }
    if (role == Qt::ForegroundRole && !match.fault.isEmpty()) {
        return kFaultColor;
    }
    if (index.column() == ScoreColumn && role == kSortRole) {
        return match.fault.isEmpty() ? match.scoreLeft - match.scoreRight : kNothing;
    }
    if (role != Qt::DisplayRole && role != kSortRole) {
        return {};
    }
    switch (index.column()) {
    case MatchColumn:
        return match.name;
    case TeamsColumn:
        return match.fault.isEmpty()
                   ? QStringLiteral("%1 - %2").arg(match.teamLeft, match.teamRight)
               : match.showS ? tr("failed")
                             : tr("cannot be read");
    case WhyColumn:
        return match.fault.isEmpty() ? match.events : match.fault;
    default:
        return match.fault.isEmpty()
                   ? QStringLiteral("%1:%2").arg(match.scoreLeft).arg(match.scoreRight)
                   : QString();
    }
}

QVariant MatchesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (section >= FirstNumberColumn) {
        const MatchNumberInfo& info =
            matchNumbers()[static_cast<std::size_t>(section - FirstNumberColumn)];
        return role == Qt::DisplayRole   ? QVariant(info.name)
               : role == Qt::ToolTipRole ? QVariant(info.about)
                                         : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return section == MatchColumn   ? tr("Match")
           : section == TeamsColumn ? tr("Teams")
           : section == ScoreColumn ? tr("Score")
                                    : tr("Goals or reason for failure");
}

void AveragesModel::setTeams(std::vector<TeamAverages> teams) {
    beginResetModel();
    m_teams = std::move(teams);
    endResetModel();
}

int AveragesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_teams.empty()
               ? 0
               : kFirstNumberRow + static_cast<int>(matchNumbers().size());
}

int AveragesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_teams.size());
}

QString AveragesModel::textOf(const TeamAverages& team, int row) const {
    if (row == 0) {
        return QString::number(team.matches);
    }
    if (row < kFirstNumberRow) {
        return QStringLiteral("%1 / %2 / %3").arg(team.won).arg(team.drawn).arg(team.lost);
    }
    const auto number = static_cast<std::size_t>(row - kFirstNumberRow);
    return meanText(team.numbers[number], matchNumbers()[number]);
}

QVariant AveragesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return {};
    }
    const TeamAverages& team = m_teams[static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole) {
        return textOf(team, index.row());
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && index.row() >= kFirstNumberRow) {
        const auto number = static_cast<std::size_t>(index.row() - kFirstNumberRow);
        return tr("%1 of %2: mean and standard error of %3 matches.\n"
                  "Click to sort the matches by it")
            .arg(matchNumbers()[number].name, team.team)
            .arg(team.numbers[number].count);
    }
    return {};
}

QVariant AveragesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        return role == Qt::DisplayRole && section < columnCount()
                   ? QVariant(m_teams[static_cast<std::size_t>(section)].team)
                   : QVariant();
    }
    if (section < kFirstNumberRow) {
        return role != Qt::DisplayRole ? QVariant()
               : section == 0          ? QVariant(tr("Matches"))
                                       : QVariant(tr("Won / drawn / lost"));
    }
    const auto number = static_cast<std::size_t>(section - kFirstNumberRow);
    if (number >= matchNumbers().size()) {
        return {};
    }
    return role == Qt::DisplayRole   ? QVariant(matchNumbers()[number].name)
           : role == Qt::ToolTipRole ? QVariant(matchNumbers()[number].about)
                                     : QVariant();
}

MatchesPanel::MatchesPanel(QWidget* parent)
    : QWidget(parent),
      m_sorted(new NumberOrder(this)),
      m_whose(panelChoice("matchesWhose", {}, tr("Team or side whose numbers are shown"))),
      m_state(new QLabel),
      m_stop(panelTool("matchesStop", QStringLiteral("stop"), tr("Stop counting"))),
      m_table(panelTable("matches", m_sorted)),
      m_means(new QWidget),
      m_teams(panelTable("matchAverages", &m_averages)) {
    m_whose->setAccessibleName(m_whose->toolTip());
    m_whose->setMaximumWidth(220);
    m_state->setObjectName(QStringLiteral("matchesState"));
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(MatchesModel::kSortRole);
    m_table->setAccessibleName(tr("Matches"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(MatchesModel::MatchColumn, Qt::AscendingOrder);
    m_teams->setAccessibleName(tr("Means of the teams"));
    m_teams->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_teams->verticalHeader()->show();
    m_teams->viewport()->setCursor(Qt::PointingHandCursor);
    for (const QTableView* table : {m_table, m_teams}) {
        table->horizontalHeader()->setHighlightSections(false);
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        table->horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
    }
    QPushButton* folder = panelButton(
        "matchesFolder", tr("Folder..."),
        tr("Compare all match logs in a folder, or the games of a series run by sideline match"));
    QPushButton* files = panelButton("matchesFiles", tr("Add files..."),
                                     tr("Add match logs, or results.csv of a series"));
    auto* row = new QHBoxLayout;
    row->addWidget(folder);
    row->addWidget(files);
    row->addWidget(m_whose, 1);
    row->addWidget(m_state, 1);
    row->addWidget(m_stop);
    auto* tables = new QSplitter(Qt::Horizontal);
    tables->setChildrenCollapsible(false);
    tables->addWidget(m_table);
    auto* means = new QVBoxLayout(m_means);
    means->setContentsMargins(0, 0, 0, 0);
    means->addWidget(new QLabel(tr("Mean \u00b1 standard error")));
    means->addWidget(m_teams, 1);
    tables->addWidget(m_means);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 2);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(tables, 1);
    connect(folder, &QPushButton::clicked, this, &MatchesPanel::folderRequested);
    connect(files, &QPushButton::clicked, this, &MatchesPanel::filesRequested);
    connect(m_stop, &QToolButton::clicked, this, &MatchesPanel::stopRequested);
    connect(m_whose, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0) {
            m_model.setChoice(m_choices[static_cast<std::size_t>(index)]);
        }
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const auto source = static_cast<std::size_t>(m_sorted->mapToSource(index).row());
        const MatchSummary& match = m_model.matches()[source];
        if (match.file.isEmpty()) {
            Q_EMIT logMissing(match.name);
        } else {
            Q_EMIT openRequested(match);
        }
    });
    connect(m_teams, &QTableView::clicked, this, &MatchesPanel::showBehind);
    fillChoices();
    hideUnknown();
    setProgress(0, 0);
}

void MatchesPanel::clear() {
    m_model.clear();
    m_averages.setTeams({});
    fillChoices();
    hideUnknown();
}

void MatchesPanel::add(std::vector<MatchSummary> matches) {
    m_model.add(std::move(matches));
    m_averages.setTeams(averagesOf(m_model.matches()));
    fillChoices();
    hideUnknown();
}

// Hides numbers that are missing in all matches.
void MatchesPanel::hideUnknown() {
    m_means->setVisible(!m_averages.teams().empty());
    m_table->setColumnHidden(MatchesModel::WhyColumn,
                             std::ranges::all_of(m_model.matches(), [](const MatchSummary& match) {
                                 return match.events.isEmpty() && match.fault.isEmpty();
                             }));
    for (std::size_t i = 0; i < matchNumbers().size(); ++i) {
        const bool isKnown = m_averages.teams().empty() ||
                             std::ranges::any_of(m_averages.teams(), [i](const auto& team) {
                                 return team.numbers[i].count > 0;
                             });
        const int number = static_cast<int>(i);
        m_table->setColumnHidden(MatchesModel::FirstNumberColumn + number, !isKnown);
        if (!m_averages.teams().empty()) {
            m_teams->setRowHidden(AveragesModel::kFirstNumberRow + number, !isKnown);
        }
    }
}

// Shows the matches that a mean is computed from, sorted by that number, highest first.
void MatchesPanel::showBehind(const QModelIndex& average) {
    const MatchesChoice team{Kind::Team,
                             m_averages.teams()[static_cast<std::size_t>(average.column())].team};
    const auto choice = std::ranges::find(m_choices, team);
    if (choice != m_choices.end()) {
        m_whose->setCurrentIndex(static_cast<int>(choice - m_choices.begin()));
    }
    const int number = average.row() - AveragesModel::kFirstNumberRow;
    if (number >= 0) {
        const int sorted = MatchesModel::FirstNumberColumn + number;
        m_table->sortByColumn(sorted, Qt::DescendingOrder);
        m_table->scrollTo(m_sorted->index(0, sorted));
    }
}

// Teams in order of appearance; the current choice is kept.
void MatchesPanel::fillChoices() {
    std::vector<MatchesChoice> choices = {{Kind::Left}, {Kind::Right}, {Kind::Difference}};
    for (const MatchSummary& match : m_model.matches()) {
        for (const QString& team : {match.teamLeft, match.teamRight}) {
            const MatchesChoice choice{Kind::Team, team};
            if (!team.isEmpty() && std::ranges::find(choices, choice) == choices.end()) {
                choices.push_back(choice);
            }
        }
    }
    if (choices == m_choices) {
        return;
    }
    const int chosen = m_whose->currentIndex();
    const MatchesChoice before =
        chosen >= 0 ? m_choices[static_cast<std::size_t>(chosen)] : MatchesChoice{};
    m_choices = choices;
    const QSignalBlocker blocker(m_whose);
    m_whose->clear();
    m_whose->addItems({tr("left team"), tr("right team"), tr("left minus right")});
    for (std::size_t i = kSideChoices; i < choices.size(); ++i) {
        m_whose->addItem(choices[i].team);
    }
    const auto again = std::ranges::find(choices, before);
    m_whose->setCurrentIndex(again == choices.end() ? 0
                                                    : static_cast<int>(again - choices.begin()));
    m_model.setChoice(choices[static_cast<std::size_t>(m_whose->currentIndex())]);
}

void MatchesPanel::setProgress(int done, int count) {
    m_stop->setVisible(done < count);
    showText(m_state, done < count ? tr("%1 of %2 counted").arg(done).arg(count)
                      : m_model.rowCount() == 0
                          ? tr("Choose match logs or the folder of a series to compare")
                          : tr("Double-click a match to open it"));
}

} // namespace sideline::widgets
