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
#include "studio/settings/live_settings.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/agent_panel.h"
#include "widgets/live/joint_panel.h"

namespace sideline::studio {

/// Connects the built-in agents with their panels: one agent's belief, and the joints of its robot
/// under the user's hand. GUI thread only.
///
/// The agent that is shown is that of the selected robot; without a selection it stays the one that
/// was shown last. In a replay, and when the view of a live match is behind its newest frame, what
/// it believed comes from the session file.
class AgentControls : public QObject {
    Q_OBJECT
public:
    /// Where the frame of the match is from that is on the screen.
    enum class Place {
        Now,     ///< the newest of the live match
        Earlier, ///< the recording of the live match
        Log,
    };

    /// All must outlive the controls, except the panels, which belong to whoever docks them.
    /// @param replay the session that is open
    /// @param past the session of the live match
    AgentControls(ActionTable& actions, AgentHost& host, LiveSession& live,
                  AgentRecordingPlayer& replay, AgentRecordingPlayer& past,
                  widgets::MessageBar& messages, QSettings& store);

    /// Setting that keeps the poses that users have stored.
    [[nodiscard]] static QString posesKey();
    [[nodiscard]] widgets::AgentPanel* agentPanel() const { return m_agentPanel; }
    [[nodiscard]] widgets::JointPanel* jointPanel() const { return m_jointPanel; }

    /// Starts an agent at the live match, in its own half.
    void startAgent(const agents::AgentBlueprint& blueprint);
    /// Asks who should play, then starts it.
    void askForAgent(QWidget* parent);
    /// What a new agent is offered: the next free number at the server that is watched.
    [[nodiscard]] runtime::AgentSettings nextAgent() const;

    void setSelection(const monitor::ObjectId& id);
    /// The frame of the match that is on the screen.
    void showMatch(const logs::FetchedFrame& fetched, Place place);
    /// Another match comes to the screen, or none: what agents believed in this one goes.
    void forget();
    /// The frame of the agent that is shown, of the same instant as the match; null if there is
    /// none, or none yet.
    [[nodiscard]] const world::AgentFramePtr& shown() const { return m_shown; }
    /// Whether what is shown is of an earlier frame of the match until the next `agentShown`.
    [[nodiscard]] bool isAsking() const { return !m_asked.empty(); }

    /// The agent that is shown, if it plays now and its newest frame is on the screen; else null.
    [[nodiscard]] const AgentHost::Agent* playing() const;

    /// The user wants to see a value of the agent that is shown as a curve.
    /// @param path as `logs::agentSignalNames`
    void requestPlot(const QString& path);

Q_SIGNALS:
    /// Another frame of the agent, or another agent, or none (null).
    void agentShown(const sideline::world::AgentFramePtr& frame);
    /// The user wants to see a value of the agent as a curve.
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
    void wishGains(const std::vector<widgets::JointGainWish>& wishes);
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
    std::optional<game::PlayerId> m_robot; ///< that is selected
    AgentKey m_key;
    Place m_place = Place::Now;
    monitor::MatchFramePtr m_truth; ///< on the screen
    double m_frame = 0.0;           ///< its number; between two frames, the share of the way
    struct Asked {
        std::uint64_t request = 0;
        monitor::MatchFramePtr truth;
    };
    std::map<AgentKey, std::map<std::size_t, behavior::JointGains>> m_gains; ///< by joint
    std::deque<Asked> m_asked;                  ///< what was not answered yet, oldest first
    double m_shownTimeS = 0.0;                  ///< record time of what is shown
    std::optional<game::PlayerId> m_shownRobot; ///< whose belief was shown last in this match
    world::AgentFramePtr m_shown;
};

} // namespace sideline::studio
