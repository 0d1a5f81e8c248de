#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>

#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

inline constexpr double kMarkerFlagPx = 11.0; ///< width of a marker's flag

/// Paints ticks, loop, markers, branches, marked range and playhead of a motion's ruler.
class RulerPainter {
public:
    static constexpr int kTicksHeight = 20;
    static constexpr int kMarkersTop = 20;
    static constexpr int kMarkersHeight = 14;
    static constexpr int kLoopTop = 34;
    static constexpr int kLoopHeight = 9;
    static constexpr int kHeight = kLoopTop + kLoopHeight;

    RulerPainter(QPainter& painter, const TimelineState& state, const TimeAxis& axis, int widthPx,
                 const TimelineColors& colors)
        : m_painter(painter), m_state(state), m_axis(axis), m_widthPx(widthPx), m_colors(colors) {}

    void paint();

private:
    void paintTicks();
    void paintMarkers();
    void paintBranches();
    void paintLoop();
    void paintHandles();

    QPainter& m_painter;
    const TimelineState& m_state;
    TimeAxis m_axis;
    int m_widthPx;
    const TimelineColors& m_colors;
};

/// Rectangle of a marker's flag and name.
[[nodiscard]] QRectF markerBox(const keyframe::Marker& marker, const TimeAxis& axis,
                               const QFontMetricsF& metrics);

} // namespace sideline::widgets
