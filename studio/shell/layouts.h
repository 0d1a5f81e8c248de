#pragma once

#include <map>
#include <vector>

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QStringList>

#include "studio/workspaces/workspace.h"

namespace sideline::studio {

/// Arrangements of the docks: built-in ones, and those that users save. Docks by the id of their
/// panel.
using Docks = std::map<QString, QDockWidget*>;

/// Names of the built-in layouts: Replay, Live, Motion, Train, Robot, Localize, Analysis, Decide,
/// Teams, Simulator, Plots, Field, Picture. Each has an action, `workspace.` and its name in small
/// letters.
[[nodiscard]] QStringList builtInLayouts();
/// Name of the one for driving a robot.
[[nodiscard]] QString liveLayout();
/// Name of the one for looking into localization.
[[nodiscard]] QString localizeLayout();
/// Name of the one for editing motions.
[[nodiscard]] QString motionLayout();
/// Name of the one for training.
[[nodiscard]] QString trainLayout();
/// Name of the one for the robot workshop.
[[nodiscard]] QString robotLayout();
/// Name of the one for running teams.
[[nodiscard]] QString teamsLayout();
/// So many saved layouts have a key: actions `workspace.saved1` and so on.
inline constexpr int kSavedActions = 9;
/// Whether a built-in layout is made for what runs now, rather than for logs.
[[nodiscard]] bool isLiveLayout(const QString& name);

/// Whether the simulator's panel finds a place in a layout, beside what is there.
[[nodiscard]] bool hasRoomForSimulator(const QString& name);

/// Arranges the docks as a built-in layout.
/// @param panels of all workspaces: where docks go that the layout does not place
/// @return false if there is none of that name
bool applyBuiltInLayout(QMainWindow& window, const Docks& docks,
                        const std::vector<WorkspacePanel>& panels, const QString& name);

/// Names of the layouts that users have saved.
[[nodiscard]] QStringList savedLayouts(const QSettings& store);
/// What a layout is made for.
[[nodiscard]] LayoutKind layoutKind(const QSettings& store, const QString& name);
/// Keeps the present arrangement under a name. Names of built-in layouts are refused with false.
bool saveLayout(QSettings& store, const QMainWindow& window, const QString& name, LayoutKind kind);
/// Forgets a saved arrangement.
void removeLayout(QSettings& store, const QString& name);
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
