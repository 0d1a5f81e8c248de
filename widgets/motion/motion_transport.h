#pragma once

#include <vector>

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QWidget>

namespace sideline::widgets {

/// The row over a motion's ruler: buttons for what is played, and how fast. GUI thread only.
class MotionTransport : public QWidget {
    Q_OBJECT
public:
    explicit MotionTransport(QWidget* parent = nullptr);

    /// Buttons made of these; null is a gap. Without any the row is not there.
    void setActions(const std::vector<QAction*>& actions);
    /// The nearest of those that can be chosen.
    void setSpeed(double speed);
    [[nodiscard]] double speed() const { return m_speed->currentData().toDouble(); }

Q_SIGNALS:
    void speedChosen(double speed);

private:
    QHBoxLayout* m_row;
    QComboBox* m_speed;
};

} // namespace sideline::widgets
