#pragma once

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/settings/app_settings.h"
#include "studio/settings/network_settings.h"
#include "studio/shell/settings_dialog.h"

namespace sideline::studio {

/// Handles the user's settings: the dialog and the switches of the View menu. GUI thread only.
class SettingsControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    /// @param window parent window of the dialog
    /// @param settings the current ones; the receiver of `changed` keeps them up to date
    SettingsControls(QWidget* window, ActionTable& actions, QSettings& store,
                     const AppSettings& settings);

    /// Sets the switches of the View menu to the current settings.
    void showSwitches();

Q_SIGNALS:
    /// The user has changed the settings.
    void changed(const sideline::studio::AppSettings& settings);
    void networkChanged(const sideline::studio::NetworkSettings& settings);

private:
    void showDialog();
    void flip(bool AppSettings::*member, bool isOn);

    QWidget* m_window;
    ActionTable& m_actions;
    QSettings& m_store;
    const AppSettings& m_settings;
    QPointer<SettingsDialog> m_dialog;
};

} // namespace sideline::studio
