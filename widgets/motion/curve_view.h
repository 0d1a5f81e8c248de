#pragma once

#include "widgets/motion/curve_paint.h"
#include "widgets/motion/joint_curves.h"
#include "widgets/motion/key_canvas.h"

namespace sideline::widgets {

/// Curves of joints over time with their keys and handles, in degrees.
///
/// Shows the joints that the user chose and those of selected keys, or all if there are none.
/// Curves are computed from the keys at once; where limbs have targets, the curves are those of the
/// view's trajectory, which may arrive a moment later.
class CurveView : public KeyCanvas {
    Q_OBJECT
public:
    explicit CurveView(TimelineState& state, QWidget* parent = nullptr);

    [[nodiscard]] int contentHeight() const override;
    /// Shows all values of the shown curves, now and after changes.
    void fit();
    void fitSelection();
    [[nodiscard]] double yOf(double deg) const;
    [[nodiscard]] double degAt(double y) const override;
    /// Position of the end of a selected key's handle; nullopt if it has none.
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
    void refresh();
    void fitTo(bool onlySelected);
    [[nodiscard]] CurveScale scale() const;
    [[nodiscard]] const CurveListLine* listLineAt(double y) const;

    std::vector<std::size_t> m_shown;  ///< indices of the rows
    std::vector<CurveListLine> m_list; ///< entries of the list on the left
    JointCurves m_curves;
    std::optional<HandleDrag> m_handle;
    double m_lowDeg = -90.0;
    double m_highDeg = 90.0;
    bool m_isFitted = true; ///< whether all values are shown, until the user zooms
};

} // namespace sideline::widgets
