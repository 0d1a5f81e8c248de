#include "studio/workspaces/replay/export_controls.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "studio/workspaces/replay/picture_dialog.h"
#include "studio/workspaces/replay/video_dialog.h"
#include "widgets/common/file_question.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr double kToleranceDeg = 1.0; // logs round angles to less than this

} // namespace

ExportControls::ExportControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions,
                               QWidget* window, std::function<viewer3d::MatchView&()> pictured)
    : m_panels(panels),
      m_match(match),
      m_window(window),
      m_pictured(std::move(pictured)),
      m_preparing(BackgroundTask::Policy::OneAtATime) {
    const auto on = [this, &actions](const char* id, auto slot) {
        connect(actions.action(id), &QAction::triggered, this, slot);
    };
    on("file.cut", [this] { exportClip(); });
    on("file.poses", [this] { exportTable(ExportJob::Kind::Poses, tr("poses")); });
    on("file.joints", [this] { exportTable(ExportJob::Kind::Joints, tr("joints")); });
    on("file.events", [this] { exportTable(ExportJob::Kind::Events, tr("events")); });
    on("file.video", [this] { exportVideo(); });
    on("file.picture", [this] { savePicture(); });
    on("file.copy-picture", [this] { copyPicture(); });
    on("live.save", [this] { saveLiveRecording(); });
    on("replay.to-motion", [this] { makeMotion(); });
    connect(&m_export, &ExportJob::progressed, this, [this](int percent) {
        m_exportPercent = percent;
        Q_EMIT activityChanged();
    });
    connect(&m_export, &ExportJob::finished, this, &ExportControls::finishExport);
    connect(&m_video, &VideoJob::progressed, this, [this](int percent) {
        m_exportPercent = percent;
        Q_EMIT activityChanged();
    });
    connect(&m_video, &VideoJob::finished, this,
            [this](const QString& file, const QString& error, bool canceled) {
                finishExport(file, error, canceled, {});
            });
    connect(&match.live(), &LiveSession::recordingSaved, this,
            [this](const QString& file, const QString& error, const QString& leftOut) {
                finishExport(file, error, false, leftOut);
            });
    connect(&m_motionJob, &LogMotionJob::made, this,
            [this](keyframe::Motion motion, const QString& note) {
                motion.name = m_motionName.toStdString();
                Q_EMIT motionMade(motion, note);
            });
    connect(&m_motionJob, &LogMotionJob::failed, this, [this](const QString& text) {
        m_panels.messages->show(MessageBar::Severity::Error, text);
    });
}

QString ExportControls::activity() const {
    return tr("Writing %1, %2 %").arg(m_exportFile).arg(m_exportPercent);
}

void ExportControls::exportTable(ExportJob::Kind kind, const QString& name) {
    const MatchPlayer& replay = m_match.replay();
    if (!replay.isOpen()) {
        return;
    }
    const QString file = widgets::askToSave(m_window,
                                            {QStringLiteral("tables"), tr("Export %1").arg(name),
                                             tr("CSV tables (*.csv)"), m_match.file()},
                                            name + QStringLiteral(".csv"));
    if (!file.isEmpty()) {
        startExport(kind, {0, replay.log()->index()->frameCount() - 1}, file);
    }
}

void ExportControls::exportClip() {
    const MatchPlayer& replay = m_match.replay();
    if (!replay.isOpen()) {
        return;
    }
    const auto index = replay.log()->index();
    const auto [fromS, toS, loop] = interval();
    const logs::FrameRange range{index->frameAtRecordTime(fromS), index->frameAtRecordTime(toS)};
    const QString title =
        loop ? tr("Export the loop as a log (frames %1 to %2)").arg(range.first).arg(range.last)
             : tr("Export the visible range as a log (frames %1 to %2)")
                   .arg(range.first)
                   .arg(range.last);
    const QString file =
        widgets::askToSave(m_window,
                           {QStringLiteral("clips"), title,
                            tr("Match logs (*.log *.gz *.bz2 *.xz *.zst)"), m_match.file()},
                           QStringLiteral("cut.log.xz"));
    if (!file.isEmpty()) {
        startExport(ExportJob::Kind::Cut, range, file);
    }
}

ExportControls::Interval ExportControls::interval() const {
    const auto loop = m_match.replay().clock().loop();
    const widgets::TimeRuler* ruler = m_panels.transport->ruler();
    return loop ? Interval{loop->beginS, loop->endS, true}
                : Interval{ruler->visibleBeginS(), ruler->visibleEndS(), false};
}

void ExportControls::exportVideo() {
    const MatchPlayer& replay = m_match.replay();
    if (!replay.isOpen()) {
        return;
    }
    if (isRunning()) {
        m_panels.messages->show(MessageBar::Severity::Note,
                                tr("%1 is still being written").arg(m_exportFile));
        return;
    }
    const auto index = replay.log()->index();
    const Interval part = interval();
    const auto clockS = [&](double recordTimeS) {
        return index->gameTimeS(index->frameAtRecordTime(recordTimeS));
    };
    const auto piece = [&](const QString& text, double fromS, double toS) {
        const auto cuts = std::ranges::count_if(
            replay.bookmarks().entries(), [&](const logs::Bookmark& bookmark) {
                return bookmark.frame < index->frameCount() &&
                       index->recordTimeS(bookmark.frame) <= toS &&
                       widgets::toQt(bookmark.text).contains(QLatin1Char('@'));
            });
        return VideoDialog::Offer::Piece{
            text.arg(widgets::intervalText(fromS, toS, clockS(fromS), clockS(toS))), toS - fromS,
            static_cast<int>(cuts)};
    };
    VideoDialog::Offer offer;
    offer.interval =
        piece(part.isLoop ? tr("The loop, %1") : tr("The visible range, %1"), part.fromS, part.toS);
    offer.whole = piece(tr("The whole match, %1"), 0.0, index->durationS());
    offer.hasDrawings = index->drawingLineCount() > 0;
    const viewer3d::MatchView& view = m_panels.cameraView();
    offer.hasNumbers = view.options().playerLabels;
    offer.hasGoalNames = view.options().teamNames;
    VideoDialog dialog(offer, m_window);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    VideoOptions videoOptions;
    videoOptions.fromS = dialog.isWholeMatch() ? 0.0 : part.fromS;
    videoOptions.toS = dialog.isWholeMatch() ? index->durationS() : part.toS;
    videoOptions.speed = dialog.speed();
    videoOptions.framesPerSecond = dialog.settings().framesPerSecond;
    videoOptions.isHighlights = dialog.isHighlights();
    videoOptions.cutsAtBookmarks = dialog.cutsAtBookmarks();
    videoOptions.slowGoals = dialog.slowGoals();
    videoOptions.hasCaptions = dialog.overlays().captions;
    if (const auto named = videoCamera(dialog.camera().toStdString())) {
        videoOptions.camera = *named;
    } else { // no name was chosen: uses the camera of the view
        videoOptions.camera.rig = view.camera();
    }
    const monitor::ObjectId& selected = m_match.log().selection();
    if (selected.kind == monitor::ObjectId::Kind::Robot) {
        videoOptions.camera.player = selected.robot;
    }
    const QString file = dialog.file();
    VideoRequest request;
    request.log = replay.log();
    request.settings = dialog.settings();
    request.file = QFile::encodeName(file).toStdString();
    request.output = widgets::savedOptions();
    request.output.inputs = {replay.log()->path()};
    request.scene = view.options();
    request.colors = {request.scene.leftColor, request.scene.rightColor};
    request.fovYRad = view.camera().fovYRad();
    request.overlays = dialog.overlays();
    request.smoothing = dialog.smoothing();
    m_exportFile = QFileInfo(file).fileName();
    m_exportPercent = 0;
    m_preparing.start(
        "preparing the video",
        [log = replay.log(), videoOptions](const TaskControl&) {
            return prepareVideo(*log, videoOptions);
        },
        [this, request = std::move(request)](base::Expected<PreparedVideo> video) mutable {
            const base::Expected<void> started = video.and_then([&](PreparedVideo& prepared) {
                request.plan = std::move(prepared.plan);
                request.captions = std::move(prepared.captions);
                return m_video.start(std::move(request));
            });
            if (!started) {
                m_panels.messages->show(MessageBar::Severity::Error,
                                        widgets::toQt(started.error().toString()));
            }
            Q_EMIT activityChanged();
        });
    Q_EMIT activityChanged();
}

void ExportControls::startExport(ExportJob::Kind kind, logs::FrameRange range,
                                 const QString& file) {
    if (m_export.start(kind, m_match.replay().log(), range, file)) {
        m_exportFile = QFileInfo(file).fileName();
        m_exportPercent = 0;
        Q_EMIT activityChanged();
    } else {
        m_panels.messages->show(MessageBar::Severity::Note,
                                tr("%1 is still being written").arg(m_exportFile));
    }
}

void ExportControls::finishExport(const QString& file, const QString& error, bool canceled,
                                  const QString& leftOut) {
    if (error.isEmpty() && !leftOut.isEmpty()) {
        m_panels.messages->show(MessageBar::Severity::Warning,
                                tr("Saved %1, but %2").arg(file, leftOut));
    } else if (error.isEmpty()) {
        m_panels.messages->show(MessageBar::Severity::Note, tr("Saved %1").arg(file));
    } else if (!canceled) {
        m_panels.messages->show(MessageBar::Severity::Error, error);
    }
    Q_EMIT activityChanged();
}

void ExportControls::saveLiveRecording() {
    const QString file = widgets::askToSave(
        m_window,
        {QStringLiteral("recordings"), tr("Save the live recording"), tr("Match logs (*.log)")},
        QStringLiteral("match.log"));
    if (!file.isEmpty() && !m_match.live().saveRecording(file)) {
        m_panels.messages->show(MessageBar::Severity::Error,
                                tr("Nothing recorded yet, or another recording is being saved"));
    }
}

void ExportControls::savePicture() {
    viewer3d::MatchView& view = m_pictured();
    PictureDialog dialog(view.size(), m_window);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const QString file = dialog.file();
    view.takePicture(dialog.sizePx(), [this, file](const QImage& image) {
        const auto saved = widgets::savePicture(image, file);
        m_panels.messages->show(saved ? MessageBar::Severity::Note : MessageBar::Severity::Error,
                                saved ? tr("Saved %1").arg(file)
                                      : widgets::toQt(saved.error().toString()));
    });
}

// Copies a picture that has the size of the shown view.
void ExportControls::copyPicture() {
    viewer3d::MatchView& view = m_pictured();
    view.takePicture(view.size() * view.devicePixelRatio(), [this](const QImage& image) {
        if (image.isNull()) {
            m_panels.messages->show(MessageBar::Severity::Error,
                                    tr("No image: the 3D view is not visible"));
            return;
        }
        QGuiApplication::clipboard()->setImage(image);
        m_panels.messages->show(
            MessageBar::Severity::Note,
            tr("Image copied to the clipboard (%1 x %2)").arg(image.width()).arg(image.height()));
    });
}

void ExportControls::makeMotion() {
    const MatchPlayer& replay = m_match.replay();
    const auto& id = m_match.log().selection();
    const auto& frame = m_match.shown().exact;
    const monitor::RobotFrame* robot =
        frame && id.kind == monitor::ObjectId::Kind::Robot ? frame->findRobot(id.robot) : nullptr;
    const auto loop = replay.clock().loop();
    if (robot == nullptr || robot->model == nullptr || !loop || !replay.isOpen()) {
        m_panels.messages->show(
            MessageBar::Severity::Note,
            tr("Select a robot and set the interval with [ and ]: its joint angles "
               "become a motion"));
        return;
    }
    const auto index = replay.log()->index();
    m_motionName =
        widgets::toQt(fmt::format("{} {}", game::sideName(id.robot.side), id.robot.unum.value()));
    m_motionJob.start(replay.log(), id.robot, *robot->model, index->frameAtRecordTime(loop->beginS),
                      index->frameAtRecordTime(loop->endS), math::radFromDeg(kToleranceDeg));
}

} // namespace sideline::studio
