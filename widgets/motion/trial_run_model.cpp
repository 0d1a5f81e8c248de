#include "widgets/motion/trial_run_model.h"

#include <utility>

#include <QBrush>

#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

void TrialRunModel::setRuns(std::vector<TrialRun> runs) {
    setRows(std::move(runs), &TrialRun::robot);
}

int TrialRunModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant TrialRunModel::data(const QModelIndex& index, int role) const {
    const TrialRun* run = index.isValid() ? rowAt(index.row()) : nullptr;
    if (run == nullptr) {
        return {};
    }
    if (role == Qt::ForegroundRole && run->isBad && index.column() == OutcomeColumn) {
        return QBrush(badColor());
    }
    if (role == Qt::ToolTipRole) {
        return tr("Click to replay this run");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case NumberColumn:
        return index.row() + 1;
    case RobotColumn:
        return run->robot;
    default:
        return run->outcome;
    }
}

QVariant TrialRunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NumberColumn:
        return tr("Run");
    case RobotColumn:
        return tr("Robot");
    default:
        return tr("Outcome");
    }
}

} // namespace sideline::widgets
