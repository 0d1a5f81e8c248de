#pragma once

#include <functional>
#include <vector>

#include <QBoxLayout>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include "widgets/live/team_form_model.h"
#include "widgets/live/team_form_view.h"

namespace sideline::widgets {

/// A window with a team file as a form and as text, and its problems below.
///
/// The text is authoritative: the owner of the editor turns edits of the form into edits of the
/// text and reports problems. GUI thread only.
class TeamEditor : public QDialog {
    Q_OBJECT
public:
    /// @param choices the allowed values of a player's keys, for keys with a fixed set of values
    explicit TeamEditor(const QMap<QString, QStringList>& choices, QWidget* parent = nullptr);

    /// @param file path; empty while it has none
    void setFile(const QString& file);
    /// Replaces the text; the user can undo that.
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text->toPlainText(); }
    void setForm(const TeamFormView& form);
    /// Shows why the text cannot be shown as a form.
    void setNoForm(const QString& why);
    void setProblems(const std::vector<TeamProblemView>& problems);
    /// Sets whether there are unsaved edits.
    void setUnsaved(bool isUnsaved);
    /// Shows a note about the last action; empty for none.
    void setNote(const QString& text);
    /// Sets a function that is called before the window closes; false keeps it open.
    void setCloseGuard(std::function<bool()> mayClose) { m_mayClose = std::move(mayClose); }

Q_SIGNALS:
    /// The text has changed, by the user or by `setText`.
    void textChanged();
    void teamFieldEdited(const QString& key, const QString& value);
    void playerFieldEdited(const sideline::widgets::TeamFormRow& row, const QString& key,
                           const QString& value);
    void playerAddRequested();
    void playerRemoveRequested(int player);
    void saveRequested();
    void saveAsRequested();
    void revertRequested();

protected:
    void reject() override;

private:
    QWidget* buildForm(const QMap<QString, QStringList>& choices);
    QWidget* buildText();
    QWidget* buildProblems();
    QLayout* buildButtons();
    void layOutColumns(const QMap<QString, QStringList>& choices);
    void addTeamField(QBoxLayout* row, const char* key, const QString& title, const QString& tip,
                      int stretch);
    void goToLine(int line);
    void markLines();
    void updateRemove();

    std::function<bool()> m_mayClose;
    std::vector<TeamProblemView> m_problems;
    TeamFormModel m_model;
    QTabWidget* m_pages;
    QWidget* m_form = nullptr;
    QMap<QString, QLineEdit*> m_fields;
    QComboBox* m_side = nullptr;
    QComboBox* m_server = nullptr;
    QTableView* m_players = nullptr;
    QPushButton* m_remove = nullptr;
    QLabel* m_noForm = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_summary = nullptr;
    QListWidget* m_problemList = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_revert = nullptr;
};

} // namespace sideline::widgets
