#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "motions/finding.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Messages about the open motion: of no interest any more when another one is open. GUI thread
/// only.
class MotionMessages : public QObject {
    Q_OBJECT
public:
    using Severity = widgets::MessageBar::Severity;

    /// @param bar must outlive the messages
    explicit MotionMessages(widgets::MessageBar& bar) : m_bar(bar), m_motion(bar) {}

    /// Shows a message, with a button if it has a text.
    void report(Severity severity, const QString& text, const QString& button = {},
                std::function<void()> action = {});
    /// Shows the first of the findings, and how many more there are; nothing if there are none.
    /// @param what they are about
    void report(const std::vector<keyframe::Finding>& findings, const QString& what);
    /// Shows a message that stays of interest when another motion is open.
    void reportToStay(Severity severity, const QString& text, const QString& button = {},
                      std::function<void()> action = {});
    void dismiss(const QString& text);
    /// Another motion comes: takes away what was reported about this one.
    void clear();

private:
    widgets::MessageBar& m_bar;
    widgets::MessageTopic m_motion; ///< the one that is open
};

} // namespace sideline::studio
