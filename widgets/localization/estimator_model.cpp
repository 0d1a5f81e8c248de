#include "widgets/localization/estimator_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <QStringList>

#include "widgets/localization/figure_text.h"

namespace sideline::widgets {

namespace {

constexpr double kMmPerM = 1000.0;
constexpr double kDegPerRad = 180.0 / std::numbers::pi;
// Between these limits, mean squared sigmas per degree of freedom count as consistent.
constexpr double kUnderconfident = 0.5;
constexpr double kOverconfident = 1.5;

// The value of a column in the displayed unit; nullopt if there is none.
std::optional<double> figureOf(const EstimatorRow& row, int column) {
    const auto finite = [](double value) {
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    };
    if (column == EstimatorModel::NowColumn && row.now) {
        return finite(row.now->groundM * kMmPerM);
    }
    if (column == EstimatorModel::NowHeadingColumn && row.now) {
        return finite(row.now->headingRad * kDegPerRad);
    }
    if (!row.score) {
        return std::nullopt;
    }
    switch (column) {
    case EstimatorModel::MeanColumn:
        return finite(row.score->meanM * kMmPerM);
    case EstimatorModel::P95Column:
        return finite(row.score->p95M * kMmPerM);
    case EstimatorModel::MaxColumn:
        return finite(row.score->maxM * kMmPerM);
    case EstimatorModel::HeadingColumn:
        return finite(row.score->headingMeanRad * kDegPerRad);
    case EstimatorModel::ValidColumn:
        return finite(row.score->validRatio * 100.0);
    case EstimatorModel::TimeColumn:
        return row.score->microseconds ? finite(*row.score->microseconds) : std::nullopt;
    case EstimatorModel::ConsistencyColumn:
        return row.score->consistency ? finite(*row.score->consistency) : std::nullopt;
    default:
        return std::nullopt;
    }
}

// Distance from the best possible value.
double badness(int column, double figure) {
    if (column == EstimatorModel::ValidColumn) {
        return -figure;
    }
    if (column == EstimatorModel::ConsistencyColumn) {
        return std::abs(std::log(std::max(figure, 1e-9)));
    }
    return std::abs(figure);
}

QString consistencyText(double figure) {
    if (figure > kOverconfident) {
        return EstimatorModel::tr("%1 overconfident").arg(figureText(figure));
    }
    if (figure < kUnderconfident) {
        return EstimatorModel::tr("%1 underconfident").arg(figureText(figure));
    }
    return EstimatorModel::tr("%1 consistent").arg(figureText(figure));
}

QString consistencyTip(double figure) {
    const QString measure = EstimatorModel::tr("Its squared errors are %1 times its own variance.")
                                .arg(figureText(figure));
    if (figure > kOverconfident) {
        return measure + EstimatorModel::tr(
                             " It is overconfident: its reported uncertainty cannot be trusted.");
    }
    if (figure < kUnderconfident) {
        return measure +
               EstimatorModel::tr(" It is underconfident: its errors are smaller than it reports.");
    }
    return measure + EstimatorModel::tr(" It is consistent.");
}

QString cellText(const EstimatorRow& row, int column) {
    if (column == EstimatorModel::NameColumn) {
        return row.name;
    }
    const auto figure = figureOf(row, column);
    if (!figure) {
        return QStringLiteral("-");
    }
    switch (column) {
    case EstimatorModel::NowHeadingColumn:
    case EstimatorModel::HeadingColumn:
        return figureText(*figure, 3);
    case EstimatorModel::ValidColumn: // 99.98% must not be shown as 100%
        return *figure >= 100.0 ? QStringLiteral("100")
                                : QString::number(std::floor(*figure * 10.0) / 10.0, 'f', 1);
    case EstimatorModel::ConsistencyColumn:
        return consistencyText(*figure);
    default:
        return figureText(*figure);
    }
}

QString cellTip(const EstimatorRow& row, int column) {
    if (column == EstimatorModel::NameColumn) {
        QString tip = row.about.isEmpty() ? row.name : row.name + QStringLiteral("\n") + row.about;
        if (row.isRunning) {
            tip += EstimatorModel::tr("\nStill running: figures are incomplete.");
        }
        return tip;
    }
    const bool isNow =
        column == EstimatorModel::NowColumn || column == EstimatorModel::NowHeadingColumn;
    const auto figure = figureOf(row, column);
    if (isNow && !row.isValidNow) {
        return EstimatorModel::tr("No pose at the instant shown.");
    }
    if (!figure && column == EstimatorModel::ConsistencyColumn && row.score) {
        return EstimatorModel::tr("This method reports no uncertainty.");
    }
    if (!figure) {
        return row.isRunning ? EstimatorModel::tr("Still running.")
                             : EstimatorModel::tr("Nothing to compare with.");
    }
    return column == EstimatorModel::ConsistencyColumn ? consistencyTip(*figure) : QString();
}

struct Heading {
    const char* text;
    const char* tip;
};

Heading headingOf(int column) {
    static constexpr std::array<Heading, EstimatorModel::ColumnCount> kHeadings = {{
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Estimator\n "),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "Check the box to show it on the map and in the curves. Click a row to "
                           "show its observations in the other panels.")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Now\nmm"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "Horizontal error of the camera position at the instant shown")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Now\ndeg"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "Heading error at the instant shown; positive to the left")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Mean\nmm"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "Mean horizontal error over all cycles with a belief")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "p95\nmm"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "95th percentile of the horizontal error")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Max\nmm"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Largest horizontal error")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Head.\ndeg"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Mean absolute heading error")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Valid\n%"),
         QT_TRANSLATE_NOOP(
             "sideline::widgets::EstimatorModel",
             "Percentage of cycles with a pose, counted from the first vision frame with "
             "two landmarks")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Time\n\xC2\xB5s"),
         QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel",
                           "Mean time per cycle, microseconds")},
        {QT_TRANSLATE_NOOP("sideline::widgets::EstimatorModel", "Consistency\n "),
         QT_TRANSLATE_NOOP(
             "sideline::widgets::EstimatorModel",
             "Mean squared error in units of the method's own covariance (NEES per degree of "
             "freedom): 1 is ideal; above 1.5 is overconfident, below 0.5 underconfident")},
    }};
    return kHeadings[static_cast<std::size_t>(column)];
}

} // namespace

void EstimatorModel::setRows(const std::vector<EstimatorRow>& rows, int chosen) {
    const bool isSame = std::ranges::equal(rows, m_rows, {}, &EstimatorRow::id, &EstimatorRow::id);
    if (!isSame) {
        beginResetModel();
    }
    m_rows = rows;
    m_chosen = chosen;
    findBest();
    if (!isSame) {
        endResetModel();
    } else if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void EstimatorModel::setChosen(int id) {
    if (id != m_chosen) {
        m_chosen = id;
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    }
}

const EstimatorRow* EstimatorModel::rowAt(int row) const {
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int EstimatorModel::indexOf(int id) const {
    const auto found = std::ranges::find(m_rows, id, &EstimatorRow::id);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString EstimatorModel::asText() const {
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column) {
        cells << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().simplified();
    }
    lines << cells.join(QLatin1Char('\t'));
    for (const EstimatorRow& row : m_rows) {
        cells.clear();
        for (int column = 0; column < ColumnCount; ++column) {
            cells << cellText(row, column);
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int EstimatorModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EstimatorModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

// Values that look equal in the table are equally good.
void EstimatorModel::findBest() {
    for (int column = NowColumn; column < ColumnCount; ++column) {
        int figures = 0;
        double best = 0.0;
        double worst = 0.0;
        QString text;
        for (const EstimatorRow& row : m_rows) {
            const auto figure = figureOf(row, column);
            if (!figure || row.isRunning) {
                continue;
            }
            const double bad = badness(column, *figure);
            if (figures == 0 || bad < best) {
                best = bad;
                text = cellText(row, column);
            }
            worst = figures == 0 ? bad : std::max(worst, bad);
            ++figures;
        }
        m_best[static_cast<std::size_t>(column)] = figures > 1 && worst > best ? text : QString();
    }
}

bool EstimatorModel::isBest(const EstimatorRow& row, int column) const {
    const QString& best = m_best[static_cast<std::size_t>(column)];
    return !best.isEmpty() && !row.isRunning && cellText(row, column) == best;
}

QVariant EstimatorModel::look(const EstimatorRow& row, int column, int role) const {
    const QPalette palette = QGuiApplication::palette();
    if (role == Qt::FontRole) {
        QFont font;
        font.setItalic(row.isRemovable && column == NameColumn);
        font.setBold(isBest(row, column));
        return font;
    }
    if (role == Qt::BackgroundRole && row.id == m_chosen) {
        QColor color = palette.color(QPalette::Highlight);
        color.setAlphaF(0.22F);
        return color;
    }
    if (role == Qt::ForegroundRole) {
        const auto figure = figureOf(row, column);
        if (!row.isShown || (column != NameColumn && (row.isRunning || !figure))) {
            return palette.color(QPalette::PlaceholderText);
        }
        if (column == ConsistencyColumn && *figure > kOverconfident) {
            return palette.color(QPalette::Base).lightness() < 128 ? QColor(0xff, 0x8a, 0x70)
                                                                   : QColor(0xc0, 0x30, 0x18);
        }
    }
    return {};
}

QVariant EstimatorModel::data(const QModelIndex& index, int role) const {
    const EstimatorRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (row == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return cellText(*row, index.column());
    case Qt::ToolTipRole:
        return cellTip(*row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((index.column() == NameColumn ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        return index.column() == NameColumn && row->id == m_chosen
                   ? tr("%1, selected").arg(row->name)
                   : cellText(*row, index.column());
    default:
        return look(*row, index.column(), role);
    }
}

QVariant EstimatorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return tr(headingOf(section).text);
    case Qt::ToolTipRole:
        return tr(headingOf(section).tip);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((section == NameColumn ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace sideline::widgets
