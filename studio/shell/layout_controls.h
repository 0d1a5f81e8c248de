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
    /// @param panels of all workspaces, which are docked
    LayoutControls(const Parts& parts, std::vector<WorkspacePanel> panels);

    /// The tabs of all workspaces.
    [[nodiscard]] widgets::WorkspaceBar* bar() const { return m_bar; }
    [[nodiscard]] const Docks& docks() const { return m_docks; }
    [[nodiscard]] QDockWidget* dock(const char* id) const { return m_docks.at(QLatin1String(id)); }
    /// Panels that lists of panels name, because no action shows them.
    [[nodiscard]] std::vector<QDockWidget*> listedDocks() const;

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
    [[nodiscard]] LayoutKind kind() const { return m_kind; }
    [[nodiscard]] bool editsMotions() const { return m_kind == LayoutKind::Motion; }
    [[nodiscard]] bool showsMatches() const { return m_kind == LayoutKind::Match; }
    /// Name of the layout that is shown, or comes back after the first page.
    [[nodiscard]] const QString& shown() const { return m_settings.layout; }
    /// The layout for matches that was shown last.
    [[nodiscard]] const QString& matchLayout() const { return m_matchLayout; }

    /// Brings a panel to the front.
    void show(QDockWidget* dock);
    /// The same by its id.
    /// @param leastHeightPx that it needs to be of use, if it fits; 0: as it is
    void showPanel(const QString& id, int leastHeightPx = 0);
    void setWidth(QDockWidget* dock, int widthPx);
    void fillMenu(QMenu& menu);

Q_SIGNALS:
    /// A layout or the first page has come on the screen.
    void entered();
    /// The first page is about to come.
    void startWanted();

private:
    void addDock(const WorkspacePanel& panel);
    void giveRoom(QDockWidget* dock);
    void connectActions();
    void connectSecondView();
    void fillTabs();
    void step(int step);
    void saveShown();
    void deleteLayout(const QString& name);
    void keepArrangement();
    bool arrange(const std::function<bool()>& how);
    void enter(const QString& name);
    void hideForStart();

    Parts m_parts;
    ActionTable& m_actions;
    QSettings& m_store;
    AppSettings& m_settings;
    std::vector<WorkspacePanel> m_panels;
    Docks m_docks;
    widgets::WorkspaceBar* m_bar;
    QString m_matchLayout;
    Arrangements m_arrangements; ///< of the docks, by layout, as they were left
    bool m_showsStart = true;
    LayoutKind m_kind = LayoutKind::Match;
    bool m_isArranging = false;
};

} // namespace sideline::studio
