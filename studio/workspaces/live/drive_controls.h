#pragma once

#include <optional>

#include <QObject>
#include <QPointer>

#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agents/behavior_registry.h"
#include "agents/skill_library.h"
#include "studio/actions/action_table.h"
#include "studio/session/agent_host.h"
#include "studio/session/gamepad.h"
#include "studio/workspaces/live/agent_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/drive_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Drives the agent that is shown: by the panel's stick, by a gamepad, and by clicks on the 2D
/// field. GUI thread only.
class DriveControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panel, which belongs to whoever docks it.
    DriveControls(ActionTable& actions, AgentHost& host, AgentControls& agents,
                  widgets::FieldView& field, widgets::MessageBar& messages);

    [[nodiscard]] widgets::DrivePanel* panel() const { return m_panel; }

Q_SIGNALS:
    /// The user drives now: the panel should be seen.
    void shown();

private:
    void connectPanel();
    void refresh();
    void drive(bool isOn);
    void steer(const QPolygonF& way_S);
    void go(const behavior::DriveGoal& goal);
    [[nodiscard]] motion::WalkCommand commandOf(const widgets::StickState& stick) const;

    ActionTable& m_actions;
    AgentHost& m_host;
    AgentControls& m_agents;
    widgets::FieldView& m_field;
    widgets::MessageBar& m_messages;
    QPointer<widgets::DrivePanel> m_panel;
    Gamepad m_gamepad;
    agents::BehaviorRegistry m_registry;
    agents::SkillLibrary m_skills;
    motion::WalkCommand m_most{1.0, 0.5, 2.0}; ///< of the gait of the robot that is driven
};

} // namespace sideline::studio
