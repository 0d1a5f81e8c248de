#include "widgets/common/message_bar.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLoggingCategory>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "widgets/common/icons.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxRows = 3;
constexpr int kNoteMs = 8000;
constexpr int kIconPx = 18;

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

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void MessageBar::show(Severity severity, const QString& text, const QString& actionText,
                      std::function<void()> action) {
    if (texts().contains(text)) {
        return;
    }
    logMessage(severity, text);
    const Look look = lookOf(severity);
    auto* frame = new QFrame;
    frame->setObjectName(QStringLiteral("message"));
    frame->setProperty("text", text);
    frame->setStyleSheet(
        QStringLiteral("#message { background: %1; } #message QLabel { color: white; }")
            .arg(QLatin1String(look.background)));
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(10, 4, 4, 4);
    auto* symbol = new QLabel;
    symbol->setPixmap(icon(QLatin1String(look.icon), Qt::white).pixmap(kIconPx));
    row->addWidget(symbol);
    auto* label = new QLabel(text);
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
    m_rows->addWidget(frame);
    if (m_rows->count() > kMaxRows) {
        delete m_rows->itemAt(0)->widget();
    }
    if (severity == Severity::Note && actionText.isEmpty()) {
        QTimer::singleShot(kNoteMs, frame, &QObject::deleteLater);
    }
    Q_EMIT shown(severity, text);
}

void MessageBar::dismiss(const QString& text) {
    const auto at = static_cast<int>(texts().indexOf(text));
    if (at >= 0) {
        delete m_rows->itemAt(at)->widget();
    }
}

void MessageBar::clear() {
    while (m_rows->count() > 0) {
        delete m_rows->itemAt(0)->widget();
    }
}

QStringList MessageBar::texts() const {
    QStringList result;
    for (int i = 0; i < m_rows->count(); ++i) {
        result << m_rows->itemAt(i)->widget()->property("text").toString();
    }
    return result;
}

} // namespace sideline::widgets
