#pragma once

#include <map>

#include "widgets/motion/key_canvas.h"

namespace sideline::widgets {

/// Curves of joints over time with their keys and handles, in degrees.
///
/// Shown are the joints that the user chose and those of selected keys, or all while there are
/// none. Curves are computed from the keys at once; where limbs have targets, they are those of the
/// view's trajectory, which may come a moment later.
class CurveView : public KeyCanvas {
    Q_OBJECT
public:
    explicit CurveView(TimelineState& state, QWidget* parent = nullptr);

    [[nodiscard]] int contentHeight() const override;
    /// Shows all values of the shown curves, now and when others are shown.
    void fit();
    void fitSelection();
    [[nodiscard]] double yOf(double deg) const;
    [[nodiscard]] double degAt(double y) const override;
    /// Where the end of a selected key's handle is drawn; nothing if it has none.
    [[nodiscard]] std::optional<QPointF> handlePlace(const keyframe::KeyRef& at, bool isIn) const;

protected:
    [[nodiscard]] keyframe::KeySelection keysAt(const QPointF& pos) const override;
    [[nodiscard]] keyframe::KeySelection keysIn(const QRectF& box) const override;
    [[nodiscard]] const JointRow* rowAt(const QPointF& pos) const override;
    [[nodiscard]] QString tipAt(const QPointF& pos) const override;
    void pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) override;
    void doubleClickAt(const QPointF& pos) override;
    [[nodiscard]] bool hasValues() const override { return true; }
    [[nodiscard]] bool beginOther(const QPointF& pos) override;
    void moveOther(const QPointF& pos, Qt::KeyboardModifiers modifiers) override;
    void endOther(bool isCanceled) override;
    void wheelWithControl(const QPointF& pos, double notches) override;
    void panVertically(double byPx) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A handle that is being dragged.
    struct HandleDrag {
        keyframe::KeyRef at;
        bool isIn = false;
        keyframe::MotionPtr motion;
        int number = 0;
        bool hasEdited = false;
    };
    /// A joint's curve: its track, and which of the track's joints it is.
    struct Curve {
        keyframe::TrajectoryPtr trajectory;
        robot::JointId joint;
    };
    void refresh();
    void fitTo(bool onlySelected);
    [[nodiscard]] Curve curveOf(std::size_t row) const;
    [[nodiscard]] double startRad(const JointRow& row) const;
    [[nodiscard]] std::optional<std::size_t> listRowAt(double y) const;
    [[nodiscard]] const keyframe::Key* keyAt(const keyframe::KeyRef& at) const;

    void paintValueGrid(QPainter& painter, const TimelineColors& colors) const;
    void paintLimits(QPainter& painter, std::size_t row, const TimelineColors& colors) const;
    void paintCurve(QPainter& painter, std::size_t row, const QRect& part,
                    const TimelineColors& colors) const;
    void paintPlayed(QPainter& painter, std::size_t row, const QRect& part) const;
    void paintRowKeys(QPainter& painter, std::size_t row, const QRect& part,
                      const TimelineColors& colors);
    void paintHandles(QPainter& painter, const TimelineColors& colors) const;
    void paintList(QPainter& painter, const TimelineColors& colors) const;

    std::vector<std::size_t> m_shown;               ///< rows
    std::vector<std::optional<std::size_t>> m_list; ///< lines at the left; nothing: a heading
    std::vector<std::size_t> m_headings;            ///< groups of the headings, in the same order
    mutable std::map<std::size_t, Curve> m_curves;
    keyframe::MotionPtr m_motion;         ///< that `m_curves` are of
    keyframe::TrajectoryPtr m_trajectory; ///< that `m_curves` are of
    std::optional<HandleDrag> m_handle;
    double m_lowDeg = -90.0;
    double m_highDeg = 90.0;
    bool m_isFitted = true; ///< values are shown all, as long as the user does not zoom them
};

} // namespace sideline::widgets
