#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QWidget>

#include "logs/session/agent_values.h"
#include "studio/session/decision_tap.h"
#include "studio/session/live_agent_values.h"
#include "studio/session/localize_feed.h"
#include "studio/workspaces/live/agent_controls.h"
#include "studio/workspaces/live/drawing_controls.h"
#include "studio/workspaces/live/drive_controls.h"
#include "studio/workspaces/live/live_controls.h"
#include "studio/workspaces/live/live_menus.h"
#include "studio/workspaces/live/referee_controls.h"
#include "studio/workspaces/live/server_controls.h"
#include "studio/workspaces/live/session_controls.h"
#include "studio/workspaces/live/team_controls.h"
#include "studio/workspaces/live/tuning_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/decide/decision_panel.h"

namespace sideline::studio {

/// Everything with which a team is run: simulator, agents, joints, teams, referee, drawings,
/// sessions; with the panels of all of it. GUI thread only.
class LiveWorkspace : public Workspace {
    Q_OBJECT
public:
    /// What the workspace works with; all must outlive it.
    struct Parts {
        ActionTable& actions;
        LiveSession& live;
        viewer3d::MatchView& view;
        widgets::FieldView& field;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    explicit LiveWorkspace(const Parts& parts);
    ~LiveWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return liveMenus(); }
    [[nodiscard]] QString layout() const override { return QStringLiteral("Live"); }
    /// The server, or that it is a recording of one.
    [[nodiscard]] QString windowTitle() const override;
    /// Sessions, start situations and team files.
    [[nodiscard]] bool canOpen(const QString& path) const override;
    /// Whether a file is a session, by its name.
    [[nodiscard]] static bool isSession(const QString& path);
    /// Whether a file is a start situation, by its name.
    [[nodiscard]] static bool isSituation(const QString& path);
    void open(const OpenRequest& request) override;
    void setActive(bool /*isActive*/) override {} // it works for every layout of matches
    /// The simulator, and servers that are watched.
    [[nodiscard]] LiveControls& controls() { return *m_controls; }
    [[nodiscard]] ServerControls& serverControls() { return *m_serverControls; }
    [[nodiscard]] ServerProcess& serverProcess() { return *m_server; }
    [[nodiscard]] widgets::SimulatorPanel* simulatorPanel() const { return m_simulator; }
    [[nodiscard]] widgets::DecisionPanel* decisionPanel() const { return m_decision; }
    [[nodiscard]] AgentHost& agents() { return m_agents; }
    [[nodiscard]] AgentControls& agentControls() { return *m_agentControls; }
    [[nodiscard]] TuningControls& tuningControls() { return *m_tuningControls; }
    [[nodiscard]] DriveControls& driveControls() { return *m_driveControls; }
    [[nodiscard]] TeamControls& teamControls() { return *m_teamControls; }
    [[nodiscard]] RefereeControls& referee() { return *m_refereeControls; }
    [[nodiscard]] DrawingSession& drawings() { return m_drawings; }
    [[nodiscard]] DrawingControls& drawingControls() { return *m_drawingControls; }
    [[nodiscard]] SessionRecorder& recorder() { return m_recorder; }
    /// Every frame of every agent of ours, for whoever wants them all.
    [[nodiscard]] LocalizeFeed& feed() { return m_feed; }
    /// What all agents of ours do in the live match.
    [[nodiscard]] DecisionTap& decisions() { return m_decisions; }
    /// The session that is open.
    [[nodiscard]] AgentRecordingPlayer& sessionReplay() { return m_replay; }
    [[nodiscard]] SessionControls& sessions() { return *m_sessionControls; }

    /// Starts the simulator with a robot that it does not know, played by an agent of ours: it
    /// walks, where it can. Reports in the message bar what prevents that.
    /// @return whether the simulator runs
    bool tryRobot(const robot::RobotModelPtr& model);
    /// The frame on the screen.
    void showMatch(const logs::FetchedFrame& fetched, AgentControls::Place place);
    /// Whether the live match, or its recording, is on the screen.
    void setShowsLive(bool showsLive);
    /// What agents believe, at the frames of the live match or its recording, or of the log; null
    /// if nobody knows.
    [[nodiscard]] std::shared_ptr<logs::AgentValues> agentValues(bool showsLive);
    /// Nothing is on the screen.
    void showNothing();
    void setSelection(const monitor::ObjectId& id) { m_agentControls->setSelection(id); }
    /// The frame as the shown agent believes it, if that is wanted and there is one; else the same.
    [[nodiscard]] logs::FetchedFrame throughEyes(const logs::FetchedFrame& fetched) const;

Q_SIGNALS:
    /// The agent comes that was asked for with the simulator.
    void agentAwaited();
    /// A session has become a stream that wants to be shown.
    void streamWanted(const QString& path);
    /// A session was recorded.
    void recorded();
    /// A frame of the match log is to be shown.
    void frameWanted(sideline::logs::FrameNumber frame);

private:
    void connectControls(QWidget* window);
    void connectSessions();
    void connectDrawings();
    [[nodiscard]] agents::AgentBlueprint awaitedAgent();

    ActionTable& m_actions;
    SessionRecorder m_recorder;
    LocalizeFeed m_feed;
    AgentFrameTap m_tap;
    DecisionTap m_decisions;
    AgentHost m_agents;
    LiveSession& m_live;
    AgentRecordingPlayer m_replay;
    AgentRecordingPlayer m_past; ///< of the live match
    DrawingSession m_drawings;
    std::unique_ptr<SessionControls> m_sessionControls;
    std::unique_ptr<AgentControls> m_agentControls;
    std::unique_ptr<DriveControls> m_driveControls;
    std::unique_ptr<TuningControls> m_tuningControls;
    std::unique_ptr<RefereeControls> m_refereeControls;
    std::unique_ptr<DrawingControls> m_drawingControls;
    std::unique_ptr<TeamSession> m_teams; ///< stops all programs when it goes
    std::unique_ptr<TeamControls> m_teamControls;
    QPointer<widgets::SimulatorPanel> m_simulator;
    QPointer<widgets::DecisionPanel> m_decision;
    std::unique_ptr<LiveControls> m_controls;
    std::unique_ptr<ServerProcess> m_server; ///< ends the server when it goes
    std::unique_ptr<ServerControls> m_serverControls;
    robot::RobotModelPtr m_tried; ///< that the agent gets which comes with the simulator
};

} // namespace sideline::studio
