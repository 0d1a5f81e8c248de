#include "tests/gui/file_dialog.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
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
        const QAbstractItemView* list = nullptr; // one of two, by the view that is chosen
        for (const char* name : {"listView", "treeView"}) {
            auto* view = dialog != nullptr
                             ? dialog->findChild<QAbstractItemView*>(QLatin1String(name))
                             : nullptr;
            list = view != nullptr && view->isVisible() ? view : list;
        }
        if (list == nullptr) {
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
