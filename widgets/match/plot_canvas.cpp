#include "widgets/match/plot_canvas.h"

#include <algorithm>
#include <cmath>

#include <QBuffer>
#include <QMouseEvent>
#include <QPageSize>
#include <QPdfWriter>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "widgets/common/panel_parts.h"
#include "widgets/match/clock_ticker.h"
#include "widgets/match/xy_plot.h"

namespace sideline::widgets {

namespace {

constexpr double kShortestTimeS = 0.1; // shortest time range
constexpr int kMinPlotPx = 90;         // height, including the axis
constexpr int kMinPlotWidthPx = 120;
constexpr int kClickPx = 4; // a shorter drag is a click
const QColor kPlotCursor(0xff, 0x8a, 0x1f);

QColor withAlpha(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

bool isOnValues(const QCPAxisRect& rect, const QPointF& pos) {
    return pos.x() < rect.left();
}

// Makes an item span the height of its plot, regardless of the values.
void spanHeight(QCPItemPosition* top, QCPItemPosition* bottom, QCPAxisRect* rect) {
    for (QCPItemPosition* position : {top, bottom}) {
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        position->setAxisRect(rect);
        position->setTypeX(QCPItemPosition::ptPlotCoords);
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
}

QCPItemRect* intervalIn(QCustomPlot* plot, QCPAxisRect* rect) {
    auto* interval = new QCPItemRect(plot);
    interval->setLayer(QStringLiteral("cursor"));
    interval->setClipAxisRect(rect);
    spanHeight(interval->topLeft, interval->bottomRight, rect);
    return interval;
}

QCPItemLine* cursorIn(QCustomPlot* plot, QCPAxisRect* rect) {
    auto* cursor = new QCPItemLine(plot);
    cursor->setLayer(QStringLiteral("cursor"));
    cursor->setClipAxisRect(rect);
    spanHeight(cursor->start, cursor->end, rect);
    cursor->setPen(QPen(kPlotCursor, 1.5));
    return cursor;
}

// Value range of a plot's graphs in a time range; nullopt if there are none.
std::optional<QCPRange> visibleValues(const QCPAxisRect& rect, const QCPRange& times) {
    std::optional<QCPRange> range;
    for (QCPGraph* graph : rect.graphs()) {
        bool any = false;
        const QCPRange values = graph->getValueRange(any, QCP::sdBoth, times);
        if (any && std::isfinite(values.lower) && std::isfinite(values.upper)) {
            range = range ? range->expanded(values) : values;
        }
    }
    return range;
}

void styleAxis(QCPAxis& axis, const QColor& text, const QFont& font) {
    const QColor faint = withAlpha(text, 0.18F);
    axis.setBasePen(QPen(text, 1));
    axis.setTickPen(QPen(text, 1));
    axis.setSubTickPen(QPen(text, 1));
    axis.setTickLabelColor(text);
    axis.setLabelColor(text);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.grid()->setPen(QPen(faint, 1));
    axis.grid()->setZeroLinePen(QPen(faint, 1));
}

QByteArray pdfOf(QCustomPlot& plot) {
    constexpr int kPointsPerInch = 72;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter page(&buffer);
        page.setResolution(kPointsPerInch);
        page.setPageSize(QPageSize(QSizeF(plot.size()), QPageSize::Point));
        page.setPageMargins(QMarginsF());
        QCPPainter painter;
        painter.begin(&page);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&painter, plot.width(), plot.height());
    }
    return bytes;
}

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_hint(new QLabel(m_plot)) {
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines);
    m_plot->addLayer(QStringLiteral("cursor"), m_plot->layer(QStringLiteral("overlay")),
                     QCustomPlot::limBelow);
    // A separate layer: while time runs only the cursor moves.
    m_plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* inner = new QVBoxLayout(m_plot);
    inner->addWidget(m_hint);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scrolled(m_plot));
    connect(m_plot, &QCustomPlot::mousePress, this, &PlotCanvas::press);
    connect(m_plot, &QCustomPlot::mouseMove, this, &PlotCanvas::move);
    connect(m_plot, &QCustomPlot::mouseRelease, this, &PlotCanvas::release);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotCanvas::doubleClick);
    connect(m_plot, &QCustomPlot::mouseWheel, this, &PlotCanvas::wheel);
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] {
        for (const auto& track : m_tracks) {
            track->keepAspect();
        }
    });
    setCurves({}, {});
    applyPalette();
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::setCurves(const std::vector<TimeCurve>& curves,
                           const std::vector<XyCurve>& tracks) {
    m_tracks.clear();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    m_rows.clear();
    m_graphs.clear();
    m_drag.reset();
    auto* times = curves.empty() ? nullptr : new QCPLayoutGrid;
    if (times != nullptr) {
        m_plot->plotLayout()->addElement(0, 0, times);
        m_plot->plotLayout()->setColumnStretchFactor(0, 1.6);
    }
    auto* margins = new QCPMarginGroup(m_plot);
    for (const TimeCurve& curve : curves) {
        const Row& row = rowFor(curve, times, margins);
        QCPGraph* graph =
            m_plot->addGraph(row.rect->axis(QCPAxis::atBottom), row.rect->axis(QCPAxis::atLeft));
        graph->setAdaptiveSampling(true);
        graph->setPen(QPen(curve.color, 1.6));
        graph->setName(curve.name);
        m_graphs.push_back(graph);
    }
    if (!tracks.empty()) {
        auto* grid = new QCPLayoutGrid;
        m_plot->plotLayout()->addElement(0, m_plot->plotLayout()->columnCount(), grid);
        for (const XyCurve& track : tracks) {
            auto* rect = new QCPAxisRect(m_plot);
            rect->setRangeDrag(Qt::Horizontal | Qt::Vertical);
            rect->setRangeZoom(Qt::Horizontal | Qt::Vertical);
            rect->axis(QCPAxis::atBottom)->setLabel(track.xLabel);
            rect->axis(QCPAxis::atLeft)->setLabel(track.yLabel);
            grid->addElement(static_cast<int>(m_tracks.size()), 0, rect);
            m_tracks.push_back(std::make_unique<XyPlot>(
                rect, m_plot->layer(QStringLiteral("cursor")), track.color, track.hasOneUnit));
            m_tracks.back()->showRange(m_beginS, m_endS);
        }
    }
    const std::size_t below =
        std::max(m_rows.size(), m_tracks.size()); // shared by all rows and tracks
    m_plot->setMinimumSize(kMinPlotWidthPx,
                           kMinPlotPx * static_cast<int>(std::max<std::size_t>(below, 1)));
    m_hint->setVisible(curves.empty() && tracks.empty());
    styleAxes();
    updateOverlays();
    redraw();
}

PlotCanvas::Row& PlotCanvas::rowFor(const TimeCurve& curve, QCPLayoutGrid* grid,
                                    QCPMarginGroup* margins) {
    if (const auto known = std::ranges::find(m_rows, curve.plot, &Row::key);
        known != m_rows.end()) {
        QCPAxis* values = known->rect->axis(QCPAxis::atLeft);
        if (!values->label().split(QStringLiteral(", ")).contains(curve.unit)) {
            values->setLabel(values->label() + QStringLiteral(", ") + curve.unit);
        }
        return *known;
    }
    auto* rect = new QCPAxisRect(m_plot);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    QCPAxis* time = rect->axis(QCPAxis::atBottom);
    time->setTicker(QSharedPointer<ClockTicker>::create(time, [this] { return m_index.get(); }));
    time->setRange(m_beginS, m_endS);
    rect->axis(QCPAxis::atLeft)->setLabel(curve.unit);
    if (const auto range = m_valuesByHand.find(curve.plot); range != m_valuesByHand.end()) {
        rect->axis(QCPAxis::atLeft)->setRange(range->second.first, range->second.second);
    }
    grid->addElement(static_cast<int>(m_rows.size()), 0, rect);
    QCPItemRect* interval = intervalIn(m_plot, rect);
    m_rows.push_back({curve.plot, rect, cursorIn(m_plot, rect), interval});
    connectAxes(m_rows.back());
    return m_rows.back();
}

// Without `m_isSetting`, the change comes from the user's mouse.
void PlotCanvas::connectAxes(const Row& row) {
    const auto changed = qOverload<const QCPRange&>(&QCPAxis::rangeChanged);
    connect(row.rect->axis(QCPAxis::atBottom), changed, this, [this](const QCPRange& range) {
        if (!m_isSetting) {
            showRange(range.lower, range.upper);
            Q_EMIT rangeChanged(m_beginS, m_endS);
        }
    });
    connect(row.rect->axis(QCPAxis::atLeft), changed, this,
            [this, key = row.key](const QCPRange& range) {
                if (!m_isSetting) {
                    m_valuesByHand[key] = {range.lower, range.upper};
                }
            });
}

void PlotCanvas::setValues(std::size_t curve, const std::vector<double>& recordTimeS,
                           const std::vector<double>& values) {
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        points.append(QCPGraphData(recordTimeS[i], values[i]));
    }
    m_graphs[curve]->data()->set(points, true);
}

void PlotCanvas::setTrack(std::size_t track, logs::CurveTrack points) {
    m_tracks[track]->setTrack(std::move(points));
    m_tracks[track]->setTime(m_timeS);
}

void PlotCanvas::refresh() {
    rescaleValues();
}

void PlotCanvas::setIndex(std::shared_ptr<const logs::LogIndex> index) {
    m_index = std::move(index);
    redraw();
}

void PlotCanvas::showRange(double beginS, double endS) {
    m_beginS = beginS;
    m_endS = std::max(endS, beginS + kShortestTimeS);
    m_isSetting = true;
    for (const Row& row : m_rows) {
        row.rect->axis(QCPAxis::atBottom)->setRange(m_beginS, m_endS);
    }
    m_isSetting = false;
    for (const auto& track : m_tracks) {
        track->showRange(m_beginS, m_endS);
    }
    rescaleValues();
}

// Value ranges follow the visible curves, except for those set by the user.
void PlotCanvas::rescaleValues() {
    m_isSetting = true;
    for (const Row& row : m_rows) {
        if (m_valuesByHand.contains(row.key)) {
            continue;
        }
        if (const auto range = visibleValues(*row.rect, QCPRange(m_beginS, m_endS))) {
            const double margin = std::max(0.06 * range->size(), 1e-3);
            row.rect->axis(QCPAxis::atLeft)->setRange(range->lower - margin, range->upper + margin);
        }
    }
    m_isSetting = false;
    redraw();
}

void PlotCanvas::fitValues() {
    m_valuesByHand.clear();
    for (const auto& track : m_tracks) {
        track->fit();
    }
    rescaleValues();
}

void PlotCanvas::setTime(double recordTimeS) {
    m_timeS = recordTimeS;
    updateOverlays();
    redrawOverlays();
}

void PlotCanvas::setStretch(std::optional<logs::LoopRange> interval) {
    m_interval = interval;
    updateOverlays();
    redrawOverlays();
}

void PlotCanvas::updateOverlays() {
    for (const Row& row : m_rows) {
        row.cursor->start->setCoords(m_timeS, 0.0);
        row.cursor->end->setCoords(m_timeS, 1.0);
        row.interval->setVisible(m_interval.has_value());
        if (m_interval) {
            row.interval->topLeft->setCoords(m_interval->beginS, 0.0);
            row.interval->bottomRight->setCoords(m_interval->endS, 1.0);
        }
    }
    for (const auto& track : m_tracks) {
        track->setTime(m_timeS);
    }
}

void PlotCanvas::redraw() {
    if (isVisible()) {
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void PlotCanvas::redrawOverlays() {
    if (isVisible() && !(m_rows.empty() && m_tracks.empty())) {
        m_plot->layer(QStringLiteral("cursor"))->replot();
    }
}

void PlotCanvas::showEvent(QShowEvent* event) {
    redraw();
    QWidget::showEvent(event);
}

void PlotCanvas::setHint(const QString& text) {
    m_hint->setText(text);
}

// --- mouse

PlotCanvas::Row* PlotCanvas::rowAt(const QPointF& pos) {
    const auto row = std::ranges::find(m_rows, m_plot->axisRectAt(pos), &Row::rect);
    return row == m_rows.end() ? nullptr : &*row;
}

XyPlot* PlotCanvas::trackAt(const QPointF& pos) const {
    const QCPAxisRect* rect = m_plot->axisRectAt(pos);
    const auto track = std::ranges::find(m_tracks, rect, [](const auto& t) { return t->rect(); });
    return track == m_tracks.end() ? nullptr : track->get();
}

double PlotCanvas::timeAt(double x) const {
    return m_rows.front().rect->axis(QCPAxis::atBottom)->pixelToCoord(x);
}

// Called before the plot handles the event: sets the drag direction.
void PlotCanvas::press(QMouseEvent* event) {
    m_drag = Drag{event->pos(), false, false};
    if (const Row* row = rowAt(event->pos()); row != nullptr) {
        const bool isOnAxis = isOnValues(*row->rect, event->position());
        m_drag->isMarking = event->button() == Qt::LeftButton && !isOnAxis &&
                            (event->modifiers() & Qt::ShiftModifier) != 0;
        const bool isOfValues = isOnAxis || (event->modifiers() & Qt::ControlModifier) != 0;
        row->rect->setRangeDrag(m_drag->isMarking ? Qt::Orientations()
                                : isOfValues      ? Qt::Vertical
                                                  : Qt::Horizontal);
    }
}

void PlotCanvas::move(QMouseEvent* event) {
    if (!m_drag || event->buttons() == Qt::NoButton) {
        return;
    }
    m_drag->hasMoved =
        m_drag->hasMoved || (event->pos() - m_drag->from).manhattanLength() >= kClickPx;
    if (m_drag->isMarking && m_drag->hasMoved) {
        const auto [beginS, endS] =
            std::minmax({timeAt(m_drag->from.x()), timeAt(event->pos().x())});
        Q_EMIT intervalMarked(logs::LoopRange{beginS, endS});
    }
}

void PlotCanvas::release(QMouseEvent* event) {
    const auto drag = std::exchange(m_drag, std::nullopt);
    if (!drag || event->button() != Qt::LeftButton || drag->hasMoved) {
        return;
    }
    if (drag->isMarking) {
        Q_EMIT intervalMarked(std::nullopt);
    } else if (const Row* row = rowAt(event->pos()); row != nullptr) {
        if (!isOnValues(*row->rect, event->position())) {
            Q_EMIT seekRequested(timeAt(event->position().x()));
        }
    } else if (const XyPlot* track = trackAt(event->pos()); track != nullptr) {
        if (const auto timeS = track->timeAt(event->position())) {
            Q_EMIT seekRequested(*timeS);
        }
    }
}

void PlotCanvas::doubleClick(QMouseEvent* event) {
    if (XyPlot* track = trackAt(event->pos()); track != nullptr) {
        track->fit();
        redraw();
        return;
    }
    const Row* row = rowAt(event->pos());
    if (row != nullptr && isOnValues(*row->rect, event->position())) {
        m_valuesByHand.erase(row->key);
        rescaleValues();
        return;
    }
    fitValues();
    Q_EMIT showAllRequested();
}

// Called before the plot handles the event, like `press`.
void PlotCanvas::wheel(QWheelEvent* event) {
    if (const Row* row = rowAt(event->position()); row != nullptr) {
        const bool isOfValues = isOnValues(*row->rect, event->position()) ||
                                (event->modifiers() & Qt::ControlModifier) != 0;
        row->rect->setRangeZoom(isOfValues ? Qt::Vertical : Qt::Horizontal);
    }
}

// --- styles

void PlotCanvas::styleAxes() {
    const QColor text = palette().color(QPalette::Text);
    for (QCPAxisRect* rect : m_plot->axisRects()) {
        for (QCPAxis* axis : rect->axes()) {
            styleAxis(*axis, text, font());
        }
    }
    const QColor highlight = palette().color(QPalette::Highlight);
    for (const Row& row : m_rows) {
        row.interval->setPen(QPen(withAlpha(highlight, 0.8F), 1));
        row.interval->setBrush(withAlpha(highlight, 0.18F));
    }
}

// Follows the light or dark theme: its own palette changes after its parent's.
void PlotCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        applyPalette();
    }
    QWidget::changeEvent(event);
}

void PlotCanvas::applyPalette() {
    m_plot->setBackground(palette().color(QPalette::Base));
    styleAxes();
    redraw();
}

QImage PlotCanvas::picture() const {
    constexpr double kPixelsPerPoint = 2.0;
    return m_plot->toPixmap(0, 0, kPixelsPerPoint).toImage();
}

QByteArray PlotCanvas::pdf() const {
    return pdfOf(*m_plot);
}

std::optional<std::pair<double, double>> PlotCanvas::valueRange(const QString& plot) const {
    const auto row = std::ranges::find(m_rows, plot, &Row::key);
    if (row == m_rows.end()) {
        return std::nullopt;
    }
    const QCPRange range = row->rect->axis(QCPAxis::atLeft)->range();
    return std::pair(range.lower, range.upper);
}

} // namespace sideline::widgets
