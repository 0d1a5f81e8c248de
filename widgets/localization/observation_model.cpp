#include "widgets/localization/observation_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::ObservationReport;
using localization::Verdict;

constexpr quintptr kTop = 0;
const QString kDash = QStringLiteral("\u2013");

QString shortPlace(const protocol::Polar& polar) {
    if (!isFinite(polar)) {
        return kDash;
    }
    return QStringLiteral("%1 m %2\u00b0")
        .arg(polar.distanceM, 0, 'f', 2)
        .arg(polar.thetaDeg, 0, 'f', 1);
}

// Deviation of a measured end from the expected one, as a distance and an angle.
QString shortInnovation(const protocol::Polar& measured, const protocol::Polar& predicted) {
    if (!isFinite(measured) || !isFinite(predicted)) {
        return kDash;
    }
    const double leftDeg = std::remainder(measured.thetaDeg - predicted.thetaDeg, 360.0);
    return QStringLiteral("%1 mm %2\u00b0")
        .arg((measured.distanceM - predicted.distanceM) * 1000.0, 0, 'f', 0)
        .arg(std::hypot(leftDeg, measured.phiDeg - predicted.phiDeg), 0, 'f', 2);
}

// NaN sorts last in descending order.
double sortable(double value) {
    return std::isfinite(value) ? value : -1.0;
}

} // namespace

ObservationModel::ObservationModel(const field::FieldModel& field, QObject* parent)
    : QAbstractItemModel(parent), m_field(std::make_unique<field::FieldModel>(field)) {}
ObservationModel::~ObservationModel() = default;

void ObservationModel::setField(const field::FieldModel& field) {
    *m_field = field;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].name = observationTitle(m_rows[i].report, *m_field);
        const QModelIndex cell = index(static_cast<int>(i), NameColumn);
        Q_EMIT dataChanged(cell, cell);
    }
}

ObservationModel::Row ObservationModel::makeRow(const localization::PoseDiagnostics& vision,
                                                std::size_t i, const ObservationKey& key) const {
    Row row;
    row.key = key;
    row.report = vision.observations[i];
    row.observation = static_cast<int>(i);
    row.endCount = row.report.pointCount == 2 ? 2 : 0;
    row.name = observationTitle(row.report, *m_field);
    return row;
}

void ObservationModel::setVision(const localization::PoseDiagnostics& vision) {
    const std::vector<ObservationKey> keys = keysOf(vision);
    std::vector<Row> updated;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        updated.push_back(makeRow(vision, i, keys[i]));
    }
    const auto isSame = [](const Row& a, const Row& b) {
        return a.key == b.key && a.endCount == b.endCount;
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        const Row& shown = m_rows[static_cast<std::size_t>(row)];
        if (std::ranges::none_of(updated, [&](const Row& other) { return isSame(other, shown); })) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
    }
    const int kept = rowCount();
    for (int row = 0; row < kept; ++row) {
        Row& shown = m_rows[static_cast<std::size_t>(row)];
        const quintptr id = shown.id;
        shown =
            *std::ranges::find_if(updated, [&](const Row& other) { return isSame(other, shown); });
        shown.id = id;
    }
    if (kept > 0) {
        Q_EMIT dataChanged(index(0, 0), index(kept - 1, ColumnCount - 1));
        for (int row = 0; row < kept; ++row) {
            const QModelIndex parent = index(row, 0);
            if (rowCount(parent) > 0) {
                Q_EMIT dataChanged(index(0, 0, parent), index(1, ColumnCount - 1, parent));
            }
        }
    }
    std::erase_if(updated, [&](const Row& row) {
        return std::ranges::any_of(m_rows, [&](const Row& shown) { return isSame(row, shown); });
    });
    if (!updated.empty()) {
        beginInsertRows({}, kept, kept + static_cast<int>(updated.size()) - 1);
        for (Row& row : updated) {
            row.id = m_nextId++;
            m_rows.push_back(std::move(row));
        }
        endInsertRows();
    }
}

QModelIndex ObservationModel::indexOf(int observation) const {
    const auto found = std::ranges::find(m_rows, observation, &Row::observation);
    return found == m_rows.end() ? QModelIndex()
                                 : index(static_cast<int>(found - m_rows.begin()), NameColumn);
}

int ObservationModel::rowOfId(quintptr id) const {
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QModelIndex ObservationModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? m_rows[static_cast<std::size_t>(parent.row())].id : kTop);
}

QModelIndex ObservationModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kTop) {
        return {};
    }
    const int row = rowOfId(index.internalId());
    return row < 0 ? QModelIndex() : createIndex(row, 0, kTop);
}

int ObservationModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    return parent.internalId() == kTop && parent.column() == 0
               ? m_rows[static_cast<std::size_t>(parent.row())].endCount
               : 0;
}

int ObservationModel::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

QVariant ObservationModel::text(const Row& row, int column) const {
    const ObservationReport& report = row.report;
    const auto both = [](const QString& first, const QString& second) {
        return first + QStringLiteral(" / ") + second;
    };
    switch (column) {
    case NameColumn:
        return row.name;
    case MeasuredColumn:
        return row.endCount == 2
                   ? both(shortPlace(report.measured[0]), shortPlace(report.measured[1]))
               : report.pointCount == 1 ? polarText(report.measured[0])
                                        : QString();
    case ExpectedColumn:
        return !report.hasPrediction ? QString()
               : row.endCount == 2
                   ? both(shortPlace(report.predicted[0]), shortPlace(report.predicted[1]))
               : report.pointCount == 1 ? polarText(report.predicted[0])
                                        : QString();
    case InnovationColumn:
        return !report.hasPrediction ? QString()
               : row.endCount == 2 ? both(shortInnovation(report.measured[0], report.predicted[0]),
                                          shortInnovation(report.measured[1], report.predicted[1]))
               : report.pointCount == 1 ? innovationText(report.measured[0], report.predicted[0])
                                        : QString();
    case SigmasColumn:
        return report.dimension > 0 && std::isfinite(report.squaredSigmas)
                   ? QString::number(sigmasOf(report), 'f', 1)
                   : kDash;
    case GateColumn:
        return report.gate > 0.0 && report.dimension > 0
                   ? QString::number(std::sqrt(report.gate / report.dimension), 'f', 1)
                   : kDash;
    default:
        return QLatin1String(localization::nameOf(report.verdict));
    }
}

QVariant ObservationModel::endText(const Row& row, std::size_t end, int column) const {
    const ObservationReport& report = row.report;
    switch (column) {
    case NameColumn:
        return tr("end %1").arg(end + 1);
    case MeasuredColumn:
        return polarText(report.measured[end]);
    case ExpectedColumn:
        return report.hasPrediction ? polarText(report.predicted[end]) : QString();
    case InnovationColumn:
        return report.hasPrediction ? innovationText(report.measured[end], report.predicted[end])
                                    : QString();
    case ResultColumn:
        return report.isCut[end] ? tr("cut off at the edge of the view") : QString();
    default:
        return QString();
    }
}

QVariant ObservationModel::sortValue(const Row& row, int column) const {
    const ObservationReport& report = row.report;
    switch (column) {
    case MeasuredColumn:
        return report.pointCount > 0 ? sortable(report.measured[0].distanceM) : -1.0;
    case ExpectedColumn:
        return report.pointCount > 0 && report.hasPrediction
                   ? sortable(report.predicted[0].distanceM)
                   : -1.0;
    case InnovationColumn:
        return report.pointCount > 0 && report.hasPrediction
                   ? sortable(
                         std::abs(report.measured[0].distanceM - report.predicted[0].distanceM))
                   : -1.0;
    case SigmasColumn:
        return report.dimension > 0 ? sortable(sigmasOf(report)) : -1.0;
    case GateColumn:
        return report.gate > 0.0 && report.dimension > 0
                   ? sortable(std::sqrt(report.gate / report.dimension))
                   : -1.0;
    case ResultColumn:
        return static_cast<int>(report.verdict);
    default:
        return row.name;
    }
}

QVariant ObservationModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool isEnd = index.internalId() != kTop;
    const int rowNumber = isEnd ? rowOfId(index.internalId()) : index.row();
    const Row& row = m_rows[static_cast<std::size_t>(rowNumber)];
    switch (role) {
    case Qt::DisplayRole:
        return isEnd ? endText(row, static_cast<std::size_t>(index.row()), index.column())
                     : text(row, index.column());
    case Qt::ToolTipRole:
        return describeObservation(row.report, *m_field)
            .text()
            .replace(QLatin1Char('\t'), QStringLiteral("   "));
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == NameColumn || index.column() == ResultColumn
                                     ? Qt::AlignLeft
                                     : Qt::AlignRight) |
                                Qt::AlignVCenter);
    case ObservationRole:
        return row.observation;
    case SortRole:
        return isEnd ? QVariant(index.row()) : sortValue(row, index.column());
    case SigmasRole:
        return !isEnd && row.report.dimension > 0 && std::isfinite(row.report.squaredSigmas)
                   ? QVariant(sigmasOf(row.report))
                   : QVariant();
    case UnusedRole:
        return row.report.verdict == Verdict::Unused;
    case VerdictRole:
        return static_cast<int>(row.report.verdict);
    default:
        return {};
    }
}

QVariant ObservationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    struct Head {
        QString name;
        QString tip;
    };
    const std::array<Head, ColumnCount> heads = {{
        {tr("Observation"),
         tr("The observed object. The two ends of a field line are listed below it.")},
        {tr("Measured"), tr("Distance, theta (to the left) and phi (up) from the camera, as "
                            "reported by the server: noisy and rounded.")},
        {tr("Expected"), tr("Where the camera would see it if the belief were correct.")},
        {tr("Innovation"),
         tr("Measured minus expected. A good belief leaves only noise: small values of changing "
            "sign.\nFor lines: distance and angle of each end.")},
        {tr("Sigmas"), tr("Innovation in units of the standard deviation expected from noise and "
                          "the belief's own uncertainty. About 1 is normal, 3 is rare; much more "
                          "means that something is wrong.")},
        {tr("Gate"), tr("Beyond this many sigma the method rejects the observation: it is "
                        "mislabeled, or the belief is lost.")},
        {tr("Result"), tr("How the method treated it.")},
    }};
    const Head& head = heads[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return head.name;
    case Qt::ToolTipRole:
        return head.tip;
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (section == NameColumn || section == ResultColumn ? Qt::AlignLeft : Qt::AlignRight) |
            Qt::AlignVCenter);
    default:
        return {};
    }
}

ObservationSorter::ObservationSorter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(ObservationModel::SortRole);
    setDynamicSortFilter(true);
}

bool ObservationSorter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.parent().isValid()) {
        return (left.row() < right.row()) == (sortOrder() == Qt::AscendingOrder);
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace sideline::widgets
