#include "studio/settings/setting_table.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "studio/settings/stored_values.h"

namespace sideline::studio {

namespace {

using Page = SettingRow::Page;
using S = AppSettings;

QString keyOf(const SettingRow& row) {
    return QStringLiteral("settings/") + QLatin1String(row.key);
}

bool isChoice(const SettingRow& row, int value) {
    return row.choices.empty() ||
           std::ranges::find(row.choices, value, &SettingRow::Choice::value) != row.choices.end();
}

double readDouble(const QSettings& store, const SettingRow& row, double fallback) {
    bool isNumber = false;
    const double value = store.value(keyOf(row), fallback).toDouble(&isNumber);
    return isNumber && std::isfinite(value) ? std::clamp(value, row.min, row.max) : fallback;
}

int readInt(const QSettings& store, const SettingRow& row, int fallback) {
    const int value = readStoredInt(store, keyOf(row), fallback, static_cast<int>(row.min),
                                    static_cast<int>(row.max));
    return isChoice(row, value) ? value : fallback;
}

} // namespace

// Strings are translated in the context of the dialog.
const std::vector<SettingRow>& settingTable() {
    static const std::vector<SettingRow> kRows = {
        {.key = "theme",
         .field = &S::theme,
         .max = 2,
         .page = Page::General,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Theme"),
         .choices = {{QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "System"), 0},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Light"), 1},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Dark"), 2}}},
        {.key = "smoothReplay",
         .field = &S::smoothReplay,
         .page = Page::General,
         .text =
             QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Smooth motion between frames"),
         .action = "view.smooth"},
        {.key = "trailS",
         .field = &S::trailS,
         .max = 30.0,
         .page = Page::General,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Trail length"),
         .suffix = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", " s"),
         .step = 0.5,
         .decimals = 1},
        {.key = "goalLeadS",
         .field = &S::goalLeadS,
         .max = 30.0,
         .page = Page::General,
         .text =
             QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Lead time of goal keys (H, G)"),
         .suffix = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", " s"),
         .step = 0.5,
         .decimals = 1},
        {.key = "shadows",
         .field = &S::shadows,
         .page = Page::Drawing,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Shadows"),
         .action = "view.shadows"},
        {.key = "playerLabels",
         .field = &S::playerLabels,
         .page = Page::Drawing,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Numbers above players"),
         .action = "view.labels"},
        {.key = "fovYDeg",
         .field = &S::fovYDeg,
         .min = 20.0,
         .max = 120.0,
         .page = Page::Drawing,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Field of view"),
         .help = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog",
                                   "Vertical; in the player's-eyes view, use the wheel"),
         .suffix = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "\u00b0"),
         .step = 5.0},
        {.key = "detail",
         .field = &S::detail,
         .max = 1,
         .page = Page::Drawing,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Robots"),
         .choices =
             {{QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Low (for slow machines)"), 0},
              {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "High"), 1}}},
        {.key = "antialiasing",
         .field = &S::antialiasing,
         .min = -1,
         .max = 8,
         .page = Page::Drawing,
         .text =
             QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Anti-aliasing (after restart)"),
         .help =
             QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Takes effect after a restart"),
         .choices = {{QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Automatic"), -1},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Off"), 0},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "2 samples"), 2},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "4 samples"), 4},
                     {QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "8 samples"), 8}}},
        {.key = "meshFolder",
         .field = &S::meshFolder,
         .page = Page::Drawing,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Server models"),
         .title = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog",
                                    "Folder of a server's robot models"),
         .placeholder =
             QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Sideline's own models"),
         .note = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog",
                                   "The folder with naohead.obj of an installed rcssserver3d, or "
                                   "the folder rcsssmj of an installed rcssservermj, to draw the "
                                   "server's own robots; empty for Sideline's.")},
        {.key = "memoryMiB",
         .field = &S::memoryMiB,
         .min = 16,
         .max = 65536,
         .page = Page::Storage,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Memory for decoded frames"),
         .suffix = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", " MiB")},
        {.key = "spoolDirectory",
         .field = &S::spoolDirectory,
         .page = Page::Storage,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Unpack folder"),
         .title = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Unpack folder")},
        {.key = "maxUnpackedMiB",
         .field = &S::maxUnpackedMiB,
         .min = 64,
         .max = 1 << 20,
         .page = Page::Storage,
         .text = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Unpack at most"),
         .suffix = QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", " MiB"),
         .note = QT_TRANSLATE_NOOP(
             "sideline::studio::SettingsDialog",
             "Logs of any size are read from disk; compressed logs are unpacked into this folder "
             "while open, leaving at least a tenth of the free disk space, or 512 MiB, unused. "
             "Recordings of live matches are kept in its 'live' subfolder while open. Changes "
             "apply to the next log or live match.")},
        {.key = "teamNames", .field = &S::teamNames, .action = "view.team-names"},
        {.key = "regions", .field = &S::regions, .action = "view.regions"},
        {.key = "offsideLines", .field = &S::offsideLines, .action = "view.offside"},
        {.key = "keepOut", .field = &S::keepOut, .action = "view.keep-out"},
        {.key = "viewCones", .field = &S::viewCones, .action = "view.cones"},
        {.key = "flipsField", .field = &S::flipsField, .action = "view.flip"},
        {.key = "followsInField", .field = &S::followsInField, .action = "view.follow"},
        {.key = "wireframe", .field = &S::wireframe, .action = "view.wireframe"},
        {.key = "layout", .field = &S::layout}};
    return kRows;
}

void readTable(const QSettings& store, AppSettings& settings) {
    for (const SettingRow& row : settingTable()) {
        std::visit(
            [&](auto field) {
                auto& value = settings.*field;
                using Value = std::remove_reference_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, bool>) {
                    value = store.value(keyOf(row), value).toBool();
                } else if constexpr (std::is_same_v<Value, double>) {
                    value = readDouble(store, row, value);
                } else if constexpr (std::is_same_v<Value, QString>) {
                    value = store.value(keyOf(row), value).toString();
                } else {
                    value = static_cast<Value>(readInt(store, row, static_cast<int>(value)));
                }
            },
            row.field);
    }
}

void writeTable(QSettings& store, const AppSettings& settings) {
    for (const SettingRow& row : settingTable()) {
        std::visit(
            [&](auto field) {
                const auto& value = settings.*field;
                if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>) {
                    store.setValue(keyOf(row), static_cast<int>(value));
                } else {
                    store.setValue(keyOf(row), value);
                }
            },
            row.field);
    }
}

} // namespace sideline::studio
