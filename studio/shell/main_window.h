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
#include "studio/shell/file_opener.h"
#include "studio/shell/finder.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/menus.h"
#include "studio/shell/settings_controls.h"
#include "studio/shell/start_page.h"
#include "studio/workspaces/workspace_list.h"

namespace sideline::studio {

/// The window: shows its workspaces, of which it has no more than a list, and connects them with
/// what they share. Nothing is computed here.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param store where settings, keys and layouts are kept; must outlive the window
    /// @param samplePath the match that the program ships; empty if it is not installed
    /// @param make its workspaces
    MainWindow(QSettings& store, QString samplePath, const WorkspaceMaker& make);
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
    /// Keeps the present arrangement under a name. @return false if the name cannot be used
    bool saveLayout(const QString& name) { return m_layouts->save(name); }
    /// Names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList layoutNames() const { return m_layouts->names(); }
    /// Looks like the settings say from now on, and keeps them.
    void applySettings(const AppSettings& settings);
    [[nodiscard]] const AppSettings& settings() const { return m_settings; }

    /// The workspace of a class.
    template <typename Wanted>
    [[nodiscard]] Wanted& find() const {
        return m_workspaces->find<Wanted>();
    }
    [[nodiscard]] const std::vector<Workspace*>& workspaces() const { return m_workspaces->all(); }

    /// Whether a live match is shown, or what was recorded of the last one, rather than a log.
    [[nodiscard]] bool showsLive() const { return m_match.showsLive(); }
    /// The frame on the screen, of the log or of the live match.
    [[nodiscard]] const logs::FetchedFrame& shown() const { return m_match.shown(); }

    [[nodiscard]] LiveSession& live() { return *m_live; }
    [[nodiscard]] MatchPlayer& session() { return *m_session; }
    /// What is on the screen: matches, or another kind of work.
    [[nodiscard]] ActionScope scope() const { return m_layouts->scope(); }
    /// The 3D view in the middle of the window, of the match or of another kind of work.
    [[nodiscard]] viewer3d::MatchView& view3d();
    [[nodiscard]] ActionTable& actions() { return m_actions; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_messages; }
    [[nodiscard]] RecentFiles& recent() { return m_start->recent(); }

    /// Reports something that has gone wrong inside the program.
    void showFailure(const QString& text);
    /// A picture of the whole window, the 3D view included; handed over later.
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
    ActionTable m_actions;
    std::unique_ptr<MatchPlayer> m_session;
    std::unique_ptr<LiveSession> m_live;
    ShownMatch m_match;
    QStackedWidget* m_center;
    widgets::MessageBar* m_messages;
    widgets::WelcomePanel* m_welcome;
    QWidget* m_emptyPage; ///< of a workspace without a match
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
