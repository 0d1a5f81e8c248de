#pragma once

#include <limits>

#include <QWidget>

#include "widgets/common/joint_model.h"

namespace sideline::widgets {

/// One joint as a row: its name, its range with the target's handle and the measured angle's
/// marker, and both angles as numbers.
///
/// Dragging moves the target by as much as the mouse moves, so that a click alone never moves a
/// robot; with Shift, by a tenth of that. The wheel is left to the scroll area.
class JointSlider : public QWidget {
    Q_OBJECT
public:
    /// @param joint its limits are the ends of the range; without limits, half a turn
    JointSlider(JointName name, const robot::Joint& joint, QWidget* parent = nullptr);

    [[nodiscard]] const JointName& name() const { return m_name; }
    [[nodiscard]] double targetRad() const { return m_shown.targetRad; }
    [[nodiscard]] double measuredRad() const { return m_shown.measuredRad; }

    /// Angles of the row, in radians. Repaints only if there is a visible change. NaN means unknown
    /// and is not drawn.
    void setAngles(double measuredRad, double expectedRad, double targetRad);
    /// Sets whether the user can move the target; only then is a difference between target and
    /// measured angle shown.
    void setMovable(bool isMovable);
    void setChosen(bool isChosen);
    /// Sets the width of the names, which is the same for all rows.
    void setNameWidth(int widthPx);
    /// Width that this row's name needs.
    [[nodiscard]] int nameWidthHint() const;

    /// Rectangle of the target's number, for an editor.
    [[nodiscard]] virtual QRect targetBox() const;
    /// Position of an angle on the groove, in pixels from the row's left.
    [[nodiscard]] double xOf(double angleRad) const;
    /// Whether target and measured angle differ enough to be shown.
    [[nodiscard]] bool isApart() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();
    void targetMoved(double angleRad);
    /// The user wants to type the target.
    void editRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

    // For derived rows with another layout.
    [[nodiscard]] virtual QRect groove() const;
    [[nodiscard]] virtual QString toolTipText() const;
    void drawGround(QPainter& painter) const;
    void drawGroove(QPainter& painter) const;
    [[nodiscard]] double minRad() const { return m_minRad; }
    [[nodiscard]] double maxRad() const { return m_maxRad; }
    [[nodiscard]] bool isMovable() const { return m_isMovable; }
    [[nodiscard]] bool isChosen() const { return m_isChosen; }
    [[nodiscard]] int nameWidth() const { return m_nameWidthPx; }

private:
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    struct Angles {
        double measuredRad = kUnknown;
        double expectedRad = kUnknown;
        double targetRad = kUnknown;
    };
    [[nodiscard]] int keyWidth() const;
    void drawNumbers(QPainter& painter) const;

    JointName m_name;
    double m_minRad;
    double m_maxRad;
    Angles m_shown;
    int m_nameWidthPx = 0;
    bool m_isMovable = false;
    bool m_isChosen = false;
    bool m_isDragged = false;
    bool m_isDragFine = false; ///< Shift is held during the drag
    double m_dragFromX = 0.0;  ///< position where the drag began, or Shift changed
    double m_dragFromRad = 0.0;
    double m_dragX = 0.0; ///< current position
    double m_dragRad = 0.0;
};

/// Color of targets: handles, and the switch while the user controls the robot.
[[nodiscard]] QColor controlColor();
/// Color of measured angles.
[[nodiscard]] QColor measuredColor();
/// `-45.00°`; `-` for NaN.
[[nodiscard]] QString degreesText(double angleRad);

} // namespace sideline::widgets
