#pragma once

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QTimer>
#include <QWidget>

#include "studio/session/formation_document.h"
#include "widgets/common/file_question.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/formation_panel.h"

namespace sideline::studio {

/// Edits formations: applies requests of the panel to the text, with undo, and saves files.
///
/// Keeps unsaved edits in the settings and restores them when the file is opened again. GUI thread
/// only.
class FormationEditing : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object. @param window parent window of dialogs
    FormationEditing(widgets::MessageBar& messages, QSettings& store, QWidget* window);

    [[nodiscard]] widgets::FormationPanel* panel() const { return m_panel; }
    [[nodiscard]] FormationDocument& document() { return m_document; }
    /// Returns the error of the file or the last edit, as the panel shows it; empty: none.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// Asks how to handle unsaved edits. @return false if the user cancels
    [[nodiscard]] bool mayClose();
    /// Opens a file, after asking about unsaved edits of another one; the panel reports errors.
    /// @return whether the file was opened without errors
    bool open(const QString& file);

Q_SIGNALS:
    void opened();
    /// The user asked to see the file as text.
    /// @param line line of an error in it; 0: none
    void textRequested(const QString& file, int line);

private:
    using Edited = base::Expected<planning::FormationText>;

    void connectPanel();
    void show();
    void take(Edited edited, const QString& name, bool isDone);
    void moveRole(int role, const Eigen::Vector2d& place, bool isDone);
    void moveBall(const Eigen::Vector2d& ball);
    void addSample();
    void removeSample();
    bool save(bool asksForName);
    [[nodiscard]] widgets::FileQuestion question(const QString& title) const;
    void askForFile();
    void followDisk();
    void keepDraft();
    void takeDraft(const QString& draft);
    [[nodiscard]] widgets::FormationView settledView() const;
    [[nodiscard]] static QString draftKey(const QString& file);

    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_window;
    FormationDocument m_document;
    QPointer<widgets::FormationPanel> m_panel;
    widgets::FormationView m_view; ///< situation, ball and role count
    QString m_problem;
    QString m_broken; ///< file that could not be opened
    int m_brokenLine = 0;
    QTimer m_diskTimer;
};

} // namespace sideline::studio
