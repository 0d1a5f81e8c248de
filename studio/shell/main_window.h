#pragma once

#include <memory>
#include <optional>

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>

#include "studio/actions/action_table.h"
#include "studio/session/export_job.h"
#include "studio/session/live_session.h"
#include "studio/session/log_motion_job.h"
#include "studio/session/match_player.h"
#include "studio/session/signal_loader.h"
#include "studio/settings/app_settings.h"
#include "studio/settings/network_settings.h"
#include "studio/shell/layouts.h"
#include "studio/shell/recent_files.h"
#include "studio/workspaces/live/live_controls.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/second_view.h"
#include "viewer3d/view/match_view.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/help_window.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/welcome_panel.h"
#include "widgets/common/workspace_bar.h"
#include "widgets/live/simulator_panel.h"
#include "widgets/match/event_panel.h"
#include "widgets/match/field_view.h"
#include "widgets/match/match_banner.h"
#include "widgets/match/object_panel.h"
#include "widgets/match/overview_panel.h"
#include "widgets/match/plot_panel.h"
#include "widgets/match/scoreboard.h"
#include "widgets/match/transport_bar.h"

namespace sideline::studio {

/// The window: makes the panels and connects them with the session. Nothing is computed here.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param store where settings, keys and layouts are kept; must outlive the window
    /// @param samplePath the match that the program ships; empty if it is not installed
    MainWindow(QSettings& store, QString samplePath);
    ~MainWindow() override;

    /// Opens a match log, a session, an agent's stream or a motion.
    /// @param entry of an archive
    void openFile(const QString& path, const QString& entry = {});
    /// Shows a built-in or saved layout as it was made. @return false if there is none of that name
    bool showLayout(const QString& name);
    /// Shows a layout as it was left: with what the user has moved in it since.
    void showWorkspace(const QString& name);
    /// Shows the first page: panels and transport come back with the next workspace.
    void showStart();
    [[nodiscard]] bool showsStart() const { return m_showsStart; }
    /// Names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList layoutNames() const;
    /// Looks like the settings say from now on, and keeps them.
    void applySettings(const AppSettings& settings);
    [[nodiscard]] const AppSettings& settings() const { return m_settings; }

    /// Starts the simulator and shows it. @return false if it cannot; the message bar reports why
    bool startSimulator();
    /// Watches a server.
    void connectTo(const HostPort& server);
    /// Whether a live match is shown, or what was recorded of the last one, rather than a log.
    [[nodiscard]] bool showsLive() const { return m_showsLive; }
    /// The frame on the screen, of the log or of the live match.
    [[nodiscard]] const logs::FetchedFrame& shown() const;

    [[nodiscard]] LiveSession& live() { return *m_live; }
    [[nodiscard]] MatchPlayer& session() { return *m_session; }
    [[nodiscard]] LiveWorkspace& workspace() { return *m_workspace; }
    [[nodiscard]] MotionWorkspace& motions() { return *m_motions; }
    [[nodiscard]] LocalizationWorkspace& localization() { return *m_localize; }
    /// Whether the motion editor is on the screen, rather than a match.
    [[nodiscard]] bool editsMotions() const { return m_editsMotions; }
    /// The 3D view that is on the screen: of the match, or of the motion editor.
    [[nodiscard]] viewer3d::MatchView& view3d();
    /// The 3D view of the match that keys and menus of the camera act on.
    [[nodiscard]] viewer3d::MatchView& cameraView();
    [[nodiscard]] SecondView& secondView() { return *m_second; }
    [[nodiscard]] widgets::FieldView& field() { return *m_field; }
    [[nodiscard]] widgets::PlotPanel& plots() { return *m_plots; }
    [[nodiscard]] ActionTable& actions() { return m_actions; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] RecentFiles& recent() { return m_recent; }
    [[nodiscard]] bool isLoadingPlots() const { return m_loader.isLoading(); }

    /// Reports something that has gone wrong inside the program.
    void showFailure(const QString& text);
    /// A picture of the whole window, the 3D view included; handed over later.
    void takePicture(std::function<void(const QImage&)> done);

Q_SIGNALS:
    /// Another frame is on the screen.
    void frameChanged(const sideline::logs::FetchedFrame& fetched);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What a log belongs to that is opened.
    enum class Origin { File, Session, Stream };

    void openLog(const QString& path, Origin origin, const QString& entry = {});
    void buildCenter();
    void buildEmptyPage();
    void buildDocks();
    QDockWidget* addDock(const char* id, const QString& title, QWidget* content,
                         Qt::DockWidgetArea area);
    void giveRoom(QDockWidget* dock);
    void buildTransport();
    void buildMenus();
    void buildMotionMenus();
    void addToMenu(QMenu* menu, std::initializer_list<const char*> ids);
    void buildWorkspaces();
    void connectWorkspaces();
    void connectStart();
    void showSample(widgets::Job job);
    void askForOwn(widgets::Job job);
    void fillWorkspaces();
    void fillLayoutMenu();
    void stepWorkspace(int step);
    void deleteLayout(const QString& name);
    void keepArrangement();
    bool arrange(const std::function<bool()>& how);
    void enterWorkspace(const QString& name);
    void hideForStart();
    void leaveStart();
    void showForLog();
    void showLamp();
    void followLamp();
    void fillRecent();
    void showRecent();
    void connectSession();
    void connectPanels();
    void connectFileActions();
    void connectReplayActions();
    void connectCameraActions();
    void connectSelectionActions();
    void connectViewActions();
    void connectLive();
    void connectWorkspace();
    void connectField();
    void connectSecondView();
    void showRuler(const monitor::MatchFrame* frame);
    void connectMotions();
    void connectLocalization();
    void buildLocalizeMenu();
    void lookAtStreamRobot();
    void updateLocalizing();
    void setEditsMotions(bool editsMotions);
    void showCenter();
    void makeMotionOfLog();
    void connectReplay(const MatchPlayer& session);

    /// Whether what was recorded of a live match is shown that is over.
    [[nodiscard]] bool showsRecording() const { return m_showsLive && !m_live->isLive(); }
    /// What is replayed: the log, or the recording of the live match.
    [[nodiscard]] MatchPlayer& replay() const;
    void showFrame(const logs::FetchedFrame& fetched);
    void showInPanels(const logs::FetchedFrame& fetched);
    void drawMatch(const logs::FetchedFrame& told);
    void clearMatch();
    void showOpened();
    void showClosed();
    void showLiveFrame(const logs::FetchedFrame& fetched);
    void setShowsLive(bool showsLive);
    void leaveLive();
    void showLiveDocks();
    void meetAgent(const world::AgentFramePtr& frame);
    void showLiveMark();
    void showBookmarks();
    void openSession(const QString& path);
    void openStream(const QString& path);
    void saveLiveRecording();
    void updateEnabled();
    void showLogProgress();
    void showPlayback();
    void showPosition();
    [[nodiscard]] bool isAtHead() const { return m_showsLive && m_live->isAtHead(); }
    [[nodiscard]] bool runsForward() const;
    [[nodiscard]] bool runsBackward() const;
    [[nodiscard]] logs::FrameNumber shownNumber(const logs::LogIndex& index) const;
    void jumpToEvent(bool forward, std::uint32_t kinds, double leadS, const QString& what);
    void playOrPause();
    void updateActivity();
    void tellIssues();
    void tellWhenEmpty();
    void selectNeighbor(int step);
    void selectNumber(game::Side side, int number);
    void requirePlayer(viewer3d::CameraMode mode);
    void setLoopEdge(bool begin);
    void addBookmark();
    void jumpToBookmark(bool forward);
    void goToPlace(const widgets::MatchPlace& place);
    void exportTable(ExportJob::Kind kind, const QString& name);
    void exportCut();
    void startExport(ExportJob::Kind kind, logs::FrameRange range, const QString& file);
    void finishExport(const QString& file, const QString& error, bool canceled,
                      const QString& leftOut);
    void savePicture();
    void copyPicture();
    void pauseAtEvents();
    [[nodiscard]] widgets::HelpWindow& help();
    void showPalette();
    void addActionEntries(std::vector<widgets::PaletteEntry>& entries);
    void addPanelEntries(std::vector<widgets::PaletteEntry>& entries);
    void addSignalEntries(std::vector<widgets::PaletteEntry>& entries);
    void addHelpEntries(std::vector<widgets::PaletteEntry>& entries);
    void showDock(QDockWidget* dock);
    void plotSignal(const logs::SignalId& id);
    void showSettings();
    void applyNetwork(const NetworkSettings& settings);
    void applyTheme();
    void addSecondView(QImage image, const std::function<void(const QImage&)>& done);
    void showColors(const monitor::MatchFrame* frame);
    void updateTitle();
    void showOverview();

    QSettings& m_store;
    QString m_samplePath;
    AppSettings m_settings;
    widgets::TeamColors m_colors; ///< of the match on the screen
    ActionTable m_actions;
    RecentFiles m_recent;
    std::unique_ptr<MatchPlayer> m_session;
    std::unique_ptr<LiveSession> m_live;
    SignalLoader m_loader;
    ExportJob m_export;

    QStackedWidget* m_center = nullptr;
    viewer3d::MatchView* m_view = nullptr;
    QWidget* m_viewContainer = nullptr;
    SecondView* m_second = nullptr;
    widgets::Scoreboard* m_scoreboard = nullptr;
    widgets::MatchBanner* m_banner = nullptr;
    widgets::MessageBar* m_messages = nullptr;
    widgets::WelcomePanel* m_welcome = nullptr;
    QWidget* m_emptyPage = nullptr; ///< of a workspace without a match
    widgets::WorkspaceBar* m_workspaces = nullptr;
    widgets::FieldView* m_field = nullptr;
    widgets::ObjectPanel* m_objects = nullptr;
    widgets::EventPanel* m_events = nullptr;
    widgets::OverviewPanel* m_overview = nullptr;
    widgets::PlotPanel* m_plots = nullptr;
    widgets::SimulatorPanel* m_simulator = nullptr;
    std::unique_ptr<LiveControls> m_liveControls;
    std::unique_ptr<LiveWorkspace> m_workspace;
    std::unique_ptr<MotionWorkspace> m_motions;
    std::unique_ptr<LocalizationWorkspace> m_localize;
    LogMotionJob m_logMotion;
    QString m_motionOfLogName;
    QString m_matchLayout;            ///< the one before the motion editor was shown
    QString m_jumpNote;               ///< that there is nothing to jump to, as it was reported last
    Arrangements m_arrangements;      ///< of the docks, by layout, as they were left
    std::vector<QMenu*> m_matchMenus; ///< that are of no use for motions
    QMenu* m_motionMenu = nullptr;
    QMenu* m_motionEditMenu = nullptr;
    widgets::TransportBar* m_transport = nullptr;
    QToolBar* m_transportBar = nullptr;
    std::map<QString, QDockWidget*> m_docks;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_layoutMenu = nullptr;
    QPointer<widgets::HelpWindow> m_help;
    QPointer<widgets::CommandPalette> m_palette;
    QPointer<QDialog> m_settingsDialog;
    std::optional<double> m_loopBeginS;
    std::optional<monitor::Ruler> m_ruler; ///< what the user measures
    QString m_openingFile; ///< as the user knows it: the stream that a match is made of
    QString m_logFile;     ///< the same of the log that is open
    QString m_exportFile;
    int m_exportPercent = 0;
    double m_shownTimeS = 0.0; ///< record time of the frame on the screen
    bool m_showsLive = false;
    bool m_showsRunning = false; ///< the button for forward says that it pauses
    bool m_editsMotions = false;
    bool m_showsStart = true;
    bool m_isArranging = false;
    bool m_comesFirst = false;       ///< the agent that was started with the simulator
    Origin m_opening = Origin::File; ///< of the log that is being opened
    bool m_issuesTold = false;
    bool m_activeTold = false;
};

} // namespace sideline::studio
