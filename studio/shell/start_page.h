#pragma once

#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/menus.h"
#include "studio/shell/recent_files.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/welcome_panel.h"

namespace sideline::studio {

/// The first page: a card for each kind of work, and the recent files, which the File menu lists as
/// well. GUI thread only.
class StartPage : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the page.
    struct Parts {
        ActionTable& actions;
        const ShownMatch& match;
        LayoutControls& layouts;
        const std::vector<Workspace*>& workspaces;
        QSettings& store;
        const AppSettings& settings;
        Menus& menus;
        QString samplePath; ///< match that comes with the program; empty if it is not installed
    };
    /// @param panel displays the page
    StartPage(const Parts& parts, widgets::WelcomePanel* panel);

    [[nodiscard]] RecentFiles& recent() { return m_recent; }
    /// Adds a file that was opened to the recent ones.
    void addRecent(const QString& path);
    /// Reads the list of recent files again.
    void refreshRecent();

Q_SIGNALS:
    void fileRequested(const QString& path);
    /// The user asked to see the live match that is running.
    void liveRequested();

private:
    void showRecent();
    void offerRobots();
    void trigger(const char* action);
    void showSample(widgets::Job job);
    void showExample(widgets::Job job);
    void askForOwn(widgets::Job job);

    Parts m_parts;
    QPointer<widgets::WelcomePanel> m_panel;
    RecentFiles m_recent;
};

} // namespace sideline::studio
