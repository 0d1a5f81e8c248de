#pragma once

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/menus.h"
#include "studio/shell/recent_files.h"
#include "studio/workspaces/live/live_workspace.h"
#include "widgets/common/welcome_panel.h"

namespace sideline::studio {

/// The first page: a card for each kind of work, and the files that were opened before, which are
/// in the File menu as well. GUI thread only.
class StartPage : public QObject {
    Q_OBJECT
public:
    /// All must outlive the page.
    struct Parts {
        ActionTable& actions;
        const ShownMatch& match;
        LayoutControls& layouts;
        LiveWorkspace& live;
        QSettings& store;
        const AppSettings& settings;
        Menus& menus;
        QString samplePath; ///< the match that the program ships; empty if it is not installed
    };
    /// @param panel what it is shown in
    StartPage(const Parts& parts, widgets::WelcomePanel* panel);

    [[nodiscard]] RecentFiles& recent() { return m_recent; }
    /// A file was opened: it is among the recent ones from now on.
    void addRecent(const QString& path);
    /// Reads again which files were opened.
    void refreshRecent();

Q_SIGNALS:
    void fileWanted(const QString& path);
    /// The live match is to be seen, which runs already.
    void liveWanted();

private:
    void showRecent();
    void showSample(widgets::Job job);
    void askForOwn(widgets::Job job);

    Parts m_parts;
    QPointer<widgets::WelcomePanel> m_panel;
    RecentFiles m_recent;
};

} // namespace sideline::studio
