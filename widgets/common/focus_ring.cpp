#include "widgets/common/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTabBar>
#include <QTextEdit>
#include <QWindow>

namespace sideline::widgets {

namespace {

constexpr int kRingPx = 2;

// The window of a 3D view covers its container.
bool isView3d(const QWidget& widget) {
    return widget.inherits("QWindowContainer");
}

bool needsRing(const QWidget& widget, Qt::FocusReason reason) {
    const bool showsFocus = qobject_cast<const QLineEdit*>(&widget) != nullptr ||
                            qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
                            qobject_cast<const QComboBox*>(&widget) != nullptr ||
                            qobject_cast<const QTextEdit*>(&widget) != nullptr ||
                            qobject_cast<const QPlainTextEdit*>(&widget) != nullptr;
    if (showsFocus || widget.isWindow()) {
        return false;
    }
    const bool isByTab = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    const bool hasNoOwnArrows = qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
                                qobject_cast<const QTabBar*>(&widget) != nullptr ||
                                qobject_cast<const QScrollArea*>(&widget) != nullptr ||
                                isView3d(widget);
    return isByTab || !hasNoOwnArrows;
}

// Whether the focus changes only because a window or a menu was opened, activated or closed.
bool isForAWhile(Qt::FocusReason reason) {
    return reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason ||
           reason == Qt::MenuBarFocusReason;
}

// The part of its window where the widget can be seen, which scroll areas limit.
QRegion seenPart(const QWidget& widget) {
    const QWidget* window = widget.window();
    QRect seen = window->rect();
    for (const QWidget* each = widget.parentWidget(); each != window; each = each->parentWidget()) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(each->parentWidget());
        if (area != nullptr && area->viewport() == each) {
            seen &= QRect(each->mapTo(window, QPoint()), each->size());
        }
    }
    return seen;
}

} // namespace

FocusRing::FocusRing(QWidget* window) : QWidget(window) {
    setObjectName(QStringLiteral("focusRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    qApp->installEventFilter(this);
}

void FocusRing::take(QWidget& focused, Qt::FocusReason reason) {
    if (isForAWhile(reason) && &focused == m_framed) {
        return;
    }
    m_framed =
        focused.window() == parentWidget() && needsRing(focused, reason) ? &focused : nullptr;
    place();
}

void FocusRing::release(const QWidget& left, Qt::FocusReason reason) {
    const bool goesToItsView =
        isView3d(left) && QGuiApplication::focusWindow() != window()->windowHandle();
    if (&left == m_framed && !isForAWhile(reason) && !goesToItsView) {
        m_framed.clear();
        place();
    }
}

void FocusRing::place() {
    if (m_framed == nullptr || !m_framed->isVisible() || m_framed->window() != parentWidget()) {
        hide();
        return;
    }
    const int outPx = isView3d(*m_framed) ? kRingPx : 0;
    const QRect around = QRect(m_framed->mapTo(parentWidget(), QPoint()), m_framed->size())
                             .adjusted(-outPx, -outPx, outPx, outPx);
    setGeometry(around);
    const QRegion inner = QRegion(rect().adjusted(kRingPx, kRingPx, -kRingPx, -kRingPx));
    const QRegion ring = QRegion(rect()).subtracted(inner) & seenPart(*m_framed).translated(-pos());
    if (ring.isEmpty()) { // scrolled away
        hide();
        return;
    }
    setMask(ring);
    raise();
    show();
}

void FocusRing::paintEvent(QPaintEvent* /*event*/) {
    QPainter(this).fillRect(rect(), palette().color(QPalette::Highlight));
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget == this) {
        return false;
    }
    switch (event->type()) {
    case QEvent::FocusIn:
        take(*widget, static_cast<QFocusEvent*>(event)->reason());
        break;
    case QEvent::FocusOut:
        release(*widget, static_cast<QFocusEvent*>(event)->reason());
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (m_framed != nullptr && (widget == m_framed || widget->isAncestorOf(m_framed))) {
            QMetaObject::invokeMethod(this, &FocusRing::place, Qt::QueuedConnection);
        }
        break;
    default:
        break;
    }
    return false;
}

} // namespace sideline::widgets
