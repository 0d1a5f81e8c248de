#pragma once

#include <functional>

#include <QList>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVBoxLayout>
#include <QWidget>

namespace sideline::widgets {

/// Messages over the middle of the window, instead of dialogs that interrupt the user's work. They
/// move nothing that the user is about to click.
///
/// Errors stay until they are closed; notes close automatically. Repeated texts are shown once;
/// with more than three messages the oldest is removed. A message belongs to the workspace that is
/// shown when it appears, and is hidden in others. GUI thread only.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum class Severity { Note, Warning, Error };
    /// Where a message is visible.
    enum class Reach {
        Here,    ///< in the workspace that is shown when the message appears
        Matches, ///< in all workspaces for matches
    };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Lays the messages over a widget of the bar's window, and keeps them there.
    void setAnchor(QWidget& anchor);
    /// Raises the messages over 3D views, which were shown after them.
    void comeToFront();
    /// A workspace is shown: its messages appear, and those of others disappear. A message stays
    /// visible if the user has pressed no key or mouse button since it appeared, because the same
    /// action has shown this workspace.
    /// @param workspace empty: the first page, whose messages lie at its bottom
    void setPlace(const QString& workspace, bool showsMatches);

    /// @param actionText button that calls `action` and closes the message; empty for none
    void show(Severity severity, const QString& text, const QString& actionText = {},
              std::function<void()> action = {}, Reach reach = Reach::Here);
    /// Removes one message, by its text.
    void dismiss(const QString& text);
    /// Removes all messages.
    void clear();
    /// Texts that are shown in the current workspace, oldest first.
    [[nodiscard]] QStringList texts() const;
    /// Returns whether a message with this text is shown in any workspace.
    [[nodiscard]] bool has(const QString& text) const;

Q_SIGNALS:
    /// Messages cover this height at the bottom of the first page, px; 0: none.
    void bottomCovered(int px);
    /// A message was added.
    void shown(sideline::widgets::MessageBar::Severity severity, const QString& text);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QList<QWidget*> frames() const;
    [[nodiscard]] bool isHere(const QWidget& frame) const;
    [[nodiscard]] QWidget* frameOf(const QString& text) const;
    QWidget* makeFrame(Severity severity, const QString& text, const QString& actionText,
                       std::function<void()> action);
    void fit();
    void cover(int px);

    QVBoxLayout* m_rows;
    QPointer<QWidget> m_anchor;
    QString m_workspace;
    bool m_showsMatches = true;
    bool m_isAtBottom = false; ///< the first page is shown
    int m_coveredPx = 0;       ///< height of the messages at the bottom of the first page
    qulonglong m_presses = 0;  ///< number of presses that have reached the program
};

} // namespace sideline::widgets
