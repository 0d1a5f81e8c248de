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

/// Asks which server the next match is played on, and how it is started: the simulator in this
/// window, or one that the user has installed. Says, as it is filled in, where the program is and
/// with what command line it will run.
class ServerSetupDialog : public QDialog {
    Q_OBJECT
public:
    /// @param places where programs are looked for
    /// @param isRunning a match is live: it would be ended by *Start*
    ServerSetupDialog(const ChosenServer& chosen, launcher::SearchPlaces places, bool isRunning,
                      QWidget* parent = nullptr);

    /// The choice, once the dialog was accepted.
    [[nodiscard]] const ChosenServer& chosen() const { return m_chosen; }
    /// Whether the server should be started now.
    [[nodiscard]] bool isStartWanted() const { return m_isStartWanted; }

private:
    void buildProgram(QFormLayout* form);
    void buildMujoco(QFormLayout* form);
    void buildRest(QFormLayout* form);
    void connectFields();
    /// Shows the options of the server that is chosen.
    void showOptions();
    /// Takes what the fields say.
    void take();
    void check();
    [[nodiscard]] launcher::ServerOptions& options();
    void chooseFile();
    void chooseFolder();

    ChosenServer m_chosen;
    launcher::SearchPlaces m_places;
    bool m_isStartWanted = false;
    bool m_isShowing = false; ///< fields are being filled, and are not to be read
    QComboBox* m_which;
    QLabel* m_about;
    QWidget* m_installed; ///< the form of an installed server
    QLineEdit* m_program;
    QLabel* m_verdict;
    widgets::CountField* m_agentPort;
    widgets::CountField* m_monitorPort;
    QWidget* m_mujoco; ///< what rcssservermj alone has
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
