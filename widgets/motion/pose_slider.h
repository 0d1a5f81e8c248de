#pragma once

#include <cstdint>

#include "widgets/common/joint_slider.h"

namespace sideline::widgets {

/// A joint of an edited pose: the same row as that of a live robot, with the joint's key
/// instead of the measured angle.
class PoseSlider : public JointSlider {
    Q_OBJECT
public:
    enum class KeyState : std::uint8_t {
        Free,     ///< the joint has no keys
        Animated, ///< the joint has keys at other times
        Key,      ///< the joint has a key at the cursor
    };
    /// Layout of the row. The two sides of the body are shown side by side with one name between
    /// them, for which the row of the left side is mirrored.
    enum class Layout : std::uint8_t { WithName, LeftOfName, RightOfName };

    PoseSlider(JointName name, const robot::Joint& joint, QWidget* parent = nullptr);

    void setLayoutKind(Layout layout);
    /// @param isChanged whether the angle differs from the motion's: it is not stored yet
    void setKeyState(KeyState state, bool isChanged);
    /// @param speedRadPerS speed of the motion at the cursor; NaN: unknown
    void setSpeed(double speedRadPerS);

    [[nodiscard]] KeyState keyState() const { return m_keyState; }
    [[nodiscard]] bool isChanged() const { return m_isChanged; }
    [[nodiscard]] bool isBeyondLimits() const;
    [[nodiscard]] bool isTooFast() const;
    [[nodiscard]] double speedRadPerS() const { return m_speedRadPerS; }
    [[nodiscard]] double maxSpeedRadPerS() const { return m_maxSpeedRadPerS; }

    /// Box of the key's diamond.
    [[nodiscard]] QRect keyBox() const;
    [[nodiscard]] QRect targetBox() const override;
    /// The minimum width of a row whose name is beside it.
    [[nodiscard]] int leastSideWidth() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user clicked the diamond.
    void keyClicked();

protected:
    [[nodiscard]] QRect groove() const override;
    [[nodiscard]] QString toolTipText() const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void drawKey(QPainter& painter) const;
    void drawNumber(QPainter& painter) const;
    [[nodiscard]] int numberWidth() const;

    double m_maxSpeedRadPerS;
    double m_speedRadPerS = 0.0;
    Layout m_layout = Layout::WithName;
    KeyState m_keyState = KeyState::Free;
    bool m_isChanged = false;
};

/// Color of violations: angles beyond limits, speeds beyond the motors', bad results. Readable on
/// light and dark backgrounds.
[[nodiscard]] QColor badColor();

} // namespace sideline::widgets
