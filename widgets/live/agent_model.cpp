#include "widgets/live/agent_model.h"

#include <algorithm>

#include <QColor>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/common/text_format.h"
#include "widgets/live/agent_rows.h"

namespace sideline::widgets {

namespace {

// Rows of a group carry its number plus 1, the groups themselves 0.
constexpr quintptr kGroupItself = 0;

} // namespace

void AgentModel::setInstant(const world::AgentFramePtr& frame,
                            const monitor::MatchFramePtr& truth) {
    if (frame != m_frame || truth != m_truth) {
        m_frame = frame;
        m_truth = truth;
        rebuild();
    }
}

void AgentModel::rebuild() {
    std::array<GroupRows, GroupCount> updated;
    if (m_frame) {
        updated = describeAgent(*m_frame, m_truth.get());
    }
    for (int group = 0; group < GroupCount; ++group) {
        take(static_cast<Group>(group), std::move(updated[static_cast<std::size_t>(group)]));
    }
}

void AgentModel::take(Group group, GroupRows updated) {
    GroupRows& shown = m_groups[static_cast<std::size_t>(group)];
    const QModelIndex parentIndex = groupIndex(group);
    if (shown.summary != updated.summary) {
        shown.summary = updated.summary;
        // Reports all cells of the row: views let the summary extend into empty cells.
        Q_EMIT dataChanged(parentIndex, parentIndex.siblingAtColumn(ColumnCount - 1));
    }
    const std::size_t common = std::min(shown.rows.size(), updated.rows.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (!(shown.rows[i] == updated.rows[i])) {
            shown.rows[i] = std::move(updated.rows[i]);
            const int row = static_cast<int>(i);
            Q_EMIT dataChanged(index(row, 0, parentIndex),
                               index(row, ColumnCount - 1, parentIndex));
        }
    }
    const auto shownCount = static_cast<int>(shown.rows.size());
    const auto requestedCount = static_cast<int>(updated.rows.size());
    if (requestedCount > shownCount) {
        beginInsertRows(parentIndex, shownCount, requestedCount - 1);
        for (std::size_t i = common; i < updated.rows.size(); ++i) {
            shown.rows.push_back(std::move(updated.rows[i]));
        }
        endInsertRows();
    } else if (requestedCount < shownCount) {
        beginRemoveRows(parentIndex, requestedCount, shownCount - 1);
        shown.rows.resize(common);
        endRemoveRows();
    }
}

QModelIndex AgentModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroupItself);
}

QModelIndex AgentModel::parent(const QModelIndex& index) const {
    return index.isValid() && index.internalId() != kGroupItself
               ? createIndex(static_cast<int>(index.internalId()) - 1, 0, kGroupItself)
               : QModelIndex();
}

int AgentModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return GroupCount;
    }
    return parent.internalId() == kGroupItself && parent.column() == 0
               ? static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size())
               : 0;
}

int AgentModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant AgentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && index.column() != NameColumn) {
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (index.internalId() == kGroupItself) {
        static constexpr std::array kNames = {QT_TR_NOOP("Game"),
                                              QT_TR_NOOP("Pose"),
                                              QT_TR_NOOP("Ball"),
                                              QT_TR_NOOP("Decision"),
                                              QT_TR_NOOP("Body"),
                                              QT_TR_NOOP("Players"),
                                              QT_TR_NOOP("Vision and hearing"),
                                              QT_TR_NOOP("Joints"),
                                              QT_TR_NOOP("Debug values"),
                                              QT_TR_NOOP("Timing"),
                                              QT_TR_NOOP("Faults")};
        static_assert(kNames.size() == GroupCount);
        const auto group = static_cast<std::size_t>(index.row());
        if (role == Qt::FontRole && index.column() == NameColumn) {
            QFont font;
            font.setBold(true);
            return font;
        }
        if (role != Qt::DisplayRole) {
            return {};
        }
        return index.column() == NameColumn    ? QVariant(tr(kNames[group]))
               : index.column() == ValueColumn ? QVariant(m_groups[group].summary)
                                               : QVariant();
    }
    const Row& row = m_groups[index.internalId() - 1].rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case SignalRole:
        return row.signal;
    case SecondSignalRole:
        return row.secondSignal;
    case Qt::ForegroundRole:
        return row.isFault && index.column() == ValueColumn ? QVariant(kFaultColor) : QVariant();
    case Qt::ToolTipRole: {
        QString what = QStringLiteral("%1: %2").arg(row.name, row.value);
        if (!row.about.isEmpty()) {
            what += u'\n' + row.about;
        }
        return row.signal.isEmpty() ? what : tr("%1\nSignal %2").arg(what, row.signal);
    }
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case NameColumn:
        return row.name;
    case ValueColumn:
        return row.value;
    case TruthColumn:
        return row.truth;
    default:
        return row.difference;
    }
}

QVariant AgentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::ToolTipRole && section == TruthColumn) {
        return tr("Ground truth");
    }
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Property");
    case ValueColumn:
        return tr("Belief");
    case TruthColumn:
        return tr("Truth"); // the column is narrow
    default:
        return tr("Error");
    }
}

} // namespace sideline::widgets
