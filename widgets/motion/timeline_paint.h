#pragma once

#include <array>
#include <cstdint>

#include <QColor>
#include <QFont>
#include <QHelpEvent>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QWidget>

#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Colors of a timeline in a light or dark palette.
struct TimelineColors {
    explicit TimelineColors(const QPalette& palette);

    bool isDark;
    QColor base;
    QColor row;      ///< background of every other row
    QColor groupRow; ///< background of the rows of groups and of all keys
    QColor gutter;
    QColor text;
    QColor faint; ///< secondary text
    QColor grid;
    QColor strongGrid;
    QColor key;
    QColor keyEdge;
    QColor selected;
    QColor expression;
    QColor cursor;
    QColor good;
    QColor bad;
    QColor warning;
    QColor chosen; ///< background of rows that the user works on
    QColor range;  ///< background of a range of time
    QColor after;  ///< background outside the motion
};

/// A color of its own for each joint's curve.
/// @param row place of the joint among all rows
[[nodiscard]] QColor jointColor(std::size_t row, const QPalette& palette);

/// Symbols of keys, drawn once and cached. GUI thread only.
class KeyPictures {
public:
    enum class Look : std::uint8_t { Plain, Partly, Selected, Expression };
    static constexpr int kSizePx = 13;

    /// Paints a key centered at a place; its shape shows its curve.
    void paint(QPainter& painter, double x, double y, keyframe::Curve curve, Look look,
               const TimelineColors& colors);
    /// Clears the cache, for example after a change of the palette.
    void clear();

private:
    std::array<std::array<QPixmap, 4>, 5> m_pictures;
    double m_pixelRatio = 1.0;
};

/// Distance between ticks that leaves room for their labels, in s: whole frames, tenths, seconds.
[[nodiscard]] double timeTickS(double secondsPerPx, double spacingPx);
/// The smallest number not below `least` that is 1, 2 or 5 times a power of ten.
[[nodiscard]] double roundTick(double least);
[[nodiscard]] QFont smallFont(const QFont& font);
/// Paints vertical lines at ticks, and a shade before 0 and after the end.
void paintTimeGrid(QPainter& painter, const TimelineState& state, const TimeAxis& axis,
                   const QRectF& box, const TimelineColors& colors);
/// Paints marked range, loop's ends, markers and the playhead as lines over a track.
void paintTimeLines(QPainter& painter, const TimelineState& state, const TimeAxis& axis,
                    const QRectF& box, const TimelineColors& colors);
/// The strip of pixels that the playhead covers at the given time.
[[nodiscard]] QRect cursorStrip(const TimeAxis& axis, double timeS, int height);

/// Repaints a widget with the timeline's time axis: all of it when the state changes, and around
/// the old and new positions of the playhead when that moves.
void followState(QWidget& widget, const TimelineState& state);
/// Shows a tooltip; an empty one hides it.
void showTip(QWidget& widget, const QHelpEvent& event, const QString& tip);

} // namespace sideline::widgets
