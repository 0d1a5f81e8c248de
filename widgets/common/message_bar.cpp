#include "widgets/common/message_bar.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLoggingCategory>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWindow>

#include "widgets/common/icons.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxRows = 3;
constexpr int kNoteMs = 8000;
constexpr int kIconPx = 18;
constexpr int kMaxWordLength = 64;
// Position of the messages over the middle of the window.
constexpr int kOuterMarginPx = 8;
constexpr int kBelowTopPx = 40; // below the headline
constexpr int kMinBarPx = 480;
constexpr int kMaxBarPx = 900;

// Properties of a message's frame.
constexpr const char* kText = "text";
constexpr const char* kPlace = "place";     // workspace; if not set, all workspaces for matches
constexpr const char* kPresses = "presses"; // number of presses when it appeared

struct Look {
    const char* icon;
    const char* background;
};

Look lookOf(MessageBar::Severity severity) {
    switch (severity) {
    case MessageBar::Severity::Error:
        return {"error", "#8f2a2a"};
    case MessageBar::Severity::Warning:
        return {"warning", "#7d5a10"};
    case MessageBar::Severity::Note:
        break;
    }
    return {"info", "#2b4f7d"};
}

// Also writes a message to the program's log, because it may be shown for only a few seconds.
void logMessage(MessageBar::Severity severity, const QString& text) {
    static const QLoggingCategory kMessages("sideline.messages", QtCriticalMsg);
    const char* const word = severity == MessageBar::Severity::Error     ? "error"
                             : severity == MessageBar::Severity::Warning ? "warning"
                                                                         : "note";
    qCInfo(kMessages).noquote() << word << text;
}

// Whether an event shows that the user acts. A key press that is a shortcut arrives only as a
// `ShortcutOverride` event.
bool isPress(QEvent::Type type) {
    return type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick ||
           type == QEvent::KeyPress || type == QEvent::ShortcutOverride || type == QEvent::Drop;
}

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    QCoreApplication::instance()->installEventFilter(this);
}

void MessageBar::setAnchor(QWidget& anchor) {
    m_anchor = &anchor;
    setParent(anchor.window());
    // A 3D view is a window of its own, which only another such window can cover.
    const bool before = QCoreApplication::testAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    setAttribute(Qt::WA_NativeWindow);
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings, before);
    fit();
}

void MessageBar::setPlace(const QString& workspace, bool showsMatches) {
    const bool isOther = workspace != m_workspace;
    m_workspace = workspace;
    m_showsMatches = showsMatches;
    m_isAtBottom = workspace.isEmpty();
    for (QWidget* frame : frames()) {
        const QVariant presses = frame->property(kPresses); // not set: shown for all matches
        if (isOther && presses.isValid() && presses.toULongLong() == m_presses) {
            frame->setProperty(kPlace, m_workspace);
        }
        frame->setVisible(isHere(*frame));
    }
    fit();
}

QList<QWidget*> MessageBar::frames() const {
    QList<QWidget*> result;
    for (int i = 0; i < m_rows->count(); ++i) {
        result << m_rows->itemAt(i)->widget();
    }
    return result;
}

bool MessageBar::isHere(const QWidget& frame) const {
    const QVariant place = frame.property(kPlace);
    return place.isValid() ? place.toString() == m_workspace : m_showsMatches;
}

QWidget* MessageBar::frameOf(const QString& text) const {
    for (QWidget* frame : frames()) {
        if (isHere(*frame) && frame->property(kText).toString() == text) {
            return frame;
        }
    }
    return nullptr;
}

void MessageBar::show(Severity severity, const QString& text, const QString& actionText,
                      std::function<void()> action, Reach reach) {
    if (frameOf(text) != nullptr) {
        return;
    }
    logMessage(severity, text);
    QWidget* frame = makeFrame(severity, text, actionText, std::move(action));
    if (reach == Reach::Here) {
        frame->setProperty(kPlace, m_workspace);
        frame->setProperty(kPresses, m_presses);
    }
    m_rows->addWidget(frame);
    frame->setVisible(isHere(*frame));
    if (texts().size() > kMaxRows) {
        delete frameOf(texts().first());
    }
    if (severity == Severity::Note && actionText.isEmpty()) {
        QTimer::singleShot(kNoteMs, frame, &QObject::deleteLater);
    }
    fit();
    Q_EMIT shown(severity, text);
}

QWidget* MessageBar::makeFrame(Severity severity, const QString& text, const QString& actionText,
                               std::function<void()> action) {
    const Look look = lookOf(severity);
    auto* frame = new QFrame;
    frame->setObjectName(QStringLiteral("message"));
    frame->setProperty(kText, text);
    frame->setStyleSheet(
        QStringLiteral("#message { background: %1; } #message QLabel { color: white; }")
            .arg(QLatin1String(look.background)));
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(10, 4, 4, 4);
    auto* symbol = new QLabel;
    symbol->setPixmap(icon(QLatin1String(look.icon), Qt::white).pixmap(kIconPx));
    row->addWidget(symbol);
    const QString shownText = withShortWords(text, kMaxWordLength);
    auto* label = new QLabel(shownText);
    label->setToolTip(shownText == text ? QString() : text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(label, 1);
    if (!actionText.isEmpty()) {
        auto* button = new QPushButton(actionText);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QPushButton::clicked, frame, [this, frame, action = std::move(action)] {
            m_rows->removeWidget(frame); // the action may show the same text again
            frame->hide();
            frame->deleteLater();
            action();
        });
        row->addWidget(button);
    }
    auto* close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close"), Qt::white));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus);
    close->setToolTip(tr("Close this message"));
    connect(close, &QToolButton::clicked, frame, &QObject::deleteLater);
    row->addWidget(close);
    return frame;
}

void MessageBar::dismiss(const QString& text) {
    for (QWidget* frame : frames()) {
        if (frame->property(kText).toString() == text) {
            delete frame;
        }
    }
}

void MessageBar::clear() {
    qDeleteAll(frames());
}

bool MessageBar::has(const QString& text) const {
    return std::ranges::any_of(
        frames(), [&](const QWidget* frame) { return frame->property(kText).toString() == text; });
}

QStringList MessageBar::texts() const {
    QStringList result;
    for (const QWidget* frame : frames()) {
        if (isHere(*frame)) {
            result << frame->property(kText).toString();
        }
    }
    return result;
}

void MessageBar::cover(int px) {
    if (px != m_coveredPx) {
        m_coveredPx = px;
        Q_EMIT bottomCovered(px);
    }
}

// Places the messages below the headline of the middle, or at the bottom of the first page.
void MessageBar::fit() {
    if (m_anchor == nullptr) {
        return;
    }
    if (texts().isEmpty()) {
        hide();
        cover(0);
        return;
    }
    const QWidget& window = *parentWidget();
    const int roomPx = window.width() - 2 * kOuterMarginPx;
    const int widthPx = std::clamp(m_anchor->width() - 2 * kOuterMarginPx,
                                   std::min(kMinBarPx, roomPx), std::min(kMaxBarPx, roomPx));
    const QPoint corner = m_anchor->mapTo(&window, QPoint(0, 0));
    const int x = std::clamp(corner.x() + (m_anchor->width() - widthPx) / 2, kOuterMarginPx,
                             std::max(kOuterMarginPx, window.width() - widthPx - kOuterMarginPx));
    m_rows->activate();
    const int heightPx =
        m_rows->hasHeightForWidth() ? m_rows->heightForWidth(widthPx) : m_rows->sizeHint().height();
    const int bottomPx = corner.y() + m_anchor->height() - heightPx - kOuterMarginPx;
    setGeometry(x, m_isAtBottom ? bottomPx : corner.y() + kBelowTopPx, widthPx, heightPx);
    cover(m_isAtBottom ? heightPx + 2 * kOuterMarginPx : 0);
    setVisible(true);
    comeToFront();
}

// Qt does not raise the window of the last child.
void MessageBar::comeToFront() {
    raise();
    if (QWindow* own = windowHandle()) {
        own->raise();
    }
}

bool MessageBar::event(QEvent* event) {
    const bool isHandled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::ChildRemoved) {
        fit();
    }
    return isHandled;
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (isPress(event->type())) {
        ++m_presses;
    } else if (watched == m_anchor.data() &&
               (event->type() == QEvent::Resize || event->type() == QEvent::Move ||
                event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)) {
        fit();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sideline::widgets
