#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QPainter>
#include <QPalette>
#include <QRect>

#include "widgets/motion/joint_curves.h"
#include "widgets/motion/timeline_paint.h"

namespace sideline::widgets {

/// Maps angles to vertical positions in a curve view.
struct CurveScale {
    static constexpr double kEdgePx = 8.0;
    double lowDeg = -90.0;
    double highDeg = 90.0;
    double heightPx = 1.0;

    [[nodiscard]] double yOf(double deg) const;
    [[nodiscard]] double degAt(double y) const;
};

/// A line of the list at the left of the curves.
struct CurveListLine {
    std::optional<std::size_t> row; ///< if not set, the group's heading
    std::size_t group = 0;
};

/// Content of a curve view.
struct CurvePicture {
    const TimelineState& state;
    const JointCurves& curves;
    const std::vector<std::size_t>& shown; ///< indices of the rows
    TimeAxis axis;
    CurveScale scale;
    QRectF plot;
    QRect part; ///< area to be painted
    QPalette palette;
};

/// Paints the curves of joints, their keys and handles, and the list of joints.
class CurvePainter {
public:
    static constexpr int kLineHeight = 17; ///< height of a line in the list of joints

    CurvePainter(QPainter& painter, const CurvePicture& picture, const TimelineColors& colors)
        : m_painter(painter), m_picture(picture), m_colors(colors) {}

    void paint(KeyPictures& pictures);
    void paintList(const std::vector<CurveListLine>& list, int widthPx, int scrollPx);

private:
    void paintValueGrid();
    void paintLimits(std::size_t row);
    void paintCurve(std::size_t row);
    void paintPlayed(std::size_t row);
    void paintKeys(std::size_t row, KeyPictures& pictures);
    void paintHandles();
    void paintHeading(const RowGroup& group, const QRectF& box);
    void paintLine(std::size_t row, const QRectF& box);

    QPainter& m_painter;
    CurvePicture m_picture;
    const TimelineColors& m_colors;
};

} // namespace sideline::widgets
