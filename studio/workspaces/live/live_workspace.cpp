#include "studio/workspaces/live/live_workspace.h"

#include <utility>

#include "agentcore/robot/limb_kinematics.h"
#include "agents/agent_blueprint.h"
#include "evaluation/belief_frame.h"
#include "evaluation/session_stream.h"
#include "studio/session/file_kinds.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kTeamsHeightPx = 360;        // height of eleven players
constexpr const char* kTriedSpeed = "0.3"; // m/s; speed of a robot that is being tried out

// Makes an agent play a robot that is being tried out; the agent walks if the robot has legs.
void tryOn(const robot::RobotModelPtr& tried, agents::AgentBlueprint& blueprint) {
    blueprint.settings.model = tried;
    blueprint.behavior = agents::defaultBehavior(*tried);
    if (robot::limbChain(*tried, robot::LimbId::LeftFoot) &&
        robot::limbChain(*tried, robot::LimbId::RightFoot)) {
        blueprint.behavior = AgentHost::kDriver;
        blueprint.parameters = {{"go-forward", kTriedSpeed}};
    }
}

void connectMatches(const TeamControls& teams, LiveControls& controls, RefereeControls& referee,
                    MatchReportControls& report) {
    const TeamMatch& match = teams.match();
    const auto order = [&referee](const monitor::TrainerCommand& command) {
        referee.sendAnyway(command, LiveWorkspace::tr("match"));
    };
    QObject::connect(&match, &TeamMatch::simulatorRequested, &controls,
                     [&controls](game::ServerKind kind, const std::function<void()>& then) {
                         controls.startChosen(LiveControls::Agents::None, then, kind);
                     });
    QObject::connect(&controls, &LiveControls::beginRequested, &referee, [&referee] {
        referee.sendAnyway(monitor::KickOff{game::Side::Left}, LiveWorkspace::tr("situation"));
    });
    QObject::connect(&match, &TeamMatch::resetRequested, &referee, [order] {
        order(monitor::SetPlayMode{game::PlayMode::BeforeKickOff});
        order(monitor::SetTime{0.0});
        order(monitor::SetScore{0, 0});
    });
    QObject::connect(&match, &TeamMatch::kickOffRequested, &referee,
                     [order] { order(monitor::KickOff{game::Side::None}); });
    QObject::connect(&match, &TeamMatch::ending, &report, &MatchReportControls::endMatch);
    QObject::connect(&match, &TeamMatch::ending, &referee,
                     [order] { order(monitor::SetPlayMode{game::PlayMode::GameOver}); });
}

// Shows the live match in place of a log when teams play in it.
void connectMatches(const TeamControls& teams, ShownMatch& match, const ActionTable& actions) {
    QAction* show = actions.action("simulator.show");
    const auto showLive = [&match, show] {
        if (match.live().isLive() && !match.showsLive()) {
            show->trigger();
        }
    };
    QObject::connect(&teams, &TeamControls::liveRequested, show, showLive);
    QObject::connect(&teams.match(), &TeamMatch::liveRequested, show, showLive);
}

} // namespace

LiveWorkspace::LiveWorkspace(const Parts& parts)
    : m_actions(parts.actions),
      m_match(parts.match),
      m_view(parts.view),
      m_live(parts.match.live()) {
    m_sessionControls = std::make_unique<SessionControls>(
        parts.actions, m_recorder, m_replay, m_past, m_live, parts.messages, parts.store);
    m_agentControls = std::make_unique<AgentControls>(parts.actions, m_agents, m_live, m_replay,
                                                      m_past, parts.messages, parts.store);
    m_driveControls = std::make_unique<DriveControls>(
        DriveControls::Parts{parts.actions, m_agents, *m_agentControls, m_live, parts.view,
                             parts.field, parts.messages, parts.window});
    m_tuningControls = std::make_unique<TuningControls>(m_agents, *m_agentControls, parts.messages);
    m_refereeControls = std::make_unique<RefereeControls>(
        parts.actions, m_live, m_drawings, m_recorder, parts.view, parts.field, parts.messages);
    m_drawingControls = std::make_unique<DrawingControls>(parts.actions, m_drawings, parts.view,
                                                          parts.field, parts.store);
    m_teams = std::make_unique<TeamSession>(m_agents, m_recorder.outputs());
    m_teamControls = std::make_unique<TeamControls>(parts.actions, *m_teams, m_live, parts.messages,
                                                    parts.store);
    m_report = std::make_unique<MatchReportControls>(m_live, *m_teams, m_recorder);
    m_decision = new widgets::DecisionPanel;
    m_simulator = new widgets::SimulatorPanel(LiveControls::panelActions(parts.actions));
    m_controls = std::make_unique<LiveControls>(parts.actions, m_live, *m_simulator, parts.messages,
                                                parts.store);
    m_server = std::make_unique<ServerProcess>(m_recorder.outputs());
    m_serverControls = std::make_unique<ServerControls>(ServerControls::Parts{
        parts.actions, m_live, *m_controls, *m_server, parts.messages, parts.store, parts.window});
    const auto sinkFor = [this](const runtime::AgentSettings& settings) {
        return m_decisions.wrap(m_feed.wrap(m_tap.wrap(m_recorder.sinkFor(settings))));
    };
    m_agents.setSinkMaker(sinkFor);
    m_teams->setSinkMaker(sinkFor);
    m_teams->setProgramSinkMaker([this](const std::string& name) {
        return m_feed.wrap(m_tap.wrap(m_recorder.sinkForProgram(name)));
    });
    m_drawingControls->listen(
        [this](std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at) {
            return m_sessionControls->takeDrawing(sender, bytes, at);
        });
    connectControls(parts.window);
    connectSessions();
    connectDrawings();
    connectSelection();
}

void LiveWorkspace::connectControls(QWidget* window) {
    connect(m_actions.action("agent.start"), &QAction::triggered, this,
            [this, window] { m_agentControls->askForAgent(window); });
    connect(m_actions.action("agent.control"), &QAction::triggered, this, [this](bool isOn) {
        if (isOn) { // shows the panel so that manual control is never invisible
            Q_EMIT panelRequested(QStringLiteral("joints"));
            m_agentControls->jointPanel()->setFocus();
        }
    });
    connect(m_driveControls.get(), &DriveControls::shown, this, [this] {
        Q_EMIT panelRequested(QStringLiteral("drive"));
        m_driveControls->panel()->setFocus();
    });
    const auto showParameters = [this] {
        Q_EMIT panelRequested(QStringLiteral("parameters"));
        m_tuningControls->panel()->setFocus();
    };
    connect(m_driveControls.get(), &DriveControls::parametersRequested, this, showParameters);
    connect(m_actions.action("agent.parameters"), &QAction::triggered, this, showParameters);
    connectMatches(*m_teamControls, *m_controls, *m_refereeControls, *m_report);
    connectMatches(*m_teamControls, m_match, m_actions);
    connect(m_report.get(), &MatchReportControls::reported, this, [this] {
        if (m_match.showsLive()) {
            Q_EMIT guestRequested(QStringLiteral("match-report"));
        }
    });
    connect(m_report->panel(), &widgets::MatchReportPanel::fileRequested, this,
            [this](const QString& file) { Q_EMIT openRequested({file}); });
    connect(m_driveControls.get(), &DriveControls::kickOffRequested, this, [this](game::Side side) {
        m_refereeControls->sendAnyway(monitor::KickOff{side}, tr("drive"));
    });
    connect(m_controls.get(), &LiveControls::commandRequested, this,
            [this](const monitor::TrainerCommand& command) {
                m_refereeControls->send(command, tr("simulator panel"));
            });
    connect(m_controls.get(), &LiveControls::agentRequested, this, [this] {
        m_awaitsAgent = true;
        m_agentControls->startAgent(awaitedAgent());
    });
}

// Returns the agent that starts with the simulator.
agents::AgentBlueprint LiveWorkspace::awaitedAgent() {
    agents::AgentBlueprint blueprint;
    blueprint.settings = m_agentControls->nextAgent();
    blueprint.behavior = agents::defaultBehavior(runtime::modelOf(blueprint.settings));
    if (const robot::RobotModelPtr tried = std::exchange(m_tried, nullptr)) {
        tryOn(tried, blueprint);
    }
    return blueprint;
}

void LiveWorkspace::tryRobot(const robot::RobotModelPtr& model) {
    m_live.addRobotModel(model);
    m_tried = model;
    m_controls->startSimulator(
        LiveControls::Agents::One, {}, [this] { Q_EMIT layoutRequested(QStringLiteral("Live")); },
        model->traits().server);
}

void LiveWorkspace::connectSessions() {
    connect(m_sessionControls.get(), &SessionControls::matchLogRequested, this,
            [this](const QString& file) {
                OpenRequest request = m_opening; // contains the moment to show
                request.path = file;
                request.origin = OpenRequest::Origin::Session;
                request.stepS = evaluation::kSessionFrameS;
                request.robots = m_replay.robots();
                Q_EMIT openRequested(request);
            });
    connect(m_sessionControls.get(), &SessionControls::streamRequested, this,
            &LiveWorkspace::streamRequested);
    connect(m_sessionControls.get(), &SessionControls::recorded, this,
            [this] { Q_EMIT fileUsed({}); });
    connect(m_sessionControls.get(), &SessionControls::frameRequested, &m_match.log(),
            &MatchPlayer::seekFrame);
    connect(&m_replay, &AgentRecordingPlayer::openFailed, this, &LiveWorkspace::openGivenUp);
    connect(m_teamControls.get(), &TeamControls::opened, this, [this] {
        Q_EMIT arrived({QStringLiteral("Teams"), true, QStringLiteral("teams"), kTeamsHeightPx});
    });
}

// Keeps the selected robot the same in the match, in lists and for its agent.
void LiveWorkspace::connectSelection() {
    MatchPlayer& log = m_match.log();
    const auto select = [&log](const game::PlayerId& id) {
        log.select(monitor::ObjectId::ofRobot(id));
    };
    widgets::SimulatorRobots* robots = m_simulator->robots();
    connect(robots, &widgets::SimulatorRobots::robotSelected, this, select);
    connect(m_drawingControls.get(), &DrawingControls::selectRequested, this, select);
    connect(&log, &MatchPlayer::selectionChanged, robots, &widgets::SimulatorRobots::setSelection);
    connect(&log, &MatchPlayer::selectionChanged, m_agentControls.get(),
            &AgentControls::setSelection);
    connect(m_agentControls.get(), &AgentControls::agentShown, this, &LiveWorkspace::meetAgent);
    connect(m_agentControls.get(), &AgentControls::agentShown, this, [this] {
        if (m_actions.action("view.agent-eyes")->isChecked()) {
            Q_EMIT redrawRequested();
        }
    });
    connect(m_actions.action("view.agent-eyes"), &QAction::triggered, this,
            &LiveWorkspace::redrawRequested);
}

// Lets the camera follow the robot that starts with the simulator.
void LiveWorkspace::meetAgent(const world::AgentFramePtr& frame) {
    const auto& head = m_live.head().exact;
    if (!m_awaitsAgent || !frame || !head || !head->findRobot(frame->identity.robot)) {
        return;
    }
    m_awaitsAgent = false;
    m_match.log().select(monitor::ObjectId::ofRobot(frame->identity.robot));
    if (m_view.cameraMode() == viewer3d::CameraMode::Free) {
        m_view.setCameraMode(viewer3d::CameraMode::FollowPlayer);
    }
}

void LiveWorkspace::connectDrawings() {
    connect(m_agentControls.get(), &AgentControls::agentShown, this,
            [this](const world::AgentFramePtr& frame) {
                if (m_decision && (frame || !m_agentControls->isAsking())) {
                    m_decision->setFrame(frame); // keeps the old state until the answer arrives
                }
                m_drawings.setAgents(frame ? std::vector{frame}
                                           : std::vector<world::AgentFramePtr>{});
                m_drawings.refresh();
            });
    connect(m_decision, &widgets::DecisionPanel::plotRequested, m_agentControls.get(),
            &AgentControls::requestPlot);
    connect(&m_live, &LiveSession::connectionLost, this, [this] { m_drawings.clear(); });
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        if (!m_live.isLive()) {
            m_drawings.clear(); // these drawings belong to a match that has ended
        }
    });
}

LiveWorkspace::~LiveWorkspace() {
    m_drawings.close(); // the thread that receives drawings passes them to the session
}

std::vector<WorkspacePanel> LiveWorkspace::panels() const {
    constexpr auto kLeft = Qt::LeftDockWidgetArea;
    constexpr auto kRight = Qt::RightDockWidgetArea;
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"simulator", tr("Simulator"), m_simulator, kLeft, "live"},
            {"referee", tr("Referee"), m_refereeControls->panel(), kLeft, "live"},
            {"joints", tr("Joints"), m_agentControls->jointPanel(), kLeft, "live"},
            {"drive", tr("Drive"), m_driveControls->panel(), kLeft, "live"},
            {"parameters", tr("Parameters"), m_tuningControls->panel(), kLeft, "live"},
            {kAgentDock, tr("Agent"), m_agentControls->agentPanel(), kRight, "live"},
            {kDecisionDock, tr("Decision"), m_decision, kRight, "live"},
            {"match-report", tr("Match report"), m_report->panel(), kRight, "live"},
            {"drawings", tr("Drawings"), m_drawingControls->panel(), kRight, "live"},
            {"teams", tr("Teams"), m_teamControls->panel(), kBottom, "live", nullptr, 0, true},
            {"output", tr("Output"), m_sessionControls->panel(), kBottom, "live"}};
}

bool LiveWorkspace::isSituation(const QString& path) {
    return path.endsWith(QStringLiteral(".situation"));
}

bool LiveWorkspace::isTeam(const QString& path) {
    return path.endsWith(QStringLiteral(".toml"));
}

QString LiveWorkspace::windowTitle() const {
    if (!m_match.showsLive()) {
        return {};
    }
    const QString& server = m_live.serverName();
    return m_live.isLive()    ? (server.isEmpty() ? tr("Simulator") : server)
           : server.isEmpty() ? tr("Recording of the simulator")
                              : tr("Recording of %1").arg(server);
}

std::vector<widgets::PaletteEntry> LiveWorkspace::commands() {
    return m_refereeControls->paletteEntries(m_match.log().selection());
}

Claim LiveWorkspace::claim(const QString& path) const {
    if (isSessionFile(path)) {
        return Claim::ByContent;
    }
    return isSituation(path) || isTeam(path) ? Claim::ByName : Claim::None;
}

void LiveWorkspace::open(const OpenRequest& request) {
    if (isSessionFile(request.path)) {
        Q_EMIT fileUsed(request.path);
        m_opening = request;
        m_sessionControls->open(request.path);
    } else if (isSituation(request.path)) {
        m_controls->openSituation(request.path);
    } else {
        m_teamControls->openFile(request.path);
    }
}

// Returns whether a request is for the match of the session that is open.
bool LiveWorkspace::isOfSession(const OpenRequest& request) const {
    using Origin = OpenRequest::Origin;
    const auto& session = m_replay.overview();
    return session && (request.origin == Origin::Session ||
                       (request.origin == Origin::Stream && session->isStream() &&
                        request.name == widgets::toQt(session->file.string())));
}

void LiveWorkspace::logOpened(const OpenRequest& request) {
    if (isOfSession(request)) {
        m_replay.setMatchShown();
        m_sessionControls->reportFindings();
    } else {
        m_replay.close();
    }
}

void LiveWorkspace::logFailed(const OpenRequest& request) {
    if (isOfSession(request)) {
        m_replay.close();
    }
}

void LiveWorkspace::logClosed(const OpenRequest* next) {
    if (next == nullptr || !isOfSession(*next)) {
        m_replay.close(); // the session's match was closed
    }
}

std::filesystem::path LiveWorkspace::sessionOfMatch() const {
    const auto& session = m_replay.overview();
    return session && m_replay.isMatchShown() && !session->isStream() ? session->file
                                                                      : std::filesystem::path();
}

void LiveWorkspace::showExample(widgets::Job job) {
    if (job == widgets::Job::Drive) {
        m_controls->startSimulator(LiveControls::Agents::One);
    } else if (job == widgets::Job::Teams) {
        m_teamControls->openExamples();
    }
}

LiveAgents LiveWorkspace::lent() {
    return {m_agents, *m_agentControls, m_replay, m_feed, m_decisions, m_drawings, m_recorder};
}

void LiveWorkspace::showFrame(const ShownFrame& shown) {
    m_agentControls->showMatch(shown.frame, shown.place);
    m_drawingControls->showMatch(shown.frame, shown.place == FramePlace::Now);
    // Messages after the last frame of a match that has ended are shown with that frame.
    const auto index = static_cast<double>(shown.frame.exact->index);
    const bool isEnd = !m_live.isLive() && !m_live.arrivalOf(index + 1.0);
    m_sessionControls->showLiveTime(
        shown.place == FramePlace::Earlier && !isEnd ? m_live.arrivalOf(index) : std::nullopt);
}

void LiveWorkspace::showSource() {
    m_sessionControls->setShowsLive(m_match.showsLive());
}

void LiveWorkspace::showLiveDocks(const QString& layout, bool hasRoom, const DockArranger& docks) {
    studio::showLiveDocks(layout, hasRoom, docks);
}

void LiveWorkspace::showLiveState() {
    m_refereeControls->setShown(m_match.isAtHead());
}

void LiveWorkspace::followLamp() {
    Q_EMIT panelRequested(QStringLiteral("simulator"));
}

std::shared_ptr<logs::AgentValues> LiveWorkspace::agentValues() {
    using Values = logs::SessionAgentValues;
    if (!m_match.showsLive()) {
        if (!m_replay.isMatchShown()) {
            return nullptr;
        }
        Values::Options options;
        options.isStream = m_replay.overview()->isStream();
        return std::make_shared<Values>(m_replay.overview()->file, options);
    }
    const auto arrivalOf = [weak = m_live.ring()](logs::FrameNumber frame) {
        const auto ring = weak.lock();
        const auto at = ring ? ring->arrivalNs(frame) : std::nullopt;
        return at ? std::optional(std::chrono::nanoseconds(*at)) : std::nullopt;
    };
    const bool isSimulator = m_live.serverName().isEmpty();
    const bool isUnrecorded = m_live.isLive() && !m_recorder.isRecording();
    if (isUnrecorded || !m_past.isFollowing()) {
        return m_tap.values(arrivalOf, isSimulator);
    }
    return std::make_shared<Values>(
        m_recorder.file(), Values::Options{arrivalOf, m_recorder.flusher(), false, isSimulator});
}

void LiveWorkspace::showNothing() {
    m_agentControls->forget();
    m_drawings.setRecorded(std::nullopt);
    m_drawings.refresh();
}

bool LiveWorkspace::awaitsEyes() const {
    return m_actions.action("view.agent-eyes")->isChecked() && m_agentControls->isAsking();
}

logs::FetchedFrame LiveWorkspace::throughEyes(const logs::FetchedFrame& fetched) const {
    const auto& agent = m_agentControls->shown();
    if (!agent || !m_actions.action("view.agent-eyes")->isChecked()) {
        return fetched;
    }
    logs::FetchedFrame believed = fetched;
    believed.exact =
        evaluation::makeBeliefFrame(*agent, fetched.exact->index, fetched.exact->recordTimeS);
    believed.drawn = believed.exact;
    believed.before = nullptr;
    believed.trail.clear();
    return believed;
}

} // namespace sideline::studio
