#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QString>

#include "logs/match/curves.h"
#include "logs/match/log_export.h"
#include "logs/match/log_index.h"
#include "logs/replay/replay_clock.h"
#include "widgets/match/chosen_curves.h"
#include "widgets/match/curve_list.h"
#include "widgets/match/statistics_table.h"

namespace sideline::widgets {

/// The chosen curves with their values, as text for lists and tables. A value type.
class PlotData {
    Q_DECLARE_TR_FUNCTIONS(PlotData)
public:
    ChosenCurves chosen;

    /// Sets the index, which provides the game clock; null without a log.
    void setIndex(std::shared_ptr<const logs::LogIndex> index) { m_index = std::move(index); }
    void setTable(std::shared_ptr<const logs::SignalTable> table) { m_table = std::move(table); }
    /// The table; an empty one if there is none.
    [[nodiscard]] const logs::SignalTable& table() const;
    [[nodiscard]] bool hasTable() const { return m_table != nullptr; }
    /// Computes the values of the chosen curves; to be called when curves or table have changed.
    void fill();
    /// Values of a chosen curve, one for each time of the table; empty if there are none.
    [[nodiscard]] const std::vector<double>& values(std::size_t curve) const {
        return m_values[curve];
    }
    /// The last value of a curve at or before a time, with the time it is from; nullopt if there is
    /// none.
    [[nodiscard]] std::optional<std::pair<double, double>> curveAt(std::size_t curve,
                                                                   double recordTimeS) const;
    /// The last value of a signal at or before a time; nullopt if it is not plotted.
    [[nodiscard]] std::optional<std::pair<double, double>> valueAt(const logs::SignalId& id,
                                                                   double recordTimeS) const;

    /// @param interval if not set, only values at `timeS`
    [[nodiscard]] std::vector<CurveListRow> listRows(
        double timeS, const std::optional<logs::LoopRange>& interval) const;
    [[nodiscard]] std::vector<StatisticsRow> statistics(const logs::LoopRange& interval) const;
    /// Begin, end and length of an interval, by the game clock if it runs throughout, which it does
    /// not before the kick-off.
    [[nodiscard]] QString intervalText(const logs::LoopRange& interval) const;
    /// Whether an interval covers the whole match; true without a match.
    [[nodiscard]] bool isWhole(const logs::LoopRange& interval) const;
    /// The values of all chosen curves under the names of their signals, each of them once.
    [[nodiscard]] std::vector<logs::CurveColumn> columns() const;

private:
    [[nodiscard]] double gameTimeAt(double recordTimeS) const;

    std::shared_ptr<const logs::SignalTable> m_table;
    std::shared_ptr<const logs::LogIndex> m_index;
    std::vector<std::vector<double>> m_values; ///< one row of the table per chosen curve
    std::vector<QString> m_absence; ///< what the match lacks for each chosen curve; may be empty
};

} // namespace sideline::widgets
