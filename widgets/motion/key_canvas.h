#pragma once

#include <optional>

#include <QWidget>

#include "widgets/motion/key_gesture.h"
#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Common base of dope sheet and curve view: selecting by click and box, dragging, grabbing
/// and scaling of keys, zoom and pan of time, rows that scroll. GUI thread only.
class KeyCanvas : public QWidget {
    Q_OBJECT
public:
    KeyCanvas(TimelineState& state, QWidget* parent);

    /// Begins moving the selection with the mouse; a click ends it (`G`).
    void grabSelection();
    /// Begins stretching the selection about the playhead (`S`).
    void scaleSelection();
    /// Begins moving the keys on the mouse's side of the playhead: of the selection, or of all keys
    /// if none is selected (`E`).
    void extendSelection();
    /// Begins moving copies of the selection.
    void duplicateSelection();
    [[nodiscard]] bool isInGesture() const { return m_gesture.has_value(); }
    /// Handles a key during a gesture: Esc, Enter, X, Y, digits.
    /// @return whether it was handled
    bool takeKey(int key, const QString& text);
    void cancelGesture();

    /// Height of all rows in the column of names.
    [[nodiscard]] virtual int contentHeight() const = 0;
    /// Height of the part that does not scroll.
    [[nodiscard]] virtual int fixedHeight() const { return 0; }
    void setScroll(int y);
    [[nodiscard]] int scroll() const { return m_scroll; }
    [[nodiscard]] TimeAxis axis() const { return m_state.axis(width()); }

Q_SIGNALS:
    void scrollRequested(int byPx);
    /// The user requests the menu at this time; the joint is empty outside of rows.
    void menuRequested(const QPoint& globalPos, double timeS, const QString& joint);
    /// The user requests a name for the keyframe at the given time; `place` is where to ask for it.
    void nameRequested(double timeS, const QRect& place);

protected:
    [[nodiscard]] virtual keyframe::KeySelection keysAt(const QPointF& pos) const = 0;
    [[nodiscard]] virtual keyframe::KeySelection keysIn(const QRectF& box) const = 0;
    [[nodiscard]] virtual const JointRow* rowAt(const QPointF& pos) const = 0;
    [[nodiscard]] virtual QString tipAt(const QPointF& pos) const = 0;
    virtual void pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) = 0;
    virtual void doubleClickAt(const QPointF& pos) = 0;
    /// Whether keys also move vertically, and the angle at a vertical position.
    [[nodiscard]] virtual bool hasValues() const { return false; }
    [[nodiscard]] virtual double degAt(double /*y*/) const { return 0.0; }
    /// Begins a drag of parts other than keys, such as a handle; tried first.
    [[nodiscard]] virtual bool beginOther(const QPointF& /*pos*/) { return false; }
    virtual void moveOther(const QPointF& /*pos*/, Qt::KeyboardModifiers /*modifiers*/) {}
    virtual void endOther(bool /*isCanceled*/) {}
    virtual void wheelWithControl(const QPointF& pos, double notches);
    virtual void panVertically(double byPx);

    [[nodiscard]] TimelineState& state() { return m_state; }
    [[nodiscard]] const TimelineState& state() const { return m_state; }
    [[nodiscard]] KeyPictures& pictures() { return m_pictures; }
    [[nodiscard]] int gutter() const { return TimelineState::gutterPx(width()); }
    /// The part with keys, without the column of names.
    [[nodiscard]] QRectF plot() const;
    /// Paints the selection box, the gesture's text, the hint and the focus above everything else.
    void paintOver(QPainter& painter, const TimelineColors& colors);

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

    static constexpr double kReachPx = 6.0; ///< distance from its center within which a key is hit

private:
    void begin(KeyGesture::Kind kind, bool isModal, const QPointF& from, double anchorS);
    void updateGesture(const QPointF& pos, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] GesturePointer pointerAt(const QPointF& pos,
                                           Qt::KeyboardModifiers modifiers) const;
    void finish();
    void endPress(const QPointF& pos, Qt::KeyboardModifiers modifiers);

    TimelineState& m_state;
    KeyPictures m_pictures;
    std::optional<KeyGesture> m_gesture;
    std::optional<QPointF> m_press; ///< the left button was pressed here, on a key
    keyframe::KeySelection m_pressedKeys;
    std::optional<QPointF> m_boxFrom;
    QRectF m_box;
    std::optional<QPointF> m_panFrom;
    bool m_isOther = false;
    QPointF m_mouse;
    bool m_hasMouse = false; ///< the mouse is over the canvas
    int m_scroll = 0;
};

} // namespace sideline::widgets
