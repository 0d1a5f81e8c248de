#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "studio/settings/server_choice.h"
#include "widgets/common/number_field.h"

namespace sideline::studio {

/// Asks which server the next match is played on, and how it is started: the built-in simulator or
/// an installed server. Shows the program's path and command line as the user edits.
class ServerSetupDialog : public QDialog {
    Q_OBJECT
public:
    /// @param places folders that are searched for programs
    /// @param isRunning whether a match is live, which *Start* would end
    ServerSetupDialog(const ChosenServer& chosen, launcher::SearchPlaces places, bool isRunning,
                      QWidget* parent = nullptr);

    /// Returns the choice, once the dialog has been accepted.
    [[nodiscard]] const ChosenServer& chosen() const { return m_chosen; }
    /// Returns whether the server should be started now.
    [[nodiscard]] bool isStartRequested() const { return m_isStartRequested; }

private:
    void buildProgram(QFormLayout* form);
    void buildMujoco(QFormLayout* form);
    void buildRest(QFormLayout* form);
    void connectFields();
    /// Shows the options of the chosen server.
    void showOptions();
    /// Reads the fields.
    void take();
    void check();
    [[nodiscard]] launcher::ServerOptions& options();
    void chooseFile();
    void chooseFolder();

    ChosenServer m_chosen;
    launcher::SearchPlaces m_places;
    bool m_isStartRequested = false;
    bool m_isShowing = false; ///< fields are being filled and must not be read
    QComboBox* m_which;
    QLabel* m_about;
    QWidget* m_installed; ///< form of an installed server
    QLineEdit* m_program;
    QLabel* m_verdict;
    widgets::CountField* m_agentPort;
    widgets::CountField* m_monitorPort;
    QWidget* m_mujoco; ///< options of rcssservermj only
    QComboBox* m_rules;
    QComboBox* m_field;
    QComboBox* m_phase;
    QDoubleSpinBox* m_time;
    QCheckBox* m_sync;
    QCheckBox* m_sequential;
    QCheckBox* m_realtime;
    QCheckBox* m_render;
    QLineEdit* m_arguments;
    QLineEdit* m_folder;
    QLabel* m_command;
    QPushButton* m_start = nullptr;
    QPushButton* m_keep = nullptr;
};

} // namespace sideline::studio
