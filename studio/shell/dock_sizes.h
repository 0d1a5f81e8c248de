#pragma once

#include <map>

#include <QDockWidget>
#include <QMainWindow>
#include <QObject>
#include <QSize>

namespace sideline::studio {

/// Restores the sizes of docks that were shrunk by a small window, once the window is larger again.
/// Qt alone would assign all additional space to the middle of the window. GUI thread only.
class DockSizes : public QObject {
    Q_OBJECT
public:
    /// @param window its docks are watched, but not those that are added later
    explicit DockSizes(QMainWindow& window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isAtBottom(QDockWidget* dock) const;
    void restore();

    QMainWindow& m_window;
    bool m_isRestoring = false;
    QSize m_windowSize;                    ///< before the layout of the last change
    std::map<QDockWidget*, QSize> m_sizes; ///< sizes that the user or the layout chose
};

} // namespace sideline::studio
