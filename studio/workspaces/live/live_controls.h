#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QSettings>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/live_session.h"
#include "studio/settings/live_settings.h"
#include "studio/workspaces/live/pace_notice.h"
#include "studio/workspaces/live/robot_start.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/simulator_panel.h"

namespace sideline::studio {

/// Connects the actions and the panel of live matches with the session, and stores their settings.
/// GUI thread only.
class LiveControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    LiveControls(ActionTable& actions, LiveSession& session, widgets::SimulatorPanel& panel,
                 widgets::MessageBar& messages, QSettings& store);

    /// Built-in agents that join as soon as the simulator runs.
    enum class Agents { AsSet, None, One };

    /// Continues a task that needed a live match.
    using Then = std::function<void()>;

    /// Starts the simulator with the current settings; reports errors in the message bar.
    /// @param situation situation with which the match begins; null: an empty field
    /// @param then called as soon as it runs, also if the user must first choose free ports; may be
    ///     empty
    /// @param kind server to simulate, if the situation has no robots; if not set, that of the
    ///     chosen robot
    /// @return whether it runs
    bool startSimulator(Agents agents = Agents::AsSet,
                        std::shared_ptr<const simulator::StartSituation> situation = {},
                        Then then = {}, std::optional<game::ServerKind> kind = {});
    /// Starts the simulator, or the server that the user has chosen in its place.
    /// @param kind server to simulate; if not set, that of the chosen robot
    void startChosen(Agents agents = Agents::AsSet, Then then = {},
                     const std::optional<game::ServerKind>& kind = {});
    /// A server that was chosen in place of the simulator.
    struct OtherServer {
        QString name; ///< such as `rcssservermj`; empty: the simulator is chosen
        std::function<void(Then)> start;
        std::function<bool()> isStarting; ///< while true, a lost connection is not reported
    };
    void setOtherServer(OtherServer server);
    /// Starts the simulator with a situation, which waits for players or a kick-off.
    void startFrom(std::shared_ptr<const simulator::StartSituation> situation);
    /// As `startFrom`, with the situation in a file; reports its errors in the message bar.
    void openSituation(const QString& file);
    /// Connects to a server, and stores its address.
    void connectTo(const HostPort& server);
    /// Asks the user for a server.
    void askForServer();
    [[nodiscard]] const LiveSettings& settings() const { return m_settings; }

    /// Returns the actions of the panel's buttons.
    [[nodiscard]] static widgets::SimulatorActions panelActions(const ActionTable& actions);

Q_SIGNALS:
    /// The simulator runs, and a built-in agent should join.
    void agentRequested();
    /// The user asked to begin the situation that is waiting.
    void beginRequested();
    /// The user requested a command that requires referee commands to be enabled.
    void commandRequested(const sideline::monitor::TrainerCommand& command);

private:
    void connectActions();
    void connectSetup();
    void connectPanel();
    void connectSession();
    void changeSpeed(int step);
    void chooseSpeed(double factor);
    void showState();
    void keepSettings();
    void chooseRecording(bool isOn);
    void saveSituation();

    ActionTable& m_actions;
    LiveSession& m_session;
    widgets::SimulatorPanel& m_panel;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    LiveSettings m_settings;
    RobotStart m_robot;
    bool m_isAgentRequested = false;    ///< an agent starts once the simulator's port is available
    QString m_recordFile;               ///< recording of the match; empty: none
    bool m_isRecording = false;         ///< whether the running simulator writes this recording
    widgets::MessageTopic m_notStarted; ///< error of the last start of the simulator
    widgets::MessageTopic m_waiting;    ///< situation that waits for its players
    widgets::MessageTopic m_lost;       ///< lost connection to the server
    PaceNotice m_pace;
    OtherServer m_other;
};

} // namespace sideline::studio
