#pragma once

#include <vector>

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QWidget>

namespace sideline::widgets {

/// The row over a motion's ruler: playback buttons and speed. GUI thread only.
class MotionTransport : public QWidget {
    Q_OBJECT
public:
    explicit MotionTransport(QWidget* parent = nullptr);

    /// Sets the actions of the buttons; null is a gap. Without any the row is hidden.
    void setActions(const std::vector<QAction*>& actions);
    /// Sets the speed to the nearest choice.
    void setSpeed(double speed);
    [[nodiscard]] double speed() const { return m_speed->currentData().toDouble(); }

Q_SIGNALS:
    void speedChosen(double speed);

private:
    QHBoxLayout* m_row;
    QComboBox* m_speed;
};

} // namespace sideline::widgets
