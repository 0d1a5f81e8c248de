#pragma once

#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>

#include "logs/replay/frame_fetcher.h"
#include "studio/app/action_table.h"
#include "studio/session/agent_host.h"
#include "studio/session/live_session.h"
#include "studio/session/session_replay.h"
#include "studio/settings/live_settings.h"
#include "widgets/panels/agent_panel.h"
#include "widgets/panels/joint_panel.h"
#include "widgets/panels/message_bar.h"

namespace sideline::studio {

/// Connects the agents of ours with their panels: one agent's belief, and the joints of its robot
/// under the user's hand. GUI thread only.
///
/// The agent that is shown is that of the selected robot; without a selection it stays the one that
/// was shown last. In a replay it comes from the session file.
class AgentControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panels, which belong to whoever docks them.
    AgentControls(ActionTable& actions, AgentHost& host, LiveSession& live, SessionReplay& replay,
                  widgets::MessageBar& messages, QSettings& store);

    /// Setting that keeps the poses that users have stored.
    [[nodiscard]] static QString posesKey();
    [[nodiscard]] widgets::AgentPanel* agentPanel() const { return m_agentPanel; }
    [[nodiscard]] widgets::JointPanel* jointPanel() const { return m_jointPanel; }

    /// Starts an agent at the live match, in its own half.
    void startAgent(const runtime::AgentSettings& settings);
    /// Asks who shall play, then starts it.
    void askForAgent(QWidget* parent);
    /// What a new agent is offered: the next free number at the server that is watched.
    [[nodiscard]] runtime::AgentSettings nextAgent() const;

    void setSelection(const monitor::ObjectId& id);
    /// The frame of the match that is on the screen.
    /// @param isLive of a live match, rather than of a log
    void showMatch(const logs::FetchedFrame& fetched, bool isLive);
    /// The frame of the agent that is shown; null if there is none.
    [[nodiscard]] const world::AgentFramePtr& shown() const { return m_shown; }

Q_SIGNALS:
    /// Another frame of the agent, or another agent, or none (null).
    void agentShown(const sideline::world::AgentFramePtr& frame);
    /// The user wants to see a value of the agent as a curve.
    void plotRequested(const QString& signalPath);

private:
    void connectPanels();
    void choose();
    void refresh();
    void showLive();
    void showJoints(const AgentHost::Agent* agent);
    void updateActions();
    [[nodiscard]] const AgentHost::Agent* current() const;

    ActionTable& m_actions;
    AgentHost& m_host;
    LiveSession& m_live;
    SessionReplay& m_replay;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QPointer<widgets::AgentPanel> m_agentPanel;
    QPointer<widgets::JointPanel> m_jointPanel;
    std::optional<monitor::RobotId> m_robot; ///< that is selected
    AgentKey m_key;
    bool m_isLive = true;
    world::AgentFramePtr m_shown;
    QElapsedTimer m_shownAt;
};

} // namespace sideline::studio
