#pragma once

#include <variant>
#include <vector>

#include <QSettings>
#include <QString>

#include "studio/settings/app_settings.h"

namespace sideline::studio {

/// One setting: its key, valid values, and editor. Its default is that of its field. The settings
/// file, the dialog and the switches of the View menu are all driven by the table of rows, so that
/// a new setting requires only its field and one row.
struct SettingRow {
    using Field = std::variant<bool AppSettings::*, int AppSettings::*, double AppSettings::*,
                               QString AppSettings::*, Theme AppSettings::*>;
    /// Page of the dialog on which the setting is edited.
    enum class Page { None, General, Drawing, Storage };
    struct Choice {
        const char* text;
        int value;
    };

    const char* key; ///< key below `settings/`, and name of its editor
    Field field;
    double min = 0.0; ///< only for numbers
    double max = 0.0;
    Page page = Page::None;
    const char* text = "";   ///< label in the dialog
    const char* help = "";   ///< tool tip of the editor
    const char* suffix = ""; ///< only for numbers
    double step = 1.0;
    int decimals = 0;
    std::vector<Choice> choices{}; ///< all valid numbers, if there are only a few
    const char* title = "";        ///< title of the dialog that chooses a folder
    const char* placeholder = "";  ///< shown while no folder is chosen
    const char* note = "";         ///< a sentence below the editor
    const char* action = "";       ///< id of its switch in the View menu
};

/// All settings that correspond to a single field of `AppSettings`, in the order of the dialog.
[[nodiscard]] const std::vector<SettingRow>& settingTable();

/// Reads the settings of the table into `settings`. Missing or invalid values stay unchanged, and
/// those out of range are clamped.
void readTable(const QSettings& store, AppSettings& settings);
void writeTable(QSettings& store, const AppSettings& settings);

} // namespace sideline::studio
