#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// Fields and texts for values of a robot, one below the other, updated when the robot changes. GUI
/// thread only.
class RobotValueForm : public QWidget {
    Q_OBJECT
public:
    using NumbersOf = std::function<std::vector<double>(const robot::RobotModel&)>;
    using TextOf = std::function<QString(const robot::RobotModel&)>;
    /// One or more numbers of a value in a row of the form.
    struct NumberRow {
        QString label;
        const char* value; ///< name in `RobotEdit`; also the fields' name
        QString unit;
        int decimals = 4;
        double step = 0.001;
        double lowest = -100.0;
        double highest = 100.0;
        NumbersOf read; ///< `kNone` if there is none
        QString tip;
        /// For an optional value, such as a joint limit: its initial value when it is added. A
        /// check box in front of it removes and restores it.
        NumbersOf otherwise = {};
    };
    /// Represents a missing number; the minimum of fields of optional values.
    static constexpr double kNone = -100'000.0;
    /// A boolean value.
    struct FlagRow {
        QString text;
        const char* value; ///< name in `RobotEdit`; also the box's name
        std::function<bool(const robot::RobotModel&)> read;
        QString tip;
    };

    explicit RobotValueForm(robot::RobotModelPtr model);

    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }
    /// Shows the values of a different version of the robot.
    void setModel(const robot::RobotModelPtr& model);
    void addNumbers(const NumberRow& row);
    void addFlag(const FlagRow& row);
    /// Shows the first of these numbers in a field of the caller, now and after changes.
    void follow(QDoubleSpinBox* field, const NumbersOf& read);
    QLineEdit* addName(const QString& label, const char* name, const std::string& text,
                       const QString& tip);
    void addText(const QString& label, const TextOf& textOf);
    void addRow(const QString& label, QWidget* widget) { m_form->addRow(label, widget); }

Q_SIGNALS:
    /// The user has edited one of the numbers of a value.
    /// @param numbers all numbers of the value, those not edited exactly as before; empty: the
    /// value is removed
    void written(const char* value, const std::vector<double>& numbers);

private:
    struct Shown {
        QDoubleSpinBox* box;
        std::size_t at; ///< index of the number in its row
        NumbersOf read;
    };
    // Whether an optional value is present, and its last value.
    struct Optional {
        QCheckBox* box;
        std::vector<QDoubleSpinBox*> fields;
        NumbersOf read;
        std::vector<double> last;
    };
    void addOptional(const NumberRow& row, QLayout& fields,
                     const std::vector<QDoubleSpinBox*>& boxes);
    void showOptional(Optional& shown);

    robot::RobotModelPtr m_model;
    QFormLayout* m_form;
    std::vector<Shown> m_shown;
    std::vector<std::unique_ptr<Optional>> m_optional;
    std::vector<std::pair<QCheckBox*, std::function<bool(const robot::RobotModel&)>>> m_flags;
    std::vector<std::pair<QLabel*, TextOf>> m_texts;
};

} // namespace sideline::widgets
