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

/// Count, minimum, maximum, mean and standard deviation of curves over an interval,
/// which can be copied.
class StatisticsTable : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent = nullptr);

    /// @param interval its description, for display
    void setRows(const QString& interval, const std::vector<StatisticsRow>& rows);
    /// The table as tab-separated text, for spreadsheets.
    [[nodiscard]] QString text() const;
    /// Height of all rows.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void copied();

private:
    void copy();

    QLabel* m_interval;
    QTableWidget* m_table;
};

} // namespace sideline::widgets
