#pragma once

#include <optional>

#include <QSize>
#include <QString>

#include "studio/settings/app_settings.h"
#include "studio/video/video_job.h"

namespace sideline::studio {

/// A video that the command line requests.
struct VideoArguments {
    QString log;
    QString entry;               ///< file within an archive
    QString file;                ///< video file to write
    std::optional<double> fromS; ///< game clock; default: start of the log
    std::optional<double> toS;   ///< game clock; default: end of the log
    QString camera = QStringLiteral("follow-ball");
    QString select; ///< target of player cameras: left:N or right:N
    QSize sizePx = QSize(1280, 720);
    int framesPerSecond = 25;
    double speed = 1.0;
    std::optional<VideoOverlays> overlays; ///< default: as in the settings, with a scoreboard
    bool hasScoreboard = true;
    bool isHighlights = false;         ///< automatic selection of scenes and cameras
    bool cutsAtBookmarks = false;      ///< camera changes at bookmarks, see `cutsOf`
    std::optional<double> slowGoals{}; ///< speed of slow motion around goals
    double smoothing = viewer3d::OffscreenView::kDefaultOversampling;
    bool mayReplace = false;
};

/// Creates a video without a window, and prints the progress; requires the application object.
/// @return exit status of the program
int runVideo(const VideoArguments& arguments, const AppSettings& settings);

} // namespace sideline::studio
