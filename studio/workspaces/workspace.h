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

namespace sideline::viewer3d {
class MatchView;
} // namespace sideline::viewer3d

namespace sideline::studio {

/// What is to be opened, with all that is known of it.
struct OpenRequest {
    /// What a match log belongs to that is opened: itself, a session that names it, or the stream
    /// of an agent that it was made of.
    enum class Origin : std::uint8_t { File, Session, Stream };

    QString path;
    QString entry{}; ///< of an archive; empty for the only one
    Origin origin = Origin::File;
    QString name{};                ///< as the user knows it, if that is not the path
    std::optional<double> stepS{}; ///< record time between frames, if the log does not say it
    /// Robots that the match may show, besides the usual ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};

    [[nodiscard]] const QString& shownName() const { return name.isEmpty() ? path : name; }
};

/// A panel as its workspace declares it: all that the window has to know to dock it.
struct WorkspacePanel {
    const char* id; ///< of the dock, kept in saved layouts
    QString title;
    QWidget* widget; ///< belongs to whoever docks it
    /// Where it comes up in a layout that does not place it.
    Qt::DockWidgetArea area;
    const char* group;         ///< panels of a group in the same area share a place, as tabs
    bool hasOwnAction = false; ///< lists of panels leave it out
};

/// A menu as its workspace declares it.
struct WorkspaceMenu {
    QString title;
    std::vector<std::string> actions; ///< ids of the action table; empty ones separate
    bool isAlwaysShown = false;       ///< also while another kind of work is on the screen
    std::vector<WorkspaceMenu> submenus{};
    int rank = 0; ///< in the menu bar: those with a higher one come after all with a lower one
};

/// What stands in the middle of the window.
enum class LayoutKind : std::uint8_t { Match, Motion, Train, Robot };

/// What a workspace has in the middle of the window instead of the match.
struct WorkspaceCenter {
    QWidget* widget;           ///< belongs to whoever shows it
    viewer3d::MatchView* view; ///< in it
    QWidget* viewWidget;       ///< that shows `view`, and gets the keys
};

/// A kind of work in the studio: its panels, what it opens, and what its actions do. The window
/// docks the panels and shows one workspace at a time. GUI thread only.
class Workspace : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual std::vector<WorkspacePanel> panels() const = 0;
    /// Menus of its own, beside those that the window has.
    [[nodiscard]] virtual std::vector<WorkspaceMenu> menus() const { return {}; }
    /// What stands in the middle of the window while it is on the screen.
    [[nodiscard]] virtual LayoutKind kind() const { return LayoutKind::Match; }
    /// The middle itself, made when it is asked for first; nothing where the match stands in it.
    [[nodiscard]] virtual std::optional<WorkspaceCenter> center() { return std::nullopt; }
    /// What the window's title names, with `[*]` for the mark of unsaved changes; empty for
    /// nothing. Only asked of those with a center of their own.
    [[nodiscard]] virtual QString windowTitle() const { return {}; }
    /// Name of the built-in layout that is made for it.
    [[nodiscard]] virtual QString layout() const = 0;
    /// Whether a file is one of its own, by its name.
    [[nodiscard]] virtual bool canOpen(const QString& path) const = 0;
    /// Opens a file that it can open; reports in the message bar if that fails.
    virtual void open(const OpenRequest& request) = 0;
    /// It comes on the screen, or leaves it.
    virtual void setActive(bool isActive) = 0;

Q_SIGNALS:
    /// Something else is to be opened, such as the match of a session.
    void openWanted(const sideline::studio::OpenRequest& request);
    /// A panel is to come to the front.
    void panelWanted(const QString& id);
};

} // namespace sideline::studio
