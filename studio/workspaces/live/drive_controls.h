#pragma once

#include <optional>

#include <QObject>
#include <QPointer>
#include <QShortcut>

#include "agentcore/behavior/drive.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agents/parameters.h"
#include "studio/actions/action_table.h"
#include "studio/session/agent_host.h"
#include "studio/session/gamepad.h"
#include "studio/session/live_session.h"
#include "studio/session/put_back.h"
#include "studio/workspaces/live/agent_controls.h"
#include "studio/workspaces/live/travel_speed.h"
#include "viewer3d/view/ground_steering.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/drive_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Drives the agent that is shown: with the panel's stick, with a gamepad, and with clicks on the
/// ground in 3D and on the 2D field. Sends agents their true poses if the user has enabled that.
/// GUI thread only.
class DriveControls : public QObject {
    Q_OBJECT
public:
    /// Objects that the controls use; all must outlive them.
    struct Parts {
        ActionTable& actions;
        AgentHost& host;
        AgentControls& agents;
        LiveSession& live;
        viewer3d::MatchView& view;
        widgets::FieldView& field;
        widgets::MessageBar& messages;
        QWidget* window; ///< window in which Escape ends steering with clicks
    };
    explicit DriveControls(const Parts& parts);

    /// Returns the panel, which belongs to its dock.
    [[nodiscard]] widgets::DrivePanel* panel() const { return m_panel; }

Q_SIGNALS:
    /// The user has started to drive, so the panel should be visible.
    void shown();
    /// The user asked to see the parameters.
    void parametersRequested();
    /// The user asked for a kick-off. @param side the side that takes it
    void kickOffRequested(game::Side side);

private:
    void connectPanel();
    void connectViews();
    void refresh();
    [[nodiscard]] QString whyNotDriven(const robot::RobotModel& model) const;
    void updateMost();
    void showSteering();
    void watchReferee(const monitor::MatchFramePtr& frame);
    void sayWhy(PutBack rule, const game::PlayerId& robot);
    void measureTravel(const world::AgentFrame& frame, widgets::WalkView& walk);
    void choose(widgets::DriveMode mode);
    void steer(const QPolygonF& way_S);
    void go(const behavior::DriveGoal& goal);
    [[nodiscard]] motion::WalkCommand commandOf(const widgets::StickState& stick) const;
    [[nodiscard]] widgets::StickState actualOf(const world::AgentFrame& frame) const;

    [[nodiscard]] bool isSteering() const;

    Parts m_parts;
    QPointer<widgets::DrivePanel> m_panel;
    Gamepad m_gamepad;
    QShortcut m_escape;
    viewer3d::GroundSteering m_steering;
    /// Last mode in which the user drove.
    widgets::DriveMode m_mode = widgets::DriveMode::Stick;
    std::optional<widgets::DriveMode> m_steered; ///< mode that was sent to the views
    AgentKey m_mostOf;                           ///< agent whose maximum speeds are available
    agents::ParameterTexts m_mostFor;            ///< settings for which those speeds apply
    motion::WalkCommand m_most{1.0, 0.5, 2.0};
    TravelSpeed m_travel; ///< speed of the robot that is shown
    world::AgentIdentity m_traveler;
    bool m_canRun = false; ///< whether the robot could run when it last walked
    monitor::MatchFramePtr m_headBefore;
    std::optional<PutBack>
        m_reportedRule; ///< rule reported in this play mode, for the driven robot
    widgets::MessageTopic m_putBackNote;
};

} // namespace sideline::studio
