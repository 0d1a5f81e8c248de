#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include "studio/actions/action_table.h"
#include "studio/settings/app_settings.h"
#include "studio/shell/network_page.h"
#include "studio/shell/team_colors_page.h"

namespace sideline::studio {

/// The settings, as pages. Everything takes effect at once; there is no OK to forget.
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
    QWidget* makeGeneralPage();
    QWidget* makeDrawingPage();
    QWidget* makeStoragePage();
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
    QComboBox* m_theme;
    QCheckBox* m_smooth;
    QDoubleSpinBox* m_trail;
    QDoubleSpinBox* m_lead;
    QPushButton* m_left = nullptr;
    QPushButton* m_right = nullptr;
    TeamColorsPage* m_teamColors;
    NetworkPage* m_network;
    QCheckBox* m_shadows;
    QCheckBox* m_labels;
    QDoubleSpinBox* m_fov;
    QComboBox* m_detail;
    QComboBox* m_antialiasing;
    QLineEdit* m_meshes;
    QSpinBox* m_memory;
    QLineEdit* m_spool;
    QSpinBox* m_maxUnpacked;
    QLineEdit* m_keySearch;
    QTableWidget* m_keys;
};

} // namespace sideline::studio
