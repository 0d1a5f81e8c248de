#include "studio/session/live_session.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/angles.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using game::PlayerId;
using monitor::ObjectId;

constexpr int kPollMs = 16;
constexpr std::uint64_t kStretches = 32; // of a recording; one is given up at a time
constexpr double kRobotHeightM = 0.4;    // of the torso of a robot that is put somewhere

std::vector<widgets::LiveRobotView> robotsOf(const monitor::MatchFrame& frame) {
    std::vector<widgets::LiveRobotView> robots;
    for (const monitor::RobotFrame& robot : frame.robots) {
        robots.push_back({robot.id, widgets::toQt(frame.game.teamName(robot.id.side)),
                          robot.typeNumber, true, false});
    }
    return robots;
}

std::vector<widgets::LiveRobotView> robotsOf(const simulator::SimulatorStatus& status) {
    std::vector<widgets::LiveRobotView> robots;
    for (const simulator::SimulatorRobot& robot : status.robots) {
        // Rounded: a list that changes with every millisecond cannot be read.
        constexpr int kRoundedMs = 5;
        widgets::LiveRobotView view{robot.id, widgets::toQt(robot.team), robot.typeNumber,
                                    robot.hasAgent, robot.isHeld};
        view.waitMs =
            kRoundedMs * static_cast<int>(std::lround(1000.0 * robot.meanWaitS / kRoundedMs));
        view.waitingS = static_cast<int>(robot.waitS);
        view.isLeftBehind = robot.isLeftBehind;
        robots.push_back(view);
    }
    return robots;
}

QStringList toQt(const std::vector<std::string>& texts) {
    QStringList result;
    for (const std::string& text : texts) {
        result << widgets::toQt(text);
    }
    return result;
}

double headingRad(const monitor::MatchFrame* frame, const PlayerId& id) {
    const monitor::RobotFrame* robot = frame != nullptr ? frame->findRobot(id) : nullptr;
    return robot != nullptr ? robot->headingRad() : 0.0;
}

} // namespace

math::Pose startPose(bool playsFromLeft, int unum) {
    constexpr int kRows = 4;
    constexpr double kApartM = 2.0;
    const int place = std::max(unum, 1) - 1;
    const double x = 2.5 + kApartM * (place / kRows);
    const double y = kApartM * (place % kRows) - kApartM * (kRows - 1) / 2.0;
    // The body's y axis looks forward.
    const double yawRad = (playsFromLeft ? -1.0 : 1.0) * std::numbers::pi / 2.0;
    math::Pose pose =
        math::Pose::translation({playsFromLeft ? -x : x, playsFromLeft ? y : -y, kRobotHeightM});
    pose.R = Eigen::AngleAxisd(yawRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    return pose;
}

LiveSession::LiveSession(QObject* parent)
    : QObject(parent), m_ringDirectory(logs::defaultSpoolDirectory() / "live") {
    connect(&m_replay, &MatchPlayer::followingChanged, this, &LiveSession::leaveOrReachHead);
    connect(&m_replay, &MatchPlayer::frameShown, this, &LiveSession::frameShown);
    connect(&m_replay, &MatchPlayer::bookmarksChanged, this, &LiveSession::copyBookmarks);
    connect(&m_saver, &RingSaver::finished, this,
            [this](const QString& file, const QString& error, const QString& leftOut) {
                if (error.isEmpty() && m_savedRing.lock() == m_ring) {
                    m_copies.begin(file.toStdString(), m_savedFirst);
                    copyBookmarks();
                }
                Q_EMIT recordingSaved(file, error, leftOut);
            });
    m_timer.setInterval(kPollMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::poll);
}

LiveSession::~LiveSession() = default;

base::Expected<void> LiveSession::startSimulator(const LiveSettings& settings) {
    stop(); // our own ports may be the ones that are wanted again
    simulator::SimulatorThread::Settings wanted;
    wanted.simulation.seed = static_cast<std::uint64_t>(settings.seed);
    wanted.simulation.solver =
        settings.isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    wanted.simulation.rules = m_rules;
    wanted.simulation.sensors = m_sensors;
    wanted.server.agentPort = static_cast<std::uint16_t>(settings.agentPort);
    wanted.server.monitorPort = static_cast<std::uint16_t>(settings.monitorPort);
    wanted.server.address = settings.address;
    wanted.opensPorts = settings.opensPorts;
    wanted.server.isSynchronous = settings.waitsForAgents;
    wanted.speed = settings.speed;
    const auto ring = makeRing();
    wanted.sink = std::make_shared<RingSink>(ring, m_hooks);
    auto started = simulator::SimulatorThread::start(wanted);
    if (!started) {
        return tl::unexpected(started.error());
    }
    m_simulator = std::move(*started);
    begin(Source::Simulator, ring);
    m_view.isConnected = true;
    m_view.speed = settings.speed;
    m_view.agentPort = m_simulator->agentPort();
    m_view.monitorPort = m_simulator->monitorPort();
    m_linkView.isConnected = true;
    m_linkView.isInSync = true;
    m_momentNumber = 0;
    showPhysics(settings.physics);
    m_timer.start();
    Q_EMIT sourceChanged();
    return {};
}

void LiveSession::connectTo(const HostPort& server) {
    stop();
    logs::MonitorLink::Settings settings;
    settings.host = server.host.toStdString();
    settings.port = static_cast<std::uint16_t>(server.port);
    const auto ring = makeRing();
    settings.ring = ring;
    settings.observer = m_hooks.observer;
    settings.drawingPrefix = m_hooks.drawingPrefix;
    m_link = std::make_unique<logs::MonitorLink>(settings);
    begin(Source::Server, ring);
    m_serverName = server.text();
    m_view.serverName = m_serverName;
    m_toldLost = false;
    m_timer.start();
    Q_EMIT sourceChanged();
}

void LiveSession::stop() {
    if (!isLive()) {
        return;
    }
    m_timer.stop();
    m_simulator.reset();
    m_link.reset();
    followRing(); // it may have begun since the last look
    if (m_ring) {
        m_ring->finish(); // its end comes to the screen as soon as it is known
    }
    m_view = {};
    m_linkView = {};
    Q_EMIT linkStateChanged();
    Q_EMIT physicsShown(nullptr);
    Q_EMIT sourceChanged();
}

void LiveSession::closeRecording() {
    if (isLive() || !m_replay.isOpen()) {
        return;
    }
    m_copies.clear();
    m_replay.close();
    m_ring.reset();
    m_shown = {};
    Q_EMIT recordingChanged();
    Q_EMIT sourceChanged();
}

void LiveSession::begin(Source source, std::shared_ptr<logs::LiveRing> ring) {
    m_copies.clear();
    m_ring = std::move(ring);
    m_view = {};
    m_view.source = source;
    m_serverName.clear();
    m_shown = {};
    m_past.clear();
    m_connections = 0;
    m_restores = 0;
    m_linkView = {};
    m_linkView.recordingFault = m_ringFault;
    if (m_replay.isOpen()) {
        m_replay.close();
        Q_EMIT recordingChanged();
    }
    Q_EMIT linkStateChanged();
}

// Without a recording the match can be watched all the same.
std::shared_ptr<logs::LiveRing> LiveSession::makeRing() {
    logs::RingOptions options;
    options.directory = m_ringDirectory;
    options.maxBytes = m_ringBytes;
    options.stretchBytes = std::min(options.stretchBytes, m_ringBytes / kStretches);
    auto ring = logs::LiveRing::create(options);
    m_ringFault = ring ? QString() : widgets::toQt(ring.error().toString());
    return ring ? std::move(*ring) : nullptr;
}

void LiveSession::poll() {
    m_simulator ? pollSimulator() : pollLink();
    followRing();
}

void LiveSession::followRing() {
    const auto recording = m_ring ? m_ring->recording() : nullptr;
    if (isLive() && recording && recording != m_replay.log()) {
        if (m_replay.isOpen()) {
            m_copies.clear(); // they count the frames of the file before
        }
        m_replay.setTrailS(m_trailS);
        m_replay.openGrowing(recording, MatchPlayer::Head::Elsewhere);
        Q_EMIT recordingChanged();
    }
}

void LiveSession::leaveOrReachHead(bool isAtHead) {
    if (!isAtHead) {
        Q_EMIT physicsShown(nullptr); // it is of the head only
    } else if (m_shown.exact) {
        Q_EMIT frameShown(m_shown);
    }
    Q_EMIT atHeadChanged(isAtHead);
}

std::optional<std::chrono::nanoseconds> LiveSession::arrivalOf(double frame) const {
    const double whole = std::floor(frame);
    const auto number = static_cast<logs::FrameNumber>(whole);
    const auto at = m_ring ? m_ring->arrivalNs(number) : std::nullopt;
    if (!at) {
        return std::nullopt;
    }
    const auto next = m_ring->arrivalNs(number + 1).value_or(*at);
    return std::chrono::nanoseconds(
        *at + std::llround((frame - whole) * static_cast<double>(next - *at)));
}

void LiveSession::seekArrival(std::chrono::nanoseconds at) {
    if (m_ring && m_replay.isOpen()) {
        m_replay.seekFrame(m_ring->frameAtArrival(at.count()));
    }
}

const logs::FetchedFrame& LiveSession::shown() const {
    return isAtHead() || !m_replay.shown().exact ? m_shown : m_replay.shown();
}

bool LiveSession::saveRecording(const QString& file) {
    const auto recording = m_ring ? m_ring->recording() : nullptr;
    if (!recording || !m_saver.start(m_ring, file)) {
        return false;
    }
    m_savedRing = m_ring;
    m_savedFirst = recording->index()->firstFrame();
    return true;
}

base::Expected<logs::FrameNumber> LiveSession::startMatchLog(const QString& file) {
    if (!m_ring) {
        return base::failure(base::ErrorCode::InvalidArgument, "nothing recorded",
                             "a live match with a recording");
    }
    auto first = m_ring->startCopy(file.toStdString());
    if (first) {
        m_copies.begin(file.toStdString(), *first);
    }
    return first;
}

void LiveSession::endMatchLog(const QString& file) {
    if (m_ring) {
        m_ring->endCopy(file.toStdString());
        m_copies.end(file.toStdString(), m_ring->state().frames);
    }
}

void LiveSession::copyBookmarks() {
    QStringList faults;
    for (const std::string& fault : m_copies.save(m_replay.bookmarks().entries())) {
        faults << widgets::toQt(fault);
    }
    if (!faults.isEmpty()) {
        Q_EMIT notesCame(faults);
    }
}

void LiveSession::setRecordingPlace(const std::filesystem::path& directory,
                                    std::uint64_t maxBytes) {
    m_ringDirectory = directory;
    m_ringBytes = maxBytes;
}

void LiveSession::pollSimulator() {
    if (auto frame = m_simulator->takeFrame()) {
        if (m_physics.any() && frame->physics && isAtHead()) {
            Q_EMIT physicsShown(std::make_shared<const viewer3d::PhysicsOverlay>(
                makeOverlay(*frame->physics, m_physics)));
        }
        if (frame->restores != m_restores) {
            m_restores = frame->restores;
            m_past.clear(); // back to a snapshot
        }
        takeFrame(frame->match);
    }
    auto status = m_simulator->takeStatus();
    if (!status) {
        return;
    }
    m_view.isPaused = status->isPaused;
    m_view.speed = status->speed;
    m_view.measuredSpeed = status->measuredSpeed;
    m_view.cycle = status->cycle;
    m_view.agentPort = status->agentPort;
    m_view.monitorPort = status->monitorPort;
    m_view.monitorCount = static_cast<int>(status->monitorCount);
    m_view.robots = robotsOf(*status);
    m_view.moments = toQt(status->moments);
    m_hasGravity = status->hasGravity;
    if (!status->notes.empty()) {
        Q_EMIT notesCame(toQt(status->notes));
    }
    if (!status->isRunning) { // a trainer has ended it, or a fault
        stop();
        if (!status->fault.empty()) {
            Q_EMIT simulatorFailed(widgets::toQt(status->fault));
        }
        return;
    }
    m_linkView.serverSpeed = status->measuredSpeed;
    if (m_ring) {
        m_linkView.recording = m_ring->state();
        m_linkView.messages = m_linkView.recording.frames;
        m_linkView.recordingFault = widgets::toQt(m_linkView.recording.fault);
    }
    tellOutputs(*status);
    Q_EMIT viewChanged();
    Q_EMIT linkStateChanged();
}

// Logs that the simulator writes beside the live recording.
void LiveSession::tellOutputs(const simulator::SimulatorStatus& status) {
    QStringList faults;
    m_linkView.lostMessages = m_ring ? m_linkView.recording.lostMessages : 0;
    if (m_ring) {
        faults << m_linkView.recordingFault;
    }
    for (const simulator::ServerOutput& output : status.outputs) {
        m_linkView.lostMessages += output.lost;
        faults << widgets::toQt(output.fault);
    }
    faults.removeAll(QString());
    faults.removeDuplicates();
    if (m_ring || !faults.isEmpty()) {
        m_linkView.recordingFault = faults.join(QLatin1Char('\n'));
    }
}

void LiveSession::pollLink() {
    if (const auto state = m_link->takeState()) {
        const bool wasConnected = m_view.isConnected;
        m_view.isConnected = state->isConnected;
        if (state->connections != m_connections) {
            m_connections = state->connections;
            m_past.clear(); // another match, perhaps
            m_toldLost = false;
            Q_EMIT connected(m_view.serverName);
        }
        if (!state->isConnected && (wasConnected || !m_toldLost)) {
            m_toldLost = true;
            Q_EMIT connectionLost(m_view.serverName, widgets::toQt(state->fault));
        }
        tellLink(*state);
        Q_EMIT viewChanged();
    }
    if (const auto frame = m_link->takeFrame()) {
        takeFrame(*frame);
        m_view.robots = robotsOf(**frame);
        Q_EMIT viewChanged();
    }
}

void LiveSession::tellLink(const logs::MonitorLink::State& state) {
    m_linkView.isConnected = state.isConnected;
    m_linkView.isInSync = state.isInSync;
    m_linkView.isSilent = state.isSilent;
    m_linkView.serverSpeed = state.speed;
    m_linkView.isClockRunning = state.isClockRunning;
    m_linkView.messages = state.messages;
    m_linkView.damagedMessages = state.damagedMessages;
    m_linkView.unfittingMessages = state.unfittingMessages;
    m_linkView.fault = widgets::toQt(state.fault);
    m_linkView.recording = state.ring;
    if (m_ring) {
        m_linkView.recordingFault = widgets::toQt(state.ring.fault);
        m_linkView.lostMessages = state.ring.lostMessages;
    }
    m_view.measuredSpeed = state.speed;
    Q_EMIT linkStateChanged();
}

void LiveSession::takeFrame(const monitor::MatchFramePtr& frame) {
    if (!m_past.empty() && frame->recordTimeS < m_past.back()->recordTimeS) {
        m_past.clear();
    }
    m_shown.before = m_past.empty() ? nullptr : m_past.back();
    if (m_shown.before && m_shown.before->recordTimeS == frame->recordTimeS && m_past.size() > 1) {
        m_shown.before = m_past[m_past.size() - 2]; // the same instant, reported again while paused
        m_past.back() = frame;
    } else {
        m_past.push_back(frame);
    }
    m_shown.exact = frame;
    m_shown.drawn = frame;
    while (m_past.size() > 2 && m_past.front()->recordTimeS < frame->recordTimeS - m_trailS) {
        m_past.pop_front();
    }
    m_shown.trail.clear();
    if (m_trailS > 0.0) {
        m_shown.trail.assign(m_past.begin(), m_past.end());
    }
    m_view.gameTimeS = frame->game.timeS;
    m_view.playMode = frame->game.playMode;
    Q_EMIT headCame(frame);
    if (isAtHead()) {
        Q_EMIT frameShown(m_shown);
    }
}

void LiveSession::order(simulator::Order order) {
    if (m_simulator) {
        m_simulator->post(std::move(order));
    }
}

void LiveSession::setPaused(bool paused) {
    paused ? order(simulator::command::Pause{}) : order(simulator::command::Resume{});
}

void LiveSession::step(int cycles) {
    order(simulator::command::Step{cycles});
}

void LiveSession::setSpeed(double factor) {
    order(simulator::command::SetSpeed{factor});
}

void LiveSession::saveMoment() {
    if (m_simulator) {
        const QString name = tr("%1: %2, cycle %3")
                                 .arg(++m_momentNumber)
                                 .arg(widgets::clockText(m_view.gameTimeS, true))
                                 .arg(m_view.cycle);
        order(simulator::command::SaveMoment{name.toStdString()});
    }
}

void LiveSession::restoreMoment(const QString& name) {
    const QString wanted = name.isEmpty() ? m_view.moments.value(m_view.moments.size() - 1) : name;
    if (!wanted.isEmpty()) {
        order(simulator::command::RestoreMoment{wanted.toStdString()});
    }
}

void LiveSession::dropMoment(const QString& name) {
    order(simulator::command::DropMoment{name.toStdString()});
}

void LiveSession::addRobot(const widgets::NewRobotView& robot) {
    // The first team that comes plays from the left, the second one from the right.
    const auto& robots = m_view.robots;
    const auto mate = std::ranges::find(robots, robot.team, &widgets::LiveRobotView::team);
    const bool leftIsTaken = std::ranges::any_of(robots, [](const widgets::LiveRobotView& other) {
        return other.id.side == game::Side::Left;
    });
    const bool isLeft = mate != robots.end() ? mate->id.side == game::Side::Left : !leftIsTaken;
    order(simulator::command::AddRobot{robot.team.toStdString(), robot.unum, robot.typeNumber,
                                       startPose(isLeft, robot.unum)});
}

void LiveSession::record(const QString& file) {
    order(simulator::command::RecordMatch{file.toStdString()});
}

void LiveSession::hold(const PlayerId& id, bool isHeld) {
    order(simulator::command::Hold{id, isHeld});
}

void LiveSession::setGravity(bool hasGravity) {
    order(simulator::command::SetGravity{hasGravity});
}

void LiveSession::push(const ObjectId& id, const Eigen::Vector3d& p_S,
                       const Eigen::Vector3d& impulse_SNs) {
    // The ball is the object without a side.
    const PlayerId robot = id.kind == ObjectId::Kind::Ball ? PlayerId{} : id.robot;
    order(simulator::command::Push{robot, robot::BodyId(id.body), p_S, impulse_SNs});
}

void LiveSession::pull(const ObjectId& id, const Eigen::Vector3d& grip_Body,
                       const Eigen::Vector3d& target_S) {
    order(simulator::command::Pull{id, grip_Body, target_S});
}

void LiveSession::letGo() {
    order(simulator::command::LetGo{});
}

void LiveSession::setRules(const game::Rules& rules) {
    m_rules = rules;
    order(simulator::command::SetRules{rules});
}

void LiveSession::setSensors(const simulator::SensorSwitches& sensors) {
    m_sensors = sensors;
    order(simulator::command::SetSensors{sensors});
}

void LiveSession::showPhysics(const widgets::PhysicsChoice& choice) {
    m_physics = choice;
    order(simulator::command::ShowPhysics{choice.any()});
    if (!choice.any()) {
        Q_EMIT physicsShown(nullptr);
    }
}

void LiveSession::command(const monitor::TrainerCommand& command) {
    if (m_simulator) {
        order(simulator::command::Trainer{command});
    } else if (m_link) {
        m_link->send(command);
    }
}

void LiveSession::removeRobot(const PlayerId& id) {
    m_simulator ? order(simulator::command::RemoveRobot{id}) : command(monitor::KillAgent{id});
}

std::optional<monitor::TrainerCommand> LiveSession::placeCommand(const ObjectId& id, double x_S,
                                                                 double y_S, double turnRad) const {
    if (id.kind == ObjectId::Kind::Ball) {
        return monitor::BallCommand{Eigen::Vector3d(x_S, y_S, game::kBallRadiusM),
                                    Eigen::Vector3d::Zero()};
    }
    if (id.kind != ObjectId::Kind::Robot) {
        return std::nullopt;
    }
    monitor::AgentCommand agent;
    agent.agent = id.robot;
    // At a heading of 90 degrees, along +y, bodies are not turned.
    agent.move = monitor::AgentMove{{x_S, y_S, kRobotHeightM},
                                    math::wrapRad(headingRad(m_shown.exact.get(), id.robot) +
                                                  turnRad - std::numbers::pi / 2.0)};
    return agent;
}

QString LiveSession::commandText(const QString& text) {
    if (m_link) { // a newer server may know more than we do
        m_link->sendText(text.toStdString());
        return {};
    }
    const monitor::TrainerMessage message = monitor::parseTrainerCommands(text.toStdString());
    for (const monitor::TrainerCommand& wanted : message.commands) {
        command(wanted);
    }
    return message.errors.empty() ? QString() : widgets::toQt(message.errors.front().toString());
}

void LiveSession::setTrailS(double trailS) {
    m_trailS = trailS;
    m_replay.setTrailS(trailS);
}

} // namespace sideline::studio
