#pragma once

#include <string>
#include <vector>

#include <QLabel>
#include <QListWidget>
#include <QWidget>

#include "agentcore/robot/workshop/robot_checks.h"

namespace sideline::widgets {

/// Findings about a robot; a click selects the part concerned. GUI thread only.
class RobotCheckPanel : public QWidget {
    Q_OBJECT
public:
    explicit RobotCheckPanel(QWidget* parent = nullptr);

    /// @param model the robot that was checked
    void setFindings(const std::vector<robot::RobotFinding>& findings,
                     const robot::RobotModel& model);
    /// Sets whether the findings are outdated by later changes.
    void setBusy(bool isBusy);
    [[nodiscard]] const std::vector<robot::RobotFinding>& findings() const { return m_findings; }

Q_SIGNALS:
    /// Name of a body or joint.
    void subjectChosen(const QString& subject);

private:
    void showCount();

    QLabel* m_count;
    QListWidget* m_list;
    std::vector<robot::RobotFinding> m_findings;
    bool m_isBusy = false;
};

} // namespace sideline::widgets
