#include "tests/gui/file_dialog.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QTest>
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

void lookAtFileDialog(QObject& owner, SeenFileDialog& seen) {
    auto* looking = new QTimer(&owner);
    QObject::connect(looking, &QTimer::timeout, looking, [looking, &seen, ticks = 0]() mutable {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        const auto* list =
            dialog != nullptr ? dialog->findChild<QListView*>(QStringLiteral("listView")) : nullptr;
        if (list == nullptr || !list->isVisible()) {
            return;
        }
        const int count = list->model()->rowCount(list->rootIndex());
        if (count == 0 && ++ticks < 20) {
            return; // the folder is read in the background
        }
        seen.folder = dialog->directory().absolutePath();
        seen.filter = dialog->selectedNameFilter();
        const auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        seen.name = name != nullptr ? name->text() : QString();
        for (int row = 0; row < count; ++row) {
            seen.files << list->model()->index(row, 0, list->rootIndex()).data().toString();
        }
        looking->deleteLater();
        looking->stop();
        QTest::keyClick(dialog, Qt::Key_Escape);
    });
    looking->start(50);
}

} // namespace sideline::tests
