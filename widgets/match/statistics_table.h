#pragma once

#include <vector>

#include <QColor>
#include <QLabel>
#include <QTableWidget>
#include <QWidget>

#include "logs/match/curves.h"

namespace sideline::widgets {

/// Statistics of one curve.
struct StatisticsRow {
    QString name;
    QString unit;
    QColor color;
    logs::CurveStatistics values;
};

/// Count, smallest and largest value, mean and standard deviation of curves over an interval,
/// to be read and copied.
class StatisticsTable : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent = nullptr);

    /// @param interval which it is, for display
    void setRows(const QString& interval, const std::vector<StatisticsRow>& rows);
    /// The table as text with tabs, as spreadsheets take it.
    [[nodiscard]] QString text() const;
    /// As high as all of its rows need.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void copied();

private:
    void copy();

    QLabel* m_interval;
    QTableWidget* m_table;
};

} // namespace sideline::widgets
