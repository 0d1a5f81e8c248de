#pragma once

#include <utility>
#include <vector>

#include <QMainWindow>
#include <QMenu>

#include "studio/actions/action_table.h"
#include "studio/shell/layout_controls.h"
#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// The menu bar: menus of the window and menus that the workspaces declare. GUI thread only.
class Menus {
public:
    /// Fills the menu bar of the window. All must outlive the menus.
    /// @param workspaces all workspaces, in the order of their menus
    Menus(QMainWindow& window, ActionTable& actions, LayoutControls& layouts,
          const std::vector<Workspace*>& workspaces);

    /// Shows the menus that apply to the current scope.
    void setScope(ActionScope scope);
    /// Returns the menu for recently opened files; empty at first.
    [[nodiscard]] QMenu& recent() const { return *m_recent; }

private:
    void add(QMenu& menu, const std::vector<std::string>& ids);
    void addFile();
    void addView(LayoutControls& layouts, const std::vector<Workspace*>& workspaces);
    static void addPanels(QMenu& menu, const LayoutControls& layouts,
                          const std::vector<Workspace*>& workspaces);
    QMenu* addDeclared(const WorkspaceMenu& declared);

    QMainWindow& m_window;
    ActionTable& m_actions;
    QMenu* m_recent = nullptr;
    std::vector<std::pair<ActionScope, QMenu*>> m_ownMenus; ///< hidden in other scopes
};

} // namespace sideline::studio
