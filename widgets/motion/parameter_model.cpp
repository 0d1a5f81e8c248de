#include "widgets/motion/parameter_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <QColor>
#include <QRegularExpression>

#include "motions/values.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::Value;

bool uses(const Value& value, const std::string& name) {
    return !value.isNumber() && std::ranges::count(value.parameters(), name) > 0;
}

void rename(Value& value, const QRegularExpression& from, const QString& to,
            const std::string& name) {
    if (uses(value, name)) {
        if (auto renamed = Value::parse(toQt(value.text()).replace(from, to).toStdString())) {
            value = std::move(*renamed);
        }
    }
}

} // namespace

keyframe::Motion withRenamedParameter(const keyframe::Motion& motion, const std::string& from,
                                      const std::string& to) {
    keyframe::Motion result = motion;
    if (const auto node = result.parameters.find(from); node != result.parameters.end()) {
        const double value = node->second;
        result.parameters.erase(node);
        result.parameters[to] = value;
    }
    const QRegularExpression word(
        QStringLiteral("\\$%1(?![A-Za-z0-9_])").arg(QRegularExpression::escape(toQt(from))));
    const QString with = QLatin1Char('$') + toQt(to);
    const auto change = [&](Value& value) { rename(value, word, with, from); };
    for (auto& shared : result.keyframes) {
        bool isUsed = false;
        keyframe::visitValues(*shared,
                              [&](const Value& value) { isUsed = isUsed || uses(value, from); });
        if (isUsed) {
            keyframe::changeValues(shared.write(), change);
        }
    }
    if (result.entry) {
        for (auto& [joint, value] : result.entry->anglesDeg) {
            change(value);
        }
    }
    return result;
}

bool isParameterName(const QString& text) {
    static const QRegularExpression name(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    return name.match(text).hasMatch();
}

void ParameterModel::setMotion(const keyframe::Motion& motion) {
    std::vector<ParameterRow> rows;
    std::map<std::string, int> used = keyframe::parameterUses(motion);
    for (const auto& [name, value] : motion.parameters) {
        rows.push_back({.name = name, .hasValue = true, .value = value, .uses = used[name]});
        used.erase(name);
    }
    for (const auto& [name, count] : used) {
        rows.push_back({.name = name, .hasValue = false, .value = 0.0, .uses = count});
    }
    setRows(std::move(rows), &ParameterRow::name);
}

QString ParameterModel::nameAt(int row) const {
    const ParameterRow* found = rowAt(row);
    return found != nullptr ? toQt(found->name) : QString();
}

int ParameterModel::rowOf(const QString& name) const {
    const auto at = std::ranges::find(rows(), name.toStdString(), &ParameterRow::name);
    return at == rows().end() ? -1 : static_cast<int>(at - rows().begin());
}

int ParameterModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ParameterModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ParameterRow& row = *rowAt(index.row());
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case NameColumn:
            return role == Qt::EditRole ? toQt(row.name) : QLatin1Char('$') + toQt(row.name);
        case ValueColumn:
            return row.hasValue ? QString::number(row.value, 'g', 12)
                                : (role == Qt::EditRole ? QString() : tr("missing"));
        default:
            return row.uses == 0 ? tr("not") : tr("%1\u00d7").arg(row.uses);
        }
    }
    if (role == Qt::ForegroundRole && index.column() == ValueColumn && !row.hasValue) {
        return QColor(0xd8, 0x30, 0x30);
    }
    if (role == Qt::TextAlignmentRole && index.column() != NameColumn) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole) {
        return !row.hasValue ? tr("$%1 is used %n times but has no value", nullptr,
                                  static_cast<int>(row.uses))
                                   .arg(toQt(row.name))
                             : tr("$%1 is used %n times", nullptr, static_cast<int>(row.uses))
                                   .arg(toQt(row.name));
    }
    return {};
}

QVariant ParameterModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case UsedColumn:
        return tr("Used");
    default:
        return {};
    }
}

Qt::ItemFlags ParameterModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() != UsedColumn ? flags | Qt::ItemIsEditable : flags;
}

bool ParameterModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    const ParameterRow& row = *rowAt(index.row());
    if (index.column() == NameColumn) {
        QString name = value.toString().trimmed();
        if (name.startsWith(QLatin1Char('$'))) {
            name.remove(0, 1);
        }
        if (!isParameterName(name) || name == toQt(row.name) || rowOf(name) >= 0) {
            return false;
        }
        Q_EMIT renameRequested(toQt(row.name), name);
        return true;
    }
    bool isNumber = false;
    const double number = value.toString().trimmed().toDouble(&isNumber);
    if (index.column() != ValueColumn || !isNumber || !std::isfinite(number) ||
        (row.hasValue && number == row.value)) {
        return false;
    }
    Q_EMIT valueRequested(toQt(row.name), number);
    return true;
}

} // namespace sideline::widgets
