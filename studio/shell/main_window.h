#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QMainWindow>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/editor_links.h"
#include "studio/shell/file_opener.h"
#include "studio/shell/finder.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/localization_link.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/menus.h"
#include "studio/shell/settings_controls.h"
#include "studio/shell/start_page.h"
#include "studio/workspaces/analysis/analysis_workspace.h"
#include "studio/workspaces/decide/decide_workspace.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"

namespace sideline::studio {

/// The window: makes the workspaces and connects them with what they share. Nothing is computed
/// here.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param store where settings, keys and layouts are kept; must outlive the window
    /// @param samplePath the match that the program ships; empty if it is not installed
    MainWindow(QSettings& store, QString samplePath);
    ~MainWindow() override;

    /// Opens a match log, a session, an agent's stream, a motion, an experiment, a robot or a team.
    /// @param entry of an archive
    void openFile(const QString& path, const QString& entry = {}) { open({path, entry}); }
    void open(const OpenRequest& request) { m_opener->open(request); }
    /// The layout on the screen stays there for what is opened next, instead of the one made for
    /// it.
    void holdLayout() { m_opener->holdLayout(); }
    /// Shows a built-in or saved layout as it was made. @return false if there is none of that name
    bool showLayout(const QString& name) { return m_layouts->showLayout(name); }
    /// Shows a layout as it was left: with what the user has moved in it since.
    void showWorkspace(const QString& name) { m_layouts->showWorkspace(name); }
    /// Shows the first page: panels and transport come back with the next workspace.
    void showStart() { m_layouts->showStart(); }
    [[nodiscard]] bool showsStart() const { return m_layouts->showsStart(); }
    /// Names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList layoutNames() const { return m_layouts->names(); }
    /// Looks like the settings say from now on, and keeps them.
    void applySettings(const AppSettings& settings);
    [[nodiscard]] const AppSettings& settings() const { return m_settings; }

    /// Starts the simulator and shows it. @return false if it cannot; the message bar reports why
    bool startSimulator() { return m_workspace->controls().startSimulator(); }
    /// Watches a server.
    void connectTo(const HostPort& server) { m_workspace->controls().connectTo(server); }
    /// Whether a live match is shown, or what was recorded of the last one, rather than a log.
    [[nodiscard]] bool showsLive() const { return m_match.showsLive(); }
    /// The frame on the screen, of the log or of the live match.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_match.shown(); }

    [[nodiscard]] LiveSession& live() { return *m_live; }
    [[nodiscard]] MatchPlayer& session() { return *m_session; }
    [[nodiscard]] LiveWorkspace& workspace() { return *m_workspace; }
    [[nodiscard]] MotionWorkspace& motions() { return *m_motions; }
    [[nodiscard]] TrainWorkspace& training() { return *m_train; }
    [[nodiscard]] RobotWorkspace& robots() { return *m_robots; }
    [[nodiscard]] LocalizationWorkspace& localization() { return *m_localize; }
    [[nodiscard]] AnalysisWorkspace& analysis() { return *m_analysis; }
    [[nodiscard]] DecideWorkspace& decide() { return *m_decide; }
    /// Whether the motion editor is on the screen, rather than a match.
    [[nodiscard]] bool editsMotions() const { return m_layouts->editsMotions(); }
    /// The 3D view that is on the screen: of the match, of the motion editor, or of a trial.
    [[nodiscard]] viewer3d::MatchView& view3d();
    /// The 3D view of the match that keys and menus of the camera act on.
    [[nodiscard]] viewer3d::MatchView& cameraView() { return m_replay->view().cameraView(); }
    [[nodiscard]] SecondView& secondView() { return *m_replay->view().second; }
    [[nodiscard]] widgets::FieldView& field() { return *m_replay->view().field; }
    [[nodiscard]] widgets::PlotPanel& plots() { return *m_replay->view().plots; }
    [[nodiscard]] ActionTable& actions() { return m_actions; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] RecentFiles& recent() { return m_start->recent(); }
    [[nodiscard]] bool isLoadingPlots() const { return m_replay->isLoadingPlots(); }

    /// Reports something that has gone wrong inside the program.
    void showFailure(const QString& text);
    /// A picture of the whole window, the 3D view included; handed over later.
    void takePicture(std::function<void(const QImage&)> done);

Q_SIGNALS:
    /// Another frame is on the screen.
    void frameChanged(const sideline::logs::FetchedFrame& fetched);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeWorkspaces();
    [[nodiscard]] std::vector<Workspace*> workspaces() const;
    void makeShell();
    void placeWidgets();
    void connectWorkspaces();
    void connectReplay();
    void connectTitles();
    void connectShell();
    void connectActions();
    void showMode();
    void showOther();
    void showCenter();
    [[nodiscard]] Workspace* ownWorkspace() const;
    [[nodiscard]] std::optional<WorkspaceCenter> ownCenter() const;
    void plotSignal(const logs::SignalId& id);
    void enableActions();
    void applyTheme();
    void applyTrail();
    void applyNetwork(const NetworkSettings& settings);
    void updateTitle();
    [[nodiscard]] QString title() const;

    QSettings& m_store;
    QString m_samplePath;
    AppSettings m_settings;
    ActionTable m_actions;
    std::unique_ptr<MatchPlayer> m_session;
    std::unique_ptr<LiveSession> m_live;
    ShownMatch m_match;
    QStackedWidget* m_center;
    widgets::MessageBar* m_messages;
    widgets::WelcomePanel* m_welcome;
    QWidget* m_emptyPage; ///< of a workspace without a match
    QToolBar* m_transportBar;
    std::unique_ptr<ReplayWorkspace> m_replay;
    std::unique_ptr<LiveWorkspace> m_workspace;
    std::unique_ptr<MotionWorkspace> m_motions;
    std::unique_ptr<TrainWorkspace> m_train;
    std::unique_ptr<RobotWorkspace> m_robots;
    std::unique_ptr<LocalizationWorkspace> m_localize;
    std::unique_ptr<AnalysisWorkspace> m_analysis;
    std::unique_ptr<DecideWorkspace> m_decide;
    std::unique_ptr<LayoutControls> m_layouts;
    std::unique_ptr<Menus> m_menus;
    std::unique_ptr<SettingsControls> m_settingsControls;
    std::unique_ptr<StartPage> m_start;
    std::unique_ptr<Finder> m_finder;
    std::unique_ptr<MatchSwitch> m_switch;
    std::unique_ptr<LocalizationLink> m_localizationLink;
    std::unique_ptr<EditorLinks> m_editorLinks;
    std::unique_ptr<FileOpener> m_opener;
};

} // namespace sideline::studio
