#include "widgets/train/parameter_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <QHeaderView>
#include <QPainter>
#include <QSplitter>
#include <QStyledItemDelegate>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr std::size_t kMaxPlots = 6;

// A bar from the middle, to the right if more is better.
class ImportanceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const double value = index.data(ParameterTableModel::kSortRole + 1).toDouble();
        const QRect cell = option.rect.adjusted(2, 2, -2, -2);
        const int half = cell.width() / 2;
        const auto length = static_cast<int>(std::lround(std::abs(value) * half));
        const int middle = cell.left() + half;
        painter->fillRect(
            QRect(value >= 0.0 ? middle : middle - length, cell.top(), length, cell.height()),
            value >= 0.0 ? trainColor::kBest : trainColor::kChampion);
        QStyledItemDelegate::paint(painter, option, index);
    }
};

struct ParameterSpread {
    std::array<double, 5> quantiles{}; ///< minimum, lower quartile, median, upper quartile, maximum
};

ParameterSpread spreadOf(std::vector<double>& values) {
    std::ranges::sort(values);
    ParameterSpread spread;
    for (std::size_t i = 0; i < spread.quantiles.size(); ++i) {
        const double place = 0.25 * static_cast<double>(i * (values.size() - 1));
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        spread.quantiles[i] =
            std::lerp(values[below], values[above], place - static_cast<double>(below));
    }
    return spread;
}

} // namespace

void ParameterTableModel::show(const TrainDataPtr& data) {
    const bool isSame = m_data && data && m_data->folder == data->folder &&
                        m_data->parameterCount == data->parameterCount;
    if (isSame) {
        m_data = data;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_data = data;
    endResetModel();
}

int ParameterTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_data ? 0 : static_cast<int>(m_data->parameterCount);
}

int ParameterTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ParameterTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const TrainColumn& column = m_data->columns[static_cast<std::size_t>(index.row())];
    const bool isName = index.column() == NameColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isName ? column.name : QString::number(column.importance, 'f', 2);
    case kSortRole:
        return isName ? QVariant(index.row()) : QVariant(std::abs(column.importance));
    case kSortRole + 1:
        return column.importance;
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2").arg(column.name, column.about);
    case Qt::TextAlignmentRole:
        return isName ? QVariant() : QVariant(Qt::AlignCenter);
    default:
        return {};
    }
}

QVariant ParameterTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    if (section == NameColumn) {
        return tr("Parameter");
    }
    return role == Qt::DisplayRole
               ? tr("Importance")
               : tr("Spearman's rank correlation with the fitness over the last generations: 1 if "
                    "larger was always better, -1 if smaller was, 0 if it made no difference");
}

ParameterPanel::ParameterPanel(QWidget* parent)
    : QWidget(parent), m_table(new QTableView), m_about(new QLabel), m_plot(new TrainPlot) {
    setObjectName(QStringLiteral("parameter-panel"));
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(ParameterTableModel::kSortRole);
    m_table->setObjectName(QStringLiteral("parameters"));
    m_table->setModel(m_sorted);
    m_table->setItemDelegateForColumn(ParameterTableModel::ImportanceColumn,
                                      new ImportanceDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ParameterTableModel::ImportanceColumn, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setSectionResizeMode(ParameterTableModel::NameColumn,
                                                      QHeaderView::Stretch);
    m_table->setMinimumSize(150, 80);
    m_about->setWordWrap(true);
    auto* left = new QWidget;
    QVBoxLayout* column = columnIn(left, 0);
    column->addWidget(m_table, 1);
    column->addWidget(m_about);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(m_plot);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    columnIn(this, 4)->addWidget(splitter, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ParameterPanel::takeSelection);
    m_plot->setFit([this] {
        const double last = m_data && !m_data->done.empty() ? m_data->done.back().generation : 1.0;
        m_plot->row(0)->axis(QCPAxis::atBottom)->setRange(-0.02 * last - 0.1, 1.02 * last + 0.1);
        for (std::size_t i = 0;
             m_data && i < m_plotted.size() && static_cast<int>(i) < m_plot->rowCount(); ++i) {
            const TrainColumn& parameter = m_data->columns[m_plotted[i]];
            m_plot->row(static_cast<int>(i))
                ->axis(QCPAxis::atLeft)
                ->setRange(withRoom({parameter.least, parameter.most}));
        }
    });
    setData(nullptr);
}

void ParameterPanel::setData(const TrainDataPtr& shown) {
    m_data = shown;
    m_model.show(shown);
    showText(m_about, shown && shown->importanceGenerations > 0
                          ? tr("Importance: rank correlation with the fitness over the last %n "
                               "generation(s)",
                               nullptr, shown->importanceGenerations)
                          : QString());
    if (shown && !m_table->selectionModel()->hasSelection()) {
        m_table->selectRow(0); // calls takeSelection
    }
    takeSelection();
}

void ParameterPanel::setMarked(std::optional<IndividualId> id) {
    m_marked = id;
    plotSpread();
}

void ParameterPanel::takeSelection() {
    m_plotted.clear();
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        if (m_plotted.size() < kMaxPlots) {
            m_plotted.push_back(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
        }
    }
    plotSpread();
}

void ParameterPanel::plotSpread() {
    const bool hasSome = m_data && !m_plotted.empty() && !m_data->individuals.empty();
    m_plot->setHint(!m_data                       ? QString()
                    : m_data->parameterCount == 0 ? tr("Programs have no parameters")
                    : m_plotted.empty()           ? tr("Select up to six parameters")
                    : m_data->individuals.empty() ? tr("No generation has finished yet")
                                                  : QString());
    m_plot->setRows(hasSome ? static_cast<int>(m_plotted.size()) : 1);
    m_plot->plot().clearPlottables();
    for (std::size_t i = 0; hasSome && i < m_plotted.size(); ++i) {
        plotParameter(static_cast<int>(i), m_plotted[i]);
    }
    m_plot->follow();
    m_plot->redraw();
}

// The interquartile range as a band, the full range as a paler one, the median, and the selected
// individual.
void ParameterPanel::plotParameter(int row, std::size_t parameter) {
    QCPAxisRect* rect = m_plot->row(row);
    std::array<QVector<QCPGraphData>, 5> curves;
    std::vector<double> values;
    const auto& all = m_data->individuals;
    for (std::size_t i = 0; i < all.size(); ++i) {
        values.push_back(all[i].values[parameter]);
        if (i + 1 == all.size() || all[i + 1].generation != all[i].generation) {
            const ParameterSpread spread = spreadOf(values);
            for (std::size_t k = 0; k < curves.size(); ++k) {
                curves[k].append({static_cast<double>(all[i].generation), spread.quantiles[k]});
            }
            values.clear();
        }
    }
    std::array<QCPGraph*, 5> graphs{};
    for (std::size_t k = 0; k < curves.size(); ++k) {
        graphs[k] =
            m_plot->plot().addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graphs[k]->setPen(k == 2 ? QPen(trainColor::kMiddle, 1.6) : QPen(Qt::NoPen));
        graphs[k]->data()->set(curves[k], true);
    }
    QColor band = trainColor::kMiddle;
    band.setAlphaF(0.14F);
    graphs[4]->setBrush(band);
    graphs[4]->setChannelFillGraph(graphs[0]);
    band.setAlphaF(0.28F);
    graphs[3]->setBrush(band);
    graphs[3]->setChannelFillGraph(graphs[1]);
    if (const TrainIndividual* marked = m_marked ? findIndividual(*m_data, *m_marked) : nullptr) {
        QCPGraph* mark =
            m_plot->plot().addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        mark->setLineStyle(QCPGraph::lsNone);
        mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, trainColor::kChampion,
                                              trainColor::kChampion, 7.0));
        mark->addData(static_cast<double>(marked->generation), marked->values[parameter]);
    }
    const TrainColumn& column = m_data->columns[parameter];
    rect->axis(QCPAxis::atLeft)
        ->setLabel(column.unit.isEmpty() ? column.name
                                         : QStringLiteral("%1, %2").arg(column.name, column.unit));
}

} // namespace sideline::widgets
