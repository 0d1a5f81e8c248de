#include "widgets/train/scatter_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QSignalBlocker>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

// Colors from the worst to the best tenth; readable on light and dark backgrounds and by
// color-blind users (viridis).
constexpr std::array<QRgb, 10> kShades = {0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                                          0xff1f9e89, 0xff35b779, 0xff6ece58, 0xffa2da37,
                                          0xffd2e21b, 0xfffde725};
constexpr double kReachPx = 14.0;
// Choices that are not columns.
constexpr int kFitness = -1;
constexpr int kGeneration = -2;

} // namespace

ScatterPanel::ScatterPanel(QWidget* parent)
    : QWidget(parent), m_legend(new QLabel), m_plot(new TrainPlot) {
    setObjectName(QStringLiteral("scatter-panel"));
    m_x = panelChoice("scatter-x", {}, tr("Horizontal axis"));
    m_y = panelChoice("scatter-y", {}, tr("Vertical axis"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_y, 1);
    row->addWidget(new QLabel(tr("over")));
    row->addWidget(m_x, 1);
    row->addWidget(m_legend, 1);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_plot, 1);
    const QCPAxisRect* rect = m_plot->row(0);
    const auto addGraph = [&] {
        return m_plot->plot().addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    };
    for (const QRgb shade : kShades) {
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QColor(shade), 5.0));
        graph->setAdaptiveSampling(true);
        m_shades.push_back(graph);
    }
    m_mark = addGraph();
    m_mark->setLineStyle(QCPGraph::lsNone);
    m_mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle,
                                            QPen(trainColor::kChampion, 2.0), Qt::NoBrush, 11.0));
    m_plot->setFit([this] {
        bool hasSome = false;
        QCPRange x;
        QCPRange y;
        for (const QCPGraph* graph : m_shades) {
            bool hasX = false;
            bool hasY = false;
            const QCPRange ownX = graph->getKeyRange(hasX);
            const QCPRange ownY = graph->getValueRange(hasY);
            if (hasX && hasY) {
                x = hasSome ? x.expanded(ownX) : ownX;
                y = hasSome ? y.expanded(ownY) : ownY;
                hasSome = true;
            }
        }
        if (hasSome) {
            m_plot->row(0)->axis(QCPAxis::atBottom)->setRange(withRoom(x));
            m_plot->row(0)->axis(QCPAxis::atLeft)->setRange(withRoom(y));
        }
    });
    connect(m_x, &QComboBox::currentIndexChanged, this, &ScatterPanel::plotPoints);
    connect(m_y, &QComboBox::currentIndexChanged, this, &ScatterPanel::plotPoints);
    connect(m_plot, &TrainPlot::clicked, this,
            [this](int, double, double, const QPointF& pos) { pick(pos); });
    setData(nullptr);
}

void ScatterPanel::setData(const TrainDataPtr& shown) {
    const bool isOther = !shown || !m_data || shown->folder != m_data->folder;
    m_data = shown;
    if (isOther) {
        fillChoices();
    }
    plotPoints();
}

// Initially chooses the two most important columns.
void ScatterPanel::fillChoices() {
    const QSignalBlocker quietX(m_x);
    const QSignalBlocker quietY(m_y);
    for (QComboBox* choice : {m_x, m_y}) {
        choice->clear();
        choice->addItem(tr("Fitness"), kFitness);
        choice->addItem(tr("Generation"), kGeneration);
    }
    if (!m_data) {
        return;
    }
    std::size_t first = 0;
    for (std::size_t i = 0; i < m_data->columns.size(); ++i) {
        const TrainColumn& column = m_data->columns[i];
        const QString text = column.unit.isEmpty()
                                 ? column.name
                                 : QStringLiteral("%1, %2").arg(column.name, column.unit);
        m_x->addItem(text, static_cast<int>(i));
        m_y->addItem(text, static_cast<int>(i));
        if (i < m_data->parameterCount &&
            std::abs(column.importance) > std::abs(m_data->columns[first].importance)) {
            first = i;
        }
    }
    m_x->setCurrentIndex(m_data->parameterCount > 0 ? m_x->findData(static_cast<int>(first)) : 1);
    m_y->setCurrentIndex(0);
}

double ScatterPanel::valueOf(const TrainIndividual& individual, const QComboBox& choice) const {
    const int which = choice.currentData().toInt();
    return which == kFitness      ? individual.fitness
           : which == kGeneration ? static_cast<double>(individual.generation)
                                  : individual.values[static_cast<std::size_t>(which)];
}

void ScatterPanel::plotPoints() {
    std::vector<double> fitness;
    std::array<QVector<QCPGraphData>, kShades.size()> points;
    if (m_data) {
        for (const TrainIndividual& individual : m_data->individuals) {
            if (std::isfinite(individual.fitness)) {
                fitness.push_back(individual.fitness);
            }
        }
        std::ranges::sort(fitness);
        for (const TrainIndividual& individual : m_data->individuals) {
            const double x = valueOf(individual, *m_x);
            const double y = valueOf(individual, *m_y);
            if (!std::isfinite(individual.fitness) || !std::isfinite(x) || !std::isfinite(y)) {
                continue;
            }
            const auto rank = static_cast<std::size_t>(
                std::ranges::lower_bound(fitness, individual.fitness) - fitness.begin());
            points[rank * kShades.size() / fitness.size()].append({x, y});
        }
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        m_shades[i]->data()->set(points[i]);
    }
    m_plot->row(0)->axis(QCPAxis::atBottom)->setLabel(m_x->currentText());
    m_plot->row(0)->axis(QCPAxis::atLeft)->setLabel(m_y->currentText());
    QString scale;
    for (const QRgb shade : kShades) {
        scale += QStringLiteral("<span style='color:%1'>\u25a0</span>").arg(QColor(shade).name());
    }
    m_legend->setText(fitness.empty() ? QString() : tr("worst %1 best").arg(scale));
    m_plot->setHint(m_data && fitness.empty() ? tr("No generation has finished yet") : QString());
    m_plot->follow();
    showMark();
}

int ScatterPanel::pointCount() const {
    int count = 0;
    for (const QCPGraph* graph : m_shades) {
        count += graph->dataCount();
    }
    return count;
}

void ScatterPanel::setMarked(std::optional<IndividualId> id) {
    m_marked = id;
    showMark();
}

void ScatterPanel::showMark() {
    m_mark->data()->clear();
    const TrainIndividual* one = m_data && m_marked ? findIndividual(*m_data, *m_marked) : nullptr;
    if (one != nullptr) {
        m_mark->addData(valueOf(*one, *m_x), valueOf(*one, *m_y));
    }
    m_plot->redraw();
}

void ScatterPanel::pick(const QPointF& pos) {
    const TrainIndividual* nearest = nullptr;
    double nearestPx = kReachPx;
    const QCPAxisRect* rect = m_plot->row(0);
    for (std::size_t i = 0; m_data && i < m_data->individuals.size(); ++i) {
        const TrainIndividual& one = m_data->individuals[i];
        const double distancePx =
            std::hypot(rect->axis(QCPAxis::atBottom)->coordToPixel(valueOf(one, *m_x)) - pos.x(),
                       rect->axis(QCPAxis::atLeft)->coordToPixel(valueOf(one, *m_y)) - pos.y());
        if (std::isfinite(one.fitness) && distancePx < nearestPx) {
            nearestPx = distancePx;
            nearest = &one;
        }
    }
    if (nearest != nullptr) {
        Q_EMIT chosenByUser(idOf(*nearest));
    }
}

} // namespace sideline::widgets
