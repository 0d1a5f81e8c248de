#pragma once

#include <map>
#include <vector>

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QStringList>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Number of saved layouts that have a keyboard shortcut: actions `workspace.saved1` and so on.
inline constexpr int kSavedActions = 9;

/// The built-in layouts of all workspaces, in the order of their tabs, and access to the layouts
/// that users save. Each has an action: `workspace.` and its name in lowercase letters.
class BuiltInLayouts {
public:
    /// @param workspaces must outlive this object
    explicit BuiltInLayouts(const std::vector<Workspace*>& workspaces);

    [[nodiscard]] QStringList names() const;
    /// Returns the main layout of a scope, which is its first.
    [[nodiscard]] QString mainOf(ActionScope scope) const;
    /// Returns the layout that is shown when a live match begins.
    [[nodiscard]] QString forLive() const;
    /// Returns the purpose of a layout; saved layouts are for logs.
    [[nodiscard]] WorkspaceLayout::Use useOf(const QString& name) const;
    [[nodiscard]] bool isForLive(const QString& name) const {
        return useOf(name) != WorkspaceLayout::Use::Logs;
    }
    /// Returns whether a layout is the main one of its workspace.
    [[nodiscard]] bool isMain(const QString& name) const;
    /// Returns whether the side of the layout has room for one more panel.
    [[nodiscard]] bool hasRoomAtSide(const QString& name) const;
    /// Returns the scope of a built-in or saved layout.
    [[nodiscard]] ActionScope scopeOf(const QSettings& store, const QString& name) const;

    /// Arranges the docks as in a built-in layout.
    /// @param panels panels of all workspaces, with default places for docks not in the layout
    /// @return false if no layout has that name
    bool apply(QMainWindow& window, const Docks& docks, const std::vector<WorkspacePanel>& panels,
               const QString& name) const;
    /// Saves the current arrangement under a name.
    /// @return false for the name of a built-in layout
    bool save(QSettings& store, const QMainWindow& window, const QString& name,
              ActionScope scope) const;
    /// Deletes a saved layout.
    void remove(QSettings& store, const QString& name) const;

private:
    struct BuiltIn {
        WorkspaceLayout layout;
        Workspace* workspace;
    };
    [[nodiscard]] const BuiltIn* find(const QString& name) const;

    std::vector<BuiltIn> m_layouts;
};

/// Returns the names of the layouts that users have saved.
[[nodiscard]] QStringList savedLayouts(const QSettings& store);
/// Current arrangements of the docks, by name of their layout.
using Arrangements = std::map<QString, QByteArray>;
/// Returns the current arrangement.
[[nodiscard]] QByteArray arrangementOf(const QMainWindow& window);
/// Restores an arrangement. @return false if it has a different version
bool restoreArrangement(QMainWindow& window, const QByteArray& arrangement);
/// Stores the arrangements for the next start, in place of the previous ones.
void writeArrangements(QSettings& store, const Arrangements& arrangements);
[[nodiscard]] Arrangements readArrangements(QSettings& store);
/// Restores a saved layout. @return false if it does not exist or has a different version
bool restoreLayout(const QSettings& store, QMainWindow& window, const QString& name);

} // namespace sideline::studio
