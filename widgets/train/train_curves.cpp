#include "widgets/train/train_curves.h"

#include <algorithm>
#include <cmath>

#include <QVBoxLayout>

namespace sideline::widgets {

namespace {

QString legendEntry(const QColor& color, const QString& text) {
    return QStringLiteral("<span style='color:%1'>\u25a0</span>&nbsp;%2")
        .arg(color.name(), text.toHtmlEscaped());
}

QCPGraph* graphIn(TrainPlot& plot, int row, const QPen& pen) {
    const QCPAxisRect* rect = plot.row(row);
    QCPGraph* graph =
        plot.plot().addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    graph->setPen(pen);
    return graph;
}

} // namespace

TrainCurves::TrainCurves(QWidget* parent)
    : QWidget(parent), m_plot(new TrainPlot), m_legend(new QLabel) {
    setObjectName(QStringLiteral("train-curves-panel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 2, 4, 2);
    column->setSpacing(2);
    column->addWidget(m_legend);
    column->addWidget(m_plot, 1);
    m_plot->setRows(2);
    QColor band = trainColor::kMiddle;
    band.setAlphaF(0.22F);
    m_upper = graphIn(*m_plot, 0, Qt::NoPen);
    m_lower = graphIn(*m_plot, 0, Qt::NoPen);
    m_upper->setBrush(band);
    m_upper->setChannelFillGraph(m_lower);
    m_median = graphIn(*m_plot, 0, QPen(trainColor::kMiddle, 1.6));
    m_best = graphIn(*m_plot, 0, QPen(trainColor::kBest, 1.6));
    m_champion = graphIn(*m_plot, 0, QPen(trainColor::kChampion, 2.0));
    m_champion->setLineStyle(QCPGraph::lsStepLeft);
    m_success = graphIn(*m_plot, 1, QPen(trainColor::kMiddle, 1.6));
    m_championSuccess = graphIn(*m_plot, 1, QPen(trainColor::kChampion, 2.0));
    m_championSuccess->setLineStyle(QCPGraph::lsStepLeft);
    for (QCPGraph* graph : {m_median, m_best, m_success, m_champion, m_championSuccess}) {
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 3.0));
    }
    m_plot->row(0)->axis(QCPAxis::atLeft)->setLabel(tr("Fitness"));
    m_plot->row(1)->axis(QCPAxis::atLeft)->setLabel(tr("Success, %"));
    m_plot->row(1)->axis(QCPAxis::atBottom)->setLabel(tr("Generation"));
    m_plot->plot().plotLayout()->setRowStretchFactor(0, 2.0);
    for (int i = 0; i < 2; ++i) {
        auto* mark = new QCPItemStraightLine(&m_plot->plot());
        for (QCPItemPosition* position : {mark->point1, mark->point2}) {
            position->setAxes(m_plot->row(i)->axis(QCPAxis::atBottom),
                              m_plot->row(i)->axis(QCPAxis::atLeft));
            position->setAxisRect(m_plot->row(i));
        }
        mark->setClipAxisRect(m_plot->row(i));
        mark->setVisible(false);
        m_marks.push_back(mark);
    }
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->setText(
        QStringList{legendEntry(trainColor::kBest, tr("best")),
                    legendEntry(trainColor::kMiddle, tr("median and middle half; mean success")),
                    legendEntry(trainColor::kChampion, tr("champion, validated"))}
            .join(QStringLiteral(" &nbsp; ")));
    m_plot->setFit([this] { fit(); });
    connect(m_plot, &TrainPlot::clicked, this, [this](int /*row*/, double x) {
        if (m_data && !m_data->done.empty()) {
            Q_EMIT generationChosen(static_cast<quint64>(std::clamp(
                std::round(x), m_data->done.front().generation, m_data->done.back().generation)));
        }
    });
    setData(nullptr);
}

void TrainCurves::setData(const TrainDataPtr& shown) {
    m_data = shown;
    const std::vector<std::pair<QCPGraph*, double TrainGeneration::*>> curves = {
        {m_upper, &TrainGeneration::q75},
        {m_lower, &TrainGeneration::q25},
        {m_median, &TrainGeneration::median},
        {m_best, &TrainGeneration::best},
        {m_champion, &TrainGeneration::champion},
        {m_success, &TrainGeneration::successRate},
        {m_championSuccess, &TrainGeneration::championSuccess}};
    const bool isEmpty = !shown || shown->done.empty();
    for (const auto& [graph, value] : curves) {
        const double factor = graph == m_success || graph == m_championSuccess ? 100.0 : 1.0;
        QVector<QCPGraphData> points;
        for (std::size_t i = 0; !isEmpty && i < shown->done.size(); ++i) {
            points.append({shown->done[i].generation, factor * (shown->done[i].*value)});
        }
        graph->data()->set(points, true);
    }
    m_plot->setHint(!isEmpty ? QString()
                    : shown  ? tr("No generation has finished yet")
                             : tr("Select an experiment or create a new one"));
    m_plot->follow();
    m_plot->redraw();
}

void TrainCurves::setMarked(std::optional<double> generation) {
    QColor color = palette().color(QPalette::Text);
    color.setAlphaF(0.6F);
    for (QCPItemStraightLine* mark : m_marks) {
        mark->setVisible(generation.has_value());
        mark->setPen(QPen(color, 1, Qt::DashLine));
        mark->point1->setCoords(generation.value_or(0.0), 0.0);
        mark->point2->setCoords(generation.value_or(0.0), 1.0);
    }
    m_plot->redraw();
}

void TrainCurves::fit() {
    bool hasValues = false;
    QCPRange range;
    for (const QCPGraph* graph : {m_best, m_lower, m_champion}) {
        bool hasOwn = false;
        const QCPRange own = graph->getValueRange(hasOwn);
        if (hasOwn) {
            range = hasValues ? range.expanded(own) : own;
            hasValues = true;
        }
    }
    if (hasValues) {
        m_plot->row(0)->axis(QCPAxis::atLeft)->setRange(withRoom(range));
    }
    m_plot->row(1)->axis(QCPAxis::atLeft)->setRange(-4.0, 104.0);
    const double last = m_data && !m_data->done.empty() ? m_data->done.back().generation : 1.0;
    m_plot->row(0)->axis(QCPAxis::atBottom)->setRange(-0.02 * last - 0.1, 1.02 * last + 0.1);
}

} // namespace sideline::widgets
