#include "studio/shell/settings_controls.h"

#include <variant>

#include "studio/settings/setting_table.h"

namespace sideline::studio {

namespace {

// Calls `call` with the action and the field of each switch of the View menu.
template <typename Call>
void forEachSwitch(const ActionTable& actions, Call call) {
    for (const SettingRow& row : settingTable()) {
        if (*row.action != '\0') {
            call(actions.action(row.action), std::get<bool AppSettings::*>(row.field));
        }
    }
}

} // namespace

SettingsControls::SettingsControls(QWidget* window, ActionTable& actions, QSettings& store,
                                   const AppSettings& settings)
    : m_window(window), m_actions(actions), m_store(store), m_settings(settings) {
    forEachSwitch(m_actions, [this](QAction* action, bool AppSettings::*field) {
        connect(action, &QAction::toggled, this, [this, field](bool isOn) { flip(field, isOn); });
    });
    connect(m_actions.action("file.settings"), &QAction::triggered, this,
            &SettingsControls::showDialog);
}

void SettingsControls::flip(bool AppSettings::*member, bool isOn) {
    if (m_settings.*member == isOn) {
        return;
    }
    AppSettings settings = m_settings;
    settings.*member = isOn;
    Q_EMIT changed(settings);
    if (m_dialog) { // otherwise the dialog's next change would revert this one
        m_dialog->setSettings(m_settings);
    }
}

void SettingsControls::showSwitches() {
    forEachSwitch(m_actions, [this](QAction* action, bool AppSettings::*field) {
        action->setChecked(m_settings.*field);
    });
}

void SettingsControls::showDialog() {
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_actions, m_window);
        connect(m_dialog, &SettingsDialog::settingsChanged, this, &SettingsControls::changed);
        connect(m_dialog, &SettingsDialog::networkChanged, this, &SettingsControls::networkChanged);
        m_dialog->setNetwork(readNetworkSettings(m_store));
    }
    m_dialog->setSettings(m_settings);
    m_dialog->show();
    m_dialog->raise();
}

} // namespace sideline::studio
