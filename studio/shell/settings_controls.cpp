#include "studio/shell/settings_controls.h"

namespace sideline::studio {

namespace {

struct Switch {
    const char* action;
    bool AppSettings::*member;
};

constexpr Switch kSwitches[] = {
    {"view.labels", &AppSettings::playerLabels}, {"view.shadows", &AppSettings::shadows},
    {"view.smooth", &AppSettings::smoothReplay}, {"view.team-names", &AppSettings::teamNames},
    {"view.regions", &AppSettings::regions},     {"view.offside", &AppSettings::offsideLines},
    {"view.keep-out", &AppSettings::keepOut},    {"view.cones", &AppSettings::viewCones},
    {"view.flip", &AppSettings::flipsField},     {"view.follow", &AppSettings::followsInField},
    {"view.wireframe", &AppSettings::wireframe},
};

} // namespace

SettingsControls::SettingsControls(QWidget* window, ActionTable& actions, QSettings& store,
                                   const AppSettings& settings)
    : m_window(window), m_actions(actions), m_store(store), m_settings(settings) {
    for (const Switch& one : kSwitches) {
        connect(m_actions.action(one.action), &QAction::toggled, this,
                [this, member = one.member](bool isOn) { flip(member, isOn); });
    }
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
    if (m_dialog) { // else its next change would take this back
        m_dialog->setSettings(m_settings);
    }
}

void SettingsControls::showSwitches() {
    for (const Switch& one : kSwitches) {
        m_actions.action(one.action)->setChecked(m_settings.*one.member);
    }
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
