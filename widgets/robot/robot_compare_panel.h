#pragma once

#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QWidget>

#include "agentcore/robot/workshop/robot_analysis.h"

namespace sideline::widgets {

/// Two robots side by side, with differences marked. GUI thread only.
class RobotComparePanel : public QWidget {
    Q_OBJECT
public:
    explicit RobotComparePanel(QWidget* parent = nullptr);

    /// Sets the robots to compare with, the default one first; the last entry opens a file.
    void setOthers(const QStringList& others);
    /// The chosen index in that list.
    [[nodiscard]] int other() const { return m_other->currentIndex(); }
    void setOther(int index) { m_other->setCurrentIndex(index); }
    /// @param before heading of the values of the other robot
    /// @param after heading of the values of the edited robot
    void setValues(const QString& before, const QString& after,
                   const std::vector<robot::ComparedValue>& values);

Q_SIGNALS:
    void otherChosen(int index);
    /// Name of a body or joint.
    void subjectChosen(const QString& subject);

private:
    void fill();

    QComboBox* m_other;
    QCheckBox* m_onlyDifferences;
    QLabel* m_count;
    QTableWidget* m_table;
    std::vector<robot::ComparedValue> m_values;
};

} // namespace sideline::widgets
