#include "studio/video/video_job.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// A picture of the plan while it is being made.
struct Picture {
    std::size_t number = 0;
    monitor::MatchFramePtr frame;
    drawing::DrawingBoardPtr drawings; ///< null if there are none
    QImage image;                      ///< null until drawn
};

} // namespace

// `frames` is used by the reading thread only, `writer` and `scoreboard` by the adding thread only;
// `request` is read-only.
struct VideoJob::Work {
    VideoRequest request;
    VideoWriter writer;
    VideoFrames frames;
    VideoScoreboard scoreboard;
    std::size_t count = 0;
    std::size_t toRead = 0;           ///< index of the next picture to read
    std::size_t added = 0;            ///< number of pictures in the file
    std::optional<Picture> read{};    ///< waiting to be drawn
    std::optional<Picture> drawing{}; ///< being drawn, or waiting to be added
    bool isEnding = false;

    base::Expected<Picture> readPicture(std::size_t number) {
        const double recordTimeS = request.plan.at(number).recordTimeS;
        auto frame = frames.at(recordTimeS);
        if (!frame) {
            return tl::unexpected(frame.error());
        }
        Picture picture{number, std::move(*frame), nullptr, {}};
        if (request.overlays.drawings) {
            auto board = frames.drawingsAt(recordTimeS);
            if (!board) {
                return tl::unexpected(board.error());
            }
            picture.drawings = std::move(*board);
        }
        if (request.overlays.names) {
            picture.drawings = withNames(picture.drawings, *picture.frame);
        }
        return picture;
    }

    // Paints the overlays on a picture and adds it to the file.
    base::Expected<void> add(const Picture& picture) {
        const VideoSettings& settings = request.settings;
        QImage image = viewer3d::OffscreenView::smoothed(
            picture.image, QSize(settings.widthPx, settings.heightPx));
        const VideoPlan::Instant instant = request.plan.at(picture.number);
        if (request.overlays.scoreboard) {
            const double atS = static_cast<double>(picture.number) / request.plan.framesPerSecond;
            scoreboard.paint(image, picture.frame->game, atS, instant.isCut);
        }
        for (const VideoCaption& caption : request.captions) {
            if (instant.recordTimeS >= caption.fromS && instant.recordTimeS < caption.toS) {
                paintCaption(image, caption, request.colors);
            }
        }
        return writer.add(image.constBits(), static_cast<std::size_t>(image.bytesPerLine()));
    }

    // Puts team and number above each head, instead of labels drawn by agents.
    drawing::DrawingBoardPtr withNames(const drawing::DrawingBoardPtr& board,
                                       const monitor::MatchFrame& frame) const {
        auto named = board ? std::make_shared<drawing::DrawingBoard>(*board)
                           : std::make_shared<drawing::DrawingBoard>();
        named->agentNotes.clear();
        for (const monitor::RobotFrame& robot : frame.robots) {
            if (robot.id.side == game::Side::None) {
                continue;
            }
            const QColor color = request.colors.of(robot.id.side);
            const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
            const std::string_view team = frame.game.teamName(robot.id.side);
            named->agentNotes.push_back(
                {{robot.id.side == game::Side::Right, robot.id.unum.value()},
                 std::string(team.empty() ? game::sideName(robot.id.side) : team) + ' ' +
                     std::to_string(robot.id.unum.value()),
                 {byte(color.red()), byte(color.green()), byte(color.blue())},
                 "video"});
        }
        std::ranges::sort(named->agentNotes, {}, &drawing::AgentNote::agent);
        return named;
    }
};

base::Expected<VideoOverlays> videoOverlays(const QString& names) {
    VideoOverlays overlays{false, false, false, false, false, false};
    struct Named {
        const char* name;
        bool VideoOverlays::*isOn;
    };
    static constexpr Named kNames[] = {
        {"scoreboard", &VideoOverlays::scoreboard}, {"numbers", &VideoOverlays::numbers},
        {"names", &VideoOverlays::names},           {"goals", &VideoOverlays::goals},
        {"drawings", &VideoOverlays::drawings},     {"captions", &VideoOverlays::captions}};
    if (names == QStringLiteral("none")) {
        return overlays;
    }
    for (const QString& name : names.split(QLatin1Char(','))) {
        bool isKnown = name == QStringLiteral("all");
        for (const Named& each : kNames) {
            if (isKnown && name == QStringLiteral("all")) {
                overlays.*each.isOn = true;
            } else if (name == QLatin1String(each.name)) {
                overlays.*each.isOn = true;
                isKnown = true;
            }
        }
        if (!isKnown) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "unknown overlay '" + name.toStdString() + "'",
                                 "all, none, or some of scoreboard, numbers, names, goals, "
                                 "drawings and captions, comma-separated");
        }
    }
    return overlays;
}

VideoJob::VideoJob(QObject* parent)
    : QObject(parent),
      m_reading(BackgroundTask::Policy::OneAtATime),
      m_adding(BackgroundTask::Policy::OneAtATime) {}

VideoJob::~VideoJob() = default;

std::size_t VideoJob::pictureCount() const {
    return m_work ? m_work->count : 0;
}

base::Expected<void> VideoJob::start(VideoRequest request) {
    if (isRunning()) {
        return base::failure(base::ErrorCode::InvalidArgument, "another video is being made");
    }
    if (request.plan.shots.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "there is nothing to show");
    }
    auto writer = VideoWriter::create(request.file, request.settings, request.output);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    VideoFrames frames(*request.log);
    VideoScoreboard scoreboard(request.colors);
    m_isCanceled = false;
    m_percent = -1;
    m_aim.emplace(request.fovYRad,
                  static_cast<double>(request.settings.widthPx) / request.settings.heightPx);
    m_view = std::make_unique<viewer3d::OffscreenView>(
        QSize(request.settings.widthPx, request.settings.heightPx), request.smoothing);
    request.scene.playerLabels = request.overlays.numbers && !request.overlays.names;
    request.scene.teamNames = request.overlays.goals;
    m_view->setOptions(request.scene);
    const std::size_t count = request.plan.pictureCount();
    m_work = std::make_shared<Work>(
        Work{std::move(request), std::move(*writer), std::move(frames), scoreboard, count});
    startSteps();
    return {};
}

// Starts every step that can run now: reading, drawing and adding overlap.
void VideoJob::startSteps() {
    if (!m_work || m_work->isEnding) {
        return;
    }
    if (m_isCanceled) {
        finish(base::failure(base::ErrorCode::Canceled, "the video was canceled"));
        return;
    }
    Work& work = *m_work;
    const int percent = static_cast<int>(100 * work.added / work.count);
    if (percent != m_percent) {
        m_percent = percent;
        Q_EMIT progressed(percent);
    }
    if (work.added == work.count) {
        work.isEnding = true;
        m_adding.start(
            "completing the video",
            [work = m_work](const TaskControl&) -> base::Expected<void> {
                return work->writer.finish();
            },
            [this](const base::Expected<void>& done) { finish(done); });
        return;
    }
    if (work.drawing && !work.drawing->image.isNull() && !m_adding.isRunning()) {
        add();
    }
    if (work.read && !work.drawing) {
        draw();
    }
    if (m_work && !work.read && work.toRead < work.count && !m_reading.isRunning()) {
        read();
    }
}

void VideoJob::read() {
    m_reading.start(
        "reading a frame",
        [work = m_work, number = m_work->toRead](const TaskControl&) {
            return work->readPicture(number);
        },
        [this](base::Expected<Picture> picture) {
            if (!picture) {
                finish(tl::unexpected(picture.error()));
                return;
            }
            ++m_work->toRead;
            m_work->read = std::move(*picture);
            startSteps();
        });
}

// Places the camera for the picture being drawn.
void VideoJob::aim() {
    const Work& work = *m_work;
    const VideoPlan& plan = work.request.plan;
    const VideoPlan::Instant instant = plan.at(work.drawing->number);
    m_aim->show(plan, instant, work.drawing->frame);
    if (instant.isCut) {
        const viewer3d::CameraRig& rig = m_aim->rig();
        const bool isInside = rig.mode() == viewer3d::CameraMode::FirstPerson;
        m_view->setHiddenHead(isInside ? rig.player() : std::nullopt);
    }
}

void VideoJob::draw() {
    m_work->drawing = std::exchange(m_work->read, {});
    aim();
    m_view->setDrawings(m_work->drawing->drawings);
    m_view->draw(
        *m_work->drawing->frame, m_aim->rig().pose(),
        [this, work = std::weak_ptr(m_work)](const QImage& image) {
            if (!m_work || m_work != work.lock()) {
                return; // belongs to a video that has ended
            }
            if (image.isNull()) {
                finish(base::failure(base::ErrorCode::Io, "cannot draw the 3D view", "OpenGL 3.3"));
                return;
            }
            m_work->drawing->image = image;
            startSteps();
        });
}

void VideoJob::add() {
    m_adding.start(
        "adding a picture",
        [work = m_work, picture = *std::exchange(m_work->drawing, {})](const TaskControl&) {
            return work->add(picture);
        },
        [this](const base::Expected<void>& added) {
            if (!added) {
                finish(added);
                return;
            }
            ++m_work->added;
            startSteps();
        });
}

void VideoJob::finish(const base::Expected<void>& outcome) {
    const QString file = QString::fromStdString(m_work->request.file.string());
    m_reading.cancel();
    m_adding.cancel();
    m_work.reset();
    // Deferred, because the view may be the caller.
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
