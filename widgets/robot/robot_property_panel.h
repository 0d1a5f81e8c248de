#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QWidget>

#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "widgets/robot/robot_part.h"

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
    /// One or more numbers of a value in a row of the form.
    struct NumberRow {
        QString label;
        const char* value; ///< as `RobotEdit` names it; also the fields' name
        QString unit;
        int decimals = 4;
        double step = 0.001;
        double lowest = -100.0;
        double highest = 100.0;
        std::function<std::vector<double>(const robot::RobotModel&)> read;
        QString tip;
    };
    struct Shown {
        QDoubleSpinBox* box;
        std::size_t at; ///< which number of the row
        std::function<std::vector<double>(const robot::RobotModel&)> read;
    };
    void rebuild();
    void fillRobot(QFormLayout& form);
    void fillBody(QFormLayout& form);
    void fillShape(QFormLayout& form);
    void fillSensors(QFormLayout& form);
    void fillJoint(QFormLayout& form);
    void fillSensor(QFormLayout& form);
    void addNumbers(QFormLayout& form, const NumberRow& row);
    QLineEdit* addName(QFormLayout& form, const QString& label, const char* name,
                       const std::string& text, const QString& tip);
    using TextOf = std::function<QString(const robot::RobotModel&)>;
    void addText(QFormLayout& form, const QString& label, const TextOf& textOf);
    void showValues();
    void emitNumbers(const NumberRow& row, std::size_t at, double value);
    [[nodiscard]] std::string owner() const;
    [[nodiscard]] QString shapeOf() const;

    QCheckBox* m_both;
    QScrollArea* m_area;
    robot::RobotModelPtr m_model;
    RobotPart m_part;
    QString m_form; ///< what the form is made for
    std::vector<double> m_anglesRad;
    std::vector<Shown> m_shown;
    std::vector<std::pair<QLabel*, TextOf>> m_texts;
    QDoubleSpinBox* m_angle = nullptr; ///< of a joint's page
    QLineEdit* m_name = nullptr;
};

} // namespace sideline::widgets
