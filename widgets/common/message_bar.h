#pragma once

#include <functional>

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

namespace sideline::widgets {

/// Messages at the top of the window, instead of dialogs that interrupt the user's work.
///
/// Errors stay until they are closed; notes close automatically. Repeated texts are shown once;
/// with more than three messages the oldest is removed.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum class Severity { Note, Warning, Error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// @param actionText button that calls `action` and closes the message; empty for none
    void show(Severity severity, const QString& text, const QString& actionText = {},
              std::function<void()> action = {});
    /// Removes one message, by its text.
    void dismiss(const QString& text);
    /// Removes all messages.
    void clear();
    /// Texts that are shown, oldest first.
    [[nodiscard]] QStringList texts() const;

Q_SIGNALS:
    /// A message was added.
    void shown(sideline::widgets::MessageBar::Severity severity, const QString& text);

private:
    QVBoxLayout* m_rows;
};

} // namespace sideline::widgets
