#pragma once

#include <set>

#include <QPointF>
#include <QWidget>

namespace sideline::widgets {

/// Deflection of a stick, as ratios of the maximum, -1 to 1.
struct StickState {
    double forward = 0.0;
    double left = 0.0;
    double turn = 0.0; ///< positive to the left

    [[nodiscard]] bool operator==(const StickState&) const = default;
    [[nodiscard]] bool isCentered() const { return *this == StickState{}; }
};

/// A stick on the screen: drag it, or use the keys W A S D and Q E for turns. The stick springs
/// back when it is released. Shows the robot's motion at the same time.
class StickPad : public QWidget {
    Q_OBJECT
public:
    explicit StickPad(QWidget* parent = nullptr);

    [[nodiscard]] const StickState& state() const { return m_state; }
    /// Sets the robot's motion, as ratios of the maximum.
    void setActual(const StickState& actual);
    /// Moves the stick, as a gamepad does.
    void setState(const StickState& state);
    /// Releases mouse and keys.
    void release();

    /// Whether a key moves the stick.
    [[nodiscard]] static bool isStickKey(int key);
    /// Handles the press or release of a key that moves the stick.
    void pressKey(int key, bool isDown);

    [[nodiscard]] QSize sizeHint() const override { return {170, 170}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {110, 110}; }

Q_SIGNALS:
    void moved(const sideline::widgets::StickState& state);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void take(const StickState& state);
    void takeMouse(const QPointF& pos, bool turns);
    [[nodiscard]] QPointF middle() const { return QRectF(rect()).center(); }
    [[nodiscard]] double radiusPx() const;

    StickState m_state;
    StickState m_actual;
    std::set<int> m_keys; ///< held keys
};

} // namespace sideline::widgets
