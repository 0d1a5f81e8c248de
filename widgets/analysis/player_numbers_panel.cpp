#include "widgets/analysis/player_numbers_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHeaderView>

#include "logs/analysis/statistic_list.h"
#include "widgets/analysis/number_order.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

bool PlayerNumbersRow::operator==(const PlayerNumbersRow& other) const {
    return id == other.id && name == other.name && robot == other.robot &&
           std::ranges::equal(values, other.values, [](double a, double b) {
               return a == b || (std::isnan(a) && std::isnan(b));
           });
}

void PlayerNumbersModel::setNumbers(const MatchNumbersPtr& numbers) {
    std::vector<PlayerNumbersRow> rows;
    if (numbers) {
        for (const logs::PlayerStatistics& player : numbers->statistics.players) {
            PlayerNumbersRow row{player.id,
                                 playerText(numbers->statistics, player.id),
                                 player.typeNumber >= 0 ? tr("type %1").arg(player.typeNumber)
                                                        : toQt(player.robot),
                                 {}};
            for (const logs::PlayerStatistic& statistic : logs::playerStatistics()) {
                row.values.push_back(statistic.value(player));
            }
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows), &PlayerNumbersRow::id);
}

void PlayerNumbersModel::setColors(const TeamColors& colors) {
    m_colors = colors;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, NameColumn));
    }
}

std::optional<MomentFilter> PlayerNumbersModel::momentsAt(const QModelIndex& index) const {
    const PlayerNumbersRow* row = rowAt(index.row());
    if (row == nullptr) {
        return std::nullopt;
    }
    MomentFilter filter;
    filter.side = row->id.side;
    filter.player = row->id;
    if (index.column() < FirstNumberColumn) {
        return filter;
    }
    filter.kind =
        logs::playerStatistics()[static_cast<std::size_t>(index.column() - FirstNumberColumn)]
            .info.behind;
    return filter.kind ? std::optional(filter) : std::nullopt;
}

int PlayerNumbersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0
                            : FirstNumberColumn + static_cast<int>(logs::playerStatistics().size());
}

QVariant PlayerNumbersModel::data(const QModelIndex& index, int role) const {
    const PlayerNumbersRow* row = rowAt(index.row());
    if (row == nullptr) {
        return {};
    }
    if (index.column() < FirstNumberColumn) {
        const bool isName = index.column() == NameColumn;
        switch (role) {
        case Qt::DisplayRole:
            return isName ? row->name : row->robot;
        case kSortRole: // sorted by team and number
            return isName ? QStringLiteral("%1 %2")
                                .arg(static_cast<int>(row->id.side))
                                .arg(row->id.unum.value(), 3, 10, QLatin1Char('0'))
                          : row->robot;
        case Qt::DecorationRole:
            return isName ? QVariant(m_colors.of(row->id.side)) : QVariant();
        case Qt::ToolTipRole:
            return tr("Click for all moments of this player");
        default:
            return {};
        }
    }
    const auto number = static_cast<std::size_t>(index.column() - FirstNumberColumn);
    const logs::StatisticInfo& info = logs::playerStatistics()[number].info;
    switch (role) {
    case Qt::DisplayRole:
        return statisticText(row->values[number], info.decimals, info.unit);
    case kSortRole:
        return row->values[number];
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return info.behind
                   ? tr("%1: %2.\nClick to list its moments").arg(toQt(info.name), toQt(info.about))
                   : tr("%1: %2.\nClick to see the player's positions")
                         .arg(toQt(info.name), toQt(info.about));
    default:
        return {};
    }
}

QVariant PlayerNumbersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (section < FirstNumberColumn) {
        return role == Qt::DisplayRole ? (section == NameColumn ? tr("Player") : tr("Robot"))
                                       : QVariant();
    }
    const logs::PlayerStatistic& statistic =
        logs::playerStatistics()[static_cast<std::size_t>(section - FirstNumberColumn)];
    if (role == Qt::ToolTipRole) {
        return QStringLiteral("%1: %2").arg(toQt(statistic.info.name), toQt(statistic.info.about));
    }
    return role == Qt::DisplayRole ? QVariant(toQt(statistic.shortName)) : QVariant();
}

PlayerNumbersPanel::PlayerNumbersPanel(QWidget* parent)
    : QWidget(parent),
      m_sorted(new NumberOrder(this)),
      m_table(panelTable("playerNumbers", m_sorted)) {
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(PlayerNumbersModel::kSortRole);
    m_table->setAccessibleName(tr("Statistics of the players"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(PlayerNumbersModel::NameColumn, Qt::AscendingOrder);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->viewport()->setCursor(Qt::PointingHandCursor);
    columnIn(this, 4)->addWidget(m_table, 1);
    connect(m_table, &QTableView::clicked, this, &PlayerNumbersPanel::activate);
    connect(m_table, &QTableView::activated, this, &PlayerNumbersPanel::activate);
}

void PlayerNumbersPanel::activate(const QModelIndex& index) {
    const QModelIndex source = m_sorted->mapToSource(index);
    if (const auto filter = m_model.momentsAt(source)) {
        Q_EMIT momentsRequested(*filter);
    } else if (const PlayerNumbersRow* row = m_model.at(source.row())) {
        Q_EMIT positionsRequested(row->id);
    }
}

void PlayerNumbersPanel::setNumbers(const MatchNumbersPtr& numbers) {
    m_model.setNumbers(numbers);
}

} // namespace sideline::widgets
