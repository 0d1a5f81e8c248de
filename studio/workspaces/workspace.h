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

#include "agentcore/game/player_id.h"
#include "agentcore/robot/robot_model.h"
#include "logs/replay/frame_fetcher.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_agent.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/dock_arranger.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/file_question.h"
#include "widgets/common/welcome_panel.h"

namespace sideline::viewer3d {
class MatchView;
} // namespace sideline::viewer3d

namespace sideline::studio {

/// A file to open, with all available information about it.
struct OpenRequest {
    /// Origin of a match log: opened itself, named by a session, or made from the stream of an
    /// agent.
    enum class Origin : std::uint8_t { File, Session, Stream };

    QString path;
    QString entry{}; ///< file within an archive; empty: the only one
    Origin origin = Origin::File;
    QString name{};                ///< name shown to the user; empty: the path
    std::optional<double> stepS{}; ///< record time between frames, if the log does not contain it
    /// Robots that the match may show in addition to the default ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
    /// Record time of a moment in a match log; negative: before its end. It is played from shortly
    /// before. If not set, the log is shown from its beginning.
    std::optional<double> showS{};
    /// Robot that the camera follows at that moment; if not set, the ball.
    std::optional<game::PlayerId> showRobot{};

    [[nodiscard]] const QString& shownName() const { return name.isEmpty() ? path : name; }
};

/// Confidence with which a workspace claims a file.
enum class Claim : std::uint8_t {
    None,
    Fallback,  ///< opens every file that no other workspace opens
    ByName,    ///< claimed by the file's name
    ByContent, ///< claimed by the name and the contents of the file or its folder
};

/// Where a file that was opened is shown.
struct Arrival {
    QString layout;           ///< layout to show; empty: none
    bool fitsScope = false;   ///< whether a shown layout of the workspace's scope is kept
    QString panel{};          ///< panel to raise; empty: none
    int minHeightPx = 0;      ///< height that the panel needs, if it fits; 0: unchanged
    bool awaitsDocks = false; ///< the panel is raised after the docks are in place
};

/// A frame of the shown match.
struct ShownFrame {
    const logs::FetchedFrame& frame;
    FramePlace place;
    bool isOfSimulator; ///< whether it is from this program's own simulator
};

/// The settings that apply now.
struct AppliedSettings {
    const AppSettings& settings;
    bool isDark;       ///< whether the dark theme is in use
    bool hasNewMeshes; ///< the folder of the server's models may have changed
};

/// A panel as its workspace declares it, with all data for docking it.
struct WorkspacePanel {
    const char* id; ///< id of the dock, used in saved layouts
    QString title;
    QWidget* widget; ///< owned by the dock that holds it
    /// Area in which it is docked if the layout does not place it.
    Qt::DockWidgetArea area;
    const char* group; ///< panels of one group in the same area share a place, as tabs
    /// Action that shows and hides it and replaces its entry in lists of panels; may be null.
    const char* action = nullptr;
    int widthPercent = 0; ///< fraction of the window to which a narrow dock is widened; 0: default
    /// Whether the panel scrolls if it is too tall, although its area is the bottom. For panels
    /// that layouts place at the side.
    bool scrollsAtBottom = false;
};

/// A built-in layout as its workspace declares it. Its action is `workspace.` and its name in
/// lowercase letters.
struct WorkspaceLayout {
    QString name;
    int rank; ///< position in the row of tabs
    /// Moves docks to their places. All docks are hidden beforehand.
    void (*arrange)(const DockArranger& docks);
    /// Purpose of the layout: logs or live matches.
    enum class Use : std::uint8_t {
        Logs,
        LiveToo,   ///< live matches can be watched in it, but do not begin in it
        Live,      ///< live matches begin in it
        LiveFirst, ///< the layout that is shown when a live match begins
    };
    Use use = Use::Logs;
    bool hasRoomAtSide = true; ///< whether another panel fits, such as the simulator's
};

/// A menu as its workspace declares it.
struct WorkspaceMenu {
    QString title;
    std::vector<std::string> actions; ///< ids of the action table; empty ones are separators
    bool isAlwaysShown = false;       ///< shown in other scopes as well
    std::vector<WorkspaceMenu> submenus{};
    int rank = 0;        ///< order in the menu bar, ascending
    std::string below{}; ///< for a submenu, the id of the action above it; empty: last
};

/// A 3D view in the window.
struct WorkspaceView {
    viewer3d::MatchView* view; ///< null until it is created
    QWidget* widget;           ///< displays `view` and receives the keys
};

/// The widgets of a workspace in the middle of the window.
struct WorkspaceCenter {
    QWidget* widget; ///< owned by the window
    WorkspaceView view;
    QWidget* above = nullptr;   ///< shown above `widget`; owned by the window
    QWidget* bar = nullptr;     ///< shown in the toolbar at the bottom; owned by the window
    QWidget* overlay = nullptr; ///< covers the view, in pictures as well
};

/// A kind of work in the studio: its panels, layouts, files and actions. The window docks the
/// panels and shows one workspace at a time; workspaces for matches have the scope
/// `ActionScope::Match` in common and are active side by side. GUI thread only.
class Workspace : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Declarations.
    [[nodiscard]] virtual std::vector<WorkspacePanel> panels() const = 0;
    /// Returns the menus of the workspace, in addition to those of the window.
    [[nodiscard]] virtual std::vector<WorkspaceMenu> menus() const { return {}; }
    /// Returns the built-in layouts; the first is the main one.
    [[nodiscard]] virtual std::vector<WorkspaceLayout> layouts() const = 0;
    /// Returns the scope of actions and keys while the workspace is shown; the scope also
    /// determines the middle of the window.
    [[nodiscard]] virtual ActionScope scope() const { return ActionScope::Match; }
    /// Returns the middle of the window, created on the first call; nullopt if another workspace of
    /// the same scope provides it.
    [[nodiscard]] virtual std::optional<WorkspaceCenter> center() { return std::nullopt; }
    /// Returns the 3D views outside the middle.
    [[nodiscard]] virtual std::vector<WorkspaceView> otherViews() const { return {}; }
    /// Returns the text for the window's title, with `[*]` for the mark of unsaved changes; empty
    /// for none.
    [[nodiscard]] virtual QString windowTitle() const { return {}; }
    /// Returns whether the document of the workspace has unsaved changes.
    [[nodiscard]] virtual bool isModified() const { return false; }
    /// Returns entries of the command palette that execute a command, in addition to actions.
    [[nodiscard]] virtual std::vector<widgets::PaletteEntry> commands() { return {}; }
    /// Returns entries of the command palette that show an object.
    [[nodiscard]] virtual std::vector<widgets::PaletteEntry> findings() { return {}; }

    // Files.
    [[nodiscard]] virtual Claim claim(const QString& path) const = 0;
    /// Opens a file that the workspace claims; reports errors in the message bar.
    virtual void open(const OpenRequest& request) = 0;
    using Question = std::optional<widgets::FileQuestion>;
    /// Returns the settings of the dialog in which the user opens a file while a layout of the
    /// workspace is shown; by default, for a file of any kind.
    [[nodiscard]] virtual Question fileQuestion() const { return {}; }
    [[nodiscard]] bool canOpen(const QString& path) const { return claim(path) != Claim::None; }
    /// A match log has been opened, possibly at the request of this workspace.
    virtual void logOpened(const OpenRequest& /*request*/) {}
    /// The match log is now shown.
    virtual void logShown(const OpenRequest& /*request*/) {}
    virtual void logFailed(const OpenRequest& /*request*/) {}
    /// No match log is open. @param next the log that is being opened in its place; may be null
    virtual void logClosed(const OpenRequest* /*next*/) {}
    /// Returns whether the workspace adds data to a match log that is shown in the layout for live
    /// matches.
    [[nodiscard]] virtual bool extendsLog() const { return false; }
    /// Shows the example of a card on the first page.
    virtual void showExample(widgets::Job /*job*/) {}

    // Notifications from the window.
    /// The window is complete and about to be shown.
    virtual void begin() {}
    /// The workspace is shown or hidden. A workspace for matches is shown while one of its panels
    /// is visible.
    virtual void setActive(bool /*isActive*/) {}
    /// Receives the shown frame. All workspaces receive it before any of them draws it.
    virtual void showFrame(const ShownFrame& /*frame*/) {}
    /// Draws the frame.
    /// @param isAgain whether it is the same frame as before, drawn again because settings or
    ///     overlays have changed
    virtual void drawFrame(const ShownFrame& /*frame*/, bool /*isAgain*/) {}
    /// Shows that there is no frame.
    virtual void showNothing() {}
    /// The log is now shown instead of the live match, or vice versa.
    virtual void showSource() {}
    /// A live match begins. Panels shown here are hidden again when the layout or the match is
    /// left.
    /// @param layout shown layout
    /// @param hasRoom whether there is room for a panel at the side
    virtual void showLiveDocks(const QString& /*layout*/, bool /*hasRoom*/,
                               const DockArranger& /*docks*/) {}
    /// The connection to the live match, or the position of the view in it, has changed.
    virtual void showLiveState() {}
    /// The lamp of the simulator was clicked while a live match was shown.
    virtual void followLamp() {}
    virtual void applySettings(const AppliedSettings& /*settings*/) {}
    /// Listens on the addresses of the network settings. @return an error text; empty: success
    virtual QString applyNetwork() { return {}; }
    /// Asks how to handle unsaved work. @return false if the user cancels
    virtual bool mayClose() { return true; }
    /// The window is about to be destroyed: ends all work on the match.
    virtual void stop() {}

Q_SIGNALS:
    /// Another file should be opened, such as the match of a session.
    void openRequested(const sideline::studio::OpenRequest& request);
    /// A file was opened.
    void arrived(const sideline::studio::Arrival& arrival);
    /// The requested file was not opened.
    void openGivenUp();
    /// The file should be added to the recent ones; empty: the list has already changed.
    void fileUsed(const QString& path);
    /// The file that is being opened is shown in this layout, unless the user keeps another one.
    void openingIn(const QString& layout);
    /// This layout should be shown.
    void layoutRequested(const QString& name);
    /// This panel should be raised.
    void panelRequested(const QString& id);
    /// This panel should be raised for the shown match; it does not become part of the layout.
    void guestRequested(const QString& id);
    void titleChanged();
    /// A match log that this workspace was asked to open has been opened.
    void matchOpened(const sideline::studio::OpenRequest& request);
    /// The match log could not be opened; the message bar reports the reason.
    void matchFailed(const sideline::studio::OpenRequest& request);
    /// The match log was closed. @param next the log that is being opened in its place
    void matchClosed(const std::optional<sideline::studio::OpenRequest>& next);
    /// The shown frame must be drawn again.
    void redrawRequested();
};

} // namespace sideline::studio
