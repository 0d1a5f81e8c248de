#pragma once

#include <functional>
#include <vector>

#include <QString>

#include "widgets/common/message_bar.h"

namespace sideline::widgets {

/// The messages about one topic, such as a match log: the bar shows them only while the topic is
/// shown. GUI thread only.
class MessageTopic {
public:
    /// @param bar must outlive this object
    /// @param reach `Matches` for match topics, `Here` for topics of an editor
    explicit MessageTopic(MessageBar& bar, MessageBar::Reach reach = MessageBar::Reach::Matches)
        : m_bar(bar), m_reach(reach) {}

    /// As `MessageBar::show`; deferred while the topic is not shown.
    void show(MessageBar::Severity severity, const QString& text, const QString& actionText = {},
              std::function<void()> action = {});
    /// Hides the topic's messages, or shows again those that the user has not closed.
    void setShown(bool isShown);
    /// Removes the messages: the topic is closed, or they no longer apply.
    void withdraw();

private:
    struct Message {
        MessageBar::Severity severity;
        QString text;
        QString actionText;
        std::function<void()> action;
    };
    void forgetClosed();

    MessageBar& m_bar;
    MessageBar::Reach m_reach;
    std::vector<Message> m_messages;
    bool m_isShown = true;
};

} // namespace sideline::widgets
