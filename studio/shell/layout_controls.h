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

/// Selects the shown workspace: docks the panels, shows layouts and the first page, and keeps the
/// user's arrangement of each layout. GUI thread only.
class LayoutControls : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the controls.
    struct Parts {
        QMainWindow& window;
        ActionTable& actions;
        QSettings& store;
        AppSettings& settings; ///< hold the name of the layout that is shown
        widgets::MessageBar& messages;
    };
    /// @param workspaces their panels are docked; must outlive the controls
    LayoutControls(const Parts& parts, const std::vector<Workspace*>& workspaces);

    /// Returns the tabs of all workspaces.
    [[nodiscard]] widgets::WorkspaceBar* bar() const { return m_bar; }
    [[nodiscard]] const BuiltInLayouts& builtIn() const { return m_builtIn; }
    /// Returns the docks, for `Workspace::arrange` and similar functions.
    [[nodiscard]] DockArranger arranger() const { return {m_parts.window, m_docks}; }
    /// Returns the docks of those panels of a workspace that no action shows.
    [[nodiscard]] std::vector<QDockWidget*> listedDocks(const Workspace& workspace) const;
    /// Returns whether the shown layout contains a panel of a workspace.
    [[nodiscard]] bool showsPanelOf(const Workspace& workspace) const;

    /// Shows the first page and restores the arrangements of the last run.
    void begin();
    /// Stores the user's arrangements for the next run.
    void keep();

    /// Returns the names of all layouts, the built-in ones first.
    [[nodiscard]] QStringList names() const;
    /// Shows a layout as it was created. @return false if no layout has that name
    bool showLayout(const QString& name);
    /// Shows a layout as the user left it, with all changes since it was created.
    void showWorkspace(const QString& name);
    /// Shows the first page.
    void showStart();
    /// Shows the last layout for matches if the first page is shown.
    void leaveStart();
    [[nodiscard]] bool showsStart() const { return m_showsStart; }
    /// Returns the scope of the shown layout; `Match` for the first page.
    [[nodiscard]] ActionScope scope() const { return m_scope; }
    [[nodiscard]] bool showsMatches() const { return m_scope == ActionScope::Match; }
    /// Returns the layout in which the actions of a scope are available.
    [[nodiscard]] QString layoutFor(ActionScope scope) const {
        return scope == ActionScope::Match ? m_matchLayout : m_builtIn.mainOf(scope);
    }
    /// Saves the current arrangement under a name. @return false if the name is not allowed
    bool save(const QString& name);
    /// Returns the layout that is shown, or that will be shown after the first page.
    [[nodiscard]] const QString& shown() const { return m_settings.layout; }
    /// Returns the layout for matches that was shown last.
    [[nodiscard]] const QString& matchLayout() const { return m_matchLayout; }

    /// Raises a panel.
    void show(QDockWidget* dock);
    /// Raises the panel with this id.
    /// @param minHeightPx height that the panel needs, if it fits; 0: unchanged
    void showPanel(const QString& id, int minHeightPx = 0);
    /// Raises the panel with this id, if a layout for matches is shown. The panel does not become
    /// part of the layout; see `showGuests`.
    void showGuest(const QString& id);
    /// Calls a function that shows docks. Docks that were hidden before are hidden again with the
    /// layout, or by `dismissGuests`.
    void showGuests(const std::function<void()>& show);
    void dismissGuests();
    void fillMenu(QMenu& menu);

Q_SIGNALS:
    /// A layout or the first page has been shown.
    void entered();
    /// The first page is about to be shown.
    void startRequested();
    /// A panel was added to the shown layout, or removed from it.
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
    std::vector<WorkspacePanel> m_panels; ///< panels of all workspaces
    Docks m_docks;
    widgets::WorkspaceBar* m_bar;
    QString m_matchLayout;
    std::vector<QDockWidget*> m_guests; ///< visible docks that are not part of the layout
    Arrangements m_arrangements;        ///< docks as the user left them, by layout
    bool m_showsStart = true;
    ActionScope m_scope = ActionScope::Match;
    bool m_isArranging = false;
};

} // namespace sideline::studio
