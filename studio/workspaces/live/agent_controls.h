#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>

#include "agents/agent_blueprint.h"
#include "logs/match/signals.h"
#include "logs/replay/frame_fetcher.h"
#include "studio/actions/action_table.h"
#include "studio/session/agent_host.h"
#include "studio/session/agent_recording_player.h"
#include "studio/session/live_session.h"
#include "studio/session/shown_agent.h"
#include "studio/settings/live_settings.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/agent_panel.h"
#include "widgets/live/joint_panel.h"

namespace sideline::studio {

/// Connects the built-in agents with their panels: the belief of one agent, and the joints of its
/// robot under manual control. GUI thread only.
///
/// The shown agent is that of the selected robot; without a selection, the last one stays. In a
/// replay, and while the view of a live match is earlier than its newest frame, the belief is read
/// from the session file.
class AgentControls : public ShownAgent {
    Q_OBJECT
public:
    using Place = FramePlace;

    /// All arguments must outlive the controls, except the panels, which belong to their docks.
    /// @param replay player of the session that is open
    /// @param past player of the live match's session
    AgentControls(ActionTable& actions, AgentHost& host, LiveSession& live,
                  AgentRecordingPlayer& replay, AgentRecordingPlayer& past,
                  widgets::MessageBar& messages, QSettings& store);

    [[nodiscard]] widgets::AgentPanel* agentPanel() const { return m_agentPanel; }
    [[nodiscard]] widgets::JointPanel* jointPanel() const { return m_jointPanel; }

    /// Adds an agent to the live match, in its own half.
    void startAgent(const agents::AgentBlueprint& blueprint);
    /// Asks for the settings of an agent, then starts it.
    void askForAgent(QWidget* parent);
    /// Returns the default settings of a new agent, with the next free number at the server.
    [[nodiscard]] runtime::AgentSettings nextAgent() const;

    void setSelection(const monitor::ObjectId& id);
    /// Receives the frame of the shown match.
    void showMatch(const logs::FetchedFrame& fetched, Place place);
    /// Clears the beliefs because a different match, or none, is about to be shown.
    void forget();
    [[nodiscard]] const world::AgentFramePtr& shown() const override { return m_shown; }
    [[nodiscard]] bool isAsking() const override { return !m_asked.empty(); }
    [[nodiscard]] const AgentHost::Agent* playing() const override;

    /// Requests a plot of a value of the agent that is shown.
    /// @param path name of the value, as in `logs::agentSignalNames`
    void requestPlot(const QString& path);

Q_SIGNALS:
    /// The user asked to plot a value of the agent.
    void plotRequested(const sideline::logs::SignalId& signal);

private:
    void connectPanels();
    void choose();
    void connectSources();
    void refresh();
    void showLive();
    void ask();
    void take(Place place, const world::AgentFramePtr& frame, double ageS, std::uint64_t request);
    void show(const widgets::AgentView& view, const monitor::MatchFramePtr& truth);
    void showJoints(const AgentHost::Agent* agent);
    void requestGains(const std::vector<widgets::JointGainRequest>& requests);
    void updateActions();
    [[nodiscard]] const AgentHost::Agent* current() const;

    ActionTable& m_actions;
    AgentHost& m_host;
    LiveSession& m_live;
    AgentRecordingPlayer& m_replay;
    AgentRecordingPlayer& m_past;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QPointer<widgets::AgentPanel> m_agentPanel;
    QPointer<widgets::JointPanel> m_jointPanel;
    std::optional<game::PlayerId> m_robot; ///< robot that the user has selected
    AgentKey m_key;
    Place m_place = Place::Now;
    monitor::MatchFramePtr m_truth; ///< shown frame
    double m_frame = 0.0;           ///< number of that frame; fractional between two frames
    struct Asked {
        std::uint64_t request = 0;
        monitor::MatchFramePtr truth;
    };
    std::map<AgentKey, std::map<std::size_t, behavior::JointGains>> m_gains; ///< gains by joint
    std::deque<Asked> m_asked;                  ///< pending requests, oldest first
    double m_shownTimeS = 0.0;                  ///< record time of the shown frame
    std::optional<game::PlayerId> m_shownRobot; ///< robot whose belief was last shown
    world::AgentFramePtr m_shown;
};

} // namespace sideline::studio
