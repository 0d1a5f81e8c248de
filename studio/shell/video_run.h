#pragma once

#include <optional>

#include <QSize>
#include <QString>

#include "studio/settings/app_settings.h"
#include "studio/video/video_job.h"

namespace sideline::studio {

/// A video that the command line asks for.
struct VideoArguments {
    QString log;
    QString entry;               ///< of an archive
    QString file;                ///< of the video
    std::optional<double> fromS; ///< game clock; the log's begin without it
    std::optional<double> toS;   ///< the same; the log's end without it
    QString camera = QStringLiteral("follow-ball");
    QString select; ///< whom player cameras look at: left:N or right:N
    QSize sizePx = QSize(1280, 720);
    int framesPerSecond = 25;
    double speed = 1.0;
    std::optional<VideoOverlays> overlays; ///< without them as in the settings, and a scoreboard
    bool hasScoreboard = true;
    bool isHighlights = false;         ///< a director chooses what is shown
    bool cutsAtBookmarks = false;      ///< see `cutsOf`
    std::optional<double> slowGoals{}; ///< speed of slow motion around goals
    double smoothing = viewer3d::OffscreenView::kUsualOversampling;
    bool mayReplace = false;
};

/// Makes a video without a window, and prints how far it is; needs the application.
/// @return exit status of the program
int runVideo(const VideoArguments& arguments, const AppSettings& settings);

} // namespace sideline::studio
