#pragma once

#include <utility>
#include <vector>

#include <QFormLayout>
#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/settings/setting_table.h"

namespace sideline::studio {

/// Editors for the settings of a page, created from the rows of the setting table. GUI thread only.
class SettingEditors : public QObject {
    Q_OBJECT
public:
    /// @param form receives the editors and owns them
    SettingEditors(SettingRow::Page page, QFormLayout& form, QObject* parent);

    /// Shows the values of these settings in the editors.
    void show(const AppSettings& settings);
    /// Copies the values of the editors to the settings.
    void take(AppSettings& settings) const;

Q_SIGNALS:
    /// The user has changed a value.
    void changed();

private:
    QWidget* makeEditor(const SettingRow& row, QFormLayout& form);
    QWidget* makeSwitch(const SettingRow& row);
    QWidget* makeChoice(const SettingRow& row);
    QWidget* makeFolder(const SettingRow& row, QFormLayout& form);
    template <typename Field, typename Number>
    QWidget* makeNumber(const SettingRow& row);

    std::vector<std::pair<const SettingRow*, QWidget*>> m_editors;
};

} // namespace sideline::studio
