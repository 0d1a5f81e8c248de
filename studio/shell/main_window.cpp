#include "studio/shell/main_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>
#include <QScreen>
#include <QToolBar>
#include <QVBoxLayout>

#include "agentcore/math/angles.h"
#include "studio/shell/layouts.h"
#include "studio/shell/theme.h"
#include "studio/workspaces/replay/trail.h"
#include "viewer3d/scene/server_meshes.h"
#include "widgets/common/icons.h"

namespace sideline::studio {

namespace {

using monitor::ObjectId;
using widgets::MessageBar;

constexpr double kActiveHintS = 20.0; // an empty field longer than this is worth a hint

} // namespace

MainWindow::MainWindow(QSettings& store, QString samplePath)
    : m_store(store),
      m_samplePath(std::move(samplePath)),
      m_settings(readSettings(store)),
      m_recent(store),
      m_session(std::make_unique<MatchPlayer>()),
      m_live(std::make_unique<LiveSession>()) {
    setObjectName(QStringLiteral("main"));
    setWindowIcon(widgets::icon(QStringLiteral("sideline")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_actions.load(store);
    for (QAction* action : m_actions.actions()) {
        addAction(action);
    }
    buildCenter();
    buildDocks();
    buildTransport();
    buildWorkspaces();
    buildMenus();
    connectSession();
    connectPanels();
    connectFileActions();
    connectReplayActions();
    connectCameraActions();
    connectSelectionActions();
    connectViewActions();
    connectField();
    connectLive();
    connectMotions();
    connectLocalization();
    connectWorkspaces();
    connectStart();
    const QSize available = screen()->availableSize();
    resize(std::min(1440, available.width() - 20), std::min(900, available.height() - 50));
    restoreGeometry(m_store.value(QStringLiteral("window/geometry")).toByteArray());
    m_arrangements = readArrangements(m_store);
    const bool isForMatches =
        layoutNames().contains(m_settings.layout) && !isMotionLayout(m_store, m_settings.layout);
    m_matchLayout = isForMatches ? m_settings.layout : builtInLayouts().front();
    hideForStart();
    applySettings(m_settings);
    connect(&m_recent, &RecentFiles::changed, this, &MainWindow::showRecent);
    showRecent();
    fillRecent();
    m_actions.action("file.sample")->setEnabled(!m_samplePath.isEmpty());
    showClosed();
    showPlayback();
    m_motions->offerRecovery();
}

MainWindow::~MainWindow() {
    hide(); // while everything is there that docks report when they go out of sight
    m_live->disconnect(this);
    m_live->replay().disconnect(this);
    m_live->stop(); // what comes on its threads goes to the workspace
    // Panels and loader hold the log: it must go before the session that its thread reports to.
    m_loader.load(nullptr, {});
    m_recent.stop();
    m_session->close();
}

QStringList MainWindow::layoutNames() const {
    return builtInLayouts() + savedLayouts(m_store);
}

void MainWindow::connectSession() {
    connect(m_session.get(), &MatchPlayer::opened, this, &MainWindow::showOpened);
    connect(m_session.get(), &MatchPlayer::closed, this, &MainWindow::showClosed);
    connect(m_session.get(), &MatchPlayer::openFailed, this, [this](const QString& text) {
        const Origin origin = std::exchange(m_opening, Origin::File);
        if (origin == Origin::Stream) {
            m_localize->closeStream();
        } else if (origin == Origin::Session) {
            m_workspace->sessionReplay().close();
        }
        m_messages->show(MessageBar::Severity::Error, text);
        updateActivity();
    });
    connect(m_session.get(), &MatchPlayer::frameShown, this, &MainWindow::showFrame);
    connect(m_session.get(), &MatchPlayer::selectionChanged, this, [this](const ObjectId& id) {
        m_view->setSelection(id);
        m_field->setSelection(id);
        m_objects->setSelection(id);
    });
    connectReplay(*m_session);
    connectReplay(m_live->replay());
    connect(&m_loader, &SignalLoader::tableReady, this,
            [this](const std::shared_ptr<const logs::SignalTable>& table) {
                m_plots->setTable(table);
            });
    connect(&m_loader, &SignalLoader::failed, this, &MainWindow::showFailure);
}

// What a log and the recording of a live match report alike; only the one on the screen counts.
void MainWindow::connectReplay(const MatchPlayer& session) {
    const auto whenShown = [this, &session](auto slot) {
        return [this, &session, slot] {
            if (&replay() == &session) {
                (this->*slot)();
            }
        };
    };
    connect(&session, &MatchPlayer::problem, this,
            [this](const QString& text) { m_messages->show(MessageBar::Severity::Warning, text); });
    connect(&session, &MatchPlayer::logChanged, this, whenShown(&MainWindow::showLogProgress));
    connect(&session, &MatchPlayer::playbackChanged, this, whenShown(&MainWindow::showPlayback));
    connect(&session, &MatchPlayer::bookmarksChanged, this, whenShown(&MainWindow::showBookmarks));
}

void MainWindow::showBookmarks() {
    const auto& entries = replay().bookmarks().entries();
    m_events->setBookmarks(entries);
    m_transport->ruler()->setBookmarks(entries);
}

void MainWindow::connectPanels() {
    const auto select = [this](const ObjectId& id) { m_session->select(id); };
    connect(m_view, &viewer3d::MatchView::picked, this, select);
    connect(m_view, &viewer3d::MatchView::activated, this, [this](const ObjectId& id) {
        m_session->select(id);
        m_view->setCameraMode(id.kind == ObjectId::Kind::Ball ? viewer3d::CameraMode::FollowBall
                                                              : viewer3d::CameraMode::FollowPlayer);
    });
    connect(m_view, &viewer3d::MatchView::filesDropped, this,
            [this](const QStringList& files) { openFile(files.front()); });
    connect(m_field, &widgets::FieldView::selected, this, select);
    connect(m_objects, &widgets::ObjectPanel::selected, this, select);
    connect(m_objects, &widgets::ObjectPanel::plotRequested, this, &MainWindow::plotSignal);
    const auto seekFrame = [this](logs::FrameNumber frame) { replay().seekFrame(frame); };
    connect(m_events, &widgets::EventPanel::frameRequested, this, seekFrame);
    connect(m_events, &widgets::EventPanel::bookmarkEdited, this,
            [this](const logs::Bookmark& bookmark) { replay().setBookmark(bookmark); });
    connect(m_events, &widgets::EventPanel::bookmarkRemoved, this,
            [this](logs::FrameNumber frame) { replay().removeBookmark(frame); });
    connect(m_events, &widgets::EventPanel::kindsChanged, this,
            [this](std::uint32_t kinds) { m_settings.eventKinds = kinds; });
    QAction* pausing = m_actions.action("replay.pause-at-events");
    connect(m_events, &widgets::EventPanel::pausingChanged, pausing, &QAction::setChecked);
    connect(m_events, &widgets::EventPanel::listChanged, this, &MainWindow::pauseAtEvents);
    connect(pausing, &QAction::toggled, this, &MainWindow::pauseAtEvents);
    connect(m_overview, &widgets::OverviewPanel::frameRequested, this, seekFrame);
    connect(m_overview, &widgets::OverviewPanel::entryRequested, this,
            [this](const QString& entry) {
                openFile(QString::fromStdString(m_session->log()->path().string()), entry);
            });
    const auto loadPlots = [this] {
        m_loader.load(replay().log(), m_plots->signalIds(), m_workspace->agentValues(m_showsLive));
    };
    connect(m_plots, &widgets::PlotPanel::signalsWanted, this, loadPlots);
    connect(m_actions.action("session.record"), &QAction::triggered, this, loadPlots);
    const auto seekTime = [this](double timeS) { replay().seekTime(timeS); };
    connect(m_plots, &widgets::PlotPanel::seekRequested, this, seekTime);
    // Ruler and plots show the same interval.
    connect(m_transport->ruler(), &widgets::TimeRuler::visibleRangeChanged, this, [this] {
        const widgets::TimeRuler* ruler = m_transport->ruler();
        m_plots->showRange(ruler->visibleBeginS(), ruler->visibleEndS());
    });
    connect(m_plots, &widgets::PlotPanel::rangeChanged, m_transport->ruler(),
            &widgets::TimeRuler::showRange);
    connect(m_plots, &widgets::PlotPanel::showAllRequested, m_transport->ruler(),
            &widgets::TimeRuler::showMatch);
    connect(m_plots, &widgets::PlotPanel::messageRequested, this,
            [this](const QString& text, bool isError) {
                m_messages->show(isError ? MessageBar::Severity::Error : MessageBar::Severity::Note,
                                 text);
            });
    connect(m_transport->ruler(), &widgets::TimeRuler::seekRequested, this, seekTime);
    connect(m_transport, &widgets::TransportBar::speedRequested, this, [this](double speed) {
        replay().setSpeed(std::copysign(speed, replay().clock().speed()));
    });
    connect(m_transport, &widgets::TransportBar::stopRequested, this,
            [this] { m_export.isRunning() ? m_export.cancel() : replay().cancelBackgroundWork(); });
}

void MainWindow::showOpened() {
    const auto& log = m_session->log();
    m_logFile = m_openingFile;
    const Origin origin = std::exchange(m_opening, Origin::File);
    const bool isOfStream = origin == Origin::Stream;
    if (!isOfStream && m_localize->source() == LocalizationWorkspace::Source::Recorded) {
        m_localize->closeStream();
    }
    if (origin == Origin::Session) {
        m_workspace->sessionReplay().setMatchShown();
    } else {
        m_workspace->sessionReplay().close();
    }
    if (origin == Origin::File) {
        addRecentFile(m_store,
                      QFileInfo(QString::fromStdString(log->path().string())).absoluteFilePath());
    }
    fillRecent();
    m_issuesTold = false;
    m_activeTold = false;
    m_loopBeginS.reset();
    m_messages->clear();
    leaveLive(); // a stream that awaits its match waits for it to leave the screen, too
    if (isOfStream) {
        m_localize->matchShown();
        lookAtStreamRobot();
    }
    showForLog();
    showCenter();
    showOverview();
    m_transport->ruler()->setIndex(nullptr);
    m_plots->clearFrame();
    showLogProgress();
    updateEnabled();
    updateTitle();
}

void MainWindow::showClosed() {
    if (m_localize->source() == LocalizationWorkspace::Source::Recorded &&
        m_opening != Origin::Stream) {
        m_localize->closeStream();
    }
    if (m_opening != Origin::Session) {
        m_workspace->sessionReplay().close(); // its match was closed
    }
    m_loader.load(nullptr, {});
    m_overview->setLog(nullptr);
    m_events->setAnalysis(nullptr);
    m_scoreboard->setAnalysis(nullptr);
    m_banner->forget();
    setShowsLive(m_showsLive);
    m_plots->clearFrame();
    m_transport->ruler()->setIndex(nullptr);
    m_transport->setPosition(0, 0, 0, 0);
    updateActivity();
}

// The match that is made of a stream goes by the stream's name.
void MainWindow::showOverview() {
    m_overview->setLog(replay().log(), m_showsLive ? QString() : m_logFile);
}

void MainWindow::updateTitle() {
    QString title = tr("Sideline");
    if (m_showsStart) {
        // of nothing
    } else if (m_editsMotions) {
        title = QStringLiteral("%1[*] - %2").arg(m_motions->document().title(), title);
    } else if (m_showsLive) {
        const QString& server = m_live->serverName();
        const QString name = m_live->isLive()   ? (server.isEmpty() ? tr("Simulator") : server)
                             : server.isEmpty() ? tr("Recording of the simulator")
                                                : tr("Recording of %1").arg(server);
        title = QStringLiteral("%1 - %2").arg(name, title);
    } else if (m_session->isOpen()) {
        title = QStringLiteral("%1 - %2").arg(QFileInfo(m_logFile).fileName(), title);
    }
    setWindowModified(false); // a title without the mark's place must not ask for it
    setWindowTitle(title);
    setWindowModified(m_editsMotions && m_motions->document().isModified());
}

// What a log and a live match have in common.
void MainWindow::showInPanels(const logs::FetchedFrame& told) {
    using Place = AgentControls::Place;
    m_workspace->showMatch(told, !m_showsLive         ? Place::Log
                                 : m_live->isAtHead() ? Place::Now
                                                      : Place::Earlier);
    m_localize->showMatch(told, m_showsLive, m_live->source() == LiveSession::Source::Simulator);
    const bool throughEyes = m_actions.action("view.agent-eyes")->isChecked();
    if (!throughEyes || !m_workspace->agentControls().isAsking()) { // else when the answer comes
        drawMatch(told);
    }
}

void MainWindow::drawMatch(const logs::FetchedFrame& told) {
    const logs::FetchedFrame fetched = m_workspace->throughEyes(told);
    showColors(fetched.exact.get());
    const double timeS = fetched.exact->recordTimeS;
    const bool jumped = std::abs(m_shownTimeS - timeS) > 1.0;
    m_shownTimeS = timeS;
    m_view->setFrame(fetched.drawn);
    m_view->setTrail(makeTrail(fetched, m_session->selection()));
    if (jumped) {
        m_view->snapCamera();
    }
    m_field->setFrame(fetched);
    m_scoreboard->setFrame(fetched);
    m_banner->setFrame(fetched, runsForward() && !m_transport->ruler()->isScrubbing());
    m_objects->setFrame(fetched);
    const monitor::MatchFrame& frame = *fetched.exact;
    if (replay().isOpen()) {
        m_plots->setFrame(fetched);
        m_events->setFrame(shownNumber(*replay().log()->index()));
        showPosition();
    }
    if (frame.game.environment) {
        m_transport->ruler()->setPlayModes(frame.game.environment->playModes);
    }
    Q_EMIT frameChanged(fetched);
}

// The newest frame of a live match may be there before the recording has it, and frames for the
// screen come more often than those that are recorded.
logs::FrameNumber MainWindow::shownNumber(const logs::LogIndex& index) const {
    return replay().isFollowing() ? index.frameCount() - 1 : shown().exact->index;
}

void MainWindow::showPosition() {
    const auto& frame = shown().exact;
    if (replay().isOpen() && frame) {
        const auto index = replay().log()->index(); // it may grow
        m_transport->setPosition(frame->recordTimeS, frame->game.timeS, shownNumber(*index),
                                 index->frameCount());
    }
}

void MainWindow::showFrame(const logs::FetchedFrame& fetched) {
    if (m_showsLive) {
        return;
    }
    showInPanels(fetched);
    if (m_activeTold) {
        tellWhenEmpty(); // takes the hint away when it is of no use any more
    }
}

void MainWindow::showLogProgress() {
    const auto& log = replay().log();
    if (!log) {
        return;
    }
    const auto index = log->index();
    const auto analysis = log->analysis();
    m_transport->ruler()->setIndex(index);
    m_plots->setIndex(index);
    m_loader.follow();
    m_transport->ruler()->setAnalysis(analysis);
    m_events->setAnalysis(analysis);
    m_scoreboard->setAnalysis(analysis);
    showPosition();
    updateActivity();
    const bool isLive = m_showsLive && m_live->isLive();
    if (!isLive || m_overview->isVisible()) {
        m_overview->refresh();
    }
    if (m_showsLive) {
        return; // what follows is notified of files
    }
    const auto stage = log->progress().stage;
    if (stage == logs::LogProgress::Stage::Done || stage == logs::LogProgress::Stage::Canceled) {
        tellIssues();
    }
    tellWhenEmpty();
}

// A server that waited long for its first agent recorded an empty field all the while.
void MainWindow::tellWhenEmpty() {
    const auto index = m_session->log()->index();
    const auto active = index->firstActiveFrame();
    if (!index->isComplete() || !active || index->recordTimeS(*active) < kActiveHintS) {
        return;
    }
    const QString text = tr("The field stays empty until %1 into the recording")
                             .arg(widgets::clockText(index->recordTimeS(*active)));
    if (m_session->frame() >= *active) {
        m_messages->dismiss(text);
        m_activeTold = true;
    } else if (!m_activeTold) {
        m_activeTold = true;
        m_messages->show(MessageBar::Severity::Note, text, tr("Go there"),
                         [this, frame = *active] { m_session->seekFrame(frame); });
    }
}

void MainWindow::showFailure(const QString& text) {
    m_messages->show(MessageBar::Severity::Error, text);
}

void MainWindow::tellIssues() {
    const auto analysis = m_session->log()->analysis();
    if (m_issuesTold || analysis->issues.empty()) {
        return;
    }
    m_issuesTold = true;
    const auto worst = std::ranges::find(analysis->issues, logs::LogIssue::Severity::Damage,
                                         &logs::LogIssue::severity);
    const bool damaged = worst != analysis->issues.end();
    const logs::LogIssue& first = damaged ? *worst : analysis->issues.front();
    QString text = QString::fromStdString(first.error.toString());
    if (analysis->issues.size() > 1) {
        text += tr("  (and %n more, see the Log panel)", nullptr,
                   static_cast<int>(analysis->issues.size()) - 1);
    }
    m_messages->show(damaged ? MessageBar::Severity::Warning : MessageBar::Severity::Note, text,
                     tr("Go there"), [this, frame = first.frame] { m_session->seekFrame(frame); });
}

// Whether the time on the screen runs by itself.
bool MainWindow::runsForward() const {
    const logs::ReplayClock& clock = replay().clock();
    return isAtHead() ? !m_live->view().isPaused : clock.isPlaying() && clock.speed() > 0.0;
}

bool MainWindow::runsBackward() const {
    const logs::ReplayClock& clock = replay().clock();
    return !isAtHead() && clock.isPlaying() && clock.speed() < 0.0;
}

void MainWindow::showPlayback() {
    const logs::ReplayClock& clock = replay().clock();
    // Each of the two buttons pauses what it has begun; so does the key for play or pause.
    const auto showButton = [this](const char* id, bool isRunning, const char* icon, bool hasKey) {
        QAction* action = m_actions.action(id);
        action->setIcon(widgets::icon(isRunning ? QStringLiteral("pause") : QLatin1String(icon)));
        QList<QKeySequence> keys = action->shortcuts();
        if (hasKey) {
            keys = m_actions.action("replay.play")->shortcuts() + keys;
        }
        ActionTable::setToolTip(action, isRunning ? tr("Pause") : action->text(), keys);
    };
    m_showsRunning = runsForward();
    showButton("replay.forward", m_showsRunning, "play", !runsBackward());
    showButton("replay.reverse", runsBackward(), "play-backward", runsBackward());
    m_transport->setSpeed(clock.speed());
    m_transport->ruler()->setLoop(clock.loop());
    m_plots->setLoop(clock.loop());
    m_actions.action("replay.loop")->setChecked(clock.loop().has_value());
}

// A team has its color wherever it is shown.
void MainWindow::showColors(const monitor::MatchFrame* frame) {
    const widgets::TeamColors colors =
        frame == nullptr ? m_settings.colors
                         : m_settings.colorsOf(widgets::toQt(frame->game.teamLeft),
                                               widgets::toQt(frame->game.teamRight));
    if (colors == m_colors) {
        return;
    }
    m_colors = colors;
    m_field->setColors(colors);
    m_objects->setColors(colors);
    m_events->setColors(colors);
    m_overview->setColors(colors);
    m_scoreboard->setColors(colors);
    m_banner->setColors(colors);
    m_transport->ruler()->setColors(colors);
    viewer3d::SceneOptions options = m_view->options();
    options.leftColor = colors.left;
    options.rightColor = colors.right;
    m_view->setOptions(options);
}

void MainWindow::applySettings(const AppSettings& settings) {
    m_live->setRecordingPlace(spoolFolder(settings) / "live", logs::RingOptions{}.maxBytes);
    const bool newMeshes = settings.meshFolder != m_settings.meshFolder || !isVisible();
    m_settings = settings;
    writeSettings(m_store, m_settings);
    applyTheme();
    m_session->setSmooth(m_settings.smoothReplay);
    const double trailS = m_actions.action("view.trail")->isChecked() ? m_settings.trailS : 0.0;
    m_session->setTrailS(trailS);
    m_live->setTrailS(trailS);
    m_actions.action("view.labels")->setChecked(m_settings.playerLabels);
    m_actions.action("view.shadows")->setChecked(m_settings.shadows);
    m_actions.action("view.smooth")->setChecked(m_settings.smoothReplay);
    m_actions.action("view.team-names")->setChecked(m_settings.teamNames);
    m_actions.action("view.regions")->setChecked(m_settings.regions);
    m_actions.action("view.offside")->setChecked(m_settings.offsideLines);
    m_actions.action("view.keep-out")->setChecked(m_settings.keepOut);
    m_actions.action("view.cones")->setChecked(m_settings.viewCones);
    m_actions.action("view.flip")->setChecked(m_settings.flipsField);
    m_actions.action("view.follow")->setChecked(m_settings.followsInField);
    m_actions.action("view.wireframe")->setChecked(m_settings.wireframe);
    m_field->setLayers({m_settings.teamNames, m_settings.regions, m_settings.offsideLines,
                        m_settings.keepOut, m_settings.viewCones});
    m_field->setFlipped(m_settings.flipsField);
    m_field->setFollowing(m_settings.followsInField);
    m_view->setFovY(math::radFromDeg(m_settings.fovYDeg));
    if (m_settings.eventKinds != 0) {
        m_events->setKinds(m_settings.eventKinds);
    }
    showColors(shown().exact.get());
    if (newMeshes) {
        std::shared_ptr<const viewer3d::ServerMeshes> meshes;
        if (!m_settings.meshFolder.isEmpty()) {
            auto loaded = viewer3d::ServerMeshes::load(m_settings.meshFolder.toStdString());
            if (loaded) {
                meshes = *loaded;
            } else {
                m_messages->show(MessageBar::Severity::Warning,
                                 QString::fromStdString(loaded.error().toString()));
            }
        }
        m_view->setServerMeshes(meshes);
    }
}

void MainWindow::applyTheme() {
    const bool dark = applyThemeToApplication(m_settings.theme);
    m_actions.refreshIcons();
    m_view->setOptions(m_settings.sceneOptions(dark, m_colors));
    m_motions->setOptions(m_settings.sceneOptions(dark, m_settings.colors));
    m_plots->applyPalette();
    showPlayback();
}

void MainWindow::takePicture(std::function<void(const QImage&)> done) {
    // The 3D view is a window of its own: a picture of the widgets alone lacks it.
    const QWidget* container = m_editsMotions ? m_motions->stage()->viewWidget() : m_viewContainer;
    if (!m_editsMotions && m_center->currentWidget() != m_viewContainer) {
        done(grab().toImage());
        return;
    }
    const QRect place(container->mapTo(this, QPoint(0, 0)), container->size());
    view3d().takePicture(place.size(), [this, place, done = std::move(done)](const QImage& scene) {
        QImage image = grab().toImage();
        QPainter painter(&image);
        painter.drawImage(place.topLeft(), scene);
        if (m_banner->isVisible()) { // lies over it
            painter.drawPixmap(mapFromGlobal(m_banner->pos()), m_banner->grab());
        }
        painter.end();
        addSecondView(std::move(image), done);
    });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_motions->mayClose() || !m_workspace->teamControls().mayClose()) {
        event->ignore();
        return;
    }
    keepArrangement();
    writeArrangements(m_store, m_arrangements);
    m_store.setValue(QStringLiteral("window/geometry"), saveGeometry());
    writeSettings(m_store, m_settings);
    m_actions.save(m_store);
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    openFile(event->mimeData()->urls().front().toLocalFile());
    event->acceptProposedAction();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::WindowStateChange) {
        m_actions.action("view.full-screen")->setChecked(isFullScreen());
    }
    QMainWindow::changeEvent(event);
}

} // namespace sideline::studio
