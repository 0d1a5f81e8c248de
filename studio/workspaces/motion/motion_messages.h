#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "motions/finding.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Shows messages about the open motion, which are removed when another one is opened. GUI thread
/// only.
class MotionMessages : public QObject {
    Q_OBJECT
public:
    using Severity = widgets::MessageBar::Severity;

    /// @param bar must outlive this object
    explicit MotionMessages(widgets::MessageBar& bar)
        : m_bar(bar), m_motion(bar, widgets::MessageBar::Reach::Here) {}

    /// Shows a message, with a button if `button` is not empty.
    void report(Severity severity, const QString& text, const QString& button = {},
                std::function<void()> action = {});
    /// Shows the first of the findings and the number of the others, if there are any.
    /// @param what subject of the findings
    void report(const std::vector<keyframe::Finding>& findings, const QString& what);
    /// Shows a message that stays when another motion is opened.
    void reportToStay(Severity severity, const QString& text, const QString& button = {},
                      std::function<void()> action = {});
    void dismiss(const QString& text);
    /// Removes the messages about this motion before another one is opened.
    void clear();

private:
    widgets::MessageBar& m_bar;
    widgets::MessageTopic m_motion; ///< messages about the open motion
};

} // namespace sideline::studio
