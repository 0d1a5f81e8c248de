#pragma once

#include <map>
#include <vector>

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QStringList>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// So many saved layouts have a key: actions `workspace.saved1` and so on.
inline constexpr int kSavedActions = 9;

/// The built-in layouts of all workspaces, in the order of their tabs; with what is kept of those
/// that users save. Each has an action, `workspace.` and its name in lowercase letters.
class BuiltInLayouts {
public:
    /// @param workspaces must outlive it
    explicit BuiltInLayouts(const std::vector<Workspace*>& workspaces);

    [[nodiscard]] QStringList names() const;
    /// The main layout of a scope: the first.
    [[nodiscard]] QString mainOf(ActionScope scope) const;
    /// The one that comes up for a live match.
    [[nodiscard]] QString forLive() const;
    /// What a layout is made for; saved layouts are for logs.
    [[nodiscard]] WorkspaceLayout::Use useOf(const QString& name) const;
    [[nodiscard]] bool isForLive(const QString& name) const {
        return useOf(name) != WorkspaceLayout::Use::Logs;
    }
    /// Whether one more panel finds a place at the side.
    [[nodiscard]] bool hasRoomAtSide(const QString& name) const;
    /// Scope of a built-in or saved layout.
    [[nodiscard]] ActionScope scopeOf(const QSettings& store, const QString& name) const;

    /// Arranges the docks as a built-in layout.
    /// @param panels of all workspaces: where docks go that the layout does not place
    /// @return false if there is none of that name
    bool apply(QMainWindow& window, const Docks& docks, const std::vector<WorkspacePanel>& panels,
               const QString& name) const;
    /// Keeps the present arrangement under a name. Names of built-in layouts are refused with
    /// false.
    bool save(QSettings& store, const QMainWindow& window, const QString& name,
              ActionScope scope) const;
    /// Forgets a saved arrangement.
    void remove(QSettings& store, const QString& name) const;

private:
    struct BuiltIn {
        WorkspaceLayout layout;
        Workspace* workspace;
    };
    [[nodiscard]] const BuiltIn* find(const QString& name) const;

    std::vector<BuiltIn> m_layouts;
};

/// Names of the layouts that users have saved.
[[nodiscard]] QStringList savedLayouts(const QSettings& store);
/// Arrangements of the docks as they are, by name of their layout.
using Arrangements = std::map<QString, QByteArray>;
/// The present arrangement.
[[nodiscard]] QByteArray arrangementOf(const QMainWindow& window);
/// Brings one back. @return false if it is of another version
bool restoreArrangement(QMainWindow& window, const QByteArray& arrangement);
/// Keeps them for the next start, in place of those of before.
void writeArrangements(QSettings& store, const Arrangements& arrangements);
[[nodiscard]] Arrangements readArrangements(QSettings& store);
/// Brings a saved arrangement back. @return false if there is none, or it is of another version
bool restoreLayout(const QSettings& store, QMainWindow& window, const QString& name);

} // namespace sideline::studio
