#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>

#include "widgets/motion/motion_panel_parts.h"

namespace sideline::widgets {

/// How the motors follow a motion: the drive, or the gains of a robot of rcssservermj.
class DriveSection : public MotionSection {
    Q_OBJECT
public:
    explicit DriveSection(QWidget* parent = nullptr);

protected:
    void showMotion() override;

private:
    [[nodiscard]] bool isOfLeague() const;
    void showFamily();
    void changeKind();
    void changeNumbers(const QWidget* by);

    QComboBox* m_kind;
    QWidget* m_gainRow;
    QDoubleSpinBox* m_gain;
    QDoubleSpinBox* m_derivativeGain;
    QLabel* m_gainLabel;
    QLabel* m_derivativeLabel;
};

} // namespace sideline::widgets
