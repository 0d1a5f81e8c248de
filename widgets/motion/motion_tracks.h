#pragma once

#include <vector>

#include <QWidget>

#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Margins of balance at an instant, or the minima of an interval; m, below 0 outside of
/// the support polygon.
struct BalanceColumn {
    double zmpMarginM = 0.0;
    double comMarginM = 0.0;
};

/// The minimum margins in each of a number of equal parts of an interval; nullopt for parts outside
/// of the analysis. Thus a short loss of balance is visible even if it lies between two pixels.
[[nodiscard]] std::vector<std::optional<BalanceColumn>> balanceColumns(
    const keyframe::MotionAnalysis& analysis, double beginS, double endS, std::size_t count);

/// Tracks over the time of a motion: planned balance, measured balance after a simulation test, and
/// findings.
/// GUI thread only.
class MotionTracks : public QWidget {
    Q_OBJECT
public:
    explicit MotionTracks(TimelineState& state, QWidget* parent = nullptr);

    static constexpr int kFindingsHeight = 17;
    static constexpr int kHeight = 47;
    static constexpr int kLowHeight = 33;      ///< where there is little room
    static constexpr int kMeasuredHeight = 24; ///< height of the measured balance, if there is any
    static constexpr int kLowMeasuredHeight = 14;

    /// Chooses the heights of the tracks. @param isLow whether there is little room
    void layOut(bool isLow);

    [[nodiscard]] TimeAxis axis() const { return m_state.axis(width()); }
    /// Findings with a mark at a point, the most severe first.
    [[nodiscard]] std::vector<const keyframe::Finding*> findingsAt(const QPointF& pos) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] bool hasMeasured() const;
    [[nodiscard]] int plannedHeight() const {
        return height() - kFindingsHeight - m_measuredHeight;
    }
    [[nodiscard]] int balanceHeight() const { return height() - kFindingsHeight; } ///< both
    [[nodiscard]] QString tipAt(const QPointF& pos) const;
    void paintBalance(QPainter& painter, const QRect& part, const TimelineColors& colors) const;
    void paintFall(QPainter& painter, const TimelineColors& colors) const;
    [[nodiscard]] QString balanceTipAt(const QPointF& pos) const;
    void paintFindings(QPainter& painter, const TimelineColors& colors) const;
    void paintNames(QPainter& painter, const TimelineColors& colors) const;

    TimelineState& m_state;
    int m_measuredHeight = 0;
};

} // namespace sideline::widgets
