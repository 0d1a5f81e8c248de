#pragma once

#include <vector>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QWidget>

#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "widgets/robot/robot_part.h"
#include "widgets/robot/robot_value_form.h"

namespace sideline::widgets {

/// The values of a chosen part of a robot, to be changed. GUI thread only.
class RobotPropertyPanel : public QWidget {
    Q_OBJECT
public:
    explicit RobotPropertyPanel(QWidget* parent = nullptr);

    /// Shows a part; what the user is writing stays as long as it is of the same part.
    /// @param model null for none
    void setRobot(const robot::RobotModelPtr& model, const RobotPart& part);
    /// Angles that the robot is shown with, rad, one per joint.
    void setAngles(const std::vector<double>& anglesRad);
    /// Shows what is so, after what the user wanted was refused.
    void revert();
    [[nodiscard]] bool changesBothSides() const { return m_both->isChecked(); }
    /// Puts the cursor into the field for the name.
    void editName();

Q_SIGNALS:
    /// A value is to be set, as `robot::RobotEdit::set` reads it.
    void edited(const QString& assignment);
    void bodyRenamed(const QString& name);
    void connectionChosen(sideline::robot::Connection connection);
    void jointRenamed(const QString& perceptor, const QString& effector);
    void sensorWanted(sideline::robot::PerceptorKind kind);
    void removalWanted(); ///< of the part that is shown
    void angleChosen(double angleRad);

private:
    void rebuild();
    void fillRobot(RobotValueForm& form);
    void fillBody(RobotValueForm& form);
    void fillShape(RobotValueForm& form);
    void fillSensors(RobotValueForm& form);
    void fillJoint(RobotValueForm& form);
    void fillSensor(RobotValueForm& form);
    void showValues();
    [[nodiscard]] std::string owner() const;
    [[nodiscard]] QString shapeOf() const;

    QCheckBox* m_both;
    QScrollArea* m_area;
    robot::RobotModelPtr m_model;
    RobotPart m_part;
    QString m_form; ///< what the form is made for
    std::vector<double> m_anglesRad;
    RobotValueForm* m_values = nullptr; ///< of the part; belongs to the area
    QDoubleSpinBox* m_angle = nullptr;  ///< of a joint's page
    QLineEdit* m_name = nullptr;
};

} // namespace sideline::widgets
