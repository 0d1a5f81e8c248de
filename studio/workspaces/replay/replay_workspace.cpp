#include "studio/workspaces/replay/replay_workspace.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFileInfo>

#include "studio/stage/view_container.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kSecondViewPercent = 36; // percentage of the window's width
constexpr double kEmptyHintS = 20.0;   // duration of an empty field before a hint is shown

logs::LogOptions optionsFor(const OpenRequest& request, const AppSettings& settings) {
    logs::LogOptions options;
    options.entry = request.entry.toStdString();
    options.spoolDirectory = spoolFolder(settings);
    options.memoryBytes = static_cast<std::size_t>(settings.memoryMiB) << 20U;
    options.maxUnpackedBytes = static_cast<std::uint64_t>(settings.maxUnpackedMiB) << 20U;
    if (request.stepS) {
        options.times.stepS = *request.stepS;
    }
    options.robots = request.robots;
    return options;
}

} // namespace

ReplayWorkspace::ReplayWorkspace(const WorkspaceContext& context)
    : m_actions(context.actions),
      m_match(context.match),
      m_settings(context.settings),
      m_logMessages(context.messages),
      m_liveMessages(context.messages) {
    buildPanels(context);
    m_display = std::make_unique<MatchDisplay>(m_panels, m_match, m_actions, m_settings);
    m_controls = std::make_unique<ReplayControls>(m_panels, m_match, m_actions);
    m_cameras = std::make_unique<CameraControls>(m_panels, m_match, m_actions);
    const auto pictured = [this, ownView = context.ownView]() -> viewer3d::MatchView& {
        viewer3d::MatchView* own = ownView ? ownView() : nullptr;
        return own != nullptr ? *own : m_panels.cameraView();
    };
    m_exports =
        std::make_unique<ExportControls>(m_panels, m_match, m_actions, context.window, pictured);
    m_situations =
        std::make_unique<SituationControls>(m_match, m_actions, context.messages, context.window);
    connectLog();
    m_livePlace = std::make_unique<LivePlace>(m_panels, m_match, m_actions, *m_controls);
    m_plots = std::make_unique<PlotControls>(m_panels, m_match, m_actions, context.store);
    connect(m_plots.get(), &PlotControls::shown, this,
            [this] { Q_EMIT panelRequested(QStringLiteral("plots")); });
    connect(&m_match.live(), &LiveSession::recordingChanged, this, [this] {
        if (m_match.showsLive()) {
            showOverview();
            showProgress();
        }
    });
    connectPanels();
}

ReplayWorkspace::~ReplayWorkspace() = default;

void ReplayWorkspace::buildPanels(const WorkspaceContext& context) {
    const auto action = [this](const char* id) { return m_actions.action(id); };
    m_panels.view = new viewer3d::MatchView;
    m_panels.viewContainer = makeViewContainer(m_panels.view);
    m_panels.viewContainer->setMinimumSize(240, 120);
    m_panels.second = new SecondView(*m_panels.view, m_actions, context.store);
    m_panels.scoreboard = new widgets::Scoreboard;
    m_panels.banner = new widgets::MatchBanner(m_panels.viewContainer);
    m_panels.messages = &context.messages;
    m_panels.field = new widgets::FieldView;
    m_panels.objects = new widgets::ObjectPanel;
    m_panels.events = new widgets::EventPanel;
    m_panels.overview = new widgets::OverviewPanel;
    m_panels.plots = new widgets::PlotPanel;
    m_panels.transport = new widgets::TransportBar(
        {action("replay.start"), action("replay.second-back"), action("replay.frame-back"),
         action("replay.reverse"), action("replay.forward"), action("replay.frame-forward"),
         action("replay.second-forward"), action("replay.end"), nullptr,
         action("replay.event-previous"), action("replay.event-next"), nullptr,
         action("replay.loop"), action("replay.bookmark"), action("view.trail"),
         action("file.picture")});
}

std::vector<WorkspacePanel> ReplayWorkspace::panels() const {
    constexpr auto kRight = Qt::RightDockWidgetArea;
    return {{"view2", tr("Second 3D view"), m_panels.second, Qt::LeftDockWidgetArea, "view2",
             "view.second", kSecondViewPercent},
            {kFieldDock, tr("Field"), m_panels.field, kRight, "field"},
            {"events", tr("Events"), m_panels.events, kRight, "match"},
            {kObjectsDock, tr("Objects"), m_panels.objects, kRight, "match"},
            {"overview", tr("Log"), m_panels.overview, kRight, "match"},
            {"plots", tr("Plots"), m_panels.plots, Qt::BottomDockWidgetArea, "plots"}};
}

void ReplayWorkspace::connectLog() {
    MatchPlayer& log = m_match.log();
    connect(&log, &MatchPlayer::opened, this, &ReplayWorkspace::showOpened);
    connect(&log, &MatchPlayer::closed, this, &ReplayWorkspace::showClosed);
    connect(&log, &MatchPlayer::openFailed, this, [this](const QString& text) {
        const OpenRequest request = std::exchange(m_opening, std::nullopt).value_or(OpenRequest{});
        Q_EMIT matchFailed(request);
        m_panels.messages->show(MessageBar::Severity::Error, text);
        showActivity();
    });
    connect(&log, &MatchPlayer::selectionChanged, m_display.get(), &MatchDisplay::setSelection);
    connectPlayer(log);
    connectPlayer(m_match.live().replay());
    connect(m_panels.overview, &widgets::OverviewPanel::entryRequested, this,
            [this](const QString& entry) {
                Q_EMIT openRequested(
                    {QString::fromStdString(m_match.log().log()->path().string()), entry});
            });
    connect(m_panels.transport, &widgets::TransportBar::stopRequested, this, [this] {
        m_exports->isRunning() ? m_exports->cancel() : m_match.replay().cancelBackgroundWork();
    });
    connect(m_exports.get(), &ExportControls::activityChanged, this,
            &ReplayWorkspace::showActivity);
}

// Connects a log or the recording of a live match; only the current one is shown.
void ReplayWorkspace::connectPlayer(const MatchPlayer& player) {
    const auto whenShown = [this, &player](auto slot) {
        return [this, &player, slot] {
            if (&m_match.replay() == &player) {
                slot(*this);
            }
        };
    };
    widgets::MessageTopic& topic = &player == &m_match.log() ? m_logMessages : m_liveMessages;
    connect(&player, &MatchPlayer::problem, this,
            [&topic](const QString& text) { topic.show(MessageBar::Severity::Warning, text); });
    connect(&player, &MatchPlayer::closed, this, [&topic] { topic.withdraw(); });
    connect(&player, &MatchPlayer::logChanged, this,
            whenShown([](ReplayWorkspace& self) { self.showProgress(); }));
    connect(&player, &MatchPlayer::playbackChanged, this,
            whenShown([](ReplayWorkspace& self) { self.m_controls->showPlayback(); }));
    connect(&player, &MatchPlayer::bookmarksChanged, this,
            whenShown([](ReplayWorkspace& self) { self.m_controls->showBookmarks(); }));
}

void ReplayWorkspace::connectPanels() {
    connect(m_panels.view, &viewer3d::MatchView::filesDropped, this,
            [this](const QStringList& files) { Q_EMIT openRequested({files.front()}); });
    connect(m_panels.events, &widgets::EventPanel::kindsChanged, this,
            [this](std::uint32_t kinds) { m_settings.eventKinds = kinds; });
    connect(m_controls.get(), &ReplayControls::bookmarkAdded, this,
            [this] { Q_EMIT panelRequested(QStringLiteral("events")); });
}

std::optional<WorkspaceCenter> ReplayWorkspace::center() {
    return WorkspaceCenter{m_panels.viewContainer,
                           {m_panels.view, m_panels.viewContainer},
                           m_panels.scoreboard,
                           m_panels.transport,
                           m_panels.banner};
}

std::vector<WorkspaceView> ReplayWorkspace::otherViews() const {
    return {{m_panels.second->view(), m_panels.second->viewWidget()}};
}

QString ReplayWorkspace::windowTitle() const {
    return m_match.log().isOpen() && !m_match.showsLive() ? QFileInfo(m_name).fileName()
                                                          : QString();
}

void ReplayWorkspace::open(const OpenRequest& request) {
    m_opening = request;
    m_match.log().open(request.path.toStdString(), optionsFor(request, m_settings));
    showActivity();
}

void ReplayWorkspace::begin() {
    m_controls->showPlayback();
}

void ReplayWorkspace::stop() {
    m_match.live().disconnect(m_livePlace.get());
    m_match.live().disconnect(this);
    m_match.live().replay().disconnect(this);
    m_plots->stop();
}

void ReplayWorkspace::applySettings(const AppliedSettings& settings) {
    m_controls->setGoalLeadS(settings.settings.goalLeadS);
    m_display->applySettings(settings.hasNewMeshes);
    m_display->applyTheme(settings.isDark);
    m_controls->showPlayback();
}

void ReplayWorkspace::showOpened() {
    const OpenRequest request = std::exchange(m_opening, std::nullopt).value_or(OpenRequest{});
    m_name = request.shownName();
    m_showS = request.showS;
    m_showRobot = request.showRobot;
    m_issuesReported = false;
    m_emptyReported = false;
    m_controls->forget();
    m_panels.messages->clear();
    m_logMessages.withdraw();
    Q_EMIT matchOpened(request); // shows the match
    showOverview();
    m_panels.transport->ruler()->setIndex(nullptr);
    m_panels.plots->clearFrame();
    showProgress();
}

void ReplayWorkspace::showClosed() {
    m_plots->stop();
    m_panels.overview->setLog(nullptr);
    m_panels.events->setAnalysis(nullptr);
    m_panels.scoreboard->setAnalysis(nullptr);
    m_panels.banner->forget();
    m_logMessages.withdraw();
    Q_EMIT matchClosed(m_opening);
    m_panels.plots->clearFrame();
    m_panels.transport->ruler()->setIndex(nullptr);
    m_panels.transport->setPosition(0, 0, 0, 0);
    showActivity();
}

void ReplayWorkspace::showSource() {
    if (!m_match.showsLive()) {
        m_panels.view->setPhysicsOverlay(nullptr);
    }
    m_snaps = true;
    m_logMessages.setShown(!m_match.showsLive());
    m_liveMessages.setShown(m_match.showsLive());
    showOverview();
    m_panels.transport->ruler()->setIndex(nullptr);
    m_panels.plots->clearFrame();
    m_panels.events->setAnalysis(nullptr);
    m_panels.scoreboard->setAnalysis(nullptr);
    m_panels.banner->forget();
    showProgress();
    m_controls->showBookmarks();
    m_controls->showPlayback();
}

// A match that is made from a stream has the stream's name.
void ReplayWorkspace::showOverview() {
    m_panels.overview->setLog(m_match.replay().log(), m_match.showsLive() ? QString() : m_name);
}

void ReplayWorkspace::drawFrame(const ShownFrame& shown, bool isAgain) {
    if (!isAgain && m_beliefs.isAwaited && m_beliefs.isAwaited()) {
        return; // the frame is drawn when the belief arrives
    }
    const logs::FetchedFrame frame =
        m_beliefs.throughEyes ? m_beliefs.throughEyes(shown.frame) : shown.frame;
    m_display->draw(frame);
    if (std::exchange(m_snaps, false)) {
        m_panels.view->snapCamera();
    }
    const MatchPlayer& replay = m_match.replay();
    if (replay.isOpen()) {
        m_panels.plots->setFrame(frame);
        m_panels.events->setFrame(m_match.shownNumber(*replay.log()->index()));
        showPosition();
    }
    if (const auto& environment = frame.exact->game.environment) {
        m_panels.transport->ruler()->setPlayModes(environment->playModes);
    }
    if (!m_match.showsLive() && m_emptyReported) {
        reportEmptyField(); // withdraws the hint once it no longer applies
    }
}

void ReplayWorkspace::showNothing() {
    m_snaps = false;
    m_panels.transport->setPosition(0, 0, 0, 0);
    m_display->clear();
}

void ReplayWorkspace::showPosition() {
    const MatchPlayer& replay = m_match.replay();
    const auto& frame = m_match.shown().exact;
    if (replay.isOpen() && frame) {
        const auto index = replay.log()->index(); // the index may still grow
        m_panels.transport->setPosition(frame->recordTimeS, frame->game.timeS,
                                        m_match.shownNumber(*index), index->frameCount());
    }
}

// Plays from a second before the moment with which the log was opened.
// @param isWhole whether the end of the log is known
void ReplayWorkspace::showRequestedMoment(bool isWhole) {
    constexpr double kLeadS = 1.0;
    MatchPlayer& player = m_match.log();
    const double durationS = player.clock().durationS();
    if (!m_showS || !(isWhole || (*m_showS >= 0.0 && durationS > *m_showS))) {
        return;
    }
    const double momentS = *m_showS < 0.0 ? durationS + *m_showS : *m_showS;
    m_showS.reset();
    if (m_showRobot) {
        player.select(monitor::ObjectId::ofRobot(*m_showRobot));
    }
    m_panels.view->setCameraMode(m_showRobot ? viewer3d::CameraMode::FollowPlayer
                                             : viewer3d::CameraMode::FollowBall);
    player.seekTime(std::clamp(momentS - kLeadS, 0.0, durationS));
    player.play(true);
}

void ReplayWorkspace::showProgress() {
    const auto& log = m_match.replay().log();
    if (!log) {
        return;
    }
    const auto index = log->index();
    const auto analysis = log->analysis();
    m_panels.transport->ruler()->setIndex(index);
    m_panels.plots->setIndex(index);
    m_plots->follow();
    m_panels.transport->ruler()->setAnalysis(analysis);
    m_panels.events->setAnalysis(analysis);
    m_panels.scoreboard->setAnalysis(analysis);
    showPosition();
    showActivity();
    const bool isLive = m_match.showsLive() && m_match.live().isLive();
    if (!isLive || m_panels.overview->isVisible()) {
        m_panels.overview->refresh();
    }
    if (m_match.showsLive()) {
        return; // the rest applies to files only
    }
    const auto stage = log->progress().stage;
    showRequestedMoment(stage != logs::LogProgress::Stage::Indexing);
    if (stage == logs::LogProgress::Stage::Done || stage == logs::LogProgress::Stage::Canceled) {
        reportIssues();
    }
    reportEmptyField();
}

// Shows background work next to the ruler, the newest request first.
void ReplayWorkspace::showActivity() {
    using Stage = logs::LogProgress::Stage;
    const auto& log = m_match.replay().log();
    const logs::LogProgress progress = log ? log->progress() : logs::LogProgress{Stage::Done, 1.0};
    const auto percent = static_cast<int>(std::lround(progress.fraction * 100.0));
    widgets::TransportBar* transport = m_panels.transport;
    if (m_match.log().isOpening()) {
        const QString name = m_opening ? QFileInfo(m_opening->shownName()).fileName() : QString();
        transport->setActivity(tr("Opening %1...").arg(name), false);
    } else if (m_exports->isRunning()) {
        transport->setActivity(m_exports->activity());
    } else if (progress.stage == Stage::Indexing) {
        transport->setActivity(tr("Reading, %1 %").arg(percent));
    } else if (progress.stage == Stage::Analysing) {
        transport->setActivity(tr("Searching for events, %1 %").arg(percent));
    } else if (progress.stage == Stage::Canceled) {
        transport->setActivity(tr("Stopped before the end"), false);
    } else {
        transport->setActivity({});
    }
}

// Offers to skip the empty field that a server recorded before the first agent joined.
void ReplayWorkspace::reportEmptyField() {
    MatchPlayer& replay = m_match.log();
    const auto index = replay.log()->index();
    const auto active = index->firstActiveFrame();
    if (!index->isComplete() || !active || index->recordTimeS(*active) < kEmptyHintS) {
        return;
    }
    const QString text = tr("The field stays empty until %1 into the recording")
                             .arg(widgets::clockText(index->recordTimeS(*active)));
    if (replay.frame() >= *active) {
        m_panels.messages->dismiss(text);
        m_emptyReported = true;
    } else if (!m_emptyReported) {
        m_emptyReported = true;
        m_logMessages.show(MessageBar::Severity::Note, text, tr("Go there"),
                           [&replay, frame = *active] { replay.seekFrame(frame); });
    }
}

void ReplayWorkspace::reportIssues() {
    const auto analysis = m_match.log().log()->analysis();
    if (m_issuesReported || analysis->issues.empty()) {
        return;
    }
    m_issuesReported = true;
    const auto worst = std::ranges::find(analysis->issues, logs::LogIssue::Severity::Damage,
                                         &logs::LogIssue::severity);
    const bool damaged = worst != analysis->issues.end();
    const logs::LogIssue& first = damaged ? *worst : analysis->issues.front();
    QString text = QString::fromStdString(first.error.toString());
    if (analysis->issues.size() > 1) {
        text += tr("  (and %n more, see the Log panel)", nullptr,
                   static_cast<int>(analysis->issues.size()) - 1);
    }
    m_logMessages.show(damaged ? MessageBar::Severity::Warning : MessageBar::Severity::Note, text,
                       tr("Go there"),
                       [this, frame = first.frame] { m_match.log().seekFrame(frame); });
}

} // namespace sideline::studio
