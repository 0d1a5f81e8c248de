#pragma once

#include <initializer_list>
#include <map>

#include <QDockWidget>
#include <QMainWindow>
#include <QString>
#include <QTimer>

namespace sideline::studio {

/// Docks by the id of their panel.
using Docks = std::map<QString, QDockWidget*>;

/// Ids of panels that appear in the layouts of several workspaces.
inline constexpr const char* kFieldDock = "field";
inline constexpr const char* kObjectsDock = "objects";
inline constexpr const char* kAgentDock = "agent";
inline constexpr const char* kDecisionDock = "decision";

/// Moves the docks of a window to the places of a layout. Docks are named by the ids of their
/// panels.
class DockArranger {
public:
    /// Both must outlive the arranger.
    DockArranger(QMainWindow& window, const Docks& docks) : m_window(window), m_docks(docks) {}

    [[nodiscard]] QMainWindow& window() const { return m_window; }
    [[nodiscard]] int width() const { return m_window.width(); }
    [[nodiscard]] int height() const { return m_window.height(); }
    /// Returns whether the window is tall enough for a row of docks at the bottom.
    [[nodiscard]] bool isTall() const { return height() >= kTallPx; }
    [[nodiscard]] QDockWidget* dock(const char* id) const { return m_docks.at(QLatin1String(id)); }

    void show(std::initializer_list<const char*> ids) const {
        for (const char* id : ids) {
            dock(id)->show();
        }
    }
    /// Also before the window is shown, when Qt has no tabs yet.
    void raise(const char* id) const {
        QDockWidget* raised = dock(id);
        raised->raise();
        if (!m_window.isVisible()) {
            QTimer::singleShot(0, raised, [raised] { raised->raise(); });
        }
    }
    /// @param percent percentage of the window's width, or height
    [[nodiscard]] int partOfWidth(int percent) const { return width() * percent / 100; }
    [[nodiscard]] int partOfHeight(int percent) const { return height() * percent / 100; }
    void resize(std::initializer_list<const char*> ids, const QList<int>& sizesPx,
                Qt::Orientation orientation) const {
        QList<QDockWidget*> docks;
        for (const char* id : ids) {
            docks << dock(id);
        }
        m_window.resizeDocks(docks, sizesPx, orientation);
    }

private:
    static constexpr int kTallPx = 950;

    QMainWindow& m_window;
    const Docks& m_docks;
};

} // namespace sideline::studio
