#pragma once

#include <optional>
#include <vector>

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "widgets/analysis/match_numbers.h"
#include "widgets/common/row_table.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Moments of a match. Columns: time, player, event.
class PlaylistModel : public RowTable<logs::Occurrence> {
    Q_OBJECT
public:
    enum Column { TimeColumn, PlayerColumn, WhatColumn, ColumnCount };

    using RowTable::RowTable;

    void setMoments(std::vector<logs::Occurrence> moments, const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors);
    [[nodiscard]] const std::vector<logs::Occurrence>& moments() const { return rows(); }
    /// The row that is played; -1 for none.
    void setPlayed(int row);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    MatchNumbersPtr m_numbers;
    TeamColors m_colors;
    int m_played = -1;
};

/// The moments that a number counts, to be played one after the other. Filters by kind, team and
/// player.
class PlaylistPanel : public QWidget {
    Q_OBJECT
public:
    /// Actions of the buttons. The panel does not own them.
    struct Actions {
        QAction* previous;
        QAction* play;
        QAction* next;
    };
    explicit PlaylistPanel(const Actions& actions, QWidget* parent = nullptr);

    void setNumbers(const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors) { m_model.setColors(colors); }
    /// Lists the moments that the filter accepts, and chooses the first.
    void setFilter(const MomentFilter& filter);
    [[nodiscard]] const MomentFilter& filter() const { return m_filter; }
    [[nodiscard]] const std::vector<logs::Occurrence>& moments() const { return m_model.moments(); }
    /// The chosen row; -1 for none.
    [[nodiscard]] int current() const;
    void setCurrent(int row);
    /// @param row the row that is played or paused; -1 for none
    void setPlayed(int row);
    [[nodiscard]] double beforeS() const { return m_before->value(); }
    [[nodiscard]] double afterS() const { return m_after->value(); }
    void setTimes(double beforeS, double afterS);

Q_SIGNALS:
    void filterChanged();
    /// The list has changed.
    void listChanged();
    /// The user wants to see this moment.
    void jumpRequested(int row);
    void timesChanged();

private:
    void fillChoices();
    void takeChoices();
    void list();

    PlaylistModel m_model;
    MatchNumbersPtr m_numbers;
    MomentFilter m_filter;
    QComboBox* m_kind;
    QComboBox* m_team;
    QComboBox* m_player;
    QToolButton* m_window; ///< removes the filter by time
    QDoubleSpinBox* m_before;
    QDoubleSpinBox* m_after;
    QLabel* m_count;
    QTableView* m_table;
    std::vector<game::PlayerId> m_players; ///< entries of `m_player` after "all"
    int m_played = -1;
};

} // namespace sideline::widgets
