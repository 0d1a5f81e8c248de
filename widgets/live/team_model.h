#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QColor>

#include "widgets/live/team_view.h"

namespace sideline::widgets {

/// The players of a team as a table; reports only changed cells to views.
class TeamModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        NumberColumn,
        TypeColumn,
        RunsColumn,
        StartColumn, ///< delay of its start
        StateColumn,
        CpuColumn,
        CycleColumn,
        MissedColumn,
        LateColumn, ///< late answers
        TextColumn, ///< why it is not running, or its last line of output
        ColumnCount
    };
    enum Role { LampRole = Qt::UserRole, ActiveRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setPlayers(const std::vector<TeamPlayerView>& players);
    [[nodiscard]] const std::vector<TeamPlayerView>& players() const { return m_players; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    std::vector<TeamPlayerView> m_players;
};

/// The color of a lamp, distinguishable from the others on light and dark backgrounds.
[[nodiscard]] QColor lampColor(TeamPlayerView::Lamp lamp);

} // namespace sideline::widgets
