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

    /// Enables the button if the line can be sent; otherwise shows its error, or that sending is
    /// not allowed now.
    void check();

Q_SIGNALS:
    /// A text typed by an expert user, which may contain several commands, or unknown ones.
    void sent(const QString& text);

private:
    void send();

    RefereeCommands& m_commands;
    QLineEdit* m_text = nullptr;
    QPushButton* m_send = nullptr;
    QLabel* m_check = nullptr;
};

} // namespace sideline::widgets
