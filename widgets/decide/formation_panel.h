#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QToolButton>
#include <QWidget>

#include "widgets/decide/formation_field.h"

namespace sideline::widgets {

/// Contents of the formation editor.
struct FormationState {
    FormationView formation;
    QString file;    ///< path; empty while none is open
    QString problem; ///< why a file or an edit is rejected; empty: valid
    bool isUnsaved = false;
    bool canUndo = false;
    bool canRedo = false;
};

/// The formation editor: shows a formation on the field for any ball position. Values in, signals
/// out; the owner of the text applies the edits. GUI thread only.
class FormationPanel : public QWidget {
    Q_OBJECT
public:
    explicit FormationPanel(QWidget* parent = nullptr);

    void setState(const FormationState& state);
    [[nodiscard]] const FormationState& state() const { return m_state; }
    [[nodiscard]] FormationField* field() const { return m_field; }

Q_SIGNALS:
    void openRequested();
    void saveRequested();
    void saveAsRequested();
    /// The user wants to see the file as text.
    void textRequested();
    void situationChosen(sideline::planning::FormationSituation situation);
    /// The current ball position is to be added to the file.
    void addRequested();

private:
    void showChoices();
    void showPlace();
    [[nodiscard]] QString placeText() const;

    FormationState m_state;
    QToolButton* m_save;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QPushButton* m_text;
    QComboBox* m_situation;
    QComboBox* m_role;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_file;
    QLabel* m_problem;
    QLabel* m_place;
    FormationField* m_field;
};

} // namespace sideline::widgets
