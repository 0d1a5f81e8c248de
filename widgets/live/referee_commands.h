#pragma once

#include <functional>
#include <vector>

#include <QObject>
#include <QPushButton>
#include <QString>

#include "agentcore/monitor/trainer_command.h"
#include "widgets/live/referee_view.h"

namespace sideline::widgets {

/// Whether a command can change how the match continues. Requesting a full state or an answer and
/// marking a robot do not.
[[nodiscard]] bool changesMatch(const monitor::TrainerCommand& command);

/// Passes on only those commands of the referee's pages that are currently allowed, and disables
/// the buttons of the others. GUI thread only.
class RefereeCommands : public QObject {
    Q_OBJECT
public:
    /// Returns why a button cannot be used now, in words; empty if it can.
    using WhyNot = std::function<QString()>;

    /// A button that works only while commands are enabled.
    [[nodiscard]] QPushButton* commandButton(const char* name, const QString& text,
                                             const QString& tip, WhyNot whyNot = {});
    /// A button that needs a connection only.
    [[nodiscard]] QPushButton* openButton(const char* name, const QString& text,
                                          const QString& tip);

    void setView(const RefereeView& view) { m_view = view; }
    [[nodiscard]] const RefereeView& view() const { return m_view; }
    void setEnabled(bool isOn) { m_isEnabled = isOn; }
    [[nodiscard]] bool isEnabled() const { return m_isEnabled; }
    /// Enables the buttons, or disables them and states the reason in their tooltips.
    void updateButtons();

    /// Requests a command if it is allowed now.
    void send(const monitor::TrainerCommand& command);
    /// Requests sending a text that changes the match, if that is allowed now.
    void sendText(const QString& text);

Q_SIGNALS:
    void requested(const sideline::monitor::TrainerCommand& command);
    void textRequested(const QString& text);

private:
    struct Button {
        QPushButton* button;
        bool isCommand; ///< whether it needs enabled commands, rather than only a connection
        WhyNot whyNot;
    };
    [[nodiscard]] QString whyDisabled(const Button& button) const;

    RefereeView m_view;
    bool m_isEnabled = false;
    std::vector<Button> m_buttons;
};

} // namespace sideline::widgets
