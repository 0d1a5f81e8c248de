#include "studio/program/video_run.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <unistd.h>

#include "agentcore/math/angles.h"
#include "studio/program/script_run.h"
#include "studio/video/video_job.h"

namespace sideline::studio {

namespace {

constexpr int kExitGood = 0;
constexpr int kSignalPollMs = 100;

volatile std::sig_atomic_t isInterrupted = 0;

int fail(const QString& text) {
    std::fprintf(stderr, "sideline-studio: %s\n", qPrintable(text));
    return kExitFailed;
}

QString textOf(const base::Error& error) {
    return QString::fromStdString(error.toString());
}

std::shared_ptr<logs::MatchLog> openLog(const VideoArguments& arguments,
                                        const AppSettings& settings) {
    logs::LogOptions options;
    options.entry = arguments.entry.toStdString();
    options.spoolDirectory = spoolFolder(settings);
    options.memoryBytes = static_cast<std::size_t>(settings.memoryMiB) << 20U;
    options.maxUnpackedBytes = static_cast<std::uint64_t>(settings.maxUnpackedMiB) << 20U;
    options.analyze = false;
    auto log = logs::MatchLog::open(arguments.log.toStdString(), options);
    if (!log) {
        fail(textOf(log.error()));
        return nullptr;
    }
    (*log)->waitUntilIndexed();
    return *log;
}

// Converts the arguments to the options of the video.
base::Expected<VideoOptions> videoOptionsOf(const VideoArguments& arguments,
                                            const logs::MatchLog& log) {
    const auto index = log.index();
    auto camera = videoCamera(arguments.camera.toStdString());
    if (!camera) {
        return tl::unexpected(camera.error());
    }
    if (!arguments.select.isEmpty()) {
        const auto object = objectFromName(arguments.select);
        if (!object || object->kind != monitor::ObjectId::Kind::Robot) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "no player '" + arguments.select.toStdString() + "'",
                                 "left:N or right:N");
        }
        camera->player = object->robot;
    }
    if (arguments.fromS && arguments.toS && *arguments.toS < *arguments.fromS) {
        return base::failure(base::ErrorCode::InvalidArgument, "--to is before --from");
    }
    const double lastS = index->gameTimeS(index->frameCount() - 1);
    if (arguments.fromS.value_or(0.0) > lastS + 1.0) {
        return base::failure(base::ErrorCode::InvalidArgument, "--from is after the end of the log",
                             "at most " + std::to_string(lastS));
    }
    // Interpolates between two frames while the game clock runs.
    const auto at = [&](double gameTimeS) {
        const logs::FrameNumber frame = index->frameAtGameTime(gameTimeS);
        const double pastS = std::clamp(index->gameTimeS(frame) - gameTimeS, 0.0, index->stepS());
        return std::max(0.0, index->recordTimeS(frame) - pastS);
    };
    VideoOptions videoOptions;
    videoOptions.fromS = arguments.fromS ? at(*arguments.fromS) : 0.0;
    videoOptions.toS =
        arguments.toS ? std::max(videoOptions.fromS, at(*arguments.toS)) : index->durationS();
    videoOptions.speed = arguments.speed;
    videoOptions.camera = *camera;
    videoOptions.framesPerSecond = arguments.framesPerSecond;
    videoOptions.isHighlights = arguments.isHighlights;
    videoOptions.cutsAtBookmarks = arguments.cutsAtBookmarks;
    videoOptions.slowGoals = arguments.slowGoals;
    videoOptions.hasCaptions = arguments.overlays && arguments.overlays->captions;
    return videoOptions;
}

} // namespace

int runVideo(const VideoArguments& arguments, const AppSettings& settings) {
    VideoRequest request;
    request.settings = {arguments.sizePx.width(), arguments.sizePx.height(),
                        arguments.framesPerSecond};
    request.file = arguments.file.toStdString();
    request.output.mayReplace = arguments.mayReplace;
    request.output.inputs = {arguments.log.toStdString()};
    if (const auto checked = checkVideo(request.file, request.settings); !checked) {
        return fail(textOf(checked.error()));
    }
    const auto log = openLog(arguments, settings);
    if (!log) {
        return kExitFailed;
    }
    const auto videoOptions = videoOptionsOf(arguments, *log);
    auto video =
        videoOptions ? prepareVideo(*log, *videoOptions) : tl::unexpected(videoOptions.error());
    if (!video) {
        return fail(textOf(video.error()));
    }
    request.log = log;
    request.plan = std::move(video->plan);
    request.captions = std::move(video->captions);
    request.smoothing = arguments.smoothing;
    if (const auto frame = VideoFrames(*log).at(request.plan.shots.front().fromS)) {
        const monitor::GameState& game = (*frame)->game;
        request.colors = settings.colorsOf(QString::fromStdString(game.teamLeft),
                                           QString::fromStdString(game.teamRight));
    }
    request.scene = settings.sceneOptions(settings.theme == Theme::Dark, request.colors);
    request.fovYRad = math::radFromDeg(settings.fovYDeg);
    VideoOverlays defaults;
    defaults.numbers = request.scene.playerLabels;
    defaults.goals = request.scene.teamNames;
    request.overlays = arguments.overlays.value_or(defaults);
    request.overlays.scoreboard = request.overlays.scoreboard && arguments.hasScoreboard;

    int status = kExitFailed;
    VideoJob job;
    const bool isTerminal = ::isatty(STDERR_FILENO) != 0;
    QObject::connect(&job, &VideoJob::progressed, &job, [&](int percent) {
        if (isTerminal) {
            std::fprintf(stderr, "\r%s: %d %%", qPrintable(arguments.file), percent);
        }
    });
    QElapsedTimer elapsed;
    elapsed.start();
    std::size_t pictures = 0;
    QObject::connect(
        &job, &VideoJob::finished, &job,
        [&](const QString& file, const QString& error, bool isCanceled) {
            if (isTerminal) {
                std::fprintf(stderr, "\r\x1b[K");
            }
            if (error.isEmpty()) {
                const double s = static_cast<double>(elapsed.elapsed()) / 1000.0;
                std::printf("%s: %zu pictures in %.1f s, %.1f per second\n", qPrintable(file),
                            pictures, s, static_cast<double>(pictures) / s);
                status = kExitGood;
            } else {
                fail(isCanceled ? QStringLiteral("canceled; nothing was written") : error);
            }
            QApplication::exit(status);
        });
    if (const auto started = job.start(std::move(request)); !started) {
        return fail(textOf(started.error()));
    }
    pictures = job.pictureCount();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        std::signal(signal, [](int) { isInterrupted = 1; });
    }
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &job, [&job] {
        if (isInterrupted != 0) {
            job.cancel();
        }
    });
    watch.start(kSignalPollMs);
    return QApplication::exec();
}

} // namespace sideline::studio
