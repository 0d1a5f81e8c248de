#include "widgets/common/field_commit.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>

namespace sideline::widgets {

namespace {

QWidget* focusedField() {
    QWidget* focused = QApplication::focusWidget();
    const auto* combo = qobject_cast<QComboBox*>(focused);
    const bool isField = qobject_cast<QAbstractSpinBox*>(focused) != nullptr ||
                         qobject_cast<QLineEdit*>(focused) != nullptr ||
                         (combo != nullptr && combo->isEditable());
    return isField ? focused : nullptr;
}

// Whether a press lands in the field itself; its window hears of every press first.
bool isWithin(const QObject* pressed, const QWidget* field) {
    const auto* widget = qobject_cast<const QWidget*>(pressed);
    return pressed->inherits("QWidgetWindow") ||
           (widget != nullptr && (widget == field || field->isAncestorOf(widget)));
}

// Whether a key would take back what is being written, in a field in which nothing is.
bool isIdleUndo(const QKeyEvent& event, const QObject& watched) {
    const auto* field = qobject_cast<const QAbstractSpinBox*>(&watched);
    const auto* line = field != nullptr ? field->findChild<QLineEdit*>() : nullptr;
    return line != nullptr && !line->isModified() &&
           (event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo));
}

// Whether a key steps through what a spin box or a list holds.
bool isStepKey(const QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    default:
        return false;
    }
}

} // namespace

void commitField() {
    const QPointer<QWidget> field = focusedField();
    if (!field) {
        return;
    }
    field->clearFocus();
    if (field && field->isVisible() && field->isEnabled() &&
        QApplication::focusWidget() == nullptr) {
        field->setFocus(Qt::OtherFocusReason);
    }
}

FieldCommit::FieldCommit(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool FieldCommit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        (qobject_cast<QAbstractSpinBox*>(watched) != nullptr ||
         qobject_cast<QComboBox*>(watched) != nullptr) &&
        isStepKey(*static_cast<QKeyEvent*>(event))) {
        event->accept(); // no shortcut, then
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride &&
        isIdleUndo(*static_cast<QKeyEvent*>(event), *watched)) {
        event->ignore(); // the shortcut, then
        return true;
    }
    if (event->type() == QEvent::Shortcut) {
        commitField();
    } else if (event->type() == QEvent::MouseButtonPress &&
               QApplication::activePopupWidget() == nullptr) {
        if (const QWidget* field = focusedField(); field != nullptr && !isWithin(watched, field)) {
            commitField();
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace sideline::widgets
