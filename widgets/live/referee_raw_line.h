#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

#include "widgets/live/referee_commands.h"

namespace sideline::widgets {

/// A line for commands in the server's syntax, which is checked while the user types.
class RefereeRawLine : public QWidget {
    Q_OBJECT
public:
    explicit RefereeRawLine(RefereeCommands& commands, QWidget* parent = nullptr);

    /// Enables the button, and shows the error of the line or that it is not allowed now.
    void check();

Q_SIGNALS:
    /// Text that an expert wrote; may have several commands, or some that are unknown here.
    void sent(const QString& text);

private:
    void send();

    RefereeCommands& m_commands;
    QLineEdit* m_text = nullptr;
    QPushButton* m_send = nullptr;
    QLabel* m_check = nullptr;
};

} // namespace sideline::widgets
