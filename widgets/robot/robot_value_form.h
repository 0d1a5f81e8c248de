#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// Fields and texts of values of a robot, one below the other, which follow the robot. GUI thread
/// only.
class RobotValueForm : public QWidget {
    Q_OBJECT
public:
    using NumbersOf = std::function<std::vector<double>(const robot::RobotModel&)>;
    using TextOf = std::function<QString(const robot::RobotModel&)>;
    /// One or more numbers of a value in a row of the form.
    struct NumberRow {
        QString label;
        const char* value; ///< as `RobotEdit` names it; also the fields' name
        QString unit;
        int decimals = 4;
        double step = 0.001;
        double lowest = -100.0;
        double highest = 100.0;
        NumbersOf read;
        QString tip;
    };
    /// The lowest number of fields that may have none, such as stops.
    static constexpr double kNone = -100'000.0;

    explicit RobotValueForm(robot::RobotModelPtr model);

    /// Shows the values of another version of the robot.
    void setModel(const robot::RobotModelPtr& model);
    void addNumbers(const NumberRow& row);
    /// Shows the first of these numbers in a field of the caller's.
    void follow(QDoubleSpinBox* field, const NumbersOf& read);
    QLineEdit* addName(const QString& label, const char* name, const std::string& text,
                       const QString& tip);
    void addText(const QString& label, const TextOf& textOf);
    void addRow(const QString& label, QWidget* widget) { m_form->addRow(label, widget); }

Q_SIGNALS:
    /// The user has written one of the numbers of a value.
    /// @param numbers all of the value: what is not touched is exactly as it was
    void written(const char* value, const std::vector<double>& numbers);

private:
    struct Shown {
        QDoubleSpinBox* box;
        std::size_t at; ///< which number of the row
        NumbersOf read;
    };
    robot::RobotModelPtr m_model;
    QFormLayout* m_form;
    std::vector<Shown> m_shown;
    std::vector<std::pair<QLabel*, TextOf>> m_texts;
};

} // namespace sideline::widgets
