#include "widgets/live/team_form_model.h"

#include <algorithm>

#include <QApplication>
#include <QBrush>
#include <QPalette>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using RowKind = TeamFormRow::Kind;

QString columnKey(int column) {
    return QLatin1String(TeamFormModel::columns()[static_cast<std::size_t>(column)].key);
}

// Whether a key can be used in a row of the table.
bool belongs(const TeamFormRow& row, const QString& key) {
    static const QStringList kOfCommand = {QStringLiteral("program"), QStringLiteral("args"),
                                           QStringLiteral("dir"),     QStringLiteral("start_delay"),
                                           QStringLiteral("restart"), QStringLiteral("record")};
    return row.kind == RowKind::Player ||
           (row.kind == RowKind::Defaults && key != QLatin1String("number")) ||
           kOfCommand.contains(key);
}

} // namespace

const std::vector<TeamFormModel::Column>& TeamFormModel::columns() {
    static const std::vector<Column> kColumns = {
        {"number", QT_TR_NOOP("Number"), QT_TR_NOOP("1 to 11, each used once")},
        {"type", QT_TR_NOOP("Type"), QT_TR_NOOP("Robot type of rcssserver3d")},
        {"robot", QT_TR_NOOP("Robot"),
         QT_TR_NOOP("Robot of the built-in agent: T1, K1 or PiPlus on rcssservermj, otherwise a "
                    "scene file; T1 or the Nao if empty")},
        {"embedded", QT_TR_NOOP("Built-in agent"),
         QT_TR_NOOP("Yes: a built-in agent plays instead of a program")},
        {"program", QT_TR_NOOP("Program"),
         QT_TR_NOOP(
             "With a slash: relative to the folder; without: searched for there and in the PATH")},
        {"args", QT_TR_NOOP("Arguments"),
         QT_TR_NOOP("May contain {host}, {port}, {monitor_port}, {number}, {type}, {team}; quote "
                    "words with spaces")},
        {"dir", QT_TR_NOOP("Folder"), QT_TR_NOOP("Working folder, relative to the team file")},
        {"start_delay", QT_TR_NOOP("Delay, s"),
         QT_TR_NOOP("Seconds between the start of the player above and this one")},
        {"restart", QT_TR_NOOP("Restart"), QT_TR_NOOP("Whether it is restarted after it exits")},
        {"record", QT_TR_NOOP("Record"),
         QT_TR_NOOP(
             "Yes: records what it perceives and does; a program must use {host} and {port}, "
             "since it then connects through Sideline")},
        {"beam", QT_TR_NOOP("Beam"),
         QT_TR_NOOP("Start position of the built-in agent: x, y in meters, heading in degrees, own "
                    "half at negative x")},
        {"behavior", QT_TR_NOOP("Behavior"), QT_TR_NOOP("What the built-in agent does")},
        {"localizer", QT_TR_NOOP("Localizer"),
         QT_TR_NOOP("Localization method of the built-in agent")}};
    return kColumns;
}

QString TeamFormModel::shownValue(const QString& value) {
    return value == QLatin1String("true")    ? tr("Yes")
           : value == QLatin1String("false") ? tr("No")
                                             : value;
}

void TeamFormModel::setRows(const std::vector<TeamFormRow>& rows) {
    if (rows == m_rows) {
        return;
    }
    const bool isSameShape =
        std::ranges::equal(rows, m_rows, [](const TeamFormRow& a, const TeamFormRow& b) {
            return a.kind == b.kind && a.player == b.player;
        });
    if (!isSameShape) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
        return;
    }
    m_rows = rows;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TeamFormModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TeamFormModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QString TeamFormModel::inherited(const TeamFormRow& row, const QString& key) const {
    const auto defaults = std::ranges::find(m_rows, RowKind::Defaults, &TeamFormRow::kind);
    return row.kind == RowKind::Defaults || defaults == m_rows.end() ? QString()
                                                                     : defaults->values.value(key);
}

QVariant TeamFormModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const TeamFormRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString key = columnKey(index.column());
    const QString own = row.values.value(key);
    switch (role) {
    case Qt::DisplayRole:
        return shownValue(own.isEmpty() ? inherited(row, key) : own);
    case Qt::EditRole:
        return own;
    case Qt::ToolTipRole: {
        const QString tip = tr(columns()[static_cast<std::size_t>(index.column())].tip);
        const QString fault = row.faults.value(key);
        return fault.isEmpty() ? tip : fault + QLatin1Char('\n') + tip;
    }
    case Qt::BackgroundRole:
        return row.faults.contains(key) ? QVariant(QBrush(kFaultGround)) : QVariant();
    case Qt::ForegroundRole:
        return own.isEmpty() ? QVariant(QApplication::palette().color(QPalette::PlaceholderText))
                             : QVariant();
    default:
        return {};
    }
}

bool TeamFormModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() ||
        value.toString() == data(index, Qt::EditRole).toString()) {
        return false;
    }
    const TeamFormRow row = m_rows[static_cast<std::size_t>(index.row())];
    Q_EMIT edited(row, columnKey(index.column()), value.toString());
    return true;
}

QVariant TeamFormModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole || section < 0 || section >= rowCount()) {
            return {};
        }
        const RowKind kind = m_rows[static_cast<std::size_t>(section)].kind;
        return kind == RowKind::Defaults  ? tr("All players")
               : kind == RowKind::Command ? tr("Whole team")
                                          : QString();
    }
    if (section < 0 || section >= columnCount()) {
        return {};
    }
    const Column& column = columns()[static_cast<std::size_t>(section)];
    return role == Qt::DisplayRole   ? tr(column.text)
           : role == Qt::ToolTipRole ? QVariant(tr(column.tip))
                                     : QVariant();
}

Qt::ItemFlags TeamFormModel::flags(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount() ||
        !belongs(m_rows[static_cast<std::size_t>(index.row())], columnKey(index.column()))) {
        return Qt::NoItemFlags;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

} // namespace sideline::widgets
