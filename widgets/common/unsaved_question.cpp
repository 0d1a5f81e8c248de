#include "widgets/common/unsaved_question.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace sideline::widgets {

bool maySaveOrDiscard(QWidget* window, const QString& title, const QString& document,
                      const std::function<bool()>& save, const std::function<void()>& discard) {
    QMessageBox box(
        QMessageBox::Warning, title,
        QCoreApplication::translate("UnsavedQuestion", "%1 has unsaved changes.").arg(document),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        discard();
        return true;
    default:
        return false;
    }
}

} // namespace sideline::widgets
