#include "widgets/motion/key_model.h"

#include <cmath>
#include <utility>
#include <vector>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

QStringList curveTexts() {
    return {KeyModel::tr("Hold"), KeyModel::tr("Linear"), KeyModel::tr("Smooth"),
            KeyModel::tr("Sine"), KeyModel::tr("Cubic")};
}

void KeyModel::setKeyframe(const keyframe::Keyframe* keyframe,
                           const std::set<keyframe::JointName>& locked,
                           const robot::RobotModel* model) {
    std::vector<KeyRow> rows;
    if (keyframe != nullptr) {
        for (const auto& [joint, key] : keyframe->joints) {
            rows.push_back({joint, key, locked.contains(joint),
                            model != nullptr ? jointText(*model, joint) : toQt(joint)});
        }
    }
    setRows(std::move(rows), &KeyRow::joint);
}

int KeyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KeyModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const KeyRow& row = *rowAt(index.row());
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        switch (index.column()) {
        case JointColumn:
            return row.name;
        case AngleColumn:
            return toQt(row.key.angleDeg.text());
        case CurveColumn:
            return role == Qt::EditRole ? QVariant(static_cast<int>(row.key.curve))
                                        : QVariant(curveTexts()[static_cast<int>(row.key.curve)]);
        default:
            return QString::number(row.key.speedScale, 'g', 6);
        }
    }
    if (role == Qt::TextAlignmentRole &&
        (index.column() == AngleColumn || index.column() == GainColumn)) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole && row.isLocked) {
        return tr("This joint is locked: its keys cannot change");
    }
    if (role == Qt::ToolTipRole) {
        switch (index.column()) {
        case AngleColumn:
            return tr("Degrees; a number, or an expression such as 12 + $name * 2");
        case CurveColumn:
            return tr("How the joint moves here from its previous key");
        case GainColumn:
            return tr("Scale of the drive gain on the way here; 1: unchanged");
        default:
            return {};
        }
    }
    return {};
}

QVariant KeyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case JointColumn:
        return tr("Joint");
    case AngleColumn:
        return tr("Angle \u00b0");
    case CurveColumn:
        return tr("Curve");
    case GainColumn:
        return tr("Gain");
    default:
        return {};
    }
}

Qt::ItemFlags KeyModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const KeyRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    return row != nullptr && !row->isLocked && index.column() != JointColumn
               ? flags | Qt::ItemIsEditable
               : flags;
}

bool KeyModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    const KeyRow row = *rowAt(index.row()); // a copy: receivers may replace the row
    switch (index.column()) {
    case AngleColumn: {
        const auto angle = keyframe::Value::parse(value.toString().trimmed().toStdString());
        if (!angle || *angle == row.key.angleDeg) {
            return false;
        }
        Q_EMIT angleRequested(toQt(row.joint), *angle);
        return true;
    }
    case CurveColumn: {
        const int curve = value.toInt();
        if (curve < 0 || curve >= curveTexts().size() || curve == static_cast<int>(row.key.curve)) {
            return false;
        }
        Q_EMIT curveRequested(toQt(row.joint), static_cast<motion::Curve>(curve));
        return true;
    }
    case GainColumn: {
        bool isNumber = false;
        const double factor = value.toString().toDouble(&isNumber);
        if (!isNumber || !std::isfinite(factor) || factor <= 0.0 || factor == row.key.speedScale) {
            return false;
        }
        Q_EMIT gainRequested(toQt(row.joint), factor);
        return true;
    }
    default:
        return false;
    }
}

} // namespace sideline::widgets
