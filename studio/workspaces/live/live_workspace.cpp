#include "studio/workspaces/live/live_workspace.h"

#include <utility>

#include "agentcore/robot/limb_kinematics.h"
#include "agents/agent_blueprint.h"
#include "evaluation/belief_frame.h"
#include "evaluation/session_truth.h"
#include "logs/session/session_types.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr const char* kTriedSpeed = "0.3"; // m/s, of a robot that is tried

} // namespace

LiveWorkspace::LiveWorkspace(const Parts& parts) : m_actions(parts.actions), m_live(parts.live) {
    m_sessionControls = std::make_unique<SessionControls>(
        parts.actions, m_recorder, m_replay, m_past, parts.live, parts.messages, parts.store);
    m_agentControls = std::make_unique<AgentControls>(parts.actions, m_agents, parts.live, m_replay,
                                                      m_past, parts.messages, parts.store);
    m_driveControls = std::make_unique<DriveControls>(
        DriveControls::Parts{parts.actions, m_agents, *m_agentControls, parts.live, parts.view,
                             parts.field, parts.messages, parts.window});
    m_tuningControls = std::make_unique<TuningControls>(m_agents, *m_agentControls, parts.messages);
    m_refereeControls = std::make_unique<RefereeControls>(
        parts.actions, parts.live, m_drawings, m_recorder, parts.view, parts.field, parts.messages);
    m_drawingControls = std::make_unique<DrawingControls>(parts.actions, m_drawings, parts.view,
                                                          parts.field, parts.store);
    m_teams = std::make_unique<TeamSession>(m_agents, m_recorder.outputs());
    m_teamControls = std::make_unique<TeamControls>(parts.actions, *m_teams, parts.live,
                                                    parts.messages, parts.store);
    m_decision = new widgets::DecisionPanel;
    m_simulator = new widgets::SimulatorPanel(LiveControls::panelActions(parts.actions));
    m_controls = std::make_unique<LiveControls>(parts.actions, parts.live, *m_simulator,
                                                parts.messages, parts.store);
    m_server = std::make_unique<ServerProcess>(m_recorder.outputs());
    m_serverControls = std::make_unique<ServerControls>(
        ServerControls::Parts{parts.actions, parts.live, *m_controls, *m_server, parts.messages,
                              parts.store, parts.window});
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
}

void LiveWorkspace::connectControls(QWidget* window) {
    connect(m_actions.action("agent.start"), &QAction::triggered, this,
            [this, window] { m_agentControls->askForAgent(window); });
    connect(m_actions.action("agent.control"), &QAction::triggered, this, [this](bool isOn) {
        if (isOn) { // a robot that is controlled by something unseen is a surprise
            Q_EMIT panelWanted(QStringLiteral("joints"));
            m_agentControls->jointPanel()->setFocus();
        }
    });
    connect(m_driveControls.get(), &DriveControls::shown, this, [this] {
        Q_EMIT panelWanted(QStringLiteral("drive"));
        m_driveControls->panel()->setFocus();
    });
    const auto showParameters = [this] {
        Q_EMIT panelWanted(QStringLiteral("parameters"));
        m_tuningControls->panel()->setFocus();
    };
    connect(m_driveControls.get(), &DriveControls::parametersWanted, this, showParameters);
    connect(m_actions.action("agent.parameters"), &QAction::triggered, this, showParameters);
    connect(m_teamControls.get(), &TeamControls::simulatorRequested, this,
            [this] { m_controls->startChosen(LiveControls::Agents::None); });
    connect(m_teamControls.get(), &TeamControls::kickOffRequested, this, [this] {
        m_refereeControls->sendAnyway(monitor::KickOff{game::Side::None}, tr("match"));
    });
    connect(m_controls.get(), &LiveControls::beginWanted, this, [this] {
        m_refereeControls->sendAnyway(monitor::KickOff{game::Side::Left}, tr("situation"));
    });
    connect(m_driveControls.get(), &DriveControls::kickOffWanted, this, [this](game::Side side) {
        m_refereeControls->sendAnyway(monitor::KickOff{side}, tr("drive"));
    });
    connect(m_controls.get(), &LiveControls::commandWanted, this,
            [this](const monitor::TrainerCommand& command) {
                m_refereeControls->send(command, tr("simulator panel"));
            });
    connect(m_controls.get(), &LiveControls::agentWanted, this, [this] {
        Q_EMIT agentAwaited();
        m_agentControls->startAgent(awaitedAgent());
    });
}

// The one that comes with the simulator. A robot that is tried walks, if it has the legs for it.
agents::AgentBlueprint LiveWorkspace::awaitedAgent() {
    agents::AgentBlueprint blueprint;
    blueprint.settings = m_agentControls->nextAgent();
    const robot::RobotModelPtr tried = std::exchange(m_tried, nullptr);
    if (!tried) {
        return blueprint;
    }
    blueprint.settings.model = tried;
    blueprint.behavior = agents::usualBehavior(*tried);
    const bool hasLegs = robot::limbChain(*tried, robot::LimbId::LeftFoot) &&
                         robot::limbChain(*tried, robot::LimbId::RightFoot);
    if (hasLegs) {
        blueprint.behavior = AgentHost::kDriver;
        blueprint.parameters = {{"go-forward", kTriedSpeed}};
    }
    return blueprint;
}

bool LiveWorkspace::tryRobot(const robot::RobotModelPtr& model) {
    m_live.know(model);
    m_tried = model;
    return m_controls->startSimulator(LiveControls::Agents::One);
}

void LiveWorkspace::connectSessions() {
    connect(m_sessionControls.get(), &SessionControls::matchLogWanted, this,
            [this](const QString& file) {
                OpenRequest request{file};
                request.origin = OpenRequest::Origin::Session;
                request.stepS = evaluation::kSessionFrameS;
                request.robots = m_replay.robots();
                Q_EMIT openWanted(request);
            });
    connect(m_sessionControls.get(), &SessionControls::streamWanted, this,
            &LiveWorkspace::streamWanted);
    connect(m_sessionControls.get(), &SessionControls::recorded, this, &LiveWorkspace::recorded);
    connect(m_sessionControls.get(), &SessionControls::frameWanted, this,
            &LiveWorkspace::frameWanted);
}

void LiveWorkspace::connectDrawings() {
    connect(m_agentControls.get(), &AgentControls::agentShown, this,
            [this](const world::AgentFramePtr& frame) {
                if (m_decision && (frame || !m_agentControls->isAsking())) {
                    m_decision->setFrame(frame); // until the answer comes it shows what it had
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
            m_drawings.clear(); // they were drawn over a match that is over
        }
    });
}

LiveWorkspace::~LiveWorkspace() {
    m_drawings.close(); // its thread hands drawings to the session
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
            {"agent", tr("Agent"), m_agentControls->agentPanel(), kRight, "live"},
            {"decision", tr("Decision"), m_decision, kRight, "live"},
            {"drawings", tr("Drawings"), m_drawingControls->panel(), kRight, "live"},
            {"teams", tr("Teams"), m_teamControls->panel(), kBottom, "live"},
            {"output", tr("Output"), m_sessionControls->panel(), kBottom, "live"}};
}

bool LiveWorkspace::isSession(const QString& path) {
    return path.endsWith(widgets::toQt(logs::kSessionEnding));
}

bool LiveWorkspace::isSituation(const QString& path) {
    return path.endsWith(QStringLiteral(".situation"));
}

QString LiveWorkspace::windowTitle() const {
    const QString& server = m_live.serverName();
    return m_live.isLive()    ? (server.isEmpty() ? tr("Simulator") : server)
           : server.isEmpty() ? tr("Recording of the simulator")
                              : tr("Recording of %1").arg(server);
}

bool LiveWorkspace::canOpen(const QString& path) const {
    return isSession(path) || isSituation(path) || path.endsWith(QStringLiteral(".toml"));
}

void LiveWorkspace::open(const OpenRequest& request) {
    if (isSession(request.path)) {
        m_sessionControls->open(request.path);
    } else if (isSituation(request.path)) {
        m_controls->openSituation(request.path);
    } else {
        m_teamControls->openFile(request.path);
    }
}

void LiveWorkspace::showMatch(const logs::FetchedFrame& fetched, AgentControls::Place place) {
    m_agentControls->showMatch(fetched, place);
    m_drawingControls->showMatch(fetched, place == AgentControls::Place::Now);
    // What was written after the last frame of a match that is over is shown with it.
    const auto index = static_cast<double>(fetched.exact->index);
    const bool isEnd = !m_live.isLive() && !m_live.arrivalOf(index + 1.0);
    m_sessionControls->showLiveTime(
        place == AgentControls::Place::Earlier && !isEnd ? m_live.arrivalOf(index) : std::nullopt);
}

void LiveWorkspace::setShowsLive(bool showsLive) {
    m_sessionControls->setShowsLive(showsLive);
}

std::shared_ptr<logs::AgentValues> LiveWorkspace::agentValues(bool showsLive) {
    using Values = logs::SessionAgentValues;
    if (!showsLive) {
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
