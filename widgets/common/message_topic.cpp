#include "widgets/common/message_topic.h"

#include <utility>

namespace sideline::widgets {

void MessageTopic::show(MessageBar::Severity severity, const QString& text,
                        const QString& actionText, std::function<void()> action) {
    if (m_isShown) {
        forgetClosed();
        m_bar.show(severity, text, actionText, action, m_reach);
    }
    m_messages.push_back({severity, text, actionText, std::move(action)});
}

// A message that is no longer in the bar was closed or has expired.
void MessageTopic::forgetClosed() {
    std::erase_if(m_messages, [this](const Message& each) { return !m_bar.has(each.text); });
}

void MessageTopic::setShown(bool isShown) {
    if (isShown == m_isShown) {
        return;
    }
    if (!isShown) {
        forgetClosed();
    }
    m_isShown = isShown;
    for (const Message& each : m_messages) {
        if (isShown) {
            m_bar.show(each.severity, each.text, each.actionText, each.action, m_reach);
        } else {
            m_bar.dismiss(each.text);
        }
    }
}

void MessageTopic::withdraw() {
    for (const Message& each : std::exchange(m_messages, {})) {
        m_bar.dismiss(each.text);
    }
}

} // namespace sideline::widgets
