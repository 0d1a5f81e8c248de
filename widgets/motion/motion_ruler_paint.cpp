#include "widgets/motion/motion_ruler_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/common/text_format.h"
#include "widgets/motion/branch_menu.h"

namespace sideline::widgets {

namespace {

constexpr double kMaxNamePx = 120.0;
constexpr double kHeadHalfPx = 6.0;

} // namespace

QRectF markerBox(const keyframe::Marker& marker, const TimeAxis& axis,
                 const QFontMetricsF& metrics) {
    const double namePx = metrics.horizontalAdvance(toQt(marker.name));
    return {axis.xOf(marker.timeS) - kMarkerFlagPx / 2.0, double(RulerPainter::kMarkersTop),
            kMarkerFlagPx + std::min(namePx, kMaxNamePx) + 2.0,
            double(RulerPainter::kMarkersHeight)};
}

void RulerPainter::paint() {
    paintTicks();
    if (m_state.hasMotion()) {
        paintLoop();
        paintMarkers();
        paintBranches();
    }
    const double leftPx = TimelineState::gutterPx(m_widthPx);
    const QRectF box(leftPx, 0.0, m_widthPx - leftPx, kHeight);
    paintTimeLines(m_painter, m_state, m_axis, box, m_colors);
    paintHandles();
}

void RulerPainter::paintTicks() {
    const TimeAxis times = m_axis;
    const double stepS = timeTickS(times.secondsPerPx(), 56.0);
    const double smallS = timeTickS(times.secondsPerPx(), 6.0);
    const double leftPx =
        TimelineState::gutterPx(m_widthPx); // the names of the rows are left of it
    const auto eachTick = [&](double everyS, const auto& paint) {
        const auto last = std::llround(std::floor(times.timeAt(m_widthPx) / everyS));
        const auto first =
            std::llround(std::ceil(std::max(0.0, times.timeAt(times.leftPx - 60.0)) / everyS));
        for (auto tick = first; tick <= last; ++tick) {
            paint(static_cast<double>(tick) * everyS);
        }
    };
    eachTick(smallS, [&](double timeS) {
        m_painter.fillRect(QRectF(std::round(times.xOf(timeS)), kTicksHeight - 4, 1, 4),
                           m_colors.faint);
    });
    eachTick(stepS, [&](double timeS) {
        const double x = std::round(times.xOf(timeS));
        m_painter.fillRect(QRectF(x, kTicksHeight - 8, 1, 8), m_colors.text);
        m_painter.setPen(m_colors.text);
        const int decimals = stepS < 0.1 ? 2 : stepS < 1.0 ? 1 : 0;
        const QString text = numberText(timeS, decimals, QStringLiteral("s"));
        const double middle =
            leftPx + besidePlayhead(x - leftPx,
                                    m_painter.fontMetrics().horizontalAdvance(text) / 2.0,
                                    times.xOf(m_state.cursorS()) - leftPx, kHeadHalfPx);
        m_painter.drawText(QRectF(middle - 40, 0, 80, kTicksHeight - 7), Qt::AlignCenter, text);
    });
    m_painter.fillRect(QRectF(0, kTicksHeight, m_widthPx, 1), m_colors.grid);
}

void RulerPainter::paintMarkers() {
    m_painter.setRenderHint(QPainter::Antialiasing);
    const double end = std::round(m_axis.xOf(m_state.motion().endS())) + 0.5;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colors.faint);
    const std::array stop = {QPointF(end, kMarkersTop + 1.0), QPointF(end - 8.0, kMarkersTop + 7.0),
                             QPointF(end, kMarkersTop + 13.0)};
    m_painter.drawPolygon(stop.data(), static_cast<int>(stop.size()));
    for (const keyframe::Marker& marker : m_state.motion().markers) {
        const QRectF box = markerBox(marker, m_axis, QFontMetricsF(m_painter.font()));
        const double x = box.left() + kMarkerFlagPx / 2.0;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colors.warning);
        const std::array flag = {
            QPointF(x - 5.0, kMarkersTop + 1.0), QPointF(x + 5.0, kMarkersTop + 1.0),
            QPointF(x + 5.0, kMarkersTop + 8.0), QPointF(x, kMarkersTop + 13.0),
            QPointF(x - 5.0, kMarkersTop + 8.0)};
        m_painter.drawPolygon(flag.data(), static_cast<int>(flag.size()));
        m_painter.setPen(m_colors.text);
        m_painter.drawText(box.adjusted(kMarkerFlagPx + 1.0, 0.0, 4.0, 0.0),
                           Qt::AlignVCenter | Qt::AlignLeft,
                           m_painter.fontMetrics().elidedText(toQt(marker.name), Qt::ElideRight,
                                                              static_cast<int>(kMaxNamePx)));
    }
}

// Draws a fork at the lower end of the ticks.
void RulerPainter::paintBranches() {
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_colors.good, 2.0));
    for (const keyframe::Branch& branch : m_state.motion().branches) {
        const double x = m_axis.xOf(branchTimeS(m_state.motion(), branch));
        const double y = kTicksHeight - 1.0;
        m_painter.drawLine(QPointF(x, y), QPointF(x, y - 4.0));
        m_painter.drawLine(QPointF(x, y - 4.0), QPointF(x - 4.0, y - 9.0));
        m_painter.drawLine(QPointF(x, y - 4.0), QPointF(x + 4.0, y - 9.0));
    }
}

void RulerPainter::paintLoop() {
    const auto& loop = m_state.motion().loop;
    if (!loop) {
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    const double begin = m_axis.xOf(loop->beginS);
    const double end = m_axis.xOf(loop->endS);
    QColor bar = m_colors.good;
    bar.setAlphaF(0.55F);
    m_painter.fillRect(QRectF(begin, kLoopTop + 2, end - begin, kLoopHeight - 4), bar);
    m_painter.fillRect(QRectF(begin, kLoopTop, 4, kLoopHeight), m_colors.good);
    m_painter.fillRect(QRectF(end - 4, kLoopTop, 4, kLoopHeight), m_colors.good);
}

void RulerPainter::paintHandles() {
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    const double x = std::round(m_axis.xOf(m_state.cursorS())) + 0.5;
    m_painter.setBrush(m_colors.cursor);
    const std::array head = {QPointF(x - kHeadHalfPx, 1.0), QPointF(x + kHeadHalfPx, 1.0),
                             QPointF(x + kHeadHalfPx, 8.0), QPointF(x, 14.0),
                             QPointF(x - kHeadHalfPx, 8.0)};
    m_painter.drawPolygon(head.data(), static_cast<int>(head.size()));
    if (m_state.range()) {
        const double end = m_axis.xOf(m_state.range()->second);
        m_painter.setBrush(m_colors.bad);
        const std::array handle = {QPointF(end, 2.0), QPointF(end + 10.0, 9.0), QPointF(end, 16.0)};
        m_painter.drawPolygon(handle.data(), static_cast<int>(handle.size()));
    }
}

} // namespace sideline::widgets
