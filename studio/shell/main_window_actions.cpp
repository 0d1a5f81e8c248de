// What the actions of the main window do: menus, keys and buttons.
#include "studio/shell/main_window.h"

#include <cmath>

#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QVBoxLayout>

#include "studio/actions/camera_actions.h"
#include "studio/shell/layouts.h"
#include "studio/shell/picture_dialog.h"
#include "studio/shell/settings_dialog.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using monitor::ObjectId;
using viewer3d::CameraMode;
using widgets::MessageBar;

constexpr std::uint32_t kGoals = logs::kindBit(logs::EventKind::Goal);

} // namespace

// Without a log there is nothing to replay or export, without a match nothing to look at.
void MainWindow::updateEnabled() {
    const bool canReplay = replay().isOpen() && !m_showsStart;
    const bool hasMatch = canReplay || (m_showsLive && !m_showsStart);
    for (QAction* action : m_actions.actions()) {
        const QString group = action->objectName().section(QLatin1Char('.'), 0, 0);
        if (group == QStringLiteral("replay")) {
            action->setEnabled(canReplay);
        } else if (group == QStringLiteral("camera") || group == QStringLiteral("select")) {
            action->setEnabled(hasMatch);
        }
    }
    m_actions.action("file.close")->setEnabled(m_session->isOpen() || showsRecording());
    for (const char* id : {"file.cut", "file.poses", "file.joints", "file.events"}) {
        m_actions.action(id)->setEnabled(canReplay);
    }
    for (const char* id : {"file.picture", "file.copy-picture"}) {
        m_actions.action(id)->setEnabled(hasMatch || m_editsMotions);
    }
    m_actions.action("view.trail")->setEnabled(hasMatch);
    m_actions.action("view.measure")->setEnabled(hasMatch);
    if (!hasMatch) {
        m_actions.action("view.measure")->setChecked(false);
    }
    // The keys of replays work for the simulator, too, before anything of it is recorded.
    const bool isOurs =
        m_showsLive && !m_showsStart && m_live->source() == LiveSession::Source::Simulator;
    for (const char* id : {"replay.play", "replay.forward", "replay.frame-forward"}) {
        m_actions.action(id)->setEnabled(isOurs || canReplay);
    }
    // A live match is as fast as it is.
    for (const char* id : {"replay.slower", "replay.faster", "replay.normal-speed"}) {
        m_actions.action(id)->setEnabled(canReplay && !isAtHead());
    }
}

void MainWindow::connectFileActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("file.open", [this] {
        const QString folder =
            m_session->isOpen()
                ? QFileInfo(QString::fromStdString(m_session->log()->path().string())).path()
                : QString();
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Open match log, session or agent stream"), folder,
            tr("Logs, sessions and streams (*.log *.session *.rec *.gz *.bz2 *.xz *.zst *.zip "
               "*.tar *.tgz *.tbz2 *.txz);;All files (*)"));
        if (!file.isEmpty()) {
            openFile(file);
        }
    });
    on("file.sample", [this] { openFile(m_samplePath); });
    on("file.close", [this] {
        showsRecording() ? m_live->closeRecording() : m_session->close();
        if (!m_showsLive && !m_editsMotions && !m_session->isOpen()) {
            showStart();
        }
    });
    on("file.cut", [this] { exportCut(); });
    on("file.poses", [this] { exportTable(ExportJob::Kind::Poses, tr("poses")); });
    on("file.joints", [this] { exportTable(ExportJob::Kind::Joints, tr("joints")); });
    on("file.events", [this] { exportTable(ExportJob::Kind::Events, tr("events")); });
    connect(&m_export, &ExportJob::progressed, this, [this](int percent) {
        m_exportPercent = percent;
        updateActivity();
    });
    connect(&m_export, &ExportJob::finished, this, &MainWindow::finishExport);
    on("file.picture", [this] { savePicture(); });
    on("file.copy-picture", [this] { copyPicture(); });
    on("file.settings", [this] { showSettings(); });
    on("file.quit", [this] { close(); });
    on("help.palette", [this] { showPalette(); });
    on("help.docs", [this] { help().showPage({}); });
    on("help.keys", [this] { help().showText(tr("Keyboard and mouse"), m_actions.helpHtml()); });
    on("help.about", [this] {
        m_messages->show(MessageBar::Severity::Note,
                         tr("Sideline %1, a studio for RoboCup 3D Soccer Simulation teams. "
                            "Free software under the GNU General Public License, version 3 or "
                            "later.")
                             .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::connectReplayActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("replay.play", [this] { playOrPause(); });
    on("replay.forward", [this] { runsBackward() ? replay().play(true) : playOrPause(); });
    on("replay.reverse",
       [this] { runsBackward() ? replay().setPlaying(false) : replay().play(false); });
    on("replay.frame-back", [this] { replay().step(-1); });
    on("replay.frame-forward", [this] { isAtHead() ? m_live->step() : replay().step(1); });
    on("replay.second-back", [this] { replay().jump(-1.0); });
    on("replay.second-forward", [this] { replay().jump(1.0); });
    on("replay.ten-back", [this] { replay().jump(-10.0); });
    on("replay.ten-forward", [this] { replay().jump(10.0); });
    on("replay.minute-back", [this] { replay().jump(-60.0); });
    on("replay.minute-forward", [this] { replay().jump(60.0); });
    on("replay.go-to", [this] { m_transport->askForPlace(); });
    connect(m_transport, &widgets::TransportBar::placeRequested, this, &MainWindow::goToPlace);
    on("replay.start", [this] { replay().seekFrame(0); });
    on("replay.end", [this] {
        if (m_showsLive && m_live->isLive()) {
            m_live->returnToLive();
        } else if (replay().isOpen()) {
            replay().seekTime(replay().log()->index()->durationS());
        }
    });
    const auto changeSpeed = [this](int step) {
        const auto& speeds = widgets::replaySpeeds();
        const double now = replay().clock().speed();
        const auto at = std::ranges::lower_bound(speeds, std::abs(now) - 1e-9);
        const auto index = std::clamp<std::ptrdiff_t>(
            at - speeds.begin() + step, 0, static_cast<std::ptrdiff_t>(speeds.size()) - 1);
        replay().setSpeed(std::copysign(speeds[static_cast<std::size_t>(index)], now));
    };
    on("replay.slower", [changeSpeed] { changeSpeed(-1); });
    on("replay.faster", [changeSpeed] { changeSpeed(1); });
    on("replay.normal-speed",
       [this] { replay().setSpeed(std::copysign(1.0, replay().clock().speed())); });
    on("replay.event-previous",
       [this] { jumpToEvent(false, m_events->kinds(), 0.0, tr("event")); });
    on("replay.event-next", [this] { jumpToEvent(true, m_events->kinds(), 0.0, tr("event")); });
    on("replay.goal-previous",
       [this] { jumpToEvent(false, kGoals, m_settings.goalLeadS, tr("goal")); });
    on("replay.goal-next", [this] { jumpToEvent(true, kGoals, m_settings.goalLeadS, tr("goal")); });
    connect(m_scoreboard, &widgets::Scoreboard::goalRequested, this,
            [this](const logs::Event& goal) {
                replay().goToEvent(goal, logs::kindBit(goal.kind), m_settings.goalLeadS);
            });
    on("replay.loop-begin", [this] { setLoopEdge(true); });
    on("replay.loop-end", [this] { setLoopEdge(false); });
    on("replay.loop", [this](bool wanted) {
        if (!wanted) {
            replay().setLoop(std::nullopt);
        } else if (replay().isOpen()) { // the interval that the ruler shows
            const widgets::TimeRuler* ruler = m_transport->ruler();
            replay().setLoop(logs::LoopRange{ruler->visibleBeginS(), ruler->visibleEndS()});
        }
    });
    on("replay.bookmark", [this] { addBookmark(); });
    on("replay.bookmark-previous", [this] { jumpToBookmark(false); });
    on("replay.bookmark-next", [this] { jumpToBookmark(true); });
    on("replay.show-match", [this] { m_transport->ruler()->showMatch(); });
    on("replay.show-all", [this] { m_transport->ruler()->showAll(); });
    on("replay.show-last-ten", [this] { m_transport->ruler()->showLast(10.0); });
    on("replay.show-last-minute", [this] { m_transport->ruler()->showLast(60.0); });
}

// The simulator and its recording are paused by the same key, whichever is on the screen.
void MainWindow::playOrPause() {
    if (!isAtHead()) {
        const bool isPlaying = replay().clock().isPlaying();
        isPlaying ? replay().setPlaying(false) : replay().play(true);
    } else if (m_live->source() == LiveSession::Source::Simulator) {
        m_live->setPaused(!m_live->view().isPaused);
    } else { // nobody stops a server: the picture stands, and the match continues
        m_live->pauseView();
    }
}

void MainWindow::jumpToEvent(bool forward, std::uint32_t kinds, double leadS, const QString& what) {
    m_messages->dismiss(m_jumpNote);
    if (!replay().isOpen() || replay().jumpToEvent(forward, kinds, leadS)) {
        return;
    }
    const bool mayCome = forward && !replay().log()->analysis()->isComplete;
    m_jumpNote = mayCome   ? tr("No %1 after this time so far").arg(what)
                 : forward ? tr("No %1 after this time").arg(what)
                           : tr("No %1 before this time").arg(what);
    m_messages->show(MessageBar::Severity::Note, m_jumpNote);
}

void MainWindow::connectCameraActions() {
    for (int i = 1; i <= viewer3d::kCameraPresetCount; ++i) {
        connect(m_actions.action(QStringLiteral("camera.preset%1").arg(i)), &QAction::triggered,
                this, [this, i] { cameraView().goToPreset(i); });
    }
    const auto check = [this] {
        for (const CameraAction& entry : kCameraActions) {
            m_actions.action(entry.id)->setChecked(entry.mode == cameraView().cameraMode());
        }
    };
    for (const CameraAction& entry : kCameraActions) {
        connect(m_actions.action(entry.id), &QAction::triggered, this,
                [this, check, mode = entry.mode] {
                    requirePlayer(mode);
                    viewer3d::MatchView& view = cameraView();
                    // The same key again goes back to flying.
                    view.setCameraMode(view.cameraMode() == mode ? CameraMode::Free : mode);
                    check();
                });
    }
    connect(m_view, &viewer3d::MatchView::cameraModeChanged, this, check);
    connect(m_second, &SecondView::cameraChanged, this, check);
    check();
}

// Cameras that look at a player need one: the one nearest to the ball, if none is selected.
void MainWindow::requirePlayer(CameraMode mode) {
    const bool needsPlayer = mode == CameraMode::FollowPlayer ||
                             mode == CameraMode::FollowPlayerTurning ||
                             mode == CameraMode::FirstPerson || mode == CameraMode::ThirdPerson;
    const auto& frame = shown().exact;
    if (!needsPlayer || !frame || m_session->selection().kind == ObjectId::Kind::Robot) {
        return;
    }
    const Eigen::Vector3d ball =
        frame->ball ? frame->ball->X_SBall.p : Eigen::Vector3d(Eigen::Vector3d::Zero());
    const auto nearest =
        std::ranges::min_element(frame->robots, {}, [&](const monitor::RobotFrame& robot) {
            return (robot.X_STorso().p - ball).norm();
        });
    if (nearest != frame->robots.end()) {
        m_session->select(ObjectId::ofRobot(nearest->id));
    } else {
        m_messages->show(MessageBar::Severity::Note, tr("No player is on the field at this time"));
    }
}

void MainWindow::connectSelectionActions() {
    const auto on = [this](const QString& id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on(QStringLiteral("select.ball"), [this] { m_session->select(ObjectId::ball()); });
    on(QStringLiteral("select.none"), [this] {
        QAction* measuring = m_actions.action("view.measure");
        measuring->isChecked() ? measuring->setChecked(false) : m_session->select({});
    });
    on(QStringLiteral("select.next"), [this] { selectNeighbor(1); });
    on(QStringLiteral("select.previous"), [this] { selectNeighbor(-1); });
    on(QStringLiteral("select.other-team"), [this] {
        const game::PlayerId id = m_session->selection().robot;
        if (id.side != game::Side::None) {
            selectNumber(id.side == game::Side::Left ? game::Side::Right : game::Side::Left,
                         id.unum.value());
        }
    });
    for (int i = 1; i <= 11; ++i) {
        on(QStringLiteral("select.left%1").arg(i),
           [this, i] { selectNumber(game::Side::Left, i); });
        on(QStringLiteral("select.right%1").arg(i),
           [this, i] { selectNumber(game::Side::Right, i); });
    }
}

void MainWindow::selectNumber(game::Side side, int number) {
    const game::PlayerId id{side, game::UniformNumber(number)};
    const auto& frame = shown().exact;
    if (!frame) {
        return;
    }
    if (frame->findRobot(id) != nullptr) {
        m_session->select(ObjectId::ofRobot(id));
    } else {
        m_messages->show(MessageBar::Severity::Note,
                         tr("Player %1 is not on the field at this time")
                             .arg(QString::fromStdString(game::toString(id))));
    }
}

void MainWindow::selectNeighbor(int step) {
    const auto& frame = shown().exact;
    if (!frame) {
        return;
    }
    const game::PlayerId current = m_session->selection().robot;
    const game::Side side = current.side == game::Side::None ? game::Side::Left : current.side;
    std::vector<game::PlayerId> team;
    for (const monitor::RobotFrame& robot : frame->robots) {
        if (robot.id.side == side) {
            team.push_back(robot.id);
        }
    }
    if (team.empty()) {
        return;
    }
    std::ranges::sort(team);
    const auto at = std::ranges::find(team, current);
    const auto size = static_cast<std::ptrdiff_t>(team.size());
    const std::ptrdiff_t next = at == team.end() ? 0 : (at - team.begin() + step + size) % size;
    m_session->select(ObjectId::ofRobot(team[static_cast<std::size_t>(next)]));
}

void MainWindow::connectViewActions() {
    m_actions.action("view.trail")->setChecked(true);
    connect(m_actions.action("view.trail"), &QAction::toggled, this, [this](bool on) {
        m_session->setTrailS(on ? m_settings.trailS : 0.0);
        m_live->setTrailS(on ? m_settings.trailS : 0.0);
    });
    const auto setting = [this](const char* id, bool AppSettings::*member) {
        connect(m_actions.action(id), &QAction::toggled, this, [this, member](bool on) {
            if (m_settings.*member != on) {
                AppSettings changed = m_settings;
                changed.*member = on;
                applySettings(changed);
                if (m_settingsDialog) { // else its next change would take this back
                    static_cast<SettingsDialog*>(m_settingsDialog.data())->setSettings(m_settings);
                }
            }
        });
    };
    setting("view.labels", &AppSettings::playerLabels);
    setting("view.shadows", &AppSettings::shadows);
    setting("view.smooth", &AppSettings::smoothReplay);
    setting("view.team-names", &AppSettings::teamNames);
    setting("view.regions", &AppSettings::regions);
    setting("view.offside", &AppSettings::offsideLines);
    setting("view.keep-out", &AppSettings::keepOut);
    setting("view.cones", &AppSettings::viewCones);
    setting("view.flip", &AppSettings::flipsField);
    setting("view.follow", &AppSettings::followsInField);
    setting("view.wireframe", &AppSettings::wireframe);
    connect(m_actions.action("view.full-screen"), &QAction::triggered, this,
            [this](bool on) { on ? showFullScreen() : showNormal(); });
    connect(m_actions.action("view.save-layout"), &QAction::triggered, this, [this] {
        bool good = false;
        const QString name = QInputDialog::getText(this, tr("Save layout"), tr("Name"),
                                                   QLineEdit::Normal, {}, &good);
        if (good && saveLayout(m_store, *this, name, m_editsMotions)) {
            enterWorkspace(name);
        } else if (good) {
            m_messages->show(MessageBar::Severity::Warning,
                             tr("'%1' cannot be used as a layout name").arg(name));
        }
    });
    connect(m_actions.action("view.reset-layout"), &QAction::triggered, this,
            [this] { showLayout(m_settings.layout); });
}

void MainWindow::setLoopEdge(bool begin) {
    if (!replay().isOpen()) {
        return;
    }
    const double now = replay().clock().timeS();
    const auto loop = replay().clock().loop();
    if (begin) {
        m_loopBeginS = now;
        if (loop && loop->endS > now) {
            replay().setLoop(logs::LoopRange{now, loop->endS});
        }
        return;
    }
    const double from = loop ? loop->beginS : m_loopBeginS.value_or(0.0);
    if (now > from) {
        replay().setLoop(logs::LoopRange{from, now});
    } else {
        m_messages->show(MessageBar::Severity::Note, tr("The loop must end after it starts"));
    }
}

void MainWindow::addBookmark() {
    const auto& frame = shown().exact;
    if (!frame || !replay().isOpen()) {
        return;
    }
    const logs::FrameNumber number = shownNumber(*replay().log()->index());
    const auto& known = replay().bookmarks().entries();
    if (std::ranges::find(known, number, &logs::Bookmark::frame) == known.end()) {
        replay().setBookmark({number, frame->game.timeS, tr("Bookmark").toStdString()});
    }
    m_docks[QStringLiteral("events")]->show();
    m_docks[QStringLiteral("events")]->raise();
    m_events->editBookmark(number);
}

void MainWindow::jumpToBookmark(bool forward) {
    m_messages->dismiss(m_jumpNote);
    if (!replay().isOpen()) {
        return;
    }
    const logs::FrameNumber now = replay().frame();
    std::optional<logs::FrameNumber> nearest;
    for (const logs::Bookmark& bookmark : replay().bookmarks().entries()) {
        const bool isThere = forward ? bookmark.frame > now : bookmark.frame < now;
        if (isThere && (!nearest || (bookmark.frame < *nearest) == forward)) {
            nearest = bookmark.frame;
        }
    }
    if (nearest) {
        replay().seekFrame(*nearest);
    } else {
        m_jumpNote =
            forward ? tr("No bookmark after this time") : tr("No bookmark before this time");
        m_messages->show(MessageBar::Severity::Note, m_jumpNote);
    }
}

// What lies beyond the log is its beginning or end.
void MainWindow::goToPlace(const widgets::MatchPlace& place) {
    if (!replay().isOpen()) {
        return;
    }
    const auto index = replay().log()->index();
    if (index->frameCount() == 0) {
        return;
    }
    if (const auto* frame = std::get_if<widgets::FramePlace>(&place)) {
        replay().seekFrame(frame->frame);
    } else if (const auto* time = std::get_if<widgets::GameTimePlace>(&place)) {
        replay().seekFrame(index->frameAtGameTime(time->timeS));
    } else if (const auto* way = std::get_if<widgets::RelativePlace>(&place)) {
        replay().jump(way->byS);
    }
}

void MainWindow::exportTable(ExportJob::Kind kind, const QString& name) {
    if (!replay().isOpen()) {
        return;
    }
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export %1").arg(name), name + QStringLiteral(".csv"), tr("CSV tables (*.csv)"));
    if (!file.isEmpty()) {
        startExport(kind, {0, replay().log()->index()->frameCount() - 1}, file);
    }
}

void MainWindow::exportCut() {
    if (!replay().isOpen()) {
        return;
    }
    const auto index = replay().log()->index();
    const auto loop = replay().clock().loop();
    const widgets::TimeRuler* ruler = m_transport->ruler();
    const double fromS = loop ? loop->beginS : ruler->visibleBeginS();
    const double toS = loop ? loop->endS : ruler->visibleEndS();
    const logs::FrameRange range{index->frameAtRecordTime(fromS), index->frameAtRecordTime(toS)};
    const QString file = QFileDialog::getSaveFileName(
        this,
        loop ? tr("Export the loop as a log (frames %1 to %2)").arg(range.first).arg(range.last)
             : tr("Export the visible range as a log (frames %1 to %2)")
                   .arg(range.first)
                   .arg(range.last),
        QStringLiteral("cut.log.xz"), tr("Match logs (*.log *.gz *.bz2 *.xz *.zst)"));
    if (!file.isEmpty()) {
        startExport(ExportJob::Kind::Cut, range, file);
    }
}

void MainWindow::startExport(ExportJob::Kind kind, logs::FrameRange range, const QString& file) {
    if (m_export.start(kind, replay().log(), range, file)) {
        m_exportFile = QFileInfo(file).fileName();
        m_exportPercent = 0;
        updateActivity();
    } else {
        m_messages->show(MessageBar::Severity::Note,
                         tr("%1 is still being written").arg(m_exportFile));
    }
}

void MainWindow::finishExport(const QString& file, const QString& error, bool canceled,
                              const QString& leftOut) {
    if (error.isEmpty() && !leftOut.isEmpty()) {
        m_messages->show(MessageBar::Severity::Warning, tr("Saved %1, but %2").arg(file, leftOut));
    } else if (error.isEmpty()) {
        m_messages->show(MessageBar::Severity::Note, tr("Saved %1").arg(file));
    } else if (!canceled) {
        m_messages->show(MessageBar::Severity::Error, error);
    }
    updateActivity();
}

// What works in the background, beside the ruler: the newest wish first.
void MainWindow::updateActivity() {
    using Stage = logs::LogProgress::Stage;
    const auto& log = replay().log();
    const logs::LogProgress progress = log ? log->progress() : logs::LogProgress{Stage::Done, 1.0};
    const auto percent = static_cast<int>(std::lround(progress.fraction * 100.0));
    if (m_session->isOpening()) {
        m_transport->setActivity(tr("Opening %1...").arg(QFileInfo(m_openingFile).fileName()),
                                 false);
    } else if (m_export.isRunning()) {
        m_transport->setActivity(tr("Writing %1, %2 %").arg(m_exportFile).arg(m_exportPercent));
    } else if (progress.stage == Stage::Indexing) {
        m_transport->setActivity(tr("Reading, %1 %").arg(percent));
    } else if (progress.stage == Stage::Analysing) {
        m_transport->setActivity(tr("Searching for events, %1 %").arg(percent));
    } else if (progress.stage == Stage::Canceled) {
        m_transport->setActivity(tr("Stopped before the end"), false);
    } else {
        m_transport->setActivity({});
    }
}

void MainWindow::savePicture() {
    viewer3d::MatchView& view = m_editsMotions ? view3d() : cameraView();
    PictureDialog dialog(view.size(), this);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const QString file = dialog.file();
    view.takePicture(dialog.sizePx(), [this, file](const QImage& image) {
        const auto saved = widgets::savePicture(image, file);
        m_messages->show(saved ? MessageBar::Severity::Note : MessageBar::Severity::Error,
                         saved ? tr("Saved %1").arg(file)
                               : widgets::toQt(saved.error().toString()));
    });
}

void MainWindow::showSettings() {
    if (!m_settingsDialog) {
        auto* dialog = new SettingsDialog(m_actions, this);
        connect(dialog, &SettingsDialog::settingsChanged, this, &MainWindow::applySettings);
        connect(dialog, &SettingsDialog::networkChanged, this, &MainWindow::applyNetwork);
        dialog->setNetwork(readNetworkSettings(m_store));
        m_settingsDialog = dialog;
    }
    static_cast<SettingsDialog*>(m_settingsDialog.data())->setSettings(m_settings);
    m_settingsDialog->show();
    m_settingsDialog->raise();
}

} // namespace sideline::studio
