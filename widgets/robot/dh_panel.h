#pragma once

#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QWidget>

#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// Denavit-Hartenberg tables of a robot's limbs. GUI thread only.
class DhPanel : public QWidget {
    Q_OBJECT
public:
    explicit DhPanel(QWidget* parent = nullptr);

    /// @param model null for none
    void setRobot(const robot::RobotModelPtr& model);
    /// The tables as text with tabs, for spreadsheets.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void jointChosen(sideline::robot::JointId joint);

private:
    QLabel* m_note;
    QPushButton* m_copy;
    QTableWidget* m_table;
    std::vector<robot::JointId> m_joints; ///< one per row
};

} // namespace sideline::widgets
