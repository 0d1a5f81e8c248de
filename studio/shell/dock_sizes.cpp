#include "studio/shell/dock_sizes.h"

#include <QEvent>
#include <QLayout>
#include <QScopedValueRollback>

namespace sideline::studio {

DockSizes::DockSizes(QMainWindow& window)
    : QObject(&window), m_window(window), m_windowSize(window.size()) {
    window.installEventFilter(this);
    for (QDockWidget* dock : window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        dock->installEventFilter(this);
    }
}

bool DockSizes::isAtBottom(QDockWidget* dock) const {
    return m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
}

// A dock size that results from resizing the window is not stored as a chosen size.
bool DockSizes::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Resize) {
        return QObject::eventFilter(watched, event);
    }
    if (watched == &m_window) { // the layout has just been adapted
        const bool hasGrown =
            m_window.width() > m_windowSize.width() || m_window.height() > m_windowSize.height();
        m_windowSize = m_window.size();
        if (hasGrown) {
            restore();
        }
    } else if (auto* dock = qobject_cast<QDockWidget*>(watched);
               dock != nullptr && !m_isRestoring && m_window.size() == m_windowSize &&
               !dock->isFloating() && dock->x() >= 0 && dock->y() >= 0) {
        m_sizes[dock] = dock->size();
    }
    return QObject::eventFilter(watched, event);
}

// A window that is still too small does not change the chosen sizes.
void DockSizes::restore() {
    const QScopedValueRollback restoring(m_isRestoring, true);
    for (const Qt::Orientation orientation : {Qt::Horizontal, Qt::Vertical}) {
        const auto lengthOf = [orientation](const QSize& size) {
            return orientation == Qt::Horizontal ? size.width() : size.height();
        };
        QList<QDockWidget*> docks;
        QList<int> lengths;
        for (const auto& [dock, size] : m_sizes) {
            const bool isOnScreen =
                dock->isVisible() && !dock->isFloating() && dock->x() >= 0 && dock->y() >= 0;
            if (isOnScreen && isAtBottom(dock) == (orientation == Qt::Vertical) &&
                lengthOf(dock->size()) < lengthOf(size)) {
                docks << dock;
                lengths << lengthOf(size);
            }
        }
        m_window.resizeDocks(docks, lengths, orientation);
        m_window.layout()->activate();
    }
}

} // namespace sideline::studio
