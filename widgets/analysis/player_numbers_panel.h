#pragma once

#include <vector>

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include "widgets/analysis/match_numbers.h"
#include "widgets/common/row_table.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// The statistics of a player.
struct PlayerNumbersRow {
    game::PlayerId id;
    QString name;
    QString robot;
    std::vector<double> values; ///< one per entry of `logs::playerStatistics()`; NaN for none
    /// Treats NaN as equal to NaN.
    [[nodiscard]] bool operator==(const PlayerNumbersRow& other) const;
};

/// A row per player, a column per number.
class PlayerNumbersModel : public RowTable<PlayerNumbersRow> {
    Q_OBJECT
public:
    enum Column { NameColumn, RobotColumn, FirstNumberColumn };
    static constexpr int kSortRole = Qt::UserRole;

    using RowTable::RowTable;

    void setNumbers(const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors);
    [[nodiscard]] const PlayerNumbersRow* at(int row) const { return rowAt(row); }
    /// Kind of moments that a click lists; nullopt if there is none.
    [[nodiscard]] std::optional<MomentFilter> momentsAt(const QModelIndex& index) const;

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    TeamColors m_colors;
};

/// Statistics of all players, sortable by column. A click on a number lists the moments
/// that it counts.
class PlayerNumbersPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlayerNumbersPanel(QWidget* parent = nullptr);

    void setNumbers(const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors) { m_model.setColors(colors); }

Q_SIGNALS:
    void momentsRequested(const sideline::widgets::MomentFilter& filter);
    /// The user clicked a number without moments, to see the player's positions.
    void positionsRequested(const sideline::game::PlayerId& id);

private:
    void activate(const QModelIndex& index);

    PlayerNumbersModel m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
};

} // namespace sideline::widgets
