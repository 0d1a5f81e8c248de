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

/// Asks who should play: team, number, type of robot, behavior, and where.
class AgentDialog : public QDialog {
    Q_OBJECT
public:
    /// @param offered what the fields begin with
    /// @param server whose robots can be chosen; nothing: all
    explicit AgentDialog(const runtime::AgentSettings& offered, QWidget* parent = nullptr,
                         const std::optional<game::ServerKind>& server = {});
    [[nodiscard]] runtime::AgentSettings settings() const;
    [[nodiscard]] agents::AgentBlueprint blueprint() const;

private:
    void check();
    /// What the chosen robot can do, and where it plays.
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
