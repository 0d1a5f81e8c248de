#pragma once

#include <functional>
#include <vector>

#include <QMainWindow>
#include <QMenu>
#include <QObject>
#include <QSettings>
#include <QString>

#include "studio/actions/action_table.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/layouts.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/workspace_bar.h"

namespace sideline::studio {

/// Which workspace is on the screen: docks the panels, shows built-in and saved layouts and the
/// first page, and keeps what the user has moved in each. GUI thread only.
class LayoutControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    struct Parts {
        QMainWindow& window;
        ActionTable& actions;
        QSettings& store;
        AppSettings& settings; ///< whose layout is the one that is shown
        widgets::MessageBar& messages;
    };
    /// @param workspaces whose panels are docked; must outlive the controls
    LayoutControls(const Parts& parts, const std::vector<Workspace*>& workspaces);

    /// The tabs of all workspaces.
    [[nodiscard]] widgets::WorkspaceBar* bar() const { return m_bar; }
    [[nodiscard]] const BuiltInLayouts& builtIn() const { return m_builtIn; }
    /// The docks for `Workspace::arrange` and the like.
    [[nodiscard]] DockArranger arranger() const { return {m_parts.window, m_docks}; }
    /// Docks of those panels of a workspace that no action shows.
    [[nodiscard]] std::vector<QDockWidget*> listedDocks(const Workspace& workspace) const;
    /// Whether a panel of a workspace is in the layout on the screen.
    [[nodiscard]] bool showsPanelOf(const Workspace& workspace) const;

    /// Begins with the first page, and with what was kept of the last time.
    void begin();
    /// Keeps what the user has moved for the next time.
    void keep();

    /// Names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList names() const;
    /// Shows a layout as it was made. @return false if there is none of that name
    bool showLayout(const QString& name);
    /// Shows a layout as it was left: with what the user has moved in it since.
    void showWorkspace(const QString& name);
    /// Shows the first page.
    void showStart();
    /// To where matches are looked at, if the first page is shown.
    void leaveStart();
    [[nodiscard]] bool showsStart() const { return m_showsStart; }
    /// What the layout on the screen is for; the first page is where matches are.
    [[nodiscard]] ActionScope scope() const { return m_scope; }
    [[nodiscard]] bool showsMatches() const { return m_scope == ActionScope::Match; }
    /// The layout in which actions of a scope are at hand.
    [[nodiscard]] QString layoutFor(ActionScope scope) const {
        return scope == ActionScope::Match ? m_matchLayout : m_builtIn.mainOf(scope);
    }
    /// Keeps the present arrangement under a name. @return false if the name cannot be used
    bool save(const QString& name);
    /// Name of the layout that is shown, or comes back after the first page.
    [[nodiscard]] const QString& shown() const { return m_settings.layout; }
    /// The layout for matches that was shown last.
    [[nodiscard]] const QString& matchLayout() const { return m_matchLayout; }

    /// Brings a panel to the front.
    void show(QDockWidget* dock);
    /// The same by its id.
    /// @param minHeightPx that it needs to be of use, if it fits; 0: as it is
    void showPanel(const QString& id, int minHeightPx = 0);
    void fillMenu(QMenu& menu);

Q_SIGNALS:
    /// A layout or the first page has come on the screen.
    void entered();
    /// The first page is about to come.
    void startRequested();
    /// A panel has come to the layout on the screen, or has left it.
    void panelsChanged();

private:
    void addDock(const WorkspacePanel& panel);
    void giveRoom(const WorkspacePanel& panel);
    void connectActions();
    void connectOwnAction(const WorkspacePanel& panel);
    void fillTabs();
    void step(int step);
    void saveShown();
    void deleteSaved(const QString& name);
    void keepArrangement();
    bool arrange(const std::function<bool()>& how);
    void enter(const QString& name);
    void hideForStart();

    Parts m_parts;
    ActionTable& m_actions;
    QSettings& m_store;
    AppSettings& m_settings;
    BuiltInLayouts m_builtIn;
    std::vector<WorkspacePanel> m_panels; ///< of all workspaces
    Docks m_docks;
    widgets::WorkspaceBar* m_bar;
    QString m_matchLayout;
    Arrangements m_arrangements; ///< of the docks, by layout, as they were left
    bool m_showsStart = true;
    ActionScope m_scope = ActionScope::Match;
    bool m_isArranging = false;
};

} // namespace sideline::studio
