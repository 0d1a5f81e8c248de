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

/// An editor for the values of a part of a robot. GUI thread only.
class RobotPropertyPanel : public QWidget {
    Q_OBJECT
public:
    explicit RobotPropertyPanel(QWidget* parent = nullptr);

    /// Shows a part; keeps what the user is typing if the part is already shown.
    /// @param model null for none
    void setRobot(const robot::RobotModelPtr& model, const RobotPart& part);
    /// Sets the angles of the shown robot, rad, one per joint.
    void setAngles(const std::vector<double>& anglesRad);
    /// Shows the current values again, after an edit was rejected.
    void revert();
    [[nodiscard]] bool changesBothSides() const { return m_both->isChecked(); }
    /// Puts the cursor in the name field.
    void editName();

Q_SIGNALS:
    /// The user sets a value, in the syntax of `robot::RobotEdit::set`.
    void edited(const QString& assignment);
    void bodyRenamed(const QString& name);
    void connectionChosen(sideline::robot::Connection connection);
    void jointRenamed(const QString& perceptor, const QString& effector);
    void sensorRequested(sideline::robot::PerceptorKind kind);
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
    QString m_form; ///< part that the form was made for
    std::vector<double> m_anglesRad;
    RobotValueForm* m_values = nullptr; ///< values of the part; owned by the area
    QDoubleSpinBox* m_angle = nullptr;  ///< field on a joint's page
    QLineEdit* m_name = nullptr;
};

} // namespace sideline::widgets
