#pragma once

#include <filesystem>
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
#include "studio/session/shown_match.h"
#include "studio/workspaces/live/agent_controls.h"
#include "studio/workspaces/live/drawing_controls.h"
#include "studio/workspaces/live/drive_controls.h"
#include "studio/workspaces/live/live_controls.h"
#include "studio/workspaces/live/live_layouts.h"
#include "studio/workspaces/live/live_menus.h"
#include "studio/workspaces/live/match_report_controls.h"
#include "studio/workspaces/live/referee_controls.h"
#include "studio/workspaces/live/server_controls.h"
#include "studio/workspaces/live/session_controls.h"
#include "studio/workspaces/live/team_controls.h"
#include "studio/workspaces/live/tuning_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/decide/decision_panel.h"

namespace sideline::studio {

/// Runs teams: simulator, agents, joints, teams, referee, drawings and sessions, with their panels.
/// GUI thread only.
class LiveWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Objects that the workspace uses; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        viewer3d::MatchView& view;
        widgets::FieldView& field;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit LiveWorkspace(const Parts& parts);
    ~LiveWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return liveMenus(); }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return liveLayouts(); }
    /// Returns the name of the server, or a text for its recording, while one of them is shown.
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] std::vector<widgets::PaletteEntry> commands() override;
    /// Claims sessions, start situations and team files.
    [[nodiscard]] Claim claim(const QString& path) const override;
    /// Returns whether a file is a start situation, judging by its name.
    [[nodiscard]] static bool isSituation(const QString& path);
    /// Returns whether a file is a team file, judging by its name.
    [[nodiscard]] static bool isTeam(const QString& path);
    void open(const OpenRequest& request) override;
    void logOpened(const OpenRequest& request) override;
    void logFailed(const OpenRequest& request) override;
    void logClosed(const OpenRequest* next) override;
    [[nodiscard]] bool extendsLog() const override { return m_replay.isOpen(); }
    void showExample(widgets::Job job) override;
    void showFrame(const ShownFrame& frame) override;
    void showNothing() override;
    void showSource() override;
    void showLiveDocks(const QString& layout, bool hasRoom, const DockArranger& docks) override;
    void showLiveState() override;
    void followLamp() override;
    QString applyNetwork() override { return m_drawingControls->listenAgain(); }
    bool mayClose() override { return m_teamControls->mayClose(); }

    /// Returns access to the agents, for workspaces that run none.
    [[nodiscard]] LiveAgents lent();
    /// Returns the controls of the simulator, and of servers it is connected to.
    [[nodiscard]] LiveControls& controls() { return *m_controls; }
    [[nodiscard]] ServerControls& serverControls() { return *m_serverControls; }
    [[nodiscard]] ServerProcess& serverProcess() { return *m_server; }
    [[nodiscard]] widgets::DecisionPanel* decisionPanel() const { return m_decision; }
    [[nodiscard]] AgentHost& agents() { return m_agents; }
    [[nodiscard]] AgentControls& agentControls() { return *m_agentControls; }
    [[nodiscard]] TeamControls& teamControls() { return *m_teamControls; }
    [[nodiscard]] RefereeControls& referee() { return *m_refereeControls; }
    [[nodiscard]] DrawingSession& drawings() { return m_drawings; }
    [[nodiscard]] SessionRecorder& recorder() { return m_recorder; }
    /// Returns the player of the session that is open.
    [[nodiscard]] AgentRecordingPlayer& sessionReplay() { return m_replay; }

    /// Starts the simulator with a robot that is not in its catalog, played by a built-in agent,
    /// which walks if possible, and shows it. Reports errors in the message bar.
    void tryRobot(const robot::RobotModelPtr& model);
    /// Returns the agents' beliefs at the frames of the live match or its recording, or of the log;
    /// null if there are none.
    [[nodiscard]] std::shared_ptr<logs::AgentValues> agentValues();
    /// Returns the frame as the shown agent believes it to be, if the user has enabled that and a
    /// belief is available; otherwise the same frame.
    [[nodiscard]] logs::FetchedFrame throughEyes(const logs::FetchedFrame& fetched) const;
    /// Returns whether the shown agent's view is enabled and its belief has not arrived yet.
    [[nodiscard]] bool awaitsEyes() const;
    /// Returns the session of the shown match; empty if it was recorded without agents.
    [[nodiscard]] std::filesystem::path sessionOfMatch() const;

Q_SIGNALS:
    /// A session was converted to a stream that should be shown.
    void streamRequested(const QString& path);

private:
    void connectControls(QWidget* window);
    void connectSessions();
    void connectDrawings();
    void connectSelection();
    void meetAgent(const world::AgentFramePtr& frame);
    [[nodiscard]] bool isOfSession(const OpenRequest& request) const;
    [[nodiscard]] agents::AgentBlueprint awaitedAgent();

    ActionTable& m_actions;
    ShownMatch& m_match;
    viewer3d::MatchView& m_view;
    SessionRecorder m_recorder;
    LocalizeFeed m_feed;
    AgentFrameTap m_tap;
    DecisionTap m_decisions;
    AgentHost m_agents;
    LiveSession& m_live;
    AgentRecordingPlayer m_replay;
    AgentRecordingPlayer m_past; ///< player of the live match's session
    DrawingSession m_drawings;
    std::unique_ptr<SessionControls> m_sessionControls;
    std::unique_ptr<AgentControls> m_agentControls;
    std::unique_ptr<DriveControls> m_driveControls;
    std::unique_ptr<TuningControls> m_tuningControls;
    std::unique_ptr<RefereeControls> m_refereeControls;
    std::unique_ptr<DrawingControls> m_drawingControls;
    std::unique_ptr<TeamSession> m_teams; ///< stops all programs on destruction
    std::unique_ptr<TeamControls> m_teamControls;
    std::unique_ptr<MatchReportControls> m_report;
    QPointer<widgets::SimulatorPanel> m_simulator;
    QPointer<widgets::DecisionPanel> m_decision;
    std::unique_ptr<LiveControls> m_controls;
    std::unique_ptr<ServerProcess> m_server; ///< stops the server on destruction
    std::unique_ptr<ServerControls> m_serverControls;
    OpenRequest m_opening;        ///< session that is being opened
    robot::RobotModelPtr m_tried; ///< robot of the agent that starts with the simulator
    bool m_awaitsAgent = false;   ///< the next agent will be selected and followed
};

} // namespace sideline::studio
