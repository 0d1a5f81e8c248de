#include "studio/workspaces/motion/motion_messages.h"

#include <algorithm>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

void MotionMessages::report(Severity severity, const QString& text, const QString& button,
                            std::function<void()> action) {
    m_motion.show(severity, text, button, std::move(action));
}

void MotionMessages::report(const std::vector<keyframe::Finding>& findings, const QString& what) {
    if (findings.empty()) {
        return;
    }
    const auto worst = std::ranges::max_element(findings, {}, &keyframe::Finding::severity);
    const bool isNote = worst->severity == keyframe::Finding::Severity::Note;
    QString text = what + QStringLiteral(": ") +
                   widgets::toQt(keyframe::hasErrors(findings) ? worst->toString() : worst->text);
    if (findings.size() > 1) {
        text += tr("  (and %n more, see the Motion panel)", nullptr,
                   static_cast<int>(findings.size()) - 1);
    }
    report(isNote ? Severity::Note : Severity::Warning, text);
}

void MotionMessages::reportToStay(Severity severity, const QString& text, const QString& button,
                                  std::function<void()> action) {
    m_bar.show(severity, text, button, std::move(action));
}

void MotionMessages::dismiss(const QString& text) {
    m_bar.dismiss(text);
}

void MotionMessages::clear() {
    m_motion.withdraw();
}

} // namespace sideline::studio
