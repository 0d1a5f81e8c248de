#include "widgets/match/xy_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sideline::widgets {

namespace {

QCPRange withMargin(const QCPRange& range) {
    const double margin = std::max(0.05 * range.size(), 1e-3);
    return {range.lower - margin, range.upper + margin};
}

} // namespace

XyPlot::XyPlot(QCPAxisRect* rect, QCPLayer* cursorLayer, const QColor& color, bool hasOneUnit)
    : m_rect(rect),
      m_line(new QCPCurve(xAxis(), yAxis())),
      m_instant(new QCPCurve(xAxis(), yAxis())),
      m_hasOneUnit(hasOneUnit) {
    m_line->setPen(QPen(color, 1.4));
    m_instant->setLayer(cursorLayer);
    m_instant->setLineStyle(QCPCurve::lsNone);
    const QColor cursor(0xff, 0x8a, 0x1f);
    m_instant->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, cursor, cursor, 9.0));
    for (const QCPAxis* axis : {xAxis(), yAxis()}) {
        QObject::connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), m_line,
                         [this] { m_isByHand = m_isByHand || !m_isSetting; });
    }
}

void XyPlot::setTrack(logs::CurveTrack track) {
    m_track = std::move(track);
    updateLine();
}

void XyPlot::showRange(double beginS, double endS) {
    m_beginS = beginS;
    m_endS = endS;
    updateLine();
}

void XyPlot::updateLine() {
    const auto& times = m_track.recordTimeS;
    const auto first = std::ranges::lower_bound(times, m_beginS) - times.begin();
    const auto end = std::ranges::upper_bound(times, m_endS) - times.begin();
    QVector<QCPCurveData> points;
    points.reserve(std::max<qsizetype>(end - first, 0));
    for (auto i = first; i < end; ++i) {
        const auto row = static_cast<std::size_t>(i);
        points.append(QCPCurveData(static_cast<double>(i), m_track.x[row], m_track.y[row]));
    }
    m_line->data()->set(points, true);
    if (!m_isByHand) {
        fit();
    }
}

void XyPlot::fit() {
    m_isByHand = false;
    bool hasX = false;
    bool hasY = false;
    const QCPRange x = m_line->getKeyRange(hasX);
    const QCPRange y = m_line->getValueRange(hasY);
    if (!hasX || !hasY) {
        return;
    }
    m_isSetting = true;
    xAxis()->setRange(withMargin(x));
    yAxis()->setRange(withMargin(y));
    m_isSetting = false;
    keepAspect();
}

void XyPlot::keepAspect() {
    const double width = m_rect->width();
    const double height = m_rect->height();
    if (!m_hasOneUnit || width <= 0.0 || height <= 0.0) {
        return;
    }
    m_isSetting = true;
    // Extends the range of the direction that has room to spare.
    if (xAxis()->range().size() / width < yAxis()->range().size() / height) {
        xAxis()->setScaleRatio(yAxis());
    } else {
        yAxis()->setScaleRatio(xAxis());
    }
    m_isSetting = false;
}

void XyPlot::setTime(double recordTimeS) {
    const auto point = pointAt(recordTimeS);
    m_instant->data()->clear();
    if (point) {
        m_instant->addData(point->x(), point->y());
    }
}

std::optional<QPointF> XyPlot::pointAt(double recordTimeS) const {
    constexpr double kTimeTolerance = 1e-6;
    const auto& times = m_track.recordTimeS;
    const auto behind = std::ranges::upper_bound(times, recordTimeS + kTimeTolerance);
    if (behind == times.begin()) {
        return std::nullopt;
    }
    const auto row = static_cast<std::size_t>(behind - times.begin() - 1);
    const QPointF point(m_track.x[row], m_track.y[row]);
    return std::isfinite(point.x()) ? std::optional(point) : std::nullopt;
}

std::optional<double> XyPlot::timeAt(const QPointF& pos) const {
    constexpr double kReachPx = 25.0;
    double nearestPx = kReachPx;
    std::optional<double> found;
    for (const QCPCurveData& point : *m_line->data()) {
        const QPointF there(xAxis()->coordToPixel(point.key), yAxis()->coordToPixel(point.value));
        const double distancePx = std::hypot(there.x() - pos.x(), there.y() - pos.y());
        if (distancePx < nearestPx) { // false in gaps of the track
            nearestPx = distancePx;
            found = m_track.recordTimeS[static_cast<std::size_t>(point.t)];
        }
    }
    return found;
}

} // namespace sideline::widgets
