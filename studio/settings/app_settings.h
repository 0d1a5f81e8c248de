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

/// Color of a team in all matches.
struct NamedColor {
    QString team; ///< name of the team; case-insensitive
    QColor color;
    [[nodiscard]] bool operator==(const NamedColor&) const = default;
};

/// Settings chosen by the user. A value type; ranges are enforced when it is read.
struct AppSettings {
    Theme theme = Theme::System;
    bool smoothReplay = true; ///< interpolate between frames while playing
    double trailS = 3.0;      ///< length of the selected object's trail, 0 to 30; 0: none
    double goalLeadS = 3.0;   ///< time before a goal at which a jump to it ends, 0 to 30
    /// Kinds of events in lists and for jump keys; 0: the default kinds.
    std::uint32_t eventKinds = 0;
    widgets::TeamColors colors; ///< colors of teams without a color of their own
    std::vector<NamedColor> namedColors;
    bool shadows = true;
    bool playerLabels = true;
    bool teamNames = true;       ///< drawn at the goals
    bool regions = false;        ///< Voronoi regions in the field view
    bool offsideLines = false;   ///< drawn in the field view
    bool keepOut = true;         ///< drawn in the field view: zones that opponents must leave
    bool viewCones = false;      ///< drawn in the field view
    bool flipsField = false;     ///< the field view is rotated by half a turn
    bool followsInField = false; ///< the field view follows the selection or the ball
    bool wireframe = false;      ///< drawn in the 3D view
    double fovYDeg = 45.0;       ///< vertical field of view of the 3D view, 20 to 120
    int detail = 1;              ///< detail of the robots' shapes: 0 coarse, 1 fine
    /// Samples per pixel: 0, 2, 4 or 8, for windows opened later; -1: the graphics card's default.
    int antialiasing = -1;
    QString meshFolder;  ///< the server's `models` folder; empty: built-in shapes
    int memoryMiB = 256; ///< limit for decoded frames and checkpoints, 16 to 65536
    /// Folder for unpacked logs and live recordings; empty: the user's cache folder.
    QString spoolDirectory;
    int maxUnpackedMiB = 16384; ///< size limit for an unpacked log, 64 to 1048576
    QString layout;             ///< name of the layout shown last

    [[nodiscard]] bool operator==(const AppSettings&) const = default;

    /// Returns the colors of a match between these teams: their own colors, otherwise those of the
    /// sides. A team without its own color never looks like its opponent.
    [[nodiscard]] widgets::TeamColors colorsOf(const QString& leftTeam,
                                               const QString& rightTeam) const;
    /// Returns the scene options for a match in these colors.
    [[nodiscard]] viewer3d::SceneOptions sceneOptions(bool dark,
                                                      const widgets::TeamColors& match) const;
};

/// Reads settings; missing or invalid values are replaced by the defaults, and values out of range
/// are clamped.
[[nodiscard]] AppSettings readSettings(const QSettings& store);
/// Writes settings; keys of other versions are kept.
void writeSettings(QSettings& store, const AppSettings& settings);

/// Returns the files opened last, newest first, at most ten; missing files are omitted.
[[nodiscard]] QStringList recentFiles(const QSettings& store);
void addRecentFile(QSettings& store, const QString& file);
/// Adds a recorded session. Only the newest four sessions of its folder remain among the recent
/// files, which leaves room for files that the user has opened.
void addRecordedSession(QSettings& store, const QString& file);

/// Returns the folder for unpacked and temporary files: the user's choice or the default.
[[nodiscard]] std::filesystem::path spoolFolder(const AppSettings& settings);

/// Returns the path of a file or folder that is part of the program: installed, or in the source
/// tree during development. Empty if it is in neither.
/// @param name path below the installed program's `share/sideline`
[[nodiscard]] QString findShipped(const QString& name, const QString& inSource);
/// Returns a folder of the examples that come with the program; empty if it is missing.
/// @param kind such as `teams`
[[nodiscard]] QString examplesFolder(const QString& kind);

} // namespace sideline::studio
