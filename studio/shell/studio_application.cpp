#include "studio/shell/studio_application.h"

#include "agentcore/base/attempt.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

bool StudioApplication::notify(QObject* receiver, QEvent* event) {
    const auto done =
        base::attempt("the window", [&] { return QApplication::notify(receiver, event); });
    if (done) {
        return *done;
    }
    QMetaObject::invokeMethod(
        this, [this, text = widgets::toQt(done.error().toString())] { Q_EMIT failed(text); },
        Qt::QueuedConnection);
    return false;
}

} // namespace sideline::studio
