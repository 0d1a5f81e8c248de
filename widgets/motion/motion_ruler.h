#pragma once

#include <QWidget>

#include "widgets/motion/motion_ruler_paint.h"
#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Time of a motion as a strip: ticks, markers, loop, marked range, end and playhead, all
/// draggable. GUI thread only.
class MotionRuler : public QWidget {
    Q_OBJECT
public:
    explicit MotionRuler(TimelineState& state, QWidget* parent = nullptr);

    static constexpr int kTicksHeight = RulerPainter::kTicksHeight;
    static constexpr int kMarkersTop = RulerPainter::kMarkersTop;
    static constexpr int kLoopTop = RulerPainter::kLoopTop;
    static constexpr int kHeight = RulerPainter::kHeight;

    [[nodiscard]] QSize sizeHint() const override { return {400, kHeight}; }
    [[nodiscard]] TimeAxis axis() const { return m_state.axis(width()); }
    /// Cancels a drag and restores what it changed.
    void cancelDrag();
    [[nodiscard]] bool isInDrag() const { return m_drag.what != Part::None; }

Q_SIGNALS:
    void menuRequested(const QPoint& globalPos, double timeS);
    /// The user requests a name for the marker at the given time; `place` is where to ask for it.
    void markerNameRequested(double timeS, const QRect& place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Part { None, Playhead, Marker, LoopBegin, LoopEnd, Loop, End, NewRange, Stretch };
    struct Drag {
        Part what = Part::None;
        keyframe::MotionPtr motion; ///< motion when the drag began
        double fromS = 0.0;         ///< time under the mouse when the drag began
        double thingS = 0.0; ///< time of the dragged marker or other item when the drag began
        std::pair<double, double> rangeS;
        int number = 0;
        bool hasEdited = false;
        QString stepText;
    };
    [[nodiscard]] Part partAt(const QPointF& pos) const;
    [[nodiscard]] std::optional<std::size_t> markerAt(const QPointF& pos) const;
    [[nodiscard]] double snapped(double timeS, Qt::KeyboardModifiers modifiers) const;
    [[nodiscard]] double cursorAt(double x, Qt::KeyboardModifiers modifiers) const;
    void drag(double timeS, Qt::KeyboardModifiers modifiers);
    void dragLoop(double byS, Qt::KeyboardModifiers modifiers);
    void ask(keyframe::Motion motion, const QString& text);
    [[nodiscard]] QString branchTipAt(const QPointF& pos) const;
    [[nodiscard]] QString tipAt(const QPointF& pos) const;

    TimelineState& m_state;
    Drag m_drag;
    std::optional<double> m_panX;
};

} // namespace sideline::widgets
