#pragma once

#include <utility>
#include <vector>

#include <QFormLayout>
#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/settings/setting_table.h"

namespace sideline::studio {

/// Editors of the settings of a page, made from the rows of the table. GUI thread only.
class SettingEditors : public QObject {
    Q_OBJECT
public:
    /// @param form gets the editors; they belong to it
    SettingEditors(SettingRow::Page page, QFormLayout& form, QObject* parent);

    /// Shows the values of these settings.
    void show(const AppSettings& settings);
    /// Writes the values that are shown.
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
