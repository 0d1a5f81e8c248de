#include "studio/shell/file_drop.h"

#include <QDropEvent>
#include <QMimeData>

namespace sideline::studio {

FileDrop::FileDrop(QWidget* target) : QObject(target) {
    target->setAcceptDrops(true);
    target->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop) {
        return QObject::eventFilter(watched, event);
    }
    auto* drop = static_cast<QDropEvent*>(event); // QDragEnterEvent derives from it
    if (drop->mimeData()->hasUrls() && drop->mimeData()->urls().front().isLocalFile()) {
        drop->acceptProposedAction();
        if (event->type() == QEvent::Drop) {
            Q_EMIT dropped(drop->mimeData()->urls().front().toLocalFile());
        }
    }
    return true;
}

} // namespace sideline::studio
