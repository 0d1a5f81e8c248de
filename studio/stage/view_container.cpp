#include "studio/stage/view_container.h"

#include <QWindow>

namespace sideline::studio {

namespace {

// The view is a separate window, which is not part of Qt's focus chain.
void passFocusOn(QWidget& container, bool isForward) {
    const auto next = [isForward](const QWidget* widget) {
        return isForward ? widget->nextInFocusChain() : widget->previousInFocusChain();
    };
    QWidget* window = container.window();
    for (QWidget* each = next(&container); each != &container; each = next(each)) {
        if ((each->focusPolicy() & Qt::TabFocus) != 0 && each != window && each->isEnabled() &&
            each->isVisible() && each->window() == window) {
            window->windowHandle()->requestActivate();
            each->setFocus(isForward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

} // namespace

QWidget* makeViewContainer(viewer3d::MatchView* view, QWidget* parent) {
    QWidget* container = QWidget::createWindowContainer(view, parent);
    container->setFocusPolicy(Qt::StrongFocus);
    QObject::connect(view, &viewer3d::MatchView::tabbed, container,
                     [container](bool isForward) { passFocusOn(*container, isForward); });
    return container;
}

} // namespace sideline::studio
