#pragma once

#include <vector>

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QSpinBox>

#include "agentcore/runtime/agent_settings.h"
#include "agents/agent_blueprint.h"
#include "studio/session/robot_choices.h"

namespace sideline::studio {

/// Asks for the settings of an agent: team, number, type of robot, behavior, and position.
class AgentDialog : public QDialog {
    Q_OBJECT
public:
    /// @param offered initial values of the fields
    /// @param server only its robots can be chosen; if not set, all robots
    explicit AgentDialog(const runtime::AgentSettings& offered, QWidget* parent = nullptr,
                         const std::optional<game::ServerKind>& server = {});
    [[nodiscard]] runtime::AgentSettings settings() const;
    [[nodiscard]] agents::AgentBlueprint blueprint() const;

private:
    void check();
    /// Shows the capabilities of the chosen robot, and the server that it plays on.
    void showRobot();
    void showBehavior();

    runtime::AgentSettings m_offered;
    QLineEdit* m_team;
    QSpinBox* m_unum;
    std::vector<RobotChoice> m_robots;
    QComboBox* m_robot;
    QComboBox* m_behavior;
    QLineEdit* m_parameters;
    QLineEdit* m_host;
    QSpinBox* m_port;
    QPushButton* m_ok;
};

} // namespace sideline::studio
