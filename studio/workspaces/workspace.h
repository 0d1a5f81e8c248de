#pragma once

#include <vector>

#include <QDockWidget>
#include <QObject>
#include <QString>
#include <QWidget>

namespace sideline::studio {

/// What is to be opened.
struct OpenRequest {
    /// What a match log belongs to that is opened: itself, a session that names it, or the stream
    /// of an agent that it was made of.
    enum class Origin { File, Session, Stream };

    QString path;
    QString entry; ///< of an archive; empty for the only one
    Origin origin = Origin::File;
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
    std::vector<const char*> actions; ///< ids of the action table; empty strings separate
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
    /// Name of the built-in layout that is made for it.
    [[nodiscard]] virtual QString layout() const = 0;
    /// Whether a file is one of its own, by its name.
    [[nodiscard]] virtual bool canOpen(const QString& path) const = 0;
    /// Opens a file that it can open; reports in the message bar if that fails.
    virtual void open(const OpenRequest& request) = 0;
    /// It comes on the screen, or leaves it.
    virtual void setActive(bool isActive) = 0;
};

} // namespace sideline::studio
