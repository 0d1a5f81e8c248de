#include "widgets/train/individual_panel.h"

#include <algorithm>
#include <cmath>

#include <QHeaderView>
#include <QScrollBar>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

enum class Filter { All, Best, Champions };

class IndividualFilter : public QSortFilterProxyModel {
public:
    explicit IndividualFilter(const IndividualModel& model, QObject* parent)
        : QSortFilterProxyModel(parent), m_model(model) {}
    void setFilter(Filter filter) {
        m_filter = filter;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& /*parent*/) const override {
        const TrainIndividual* individual = m_model.at(row);
        return individual != nullptr &&
               (m_filter == Filter::All || (m_filter == Filter::Best && individual->isBest) ||
                (m_filter == Filter::Champions && individual->isChampion));
    }
    // Missing values sort last in either order.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const double a = left.data(IndividualModel::kSortRole).toDouble();
        const double b = right.data(IndividualModel::kSortRole).toDouble();
        if (std::isnan(a) || std::isnan(b)) {
            return std::isnan(a) == std::isnan(b)
                       ? false
                       : std::isnan(b) == (sortOrder() == Qt::AscendingOrder);
        }
        return a < b;
    }

private:
    const IndividualModel& m_model;
    Filter m_filter = Filter::All;
};

} // namespace

void IndividualModel::show(const TrainDataPtr& data) {
    const int count = data ? static_cast<int>(data->individuals.size()) : 0;
    const bool isGrown = m_data && data && m_data->folder == data->folder && count >= m_rows &&
                         m_rows > 0 && data->columns.size() == m_data->columns.size() &&
                         idOf(data->individuals.front()) == idOf(m_data->individuals.front());
    if (!isGrown) {
        beginResetModel();
        m_data = data;
        m_rows = count;
        endResetModel();
        return;
    }
    if (count > m_rows) {
        beginInsertRows({}, m_rows, count - 1);
        m_data = data;
        m_rows = count;
        endInsertRows();
    } else {
        m_data = data;
    }
}

const TrainIndividual* IndividualModel::at(int row) const {
    return row >= 0 && row < m_rows ? &m_data->individuals[static_cast<std::size_t>(row)] : nullptr;
}

int IndividualModel::rowOf(IndividualId id) const {
    const TrainIndividual* found = m_data ? findIndividual(*m_data, id) : nullptr;
    return found == nullptr ? -1 : static_cast<int>(found - m_data->individuals.data());
}

int IndividualModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

int IndividualModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid()
               ? 0
               : FixedColumns + (m_data ? static_cast<int>(m_data->columns.size()) : 0);
}

std::size_t IndividualModel::figureOf(int column) const {
    const auto place = static_cast<std::size_t>(column - FixedColumns);
    const std::size_t metrics = m_data->columns.size() - m_data->parameterCount;
    return place < metrics ? m_data->parameterCount + place : place - metrics;
}

double IndividualModel::valueAt(const TrainIndividual& individual, int column) const {
    switch (column) {
    case GenerationColumn:
        return static_cast<double>(individual.generation);
    case NumberColumn:
        return static_cast<double>(individual.number);
    case FitnessColumn:
        return individual.fitness;
    case SuccessColumn:
        return 100.0 * individual.successRate;
    case TrialsColumn:
        return individual.trials;
    default:
        return individual.values[figureOf(column)];
    }
}

QVariant IndividualModel::data(const QModelIndex& index, int role) const {
    const TrainIndividual* individual = index.isValid() ? at(index.row()) : nullptr;
    if (individual == nullptr) {
        return {};
    }
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::FontRole && individual->isChampion) {
        return bold({});
    }
    if (role == Qt::ToolTipRole) {
        return individual->isChampion ? tr("Was a champion. Click to watch a trial")
                                      : tr("Click to watch a trial");
    }
    if (role != Qt::DisplayRole && role != kSortRole) {
        return {};
    }
    const double value = valueAt(*individual, column);
    if (role == kSortRole) {
        return value;
    }
    if (!std::isfinite(value)) {
        return column == FitnessColumn ? tr("failed") : QString();
    }
    if (column == TrialsColumn && individual->failedTrials > 0) {
        return tr("%1 (%2 failed)").arg(individual->trials).arg(individual->failedTrials);
    }
    return column < FixedColumns && column != FitnessColumn ? QString::number(value, 'f', 0)
                                                            : QString::number(value, 'g', 4);
}

QVariant IndividualModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    switch (section) {
    case GenerationColumn:
        return role == Qt::DisplayRole ? tr("Gen.") : tr("Generation");
    case NumberColumn:
        return role == Qt::DisplayRole ? tr("No.") : tr("Number within its generation");
    case FitnessColumn:
        return tr("Fitness");
    case SuccessColumn:
        return role == Qt::DisplayRole ? tr("Success, %") : tr("Percentage of successful trials");
    case TrialsColumn:
        return role == Qt::DisplayRole
                   ? tr("Trials")
                   : tr("Number of trials: fewer if it was dropped as clearly worse");
    default:
        break;
    }
    const TrainColumn& column = m_data->columns[figureOf(section)];
    if (role == Qt::ToolTipRole) {
        return column.about;
    }
    return column.unit.isEmpty() ? column.name
                                 : QStringLiteral("%1, %2").arg(column.name, column.unit);
}

IndividualPanel::IndividualPanel(QWidget* parent)
    : QWidget(parent), m_count(new QLabel), m_table(new QTableView) {
    setObjectName(QStringLiteral("individual-panel"));
    auto* sorted = new IndividualFilter(m_model, this);
    m_sorted = sorted;
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(IndividualModel::kSortRole);
    m_filter = panelChoice("individual-filter",
                           {tr("All individuals"), tr("Best of each generation"), tr("Champions")},
                           tr("Individuals to list"));
    m_filter->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_filter->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_table->setObjectName(QStringLiteral("individuals"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(IndividualModel::FitnessColumn, Qt::DescendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setMinimumSize(160, 80);
    m_table->horizontalHeader()->setDefaultSectionSize(84);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_filter);
    row->addWidget(m_count, 1);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    connect(m_filter, &QComboBox::currentIndexChanged, this, [this, sorted](int index) {
        sorted->setFilter(static_cast<Filter>(index));
        choose(m_chosen);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &IndividualPanel::takeRow);
    // Activating the selected row runs its trial again.
    connect(m_table, &QTableView::activated, this, &IndividualPanel::takeRow);
}

void IndividualPanel::takeRow(const QModelIndex& index) {
    const TrainIndividual* individual = m_model.at(m_sorted->mapToSource(index).row());
    if (!m_isChoosing && individual != nullptr) {
        m_chosen = idOf(*individual);
        Q_EMIT chosenByUser(*m_chosen);
    }
}

void IndividualPanel::setData(const TrainDataPtr& shown) {
    const bool isOther = !shown || !m_data || shown->columns.size() != m_data->columns.size();
    const QModelIndex before = m_table->currentIndex();
    const int rowBefore = before.row();
    const bool wasVisible =
        before.isValid() && m_table->viewport()->rect().intersects(m_table->visualRect(before));
    m_isChoosing = true;
    m_data = shown;
    m_model.show(shown);
    m_isChoosing = false;
    if (isOther) {
        for (int i = 0; i < IndividualModel::FixedColumns; ++i) {
            m_table->resizeColumnToContents(i);
        }
        QHeaderView& header = *m_table->horizontalHeader();
        for (int i = IndividualModel::FixedColumns; i < header.count(); ++i) {
            header.resizeSection(i,
                                 std::max(header.defaultSectionSize(), header.sectionSizeHint(i)));
        }
    }
    const int count = shown ? static_cast<int>(shown->individuals.size()) : 0;
    showText(m_count, !shown         ? QString()
                      : shown->isCut ? tr("the newest %1").arg(count)
                                     : tr("%1 in total").arg(count));
    choose(m_chosen);
    if (wasVisible && m_table->currentIndex().isValid()) { // keeps the current row in place
        m_table->doItemsLayout();
        QScrollBar* bar = m_table->verticalScrollBar();
        bar->setValue(bar->value() + m_table->currentIndex().row() - rowBefore);
        m_table->scrollTo(m_table->currentIndex());
    }
}

void IndividualPanel::choose(std::optional<IndividualId> id) {
    m_chosen = id;
    const QModelIndex index =
        id ? m_sorted->mapFromSource(m_model.index(m_model.rowOf(*id), 0)) : QModelIndex();
    m_isChoosing = true;
    if (!index.isValid()) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    } else if (m_table->currentIndex().row() != index.row()) {
        m_table->selectRow(index.row());
        m_table->scrollTo(index);
    }
    m_isChoosing = false;
}

} // namespace sideline::widgets
