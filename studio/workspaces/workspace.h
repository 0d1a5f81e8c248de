#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QDockWidget>
#include <QObject>
#include <QString>
#include <QWidget>

#include "agentcore/robot/robot_model.h"
#include "logs/replay/frame_fetcher.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_agent.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/dock_arranger.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/welcome_panel.h"

namespace sideline::viewer3d {
class MatchView;
} // namespace sideline::viewer3d

namespace sideline::studio {

/// What is to be opened, with all that is known about it.
struct OpenRequest {
    /// What an opened match log belongs to: itself, a session that names it, or the stream of an
    /// agent from which it was made.
    enum class Origin : std::uint8_t { File, Session, Stream };

    QString path;
    QString entry{}; ///< of an archive; empty for the only one
    Origin origin = Origin::File;
    QString name{};                ///< as the user knows it, if that is not the path
    std::optional<double> stepS{}; ///< record time between frames, if the log does not state it
    /// Robots that the match may show in addition to the default ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};

    [[nodiscard]] const QString& shownName() const { return name.isEmpty() ? path : name; }
};

/// How sure a workspace is that a file is one of its own.
enum class Claim : std::uint8_t {
    None,
    Fallback,  ///< it opens whatever no other workspace opens
    ByName,    ///< from the name
    ByContent, ///< from the name and what the file or its folder holds
};

/// Where something that was opened is shown.
struct Arrival {
    QString layout;           ///< that comes to the screen; empty for none
    bool fitsScope = false;   ///< any layout of the workspace's scope will do that is shown
    QString panel{};          ///< that comes to the front; empty for none
    int minHeightPx = 0;      ///< of the panel, if it fits; 0: as it is
    bool awaitsDocks = false; ///< the panel comes once the docks are in place
};

/// A frame of the match on the screen.
struct ShownFrame {
    const logs::FetchedFrame& frame;
    FramePlace place;
    bool isOfSimulator; ///< of this program's own simulator
};

/// The settings as they apply now.
struct AppliedSettings {
    const AppSettings& settings;
    bool isDark;       ///< the theme in use
    bool hasNewMeshes; ///< the folder of the server's models may be another one
};

/// A panel as its workspace declares it: all that the window needs to dock it.
struct WorkspacePanel {
    const char* id; ///< of the dock, kept in saved layouts
    QString title;
    QWidget* widget; ///< owned by the dock that holds it
    /// Where it comes up in a layout that does not place it.
    Qt::DockWidgetArea area;
    const char* group; ///< panels of a group in the same area share a place, as tabs
    /// The action that shows and hides it, in place of an entry in lists of panels; may be null.
    const char* action = nullptr;
    int widthPercent = 0; ///< of the window, when it comes up too narrow; 0: the default
};

/// A built-in layout as its workspace declares it. It has an action, `workspace.` and its name in
/// lowercase letters.
struct WorkspaceLayout {
    QString name;
    int rank; ///< in the row of tabs
    /// Brings docks to their places; all are hidden before.
    void (*arrange)(const DockArranger& docks);
    /// What it is made for: logs, or what happens now.
    enum class Use : std::uint8_t {
        Logs,
        LiveToo,   ///< it shows live matches as well, but none begins there
        Live,      ///< live matches begin there
        LiveFirst, ///< the one that comes up for a live match
    };
    Use use = Use::Logs;
    bool hasRoomAtSide = true; ///< for one more panel, such as the simulator's
};

/// A menu as its workspace declares it.
struct WorkspaceMenu {
    QString title;
    std::vector<std::string> actions; ///< ids of the action table; empty ones separate
    bool isAlwaysShown = false;       ///< also while another kind of work is on the screen
    std::vector<WorkspaceMenu> submenus{};
    int rank = 0; ///< in the menu bar: those with a higher one come after all with a lower one
};

/// A 3D view in the window.
struct WorkspaceView {
    viewer3d::MatchView* view; ///< null while it is not made
    QWidget* widget;           ///< that shows `view`, and gets the keys
};

/// What a workspace has in the middle of the window.
struct WorkspaceCenter {
    QWidget* widget; ///< owned by the window
    WorkspaceView view;
    QWidget* above = nullptr;   ///< stands above it; owned by the window
    QWidget* bar = nullptr;     ///< for the toolbar at the bottom; owned by the window
    QWidget* overlay = nullptr; ///< lies over the view, in pictures as well
};

/// A kind of work in the studio: its panels, its layouts, what it opens, and what its actions do.
/// The window docks the panels and shows one workspace at a time; workspaces for matches share the
/// scope `ActionScope::Match` and work side by side. GUI thread only.
class Workspace : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // What it declares.
    [[nodiscard]] virtual std::vector<WorkspacePanel> panels() const = 0;
    /// Menus of its own, besides those of the window.
    [[nodiscard]] virtual std::vector<WorkspaceMenu> menus() const { return {}; }
    /// Built-in layouts; the first is its main one.
    [[nodiscard]] virtual std::vector<WorkspaceLayout> layouts() const = 0;
    /// Actions and keys that are available while it is on the screen; also tells what stands in
    /// the middle of the window.
    [[nodiscard]] virtual ActionScope scope() const { return ActionScope::Match; }
    /// The middle of the window, made on the first call; nothing if another workspace of the same
    /// scope has it.
    [[nodiscard]] virtual std::optional<WorkspaceCenter> center() { return std::nullopt; }
    /// 3D views outside the middle.
    [[nodiscard]] virtual std::vector<WorkspaceView> otherViews() const { return {}; }
    /// What the window's title names, with `[*]` for the mark of unsaved changes; empty for
    /// nothing.
    [[nodiscard]] virtual QString windowTitle() const { return {}; }
    /// Whether what it shows has unsaved changes.
    [[nodiscard]] virtual bool isModified() const { return false; }
    /// Entries of the command palette that do something, besides actions.
    [[nodiscard]] virtual std::vector<widgets::PaletteEntry> commands() { return {}; }
    /// Entries of the command palette that show something.
    [[nodiscard]] virtual std::vector<widgets::PaletteEntry> findings() { return {}; }

    // What it opens.
    [[nodiscard]] virtual Claim claim(const QString& path) const = 0;
    /// Opens a file that it claims; reports in the message bar if that fails.
    virtual void open(const OpenRequest& request) = 0;
    [[nodiscard]] bool canOpen(const QString& path) const { return claim(path) != Claim::None; }
    /// A match log has been opened, for which it may have asked.
    virtual void logOpened(const OpenRequest& /*request*/) {}
    /// The match log is on the screen.
    virtual void logShown(const OpenRequest& /*request*/) {}
    virtual void logFailed(const OpenRequest& /*request*/) {}
    /// No match log is open. @param next the one that is being opened in its place; may be null
    virtual void logClosed(const OpenRequest* /*next*/) {}
    /// Whether it shows more of a match log than the log itself, in the layout for live matches.
    [[nodiscard]] virtual bool extendsLog() const { return false; }
    /// Shows the example of a card of the first page.
    virtual void showExample(widgets::Job /*job*/) {}

    // What the window reports.
    /// The window is complete and about to be shown.
    virtual void begin() {}
    /// It comes to the screen, or leaves it. A workspace for matches is there while one of its
    /// panels is.
    virtual void setActive(bool /*isActive*/) {}
    /// The frame of the match on the screen. All workspaces get it before one of them draws it.
    virtual void showFrame(const ShownFrame& /*frame*/) {}
    /// Draws the frame. @param isAgain because what it is drawn with has changed
    virtual void drawFrame(const ShownFrame& /*frame*/, bool /*isAgain*/) {}
    /// There is no frame to be shown.
    virtual void showNothing() {}
    /// The log or the live match has come to the screen in place of the other.
    virtual void showSource() {}
    /// A live match begins. @param layout on the screen @param hasRoom it has room at the side
    virtual void showLiveDocks(const QString& /*layout*/, bool /*hasRoom*/,
                               const DockArranger& /*docks*/) {}
    /// The link to the live match, or the place of the view in it, has changed.
    virtual void showLiveState() {}
    /// The lamp of the simulator was clicked while a live match is shown.
    virtual void followLamp() {}
    virtual void applySettings(const AppliedSettings& /*settings*/) {}
    /// Listens where the settings of the network tell. @return why it cannot; empty: it does
    virtual QString applyNetwork() { return {}; }
    /// Asks what should become of unsaved work. @return false if the user stays
    virtual bool mayClose() { return true; }
    /// The window is about to go: ends all work on the match.
    virtual void stop() {}

Q_SIGNALS:
    /// Something else is to be opened, such as the match of a session.
    void openWanted(const sideline::studio::OpenRequest& request);
    /// Something was opened.
    void arrived(const sideline::studio::Arrival& arrival);
    /// Nothing comes of what was to be opened.
    void openGivenUp();
    /// A file joins the recent ones; empty: one was added to them.
    void fileUsed(const QString& path);
    /// What is being opened is shown in this layout, unless the user keeps another one.
    void openingIn(const QString& layout);
    /// This layout is to come to the screen.
    void layoutRequested(const QString& name);
    /// A panel is to come to the front.
    void panelRequested(const QString& id);
    void titleChanged();
    /// A match log that it was asked to open is open.
    void matchOpened(const sideline::studio::OpenRequest& request);
    /// It could not be opened; the message bar reports why.
    void matchFailed(const sideline::studio::OpenRequest& request);
    /// The match log was closed. @param next the one that is being opened in its place
    void matchClosed(const std::optional<sideline::studio::OpenRequest>& next);
    /// The frame on the screen looks different now.
    void redrawRequested();
};

} // namespace sideline::studio
