#pragma once

#include <vector>

#include <QDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>

#include "studio/actions/action_table.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/network_page.h"
#include "studio/shell/setting_editors.h"
#include "studio/shell/team_colors_page.h"

namespace sideline::studio {

/// Shows the settings as pages. Every change takes effect at once, without an OK button.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    SettingsDialog(ActionTable& actions, QWidget* parent);

    void setSettings(const AppSettings& settings);
    void setNetwork(const NetworkSettings& settings) { m_network->setSettings(settings); }

Q_SIGNALS:
    void settingsChanged(const sideline::studio::AppSettings& settings);
    void networkChanged(const sideline::studio::NetworkSettings& settings);

private:
    QWidget* makePage(SettingRow::Page page);
    void addColors(QFormLayout& form);
    QWidget* makeKeysPage();
    QWidget* colorButton(QPushButton*& button, QColor widgets::TeamColors::*member);
    void fillKeys();
    void searchKeys();
    void changeKeys(const QString& id, const QList<QKeySequence>& keys);
    void paintColors();
    void changed();

    ActionTable& m_actions;
    AppSettings m_settings;
    bool m_filling = false;
    std::vector<SettingEditors*> m_editors; ///< one per page
    QPushButton* m_left = nullptr;
    QPushButton* m_right = nullptr;
    TeamColorsPage* m_teamColors;
    NetworkPage* m_network;
    QLineEdit* m_keySearch;
    QTableWidget* m_keys;
};

} // namespace sideline::studio
