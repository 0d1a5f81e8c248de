#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <QColor>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "viewer3d/scene/match_scene.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

enum class Theme { System, Light, Dark };

/// A team's own color, wherever it plays.
struct NamedColor {
    QString team; ///< its name; small and capital letters are the same
    QColor color;
    [[nodiscard]] bool operator==(const NamedColor&) const = default;
};

/// What the user has chosen in the settings. A value; ranges are enforced when it is read.
struct AppSettings {
    Theme theme = Theme::System;
    bool smoothReplay = true;     ///< draw between two frames while playing
    double trailS = 3.0;          ///< length of the selected object's trail, 0 to 30; 0: none
    double goalLeadS = 3.0;       ///< how long before a goal its jump key lands, 0 to 30
    std::uint32_t eventKinds = 0; ///< kinds that lists and jump keys stop at; 0: the usual ones
    widgets::TeamColors colors;   ///< of teams that have none of their own
    std::vector<NamedColor> namedColors;
    bool shadows = true;
    bool playerLabels = true;
    bool teamNames = true;       ///< at the goals
    bool regions = false;        ///< Voronoi regions in the field view
    bool offsideLines = false;   ///< in the field view
    bool keepOut = true;         ///< in the field view: what opponents must leave free
    bool viewCones = false;      ///< in the field view
    bool flipsField = false;     ///< the field view is turned by half a turn
    bool followsInField = false; ///< the field view follows the selection, or the ball
    bool wireframe = false;      ///< in the 3D view
    double fovYDeg = 45.0;       ///< of the 3D view's height, 20 to 120
    int detail = 1;              ///< of the robots' shapes: 0 coarse, 1 fine
    /// Samples per pixel: 0, 2, 4 or 8, for windows opened later; -1: as the graphics card can.
    int antialiasing = -1;
    QString meshFolder;         ///< the server's `models` folder; empty: our own shapes
    int memoryMiB = 256;        ///< for decoded frames and checkpoints, 16 to 65536
    QString spoolDirectory;     ///< unpacked logs, live recordings; empty: the user's cache
    int maxUnpackedMiB = 16384; ///< that a compressed log is unpacked to at most, 64 to 1048576
    QString layout;             ///< name of the layout shown last

    [[nodiscard]] bool operator==(const AppSettings&) const = default;

    /// The colors of a match between these teams: their own, else those of the sides. A team
    /// without a color of its own never looks like its opponent.
    [[nodiscard]] widgets::TeamColors colorsOf(const QString& leftTeam,
                                               const QString& rightTeam) const;
    /// How a match in these colors is drawn with these settings.
    [[nodiscard]] viewer3d::SceneOptions sceneOptions(bool dark,
                                                      const widgets::TeamColors& match) const;
};

/// Reads settings; values that are missing or no values are the defaults, and those out of range
/// are brought back into it.
[[nodiscard]] AppSettings readSettings(const QSettings& store);
/// Writes settings; keys of other versions stay.
void writeSettings(QSettings& store, const AppSettings& settings);

/// Files opened last, newest first, at most ten; missing files are omitted.
[[nodiscard]] QStringList recentFiles(const QSettings& store);
void addRecentFile(QSettings& store, const QString& file);
/// A session that was recorded: the newest four of its folder stay among the recent files, so that
/// they leave room for what the user has opened.
void addRecordedSession(QSettings& store, const QString& file);

/// Folder for what is unpacked or made for the screen: the user's, or the usual one.
[[nodiscard]] std::filesystem::path spoolFolder(const AppSettings& settings);

/// A file or folder that comes with the program: beside the installed one, or in the source tree
/// while developing; empty if it is in neither.
/// @param name below the installed program's `share/sideline`
[[nodiscard]] QString findShipped(const QString& name, const QString& inSource);

} // namespace sideline::studio
