#include "widgets/analysis/matches_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QFileInfo>
#include <QHeaderView>

#include "logs/analysis/statistic_list.h"
#include "widgets/analysis/match_numbers.h"
#include "widgets/analysis/number_order.h"
#include "widgets/analysis/table_keys.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using game::Side;
using Kind = MatchesChoice::Kind;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr int kSideChoices = 3; // before the teams

} // namespace

void MatchesModel::clear() {
    beginResetModel();
    m_matches.clear();
    endResetModel();
}

void MatchesModel::add(MatchSummary match) {
    beginInsertRows({}, rowCount(), rowCount());
    m_matches.push_back(std::move(match));
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
    return parent.isValid() ? 0
                            : FirstNumberColumn + static_cast<int>(logs::teamStatistics().size());
}

double MatchesModel::valueOf(const MatchSummary& match, std::size_t statistic) const {
    const auto of = [&](Side side) {
        return logs::teamStatistics()[statistic].value(match.total, side);
    };
    if (!match.fault.isEmpty()) {
        return kNothing;
    }
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
        return match.fault.isEmpty() ? tr("%1\nDouble click opens it").arg(match.file)
                                     : match.fault;
    }
    if (index.column() >= FirstNumberColumn) {
        const auto number = static_cast<std::size_t>(index.column() - FirstNumberColumn);
        const logs::StatisticInfo& info = logs::teamStatistics()[number].info;
        switch (role) {
        case Qt::DisplayRole:
            return statisticText(valueOf(match, number), info.decimals, info.unit);
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
        return QFileInfo(match.file).fileName();
    case TeamsColumn:
        return match.fault.isEmpty()
                   ? QStringLiteral("%1 - %2").arg(match.teamLeft, match.teamRight)
                   : tr("cannot be read");
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
        const logs::StatisticInfo& info =
            logs::teamStatistics()[static_cast<std::size_t>(section - FirstNumberColumn)].info;
        return role == Qt::DisplayRole   ? QVariant(toQt(info.name))
               : role == Qt::ToolTipRole ? QVariant(toQt(info.about))
                                         : QVariant();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return section == MatchColumn   ? tr("Match")
           : section == TeamsColumn ? tr("Teams")
                                    : tr("Score");
}

MatchesPanel::MatchesPanel(QWidget* parent)
    : QWidget(parent),
      m_sorted(new NumberOrder(this)),
      m_whose(panelChoice("matchesWhose", {}, tr("Whose numbers are shown"))),
      m_state(new QLabel),
      m_stop(panelTool("matchesStop", QStringLiteral("stop"), tr("Stop counting"))),
      m_table(panelTable("matches", m_sorted)) {
    m_whose->setAccessibleName(m_whose->toolTip());
    m_whose->setMaximumWidth(220);
    m_state->setObjectName(QStringLiteral("matchesState"));
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(MatchesModel::kSortRole);
    m_table->setAccessibleName(tr("Matches"));
    new TableKeys(m_table, {Qt::Key_Up, Qt::Key_Down});
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(MatchesModel::MatchColumn, Qt::AscendingOrder);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QPushButton* folder = panelButton(
        "matchesFolder", tr("Folder..."),
        tr("Compare all match logs of a folder, or of a series played by sideline match"));
    QPushButton* files =
        panelButton("matchesFiles", tr("Add logs..."), tr("Add match logs to the table"));
    auto* row = new QHBoxLayout;
    row->addWidget(folder);
    row->addWidget(files);
    row->addWidget(m_whose, 1);
    row->addWidget(m_state, 1);
    row->addWidget(m_stop);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_table, 1);
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
        Q_EMIT openRequested(m_model.matches()[source].file);
    });
    fillChoices();
    setProgress(0, 0);
}

void MatchesPanel::clear() {
    m_model.clear();
    fillChoices();
}

void MatchesPanel::add(MatchSummary match) {
    m_model.add(std::move(match));
    fillChoices();
}

// Teams as they come; the one that is chosen stays.
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
    m_whose->addItems({tr("left team"), tr("right team"), tr("left less right")});
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
    showText(m_state, done < count              ? tr("%1 of %2 counted").arg(done).arg(count)
                      : m_model.rowCount() == 0 ? tr("Choose match logs to compare them")
                                                : tr("Double click opens a match"));
}

} // namespace sideline::widgets
