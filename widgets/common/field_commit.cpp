#include "widgets/common/field_commit.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTableView>
#include <QTextEdit>
#include <QTreeView>

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

// Whether a press hits the field itself; the window receives every press first.
bool isWithin(const QObject* pressed, const QWidget* field) {
    const auto* widget = qobject_cast<const QWidget*>(pressed);
    return pressed->inherits("QWidgetWindow") ||
           (widget != nullptr && (widget == field || field->isAncestorOf(widget)));
}

// Whether a key would undo typing in a field without an undo history.
bool isIdleUndo(const QKeyEvent& event, const QObject& watched) {
    const auto* field = qobject_cast<const QAbstractSpinBox*>(&watched);
    const auto* line = field != nullptr ? field->findChild<QLineEdit*>() : nullptr;
    return line != nullptr && !line->isModified() &&
           (event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo));
}

// Whether a list, a table or a tree scrolls sideways with Left and Right.
bool goesSideways(const QAbstractItemView& view) {
    if (const auto* list = qobject_cast<const QListView*>(&view)) {
        return list->flow() == QListView::LeftToRight || list->viewMode() == QListView::IconMode;
    }
    if (const auto* tree = qobject_cast<const QTreeView*>(&view)) {
        return tree->rootIsDecorated(); // Left and Right expand and collapse items
    }
    return view.selectionBehavior() == QAbstractItemView::SelectItems;
}

bool isChecked(const QAbstractItemView& view) {
    return view.currentIndex().flags().testFlag(Qt::ItemIsUserCheckable);
}

// Whether the focused widget handles a key: steps a number, moves a slider, or navigates in a list,
// a table, a tree or a text. Line edits accept most of their keys themselves; keys that step
// through lines do nothing there, and typing must not change the speed of the replay.
bool isOwnKey(const QKeyEvent& event, const QObject& watched) {
    if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) {
        return false;
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(&watched);
    const bool isSlider = qobject_cast<const QAbstractSlider*>(&watched) != nullptr;
    const bool isText = qobject_cast<const QTextEdit*>(&watched) != nullptr ||
                        qobject_cast<const QPlainTextEdit*>(&watched) != nullptr;
    const bool isField = qobject_cast<const QAbstractSpinBox*>(&watched) != nullptr ||
                         qobject_cast<const QComboBox*>(&watched) != nullptr;
    const bool isLine = qobject_cast<const QLineEdit*>(&watched) != nullptr;
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        return isField || isSlider || isText || isLine || view != nullptr;
    case Qt::Key_Left:
    case Qt::Key_Right:
        return isSlider || isText || (view != nullptr && goesSideways(*view));
    case Qt::Key_Space:
        return view != nullptr && isChecked(*view);
    default:
        return false;
    }
}

// Handles Home and End in a table whose rows are selected as a whole; Qt would move to the first
// and last column.
bool goToEnd(const QKeyEvent& event, QObject& watched) {
    auto* table = qobject_cast<QTableView*>(&watched);
    const bool isHome = event.key() == Qt::Key_Home;
    if (table == nullptr || (!isHome && event.key() != Qt::Key_End) ||
        (event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier ||
        table->selectionBehavior() != QAbstractItemView::SelectRows || table->model() == nullptr) {
        return false;
    }
    const QModelIndex now = table->currentIndex();
    table->setCurrentIndex(table->model()->index(isHome ? 0 : table->model()->rowCount() - 1,
                                                 std::max(0, now.column())));
    return true;
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
        isOwnKey(*static_cast<QKeyEvent*>(event), *watched)) {
        event->accept(); // the key is not handled as a shortcut
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride &&
        isIdleUndo(*static_cast<QKeyEvent*>(event), *watched)) {
        event->ignore(); // handled as a shortcut
        return true;
    }
    if (event->type() == QEvent::KeyPress && goToEnd(*static_cast<QKeyEvent*>(event), *watched)) {
        return true;
    }
    if (event->type() == QEvent::Polish) {
        if (auto* table = qobject_cast<QTableView*>(watched)) {
            table->setTabKeyNavigation(false); // the Tab key leaves the table
        }
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
