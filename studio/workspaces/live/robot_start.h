#pragma once

#include <vector>

#include <QObject>

#include "agentcore/robot/robot_model.h"
#include "studio/actions/action_table.h"
#include "studio/session/robot_choices.h"
#include "studio/settings/live_settings.h"
#include "widgets/live/simulator_setup.h"

namespace sideline::studio {

/// Lets the user choose the robot with which the simulator starts, and the rules and field of its
/// matches: on the setup page, and by one action per robot, which also starts it. GUI thread only.
class RobotStart : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object.
    /// @param settings changed by the user's choices
    RobotStart(ActionTable& actions, widgets::SimulatorSetup& setup, LiveSettings& settings);

Q_SIGNALS:
    /// The settings have changed.
    void changed();
    /// The simulator should start with the chosen robot.
    void startRequested();

private:
    void connectActions();
    void choose(const robot::RobotModel& model);
    void show();

    ActionTable& m_actions;
    widgets::SimulatorSetup& m_setup;
    LiveSettings& m_settings;
    std::vector<RobotChoice> m_robots = playableRobots();
};

} // namespace sideline::studio
