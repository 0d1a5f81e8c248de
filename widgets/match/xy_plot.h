#pragma once

#include <optional>

#include <QPointF>

#include "logs/match/curves.h"
#include "widgets/common/custom_plot.h"

namespace sideline::widgets {

/// One curve against another over the visible interval, with the current time marked. Both axes
/// have the same scale if they have the same unit. The user zooms with the wheel and moves the view
/// with the mouse.
class XyPlot {
public:
    /// @param rect area in which the plot is drawn; must outlive this object
    /// @param cursorLayer layer on which the current time is drawn
    XyPlot(QCPAxisRect* rect, QCPLayer* cursorLayer, const QColor& color, bool hasOneUnit);

    void setTrack(logs::CurveTrack track);
    void showRange(double beginS, double endS);
    void setTime(double recordTimeS);
    /// Shows all of the track again.
    void fit();
    /// To be called after the plot was laid out.
    void keepAspect();

    [[nodiscard]] QCPAxisRect* rect() const { return m_rect; }
    /// The time of the point of the track nearest to a place in the plot; nullopt if none
    /// is close.
    [[nodiscard]] std::optional<double> timeAt(const QPointF& pos) const;
    /// The point at the given time; nullopt where the track is interrupted.
    [[nodiscard]] std::optional<QPointF> pointAt(double recordTimeS) const;

private:
    [[nodiscard]] QCPAxis* xAxis() const { return m_rect->axis(QCPAxis::atBottom); }
    [[nodiscard]] QCPAxis* yAxis() const { return m_rect->axis(QCPAxis::atLeft); }
    void updateLine();

    QCPAxisRect* m_rect;
    QCPCurve* m_line;
    QCPCurve* m_instant;
    logs::CurveTrack m_track;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    bool m_hasOneUnit;
    bool m_isByHand = false; ///< the user has zoomed or moved the view
    bool m_isSetting = false;
};

} // namespace sideline::widgets
