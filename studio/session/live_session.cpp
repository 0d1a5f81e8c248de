#include "studio/session/live_session.h"

#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kScreenPollMs = 16;

} // namespace

LiveSession::LiveSession(QObject* parent) : QObject(parent) {
    connect(&m_recording, &MatchRecording::opened, this, &LiveSession::recordingChanged);
    connect(&m_recording, &MatchRecording::saved, this, &LiveSession::recordingSaved);
    connect(&m_recording, &MatchRecording::copyFailed, this, &LiveSession::notesReceived);
    connect(&replay(), &MatchPlayer::followingChanged, this, &LiveSession::leaveOrReachHead);
    connect(&replay(), &MatchPlayer::frameShown, this, &LiveSession::frameShown);
    m_timer.setInterval(kScreenPollMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::poll);
}

LiveSession::~LiveSession() = default;

base::Expected<void> LiveSession::startSimulator(
    const LiveSettings& settings, std::shared_ptr<const simulator::StartSituation> situation) {
    stop(); // the new match may need the same ports
    const auto ring = m_recording.makeRing();
    if (auto started = m_simulator.start(settings, std::make_shared<RingSink>(ring, m_hooks),
                                         std::move(situation));
        !started) {
        return started;
    }
    begin(Source::Simulator, ring);
    m_view.isConnected = true;
    m_view.serverKind = settings.family();
    m_view.speed = settings.speed;
    m_view.agentPort = m_simulator.thread()->agentPort();
    m_view.monitorPort = m_simulator.thread()->monitorPort();
    m_linkView.isConnected = true;
    m_linkView.isInSync = true;
    m_linkView.waitsForAgents = settings.waitsForAgents;
    showPhysics(settings.physics);
    m_timer.start();
    Q_EMIT sourceChanged();
    return {};
}

void LiveSession::addRobotModel(const robot::RobotModelPtr& model) {
    m_simulator.addRobotModel(model);
    m_recording.addRobotModel(model);
}

void LiveSession::connectTo(const HostPort& server, const std::optional<StartedServer>& started) {
    stop();
    logs::MonitorLink::Settings settings;
    settings.host = server.host;
    settings.port = server.port;
    const auto ring = m_recording.makeRing();
    settings.ring = ring;
    settings.observer = m_hooks.observer;
    settings.drawingPrefix = m_hooks.drawingPrefix;
    m_link = std::make_unique<logs::MonitorLink>(settings);
    begin(Source::Server, ring);
    m_serverName = widgets::toQt(server.text());
    m_view.serverName = m_serverName;
    if (started) {
        m_view.isStarted = true;
        m_view.serverKind = started->kind;
        m_view.agentPort = started->agentPort;
    }
    m_isLossReported = false;
    m_timer.start();
    Q_EMIT sourceChanged();
}

void LiveSession::stop() {
    if (!isLive()) {
        return;
    }
    m_timer.stop();
    m_simulator.stop();
    m_link.reset();
    m_recording.finish();
    m_view = {};
    m_linkView = {};
    Q_EMIT linkStateChanged();
    Q_EMIT physicsShown(nullptr);
    Q_EMIT sourceChanged();
}

void LiveSession::closeRecording() {
    if (isLive() || !replay().isOpen()) {
        return;
    }
    m_recording.close();
    m_head.clear();
    Q_EMIT recordingChanged();
    Q_EMIT sourceChanged();
}

void LiveSession::begin(Source source, std::shared_ptr<logs::LiveRing> ring) {
    m_view = {};
    m_view.source = source;
    m_serverName.clear();
    m_head.clear();
    m_connections = 0;
    m_restores = 0;
    m_linkView = {};
    m_pace = {};
    m_linkView.recordingFault = m_recording.fault();
    if (m_recording.begin(std::move(ring))) {
        Q_EMIT recordingChanged();
    }
    Q_EMIT linkStateChanged();
}

void LiveSession::poll() {
    m_simulator.isRunning() ? pollSimulator() : pollLink();
    if (isLive()) {
        m_recording.follow();
    }
}

void LiveSession::leaveOrReachHead(bool isAtHead) {
    if (!isAtHead) {
        Q_EMIT physicsShown(nullptr); // only the newest frame has an overlay
    } else if (head().exact) {
        Q_EMIT frameShown(head());
    }
    Q_EMIT atHeadChanged(isAtHead);
}

const logs::FetchedFrame& LiveSession::shown() const {
    const logs::FetchedFrame& earlier = m_recording.replay().shown();
    return isAtHead() || !earlier.exact ? head() : earlier;
}

void LiveSession::pollSimulator() {
    if (auto frame = m_simulator.thread()->takeFrame()) {
        const widgets::PhysicsChoice& physics = m_simulator.physics();
        if (physics.any() && frame->physics && isAtHead()) {
            Q_EMIT physicsShown(std::make_shared<const viewer3d::PhysicsOverlay>(
                makeOverlay(*frame->physics, physics)));
        }
        if (frame->restores != m_restores) {
            m_restores = frame->restores;
            m_head.forgetPast(); // a snapshot was restored
        }
        takeFrame(frame->match);
    }
    auto status = m_simulator.thread()->takeStatus();
    if (!status) {
        return;
    }
    updateView(m_view, *status);
    m_hasGravity = status->hasGravity;
    if (!status->notes.empty()) {
        Q_EMIT notesReceived(toQtList(status->notes));
    }
    if (!status->isRunning) { // ended by a trainer or an error
        stop();
        if (!status->fault.empty()) {
            Q_EMIT simulatorFailed(widgets::toQt(status->fault));
        }
        return;
    }
    updateLink(m_linkView, *status, m_recording.ring());
    m_pace.take(*status, std::chrono::steady_clock::now());
    m_linkView.pace = m_pace.pace();
    Q_EMIT viewChanged();
    Q_EMIT linkStateChanged();
}

void LiveSession::pollLink() {
    if (const auto state = m_link->takeState()) {
        takeLinkState(*state);
    }
    if (const auto frame = m_link->takeFrame()) {
        takeFrame(*frame);
        m_view.robots = robotsOf(**frame);
        Q_EMIT viewChanged();
    }
}

void LiveSession::takeLinkState(const logs::MonitorLink::State& state) {
    const bool wasConnected = m_view.isConnected;
    m_view.isConnected = state.isConnected;
    if (state.connections != m_connections) {
        m_connections = state.connections;
        m_head.forgetPast(); // the server may be playing a different match now
        m_isLossReported = false;
        Q_EMIT connected(m_view.serverName);
    }
    if (!state.isConnected && (wasConnected || !m_isLossReported)) {
        m_isLossReported = true;
        Q_EMIT connectionLost(m_view.serverName, widgets::toQt(state.fault));
    }
    updateLink(m_linkView, state, m_recording.ring() != nullptr);
    m_view.measuredSpeed = state.speed;
    Q_EMIT linkStateChanged();
    Q_EMIT viewChanged();
}

void LiveSession::takeFrame(const monitor::MatchFramePtr& frame) {
    m_head.take(frame);
    m_view.gameTimeS = frame->game.timeS;
    m_view.playMode = frame->game.playMode;
    m_view.serverKind = monitor::serverOf(frame->game.format);
    Q_EMIT headReceived(frame);
    if (isAtHead()) {
        Q_EMIT frameShown(m_head.frame());
    }
}

void LiveSession::showPhysics(const widgets::PhysicsChoice& choice) {
    m_simulator.showPhysics(choice);
    if (!choice.any()) {
        Q_EMIT physicsShown(nullptr);
    }
}

void LiveSession::command(const monitor::TrainerCommand& command) {
    if (m_simulator.isRunning()) {
        m_simulator.command(command);
    } else if (m_link) {
        m_link->send(command);
    }
}

void LiveSession::removeRobot(const game::PlayerId& id) {
    m_simulator.isRunning() ? m_simulator.removeRobot(id) : command(monitor::KillAgent{id});
}

QString LiveSession::commandText(const QString& text) {
    if (m_link) { // a newer server may support more commands
        m_link->sendText(text.toStdString());
        return {};
    }
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    for (const monitor::TrainerCommand& parsed : message.commands) {
        command(parsed);
    }
    return message.errors.empty() ? QString() : widgets::toQt(message.errors.front().toString());
}

void LiveSession::setTrailS(double trailS) {
    m_head.setTrailS(trailS);
    m_recording.setTrailS(trailS);
}

} // namespace sideline::studio
