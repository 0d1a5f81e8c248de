#include "studio/video/video_job.h"

#include <algorithm>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

// What the other thread works with; the GUI thread looks at it only while that one rests.
struct VideoJob::Work {
    VideoRequest request;
    VideoWriter writer;
    VideoFrames frames;
    VideoScoreboard scoreboard;
    std::size_t picture = 0; ///< that is made
    std::size_t count = 0;
    monitor::MatchFramePtr frame; ///< that it shows

    // Completes a picture and adds it.
    base::Expected<void> add(const QImage& drawn) {
        const VideoSettings& settings = request.settings;
        QImage image =
            viewer3d::OffscreenView::smoothed(drawn, QSize(settings.widthPx, settings.heightPx));
        if (request.hasScoreboard) {
            const double atS = static_cast<double>(picture) / request.plan.framesPerSecond;
            scoreboard.paint(image, frame->game, atS, request.plan.at(picture).isCut);
        }
        return writer.add(image.constBits(), static_cast<std::size_t>(image.bytesPerLine()));
    }
};

namespace {

// A camera as it stands at the begin of a shot.
void setUp(viewer3d::CameraRig& rig, const VideoCamera& camera, const monitor::MatchFrame& frame,
           double aspect) {
    if (camera.rig) {
        rig = *camera.rig;
    } else {
        rig.setMode(viewer3d::CameraMode::Free);
        rig.frameField(aspect);
        if (camera.preset > 0) {
            rig.goToPreset(camera.preset);
        }
    }
    auto player = camera.player;
    if (!player && frame.ball && !frame.robots.empty()) {
        player = std::ranges::min_element(frame.robots, {}, [&](const monitor::RobotFrame& robot) {
                     return (robot.X_STorso().p - frame.ball->X_SBall.p).norm();
                 })->id;
    }
    rig.setPlayer(player);
    if (!camera.rig) {
        rig.setMode(camera.mode);
    }
    rig.snap(&frame);
}

} // namespace

VideoJob::VideoJob(QObject* parent) : QObject(parent), m_task(BackgroundTask::Policy::OneAtATime) {}

VideoJob::~VideoJob() = default;

std::size_t VideoJob::pictureCount() const {
    return m_work ? m_work->count : 0;
}

base::Expected<void> VideoJob::start(VideoRequest request) {
    if (isRunning()) {
        return base::failure(base::ErrorCode::InvalidArgument, "another video is being made");
    }
    if (request.plan.shots.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "there is nothing to be shown");
    }
    auto writer = VideoWriter::create(request.file, request.settings, request.output);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    VideoFrames frames(*request.log);
    VideoScoreboard scoreboard(request.colors);
    m_isCanceled = false;
    m_percent = -1;
    m_rig = viewer3d::CameraRig();
    m_rig.setFovY(request.fovYRad);
    m_view = std::make_unique<viewer3d::OffscreenView>(
        QSize(request.settings.widthPx, request.settings.heightPx));
    m_view->setOptions(request.scene);
    const std::size_t count = request.plan.pictureCount();
    m_work = std::make_shared<Work>(Work{std::move(request), std::move(*writer), std::move(frames),
                                         scoreboard, 0, count, nullptr});
    next();
    return {};
}

// The frame of the next picture, or the end.
void VideoJob::next() {
    if (m_isCanceled) {
        finish(base::failure(base::ErrorCode::Canceled, "the video was canceled"));
        return;
    }
    const int percent = static_cast<int>(100 * m_work->picture / m_work->count);
    if (percent != m_percent) {
        m_percent = percent;
        Q_EMIT progressed(percent);
    }
    const auto work = m_work;
    if (work->picture == work->count) {
        m_task.start(
            "completing the video",
            [work](const TaskControl&) -> base::Expected<void> { return work->writer.finish(); },
            [this](const base::Expected<void>& done) { finish(done); });
        return;
    }
    m_task.start(
        "reading a frame",
        [work](const TaskControl&) {
            return work->frames.at(work->request.plan.at(work->picture).recordTimeS);
        },
        [this](const base::Expected<monitor::MatchFramePtr>& frame) { draw(frame); });
}

void VideoJob::draw(const base::Expected<monitor::MatchFramePtr>& frame) {
    if (!frame) {
        finish(tl::unexpected(frame.error()));
        return;
    }
    Work& work = *m_work;
    work.frame = *frame;
    const VideoPlan& plan = work.request.plan;
    const VideoPlan::Instant instant = plan.at(work.picture);
    const VideoCamera& camera = plan.shots[instant.shot].camera;
    const VideoSettings& settings = work.request.settings;
    if (work.frame->game.environment) {
        m_rig.setField(work.frame->game.environment->field);
    }
    if (instant.isCut) {
        setUp(m_rig, camera, *work.frame,
              static_cast<double>(settings.widthPx) / settings.heightPx);
        const bool isInside = m_rig.mode() == viewer3d::CameraMode::FirstPerson;
        m_view->setHiddenHead(isInside ? m_rig.player() : std::nullopt);
    } else {
        m_rig.advance(1.0 / plan.framesPerSecond, {}, work.frame.get());
    }
    m_view->draw(*work.frame, m_rig.pose(), [this](const QImage& image) {
        if (image.isNull()) {
            finish(base::failure(base::ErrorCode::Io, "the 3D view cannot be drawn here",
                                 "OpenGL 3.3"));
            return;
        }
        m_task.start(
            "adding a picture",
            [work = m_work, image](const TaskControl&) { return work->add(image); },
            [this](const base::Expected<void>& added) {
                if (!added) {
                    finish(added);
                    return;
                }
                ++m_work->picture;
                next();
            });
    });
}

void VideoJob::finish(const base::Expected<void>& outcome) {
    const QString file = QString::fromStdString(m_work->request.file.string());
    m_work.reset();
    // Not here: it may be what has called.
    QMetaObject::invokeMethod(
        this,
        [this, file, outcome] {
            if (!isRunning()) {
                m_view.reset();
            }
            Q_EMIT finished(file, outcome ? QString() : widgets::toQt(outcome.error().toString()),
                            !outcome && outcome.error().code == base::ErrorCode::Canceled);
        },
        Qt::QueuedConnection);
}

} // namespace sideline::studio
