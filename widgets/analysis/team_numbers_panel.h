#pragma once

#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "widgets/analysis/match_numbers.h"
#include "widgets/common/row_table.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// A statistic of both teams.
struct TeamNumberRow {
    std::size_t statistic = 0; ///< index in `logs::teamStatistics()`
    double left = 0.0;
    double right = 0.0;
    /// Treats NaN as equal to NaN.
    [[nodiscard]] bool operator==(const TeamNumberRow& other) const;
};

/// The statistics of both teams: the left team's value, the name, the right team's value.
class TeamNumbersModel : public RowTable<TeamNumberRow> {
    Q_OBJECT
public:
    enum Column { LeftColumn, NameColumn, RightColumn, ColumnCount };
    /// The length of the bar below a number, 0 to 1.
    static constexpr int kRatioRole = Qt::UserRole;

    using RowTable::RowTable;

    void setNumbers(const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors);
    /// The moments that a click on a cell lists; nullopt if there are none.
    [[nodiscard]] std::optional<MomentFilter> momentsAt(const QModelIndex& index) const;
    [[nodiscard]] static game::Side sideOf(int column);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    MatchNumbersPtr m_numbers;
    TeamColors m_colors;
};

/// Progress of the analysis.
struct AnalysisProgress {
    enum class State : std::uint8_t { Nothing, Waiting, Counting, Stopped, Done };
    State state = State::Nothing;
    int percent = 0;
    [[nodiscard]] bool operator==(const AnalysisProgress&) const = default;
};

/// Statistics of both teams side by side, for the match or a part of it. A click on a number
/// requests the moments that it counts.
class TeamNumbersPanel : public QWidget {
    Q_OBJECT
public:
    explicit TeamNumbersPanel(QWidget* parent = nullptr);

    /// Adds a widget above the table.
    void addBar(QWidget* bar);
    void setNumbers(const MatchNumbersPtr& numbers);
    void setColors(const TeamColors& colors) { m_model.setColors(colors); }
    void setProgress(const AnalysisProgress& progress);
    /// Sets the parts of the match that can be chosen, the whole match first. Keeps the current
    /// choice if it is among them.
    void setPeriods(const std::vector<AnalysisPeriod>& periods);
    [[nodiscard]] AnalysisPeriod period() const;

Q_SIGNALS:
    void periodChosen();
    void momentsRequested(const sideline::widgets::MomentFilter& filter);
    /// A number without moments was clicked: requests the positions of its team.
    void positionsRequested(sideline::game::Side side);
    void stopRequested();
    void resumeRequested();

private:
    void activate(const QModelIndex& index);

    TeamNumbersModel m_model;
    QComboBox* m_period;
    QProgressBar* m_progress;
    QToolButton* m_stop;
    QLabel* m_hint;
    QTableView* m_table;
    std::vector<AnalysisPeriod> m_periods;
    AnalysisProgress m_shownProgress;
};

/// Name of a period: `Match`, `Half 2`, `A to B`.
[[nodiscard]] QString periodText(const AnalysisPeriod& period);

} // namespace sideline::widgets
