#pragma once

#include <vector>

#include <QString>

#include "widgets/common/row_table.h"

namespace sideline::widgets {

/// One run of a motion, as listed.
struct TrialRun {
    QString robot;
    QString outcome; ///< `stands`, `fell at 0.84 s`
    bool isBad = false;
    bool operator==(const TrialRun&) const = default;
};

/// The runs of a series in the order in which they were made. GUI thread only.
class TrialRunModel : public RowTable<TrialRun> {
    Q_OBJECT
public:
    enum Column { NumberColumn, RobotColumn, OutcomeColumn, ColumnCount };

    using RowTable::RowTable;

    void setRuns(std::vector<TrialRun> runs);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
};

} // namespace sideline::widgets
