#pragma once

#include <functional>
#include <vector>

#include <QString>

#include "widgets/common/message_bar.h"

namespace sideline::widgets {

/// The messages about one thing, such as a match log: they are in the bar while that is on the
/// screen, and go with it. GUI thread only.
class MessageTopic {
public:
    /// @param bar must outlive it
    explicit MessageTopic(MessageBar& bar) : m_bar(bar) {}

    /// As `MessageBar::show`; later, if the thing is not on the screen.
    void show(MessageBar::Severity severity, const QString& text, const QString& actionText = {},
              std::function<void()> action = {});
    /// The thing leaves the screen, or comes back: with those messages that nobody has closed.
    void setShown(bool isShown);
    /// The thing is gone, or what was said is not true any more.
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
    std::vector<Message> m_messages;
    bool m_isShown = true;
};

} // namespace sideline::widgets
