#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QMainWindow>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/file_opener.h"
#include "studio/shell/finder.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/menus.h"
#include "studio/shell/settings_controls.h"
#include "studio/shell/start_page.h"
#include "studio/workspaces/workspace_list.h"

namespace sideline::studio {

/// The main window: shows the workspaces of a list, without depending on any of them, and connects
/// them to the objects that they have in common.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param store keeps settings, keys and layouts; must outlive the window
    /// @param samplePath the match that comes with the program; empty if it is not installed
    /// @param make creates the workspaces
    MainWindow(QSettings& store, QString samplePath, const WorkspaceMaker& make);
    ~MainWindow() override;

    /// Opens a match log, a session, an agent's stream, a motion, an experiment, a robot or a team.
    /// @param entry file within an archive
    void openFile(const QString& path, const QString& entry = {}) { open({path, entry}); }
    void open(const OpenRequest& request) { m_opener->open(request); }
    /// Keeps the shown layout for the next file, in place of the layout made for files of its kind.
    void holdLayout() { m_opener->holdLayout(); }
    /// Shows a built-in or saved layout as created. @return false if no layout has that name
    bool showLayout(const QString& name) { return m_layouts->showLayout(name); }
    /// Shows a layout as the user left it, with all changes since it was created.
    void showWorkspace(const QString& name) { m_layouts->showWorkspace(name); }
    /// Shows the first page; panels and transport return with the next workspace.
    void showStart() { m_layouts->showStart(); }
    [[nodiscard]] bool showsStart() const { return m_layouts->showsStart(); }
    /// Saves the current arrangement under a name. @return false if the name is not allowed
    bool saveLayout(const QString& name) { return m_layouts->save(name); }
    /// Returns the names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList layoutNames() const { return m_layouts->names(); }
    /// Applies the settings and stores them.
    void applySettings(const AppSettings& settings);
    /// Applies a theme that is not saved, until another one is chosen in the settings.
    void applyThemeOfThisRun(Theme theme);
    [[nodiscard]] const AppSettings& settings() const { return m_settings; }

    /// Returns the workspace of a class.
    template <typename Requested>
    [[nodiscard]] Requested& find() const {
        return m_workspaces->find<Requested>();
    }
    [[nodiscard]] const std::vector<Workspace*>& workspaces() const { return m_workspaces->all(); }

    /// Returns whether a live match or its recording is shown, rather than a log.
    [[nodiscard]] bool showsLive() const { return m_match.showsLive(); }
    /// Returns the shown frame, of the log or of the live match.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_match.shown(); }

    [[nodiscard]] LiveSession& live() { return *m_live; }
    [[nodiscard]] MatchPlayer& session() { return *m_session; }
    /// Returns the current scope: matches, or another kind of work.
    [[nodiscard]] ActionScope scope() const { return m_layouts->scope(); }
    /// Returns the 3D view in the middle of the window, of the match or of a different kind of
    /// work.
    [[nodiscard]] viewer3d::MatchView& view3d();
    [[nodiscard]] ActionTable& actions() { return m_actions; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] RecentFiles& recent() { return m_start->recent(); }

    /// Reports an internal error of the program.
    void showFailure(const QString& text);
    /// Takes a picture of the whole window with its 3D views; calls `done` later.
    void takePicture(std::function<void(const QImage&)> done);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeShell();
    void placeWidgets();
    void connectWorkspaces();
    void connectShell();
    void connectActions();
    void showMode();
    void showOther();
    void showCenter();
    void updateMatchWorkspaces();
    [[nodiscard]] WorkspaceCenter centerOf(ActionScope scope) const;
    void enableActions();
    void applyTrail();
    void applyNetwork(const NetworkSettings& settings);
    void updateTitle();
    [[nodiscard]] QString title() const;

    QSettings& m_store;
    QString m_samplePath;
    AppSettings m_settings;
    std::optional<Theme> m_themeOfThisRun; ///< theme from the command line
    ActionTable m_actions;
    std::unique_ptr<MatchPlayer> m_session;
    std::unique_ptr<LiveSession> m_live;
    ShownMatch m_match;
    QStackedWidget* m_center;
    widgets::MessageBar* m_messages;
    widgets::WelcomePanel* m_welcome;
    QWidget* m_emptyPage; ///< middle of a workspace for matches while there is no match
    QWidget* m_blankPage;
    QToolBar* m_transportBar;
    std::unique_ptr<WorkspaceList> m_workspaces;
    std::unique_ptr<LayoutControls> m_layouts;
    std::unique_ptr<Menus> m_menus;
    std::unique_ptr<SettingsControls> m_settingsControls;
    std::unique_ptr<StartPage> m_start;
    std::unique_ptr<Finder> m_finder;
    std::unique_ptr<MatchSwitch> m_switch;
    std::unique_ptr<FileOpener> m_opener;
};

} // namespace sideline::studio
