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

namespace sideline::widgets {

namespace {

constexpr int kMaxRows = 3;
constexpr int kNoteMs = 8000;
constexpr int kIconPx = 18;
constexpr int kFreshMs = 500;
constexpr int kMaxWordLength = 64; // longer words, such as names of files, are elided
// Of the messages over the middle of the window.
constexpr int kOuterMarginPx = 8;
constexpr int kBelowTopPx = 40; // below the headline
constexpr int kMinBarPx = 480;
constexpr int kMaxBarPx = 900;

// Properties of a message's frame.
constexpr const char* kText = "text";
constexpr const char* kPlace = "place"; // workspace; none: all workspaces for matches
constexpr const char* kFresh = "fresh";

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

// Elides words that cannot be wrapped.
QString withShortWords(const QString& text) {
    QStringList words = text.split(QLatin1Char(' '));
    for (QString& word : words) {
        if (word.size() > kMaxWordLength) {
            word = word.left(kMaxWordLength / 2) + QChar(0x2026) + word.right(kMaxWordLength / 2);
        }
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void MessageBar::setAnchor(QWidget& anchor) {
    m_anchor = &anchor;
    setParent(anchor.window());
    // A 3D view is a window of its own, which only another such window can cover.
    const bool before = QCoreApplication::testAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    setAttribute(Qt::WA_NativeWindow);
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings, before);
    anchor.installEventFilter(this);
    fit();
}

void MessageBar::setPlace(const QString& workspace, bool showsMatches) {
    const bool isOther = workspace != m_workspace;
    m_workspace = workspace;
    m_showsMatches = showsMatches;
    for (QWidget* frame : frames()) {
        if (isOther && frame->property(kFresh).toBool()) {
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
        frame->setProperty(kFresh, true);
        QTimer::singleShot(kFreshMs, frame, [frame] { frame->setProperty(kFresh, false); });
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
    const QString shownText = withShortWords(text);
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

QStringList MessageBar::texts() const {
    QStringList result;
    for (const QWidget* frame : frames()) {
        if (isHere(*frame)) {
            result << frame->property(kText).toString();
        }
    }
    return result;
}

bool MessageBar::holds(const QString& text) const {
    return std::ranges::any_of(
        frames(), [&](const QWidget* frame) { return frame->property(kText).toString() == text; });
}

// Places the messages below the headline of the middle.
void MessageBar::fit() {
    if (m_anchor == nullptr) {
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
    setGeometry(x, corner.y() + kBelowTopPx, widthPx, heightPx);
    setVisible(!texts().isEmpty());
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
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move ||
        event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sideline::widgets
