#include "tests/gui/file_dialog.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>

namespace sideline::tests {

void answerFileDialog(QObject& owner, const QString& file) {
    auto* typing = new QTimer(&owner);
    QObject::connect(typing, &QTimer::timeout, typing, [typing, file] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* name = dialog != nullptr
                         ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))
                         : nullptr;
        if (name != nullptr && name->isVisible()) {
            typing->deleteLater();
            typing->stop();
            name->setText(file);
            QMetaObject::invokeMethod(dialog, "accept");
        }
    });
    typing->start(50);
}

} // namespace sideline::tests
