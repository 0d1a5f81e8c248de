#include "widgets/motion/key_model.h"

#include <cmath>
#include <utility>
#include <vector>

#include <QPalette>
#include <QRegularExpression>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

QString gainsText(const std::optional<keyframe::JointGains>& gains) {
    return gains ? QStringLiteral("%1, %2")
                       .arg(gains->kpNmPerRad, 0, 'g', 6)
                       .arg(gains->kdNmsPerRad, 0, 'g', 4)
                 : QString();
}

// Parses gains such as `75, 1`; an empty text yields no gains. Returns nullopt for any other text.
std::optional<std::optional<keyframe::JointGains>> gainsFrom(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
    const QStringList words = text.split(kBetween, Qt::SkipEmptyParts);
    if (words.isEmpty()) {
        return std::optional<keyframe::JointGains>();
    }
    bool isKp = false;
    bool isKd = false;
    const keyframe::JointGains gains{words.front().toDouble(&isKp), words.back().toDouble(&isKd)};
    if (words.size() != 2 || !isKp || !isKd || !gains.areValid()) {
        return std::nullopt;
    }
    return gains;
}

} // namespace

QStringList curveTexts() {
    return {KeyModel::tr("Hold"), KeyModel::tr("Linear"), KeyModel::tr("Smooth"),
            KeyModel::tr("Sine"), KeyModel::tr("Cubic")};
}

void KeyModel::setKeyframe(const keyframe::Keyframe* keyframe,
                           const std::set<keyframe::JointName>& locked,
                           const robot::RobotModel* model,
                           const std::optional<keyframe::JointGains>& gains) {
    const bool hasGains =
        model != nullptr && model->traits().server == game::ServerKind::Rcssservermj;
    if (hasGains != m_hasGains) {
        m_hasGains = hasGains;
        Q_EMIT headerDataChanged(Qt::Horizontal, GainColumn, GainColumn);
    }
    std::vector<KeyRow> rows;
    if (keyframe != nullptr) {
        for (const auto& [joint, key] : keyframe->joints) {
            rows.push_back({joint, key, locked.contains(joint),
                            model != nullptr ? jointText(*model, joint) : toQt(joint)});
            if (const robot::JointId id =
                    hasGains ? model->findJoint(joint) : robot::JointId::none();
                id.isValid()) {
                rows.back().gains =
                    key.gains.value_or(gains.value_or(motion::defaultGains(model->joint(id))));
            }
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
            return m_hasGains ? gainsText(row.gains) : QString::number(row.key.speedScale, 'g', 6);
        }
    }
    if (role == Qt::ForegroundRole && index.column() == GainColumn && m_hasGains &&
        !row.key.gains) {
        return QPalette().brush(QPalette::Disabled, QPalette::Text);
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
            return tr("How the joint moves from its previous key to this one");
        case GainColumn:
            return m_hasGains ? tr("Motor gains on the way to this key, or for a hold key, from "
                                   "here on: kp in N m/rad and kd in N m s/rad. Gray: gains of the "
                                   "motion; clear the field to restore them")
                              : tr("Scale of the drive gain on the way to this key; 1: unchanged");
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
        return m_hasGains ? tr("kp, kd") : tr("Gain");
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
        if (m_hasGains) {
            const auto gains = gainsFrom(value.toString());
            if (!gains || *gains == row.key.gains) {
                return false;
            }
            Q_EMIT gainsRequested(toQt(row.joint), *gains);
            return true;
        }
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
