#pragma once

#include <QCheckBox>
#include <QWidget>

namespace sideline::widgets {

/// Controls that only a simulator offers for a robot: hold its torso, toggle gravity.
class SimulatorRow : public QWidget {
    Q_OBJECT
public:
    explicit SimulatorRow(QWidget* parent = nullptr);

    void setState(bool isTorsoHeld, bool hasGravity);

Q_SIGNALS:
    void holdTorsoRequested(bool isHeld);
    void gravityRequested(bool isOn);

private:
    QCheckBox* m_holdTorso = nullptr;
    QCheckBox* m_gravity = nullptr;
};

} // namespace sideline::widgets
