#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QSettings>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/live_session.h"
#include "studio/settings/live_settings.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/simulator_panel.h"

namespace sideline::studio {

/// Connects the actions and the panel of live matches with the session, and keeps their settings.
/// GUI thread only.
class LiveControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    LiveControls(ActionTable& actions, LiveSession& session, widgets::SimulatorPanel& panel,
                 widgets::MessageBar& messages, QSettings& store);

    /// Built-in agents that play as soon as the simulator runs.
    enum class Agents { AsSet, None, One };

    /// Starts the simulator as the settings say; reports in the message bar if it cannot.
    /// @param situation with which the match begins; null: an empty field
    /// @return whether it runs
    bool startSimulator(Agents agents = Agents::AsSet,
                        std::shared_ptr<const simulator::StartSituation> situation = {});
    /// Starts what is chosen for matches: the simulator, or the server instead of it.
    void startChosen(Agents agents = Agents::AsSet);
    /// A server that is chosen instead of the simulator.
    struct OtherServer {
        QString name; ///< such as `rcssservermj`; empty: the simulator is chosen
        std::function<void()> start;
        std::function<bool()> isStarting; ///< that it is away is no news then
    };
    void setOtherServer(OtherServer server);
    /// Starts the simulator with a situation, which waits for players or a kick-off.
    void startFrom(std::shared_ptr<const simulator::StartSituation> situation);
    /// The same with a file; reports in the message bar what is wrong with it.
    void openSituation(const QString& file);
    /// Watches a server, and remembers it.
    void connectTo(const HostPort& server);
    /// Asks the user for a server.
    void askForServer();
    [[nodiscard]] const LiveSettings& settings() const { return m_settings; }

    /// The panel's buttons.
    [[nodiscard]] static widgets::SimulatorActions panelActions(const ActionTable& actions);

Q_SIGNALS:
    /// The simulator runs, and a built-in agent should play.
    void agentWanted();
    /// The user wants the situation to begin that waits.
    void beginWanted();
    /// The user wants something of the server that the referee has to allow.
    void commandWanted(const sideline::monitor::TrainerCommand& command);

private:
    void connectActions();
    void connectPanel();
    void connectSession();
    void showSwitches();
    void toggleSwitch(const QString& key, bool isOn);
    void changeSpeed(int step);
    void showState();
    void keepSettings();
    void chooseRecording(bool wanted);
    void saveSituation();

    ActionTable& m_actions;
    LiveSession& m_session;
    widgets::SimulatorPanel& m_panel;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    LiveSettings m_settings;
    bool m_wantsAgent = false;          ///< as soon as the simulator's port is known
    QString m_recordFile;               ///< where the match goes; empty for nowhere
    bool m_isRecording = false;         ///< the running simulator writes it
    widgets::MessageTopic m_notStarted; ///< why the simulator did not start
    widgets::MessageTopic m_waiting;    ///< a situation, for its players
    widgets::MessageTopic m_lost;       ///< the server is away
    OtherServer m_other;
};

} // namespace sideline::studio
