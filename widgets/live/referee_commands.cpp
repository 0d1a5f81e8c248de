#include "widgets/live/referee_commands.h"

#include <utility>

#include "widgets/common/panel_parts.h"
#include "widgets/live/referee_reasons.h"

namespace sideline::widgets {

namespace {

// The tooltip of a disabled button states the reason.
void enable(QPushButton& button, bool isEnabled, const QString& why) {
    static const char* const kTip = "tipWhileEnabled";
    if (!button.property(kTip).isValid()) {
        button.setProperty(kTip, button.toolTip());
    }
    const QString tip = button.property(kTip).toString();
    const QString shown =
        why.isEmpty() ? tip : RefereeCommands::tr("%1. Not available: %2").arg(tip, why);
    button.setEnabled(isEnabled);
    if (button.toolTip() != shown) {
        button.setToolTip(shown);
    }
}

} // namespace

bool changesMatch(const monitor::TrainerCommand& command) {
    return !(std::holds_alternative<monitor::RequestFullState>(command) ||
             std::holds_alternative<monitor::GetAck>(command) ||
             std::holds_alternative<monitor::SelectAgent>(command) ||
             std::holds_alternative<monitor::SelectNextAgent>(command) ||
             std::holds_alternative<monitor::ClearSelection>(command));
}

QPushButton* RefereeCommands::commandButton(const char* name, const QString& text,
                                            const QString& tip, WhyNot whyNot) {
    QPushButton* button = panelButton(name, text, tip);
    m_buttons.push_back({.button = button, .isCommand = true, .whyNot = std::move(whyNot)});
    return button;
}

QPushButton* RefereeCommands::openButton(const char* name, const QString& text,
                                         const QString& tip) {
    QPushButton* button = panelButton(name, text, tip);
    m_buttons.push_back({.button = button, .isCommand = false, .whyNot = {}});
    return button;
}

void RefereeCommands::updateButtons() {
    for (const Button& button : m_buttons) {
        const QString why = whyDisabled(button);
        enable(*button.button, why.isEmpty(), why);
    }
}

QString RefereeCommands::whyDisabled(const Button& button) const {
    if (!m_view.isConnected) {
        return tr("Not connected to a server");
    }
    if (const QString why = whyNotThere(button.button->objectName(), m_view); !why.isEmpty()) {
        return why;
    }
    if (button.isCommand && !m_isEnabled) {
        return tr("Enable referee commands first");
    }
    return button.whyNot ? button.whyNot() : QString();
}

void RefereeCommands::send(const monitor::TrainerCommand& command) {
    if (m_view.isConnected && (m_isEnabled || !changesMatch(command))) {
        Q_EMIT requested(command);
    }
}

void RefereeCommands::sendText(const QString& text) {
    if (m_view.isConnected && m_isEnabled) {
        Q_EMIT textRequested(text);
    }
}

} // namespace sideline::widgets
