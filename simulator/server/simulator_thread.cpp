#include "simulator/server/simulator_thread.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "agentcore/game/constants.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/kinematics.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/monitor_feed.h"
#include "simulator/server/pacer.h"
#include "simulator/server/robot_handling.h"

namespace sideline::simulator {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFramePause{15}; // interval between displayed frames at full speed
constexpr milliseconds kStatusPause{200};
constexpr milliseconds kIdlePause{10}; // poll interval while paused
using game::kStepS;
constexpr double kSinkPeriodS = 0.04; // same interval as for monitors of the server

PhysicsDetails detailsOf(Simulation& simulation) {
    PhysicsDetails details;
    for (const ContactForce& contact : simulation.physics().contactForces()) {
        details.contacts.push_back({contact.p_S, contact.force_SN});
    }
    for (const AgentInfo& agent : simulation.agents()) {
        RobotBody* robot = simulation.physics().findRobot(agent.body);
        if (robot == nullptr) {
            continue;
        }
        robot->watchMotors();
        std::vector<math::Pose> X_SBody;
        for (std::size_t i = 0; i < agent.model->bodies().size(); ++i) {
            const robot::BodyId id(i);
            const robot::Body& body = agent.model->body(id);
            X_SBody.push_back(robot->pose(id));
            details.masses.push_back({X_SBody.back() * body.p_BodyCom, body.massKg, false});
            if (body.collides) {
                details.colliders.push_back(
                    {X_SBody.back(), body.shape, robot->body(id).isAwake()});
            }
        }
        details.masses.push_back(
            {robot::centerOfMass(*agent.model, X_SBody), agent.model->massKg(), true});
        for (std::size_t j = 0; j < agent.model->joints().size(); ++j) {
            const robot::JointId id(j);
            const auto torqueNm = robot->motorTorqueNm(id);
            if (!torqueNm) {
                continue;
            }
            const robot::Joint& joint = agent.model->joint(id);
            const math::Pose& X_SChild = X_SBody[joint.child.index()];
            const double limitNm = joint.dynamics.maxTorqueNm;
            details.torques.push_back(
                {X_SChild * joint.anchor_Child, X_SChild.R * joint.axis, *torqueNm,
                 limitNm > 0.0 ? std::min(1.0, std::abs(*torqueNm) / limitNm) : 0.0});
        }
    }
    return details;
}

} // namespace

struct SimulatorThread::Impl {
    Settings settings;
    std::unique_ptr<Server> server; ///< null without open ports
    std::unique_ptr<Simulation> ownSimulation;
    std::unique_ptr<MonitorFeed> ownFeed;

    std::uint16_t agentPort = 0; ///< both ports are fixed at the start
    std::uint16_t monitorPort = 0;
    base::Mailbox<SimulatorFrame> frames;
    base::Mailbox<SimulatorStatus> statuses;
    std::mutex mutex; ///< guards `commands`
    std::vector<SimulatorCommand> commands;

    // everything below belongs to the thread
    Pacer pacer{1.0, {}};
    bool isPaused = false;
    int stepsLeft = 0;
    bool showsPhysics = false;
    bool needsFrame = true; ///< something changed while paused
    std::optional<command::Pull> pull;
    std::optional<MonitorLogWriter> recorder;
    ServerOutput recorded;             ///< state of `recorder`
    std::vector<ServerOutput> outputs; ///< state as last reported in notes
    std::vector<std::pair<std::string, std::shared_ptr<const SimulationState>>> snapshots;
    std::vector<std::string> notes;
    monitor::MonitorStream sinkStream;
    std::string sinkText;        ///< scratch
    double lastSinkTimeS = -1.0; ///< record time of the last message to the sink
    double restoredTimeS = 0.0;  ///< simulated time removed by restoring snapshots
    int restores = 0;
    bool isFeedFresh = false;
    std::uint32_t frameCount = 0;
    Clock::time_point frameAt;
    Clock::time_point statusAt;
    std::uint64_t statusCycle = 0;

    base::Worker thread; ///< last member, so that it ends first

    [[nodiscard]] Simulation& simulation() {
        return server ? server->simulation() : *ownSimulation;
    }
    [[nodiscard]] MonitorFeed& feed() { return server ? server->monitorFeed() : *ownFeed; }

    void note(std::string text) {
        constexpr std::size_t kMaxNotes = 1000;
        if (notes.size() < kMaxNotes) {
            notes.push_back(std::move(text));
        }
    }
    void run(const std::stop_token& stop);
    void takeCommands();
    [[nodiscard]] bool mayCycle();
    void cycle();
    void rest(Clock::time_point until);
    void publishFrame(Clock::time_point now);
    void publishStatus(Clock::time_point now, bool isRunning);
    [[nodiscard]] const AgentInfo* find(const std::vector<AgentInfo>& agents,
                                        const game::PlayerId& id) const;
    [[nodiscard]] RobotBody* bodyOf(const game::PlayerId& id);
    void pullOnce();
    [[nodiscard]] RobotBody* pulledRobot();
    void carry();
    void recordCycle();
    [[nodiscard]] std::vector<ServerOutput> allOutputs() const;
    void noteOutputs();
    void fillSink();
    void updateFeed();
    [[nodiscard]] double recordTimeS() { return simulation().timeS() + restoredTimeS; }

    void obey(const command::Pause&) { isPaused = true; }
    void obey(const command::Resume&) {
        isPaused = false;
        pacer.setSpeed(pacer.speed(), Clock::now());
    }
    void obey(const command::Step& step) {
        isPaused = true;
        stepsLeft += std::max(0, step.cycles);
    }
    void obey(const command::SetSpeed& speed) { pacer.setSpeed(speed.factor, Clock::now()); }
    void obey(const command::SetSensors& sensors) { simulation().setSensors(sensors.sensors); }
    void obey(const command::SetRules& rules) { simulation().referee().setRules(rules.rules); }
    void obey(const command::SaveSnapshot& snapshot);
    void obey(const command::RestoreSnapshot& snapshot);
    void obey(const command::DropSnapshot& snapshot) {
        std::erase_if(snapshots, [&](const auto& saved) { return saved.first == snapshot.name; });
    }
    void obey(const command::Trainer& trainer) {
        if (const auto done = simulation().apply(trainer.command); !done) {
            note(done.error().toString());
        }
    }
    void obey(const command::Push& push);
    void obey(const command::Pull& request);
    void obey(const command::Release&) { pull.reset(); }
    void obey(const command::Hold& hold) {
        if (RobotBody* body = bodyOf(hold.robot)) {
            if (hold.isHeld) {
                liftClear(*body);
            }
            body->setHeld(hold.isHeld);
        }
    }
    void obey(const command::AddRobot& add);
    void obey(const command::RemoveRobot& remove);
    void obey(const command::RecordMatch& record);
    void obey(const command::SaveSituation& save);
    void obey(const command::ShowPhysics& show) { showsPhysics = show.isShown; }
    void obey(const command::SetGravity& gravity) {
        simulation().physics().setGravity(gravity.hasGravity);
    }
};

const AgentInfo* SimulatorThread::Impl::find(const std::vector<AgentInfo>& agents,
                                             const game::PlayerId& id) const {
    const auto it = std::ranges::find(agents, id, &AgentInfo::player);
    return it == agents.end() ? nullptr : &*it;
}

RobotBody* SimulatorThread::Impl::bodyOf(const game::PlayerId& id) {
    const auto agents = simulation().agents();
    const AgentInfo* agent = find(agents, id);
    return agent == nullptr ? nullptr : simulation().physics().findRobot(agent->body);
}

void SimulatorThread::Impl::obey(const command::SaveSnapshot& snapshot) {
    obey(command::DropSnapshot{snapshot.name});
    snapshots.emplace_back(snapshot.name, simulation().save());
}

void SimulatorThread::Impl::obey(const command::RestoreSnapshot& snapshot) {
    const auto it = std::ranges::find_if(
        snapshots, [&](const auto& saved) { return saved.first == snapshot.name; });
    if (it == snapshots.end()) {
        return note(fmt::format("unknown snapshot \"{}\"", snapshot.name));
    }
    const double nowS = recordTimeS();
    if (const auto done = simulation().restore(*it->second); done) {
        restoredTimeS += nowS - recordTimeS();
        stepsLeft = 0; // the steps were requested before the change
        ++restores;
    } else {
        note(fmt::format("snapshot \"{}\": {}", snapshot.name, done.error().toString()));
    }
}

void SimulatorThread::Impl::obey(const command::Push& push) {
    if (push.robot.side == game::Side::None) { // no side: the ball
        BallState ball = simulation().physics().ball();
        ball.velocity_SMps += push.impulse_SNs / game::kBallMassKg;
        simulation().physics().setBall(ball);
    } else if (RobotBody* body = bodyOf(push.robot)) {
        if (push.body.isValid() && push.body.index() < body->model().bodies().size()) {
            body->push(push.body, push.p_S, push.impulse_SNs / kStepS);
        }
    }
}

void SimulatorThread::Impl::obey(const command::AddRobot& add) {
    const auto agent =
        simulation().addRobot(robot::kDefaultRobotFile, add.typeNumber, add.team, add.unum);
    if (!agent) {
        return note(agent.error().toString());
    }
    simulation().place(*agent, add.X_STorso);
}

void SimulatorThread::Impl::obey(const command::RemoveRobot& remove) {
    const auto done = simulation().apply(monitor::KillAgent{remove.robot});
    if (!done) {
        note(done.error().toString());
    }
}

void SimulatorThread::Impl::obey(const command::RecordMatch& record) {
    recorder.reset();
    if (record.file.empty()) {
        return;
    }
    auto created = MonitorLogWriter::create(record.file, {}, {.mayReplace = true});
    if (!created) {
        return note(created.error().toString());
    }
    recorder = std::move(*created);
    recorded = {.file = record.file, .unit = "messages"};
}

void SimulatorThread::Impl::obey(const command::SaveSituation& save) {
    base::OutputOptions options;
    options.mayReplace = true;
    auto file = base::OutputFile::create(save.file, options);
    const auto written = file ? base::writeWhole(std::move(*file), textOf(simulation().situation()))
                              : base::Expected<void>(tl::unexpected(file.error()));
    note(written ? fmt::format("saved the situation as {}", save.file.string())
                 : written.error().toString());
}

void SimulatorThread::Impl::recordCycle() {
    if (!recorder || !recorder->isDueAfterCycle()) {
        return;
    }
    updateFeed();
    const auto written = recorder->write(feed().game(), feed().scene());
    recorded.fault = written ? std::string() : written.error().toString();
    recorded.lost = recorder->lostCount();
}

std::vector<ServerOutput> SimulatorThread::Impl::allOutputs() const {
    std::vector<ServerOutput> all;
    if (server) {
        all = server->outputs();
    }
    if (recorder) {
        all.push_back(recorded);
    }
    return all;
}

// Reports errors immediately, so that they are in the notes of the next status.
void SimulatorThread::Impl::noteOutputs() {
    std::vector<ServerOutput> now = allOutputs();
    for (std::string& news : changesOf(outputs, now)) {
        note(std::move(news));
    }
    outputs = std::move(now);
}

// Passes messages to the sink as to a monitor, even for single steps and changes while paused.
void SimulatorThread::Impl::fillSink() {
    if (!settings.sink) {
        return;
    }
    const double timeS = recordTimeS();
    const bool isDue = timeS - lastSinkTimeS > kSinkPeriodS - kStepS / 2.0 || isPaused;
    if (!isDue) {
        return;
    }
    updateFeed();
    if (settings.sink->needsFullScene()) {
        sinkStream.requestFullMessage();
    }
    sinkText.clear();
    const monitor::MessageKind kind = sinkStream.append(feed().game(), feed().scene(), sinkText);
    settings.sink->take({sinkText, kind, timeS, &feed().game(), &feed().scene()});
    lastSinkTimeS = timeS;
}

// Reads the simulation at most once for all consumers.
void SimulatorThread::Impl::updateFeed() {
    if (!isFeedFresh) {
        feed().update();
        isFeedFresh = true;
    }
}

void SimulatorThread::Impl::takeCommands() {
    std::vector<SimulatorCommand> taken;
    {
        const std::scoped_lock lock(mutex);
        taken.swap(commands);
    }
    for (const SimulatorCommand& each : taken) {
        std::visit([this](const auto& what) { obey(what); }, each);
        needsFrame = true;
        isFeedFresh = false;
    }
}

void SimulatorThread::Impl::obey(const command::Pull& request) {
    pull = request;
    if (isPaused && stepsLeft == 0) {
        carry();
    }
}

// Returns null if the robot or the pulled body no longer exists.
RobotBody* SimulatorThread::Impl::pulledRobot() {
    RobotBody* robot = bodyOf(pull->object.robot);
    const robot::BodyId id(pull->object.body);
    const bool isThere =
        robot != nullptr && id.isValid() && id.index() < robot->model().bodies().size();
    return isThere ? robot : nullptr;
}

// A spring has no effect while the simulation is paused: the robot follows the mouse without
// changing its posture, at rest and above the ground.
void SimulatorThread::Impl::carry() {
    if (pull->object.kind == monitor::ObjectId::Kind::Ball) {
        BallState ball;
        ball.X_SBall = simulation().physics().ball().X_SBall;
        ball.X_SBall.p = pull->target_S;
        ball.X_SBall.p.z() = std::max(ball.X_SBall.p.z(), game::kBallRadiusM);
        simulation().physics().setBall(ball);
        return;
    }
    RobotBody* robot = pulledRobot();
    if (robot == nullptr) {
        return;
    }
    carryBy(*robot, robot::BodyId(pull->object.body), pull->grip_Body, pull->target_S);
}

void SimulatorThread::Impl::pullOnce() {
    constexpr double kBallRatio = 0.2; // fraction of the remaining distance covered per cycle
    if (pull->object.kind == monitor::ObjectId::Kind::Ball) {
        BallState ball = simulation().physics().ball();
        ball.velocity_SMps = (pull->target_S - ball.X_SBall.p) * (kBallRatio / kStepS);
        simulation().physics().setBall(ball);
        return;
    }
    RobotBody* robot = pulledRobot();
    if (robot == nullptr) {
        pull.reset();
        return;
    }
    pullBy(*robot, robot::BodyId(pull->object.body), pull->grip_Body, pull->target_S);
}

bool SimulatorThread::Impl::mayCycle() {
    isFeedFresh = false; // agents may connect or leave during the wait
    // Limits the delay of frames and commands.
    return !server || server->awaitCycle(Clock::now() + kFramePause);
}

void SimulatorThread::Impl::cycle() {
    isFeedFresh = false;
    if (pull) {
        pullOnce();
    }
    if (server) {
        server->cycle();
    } else {
        ownSimulation->cycle();
        for (const SimulationNote& each : ownSimulation->takeNotes()) {
            note(each.text);
        }
        static_cast<void>(ownSimulation->takeRequests());
    }
    recordCycle();
    fillSink();
    needsFrame = true;
}

void SimulatorThread::Impl::rest(Clock::time_point until) {
    isFeedFresh = false; // agents may connect or leave during the wait
    if (server) {
        server->serveUntil(until);
    } else {
        std::this_thread::sleep_until(until);
    }
}

void SimulatorThread::Impl::publishFrame(Clock::time_point now) {
    if (!needsFrame || now < frameAt) {
        return;
    }
    updateFeed();
    SimulatorFrame frame;
    frame.match = feed().frame(frameCount++, recordTimeS());
    frame.restores = restores;
    if (showsPhysics) {
        frame.physics = std::make_shared<const PhysicsDetails>(detailsOf(simulation()));
    }
    frames.put(std::move(frame));
    frameAt = now + kFramePause;
    needsFrame = false;
}

void SimulatorThread::Impl::publishStatus(Clock::time_point now, bool isRunning) {
    if (isRunning && now < statusAt) {
        return;
    }
    SimulatorStatus status;
    status.isRunning = isRunning;
    status.isPaused = isPaused;
    status.isWaitingToStart = simulation().isWaitingToStart();
    status.hasGravity = simulation().physics().hasGravity();
    status.speed = pacer.speed();
    status.cycle = simulation().cycleCount();
    const double passedS = std::chrono::duration<double>(now - statusAt + kStatusPause).count();
    status.measuredSpeed =
        passedS > 0.0 ? static_cast<double>(status.cycle - statusCycle) * kStepS / passedS : 0.0;
    const std::vector<AgentWait> waits = server ? server->agentWaits() : std::vector<AgentWait>{};
    for (const AgentInfo& agent : simulation().agents()) {
        const RobotBody* body = simulation().physics().findRobot(agent.body);
        SimulatorRobot robot{agent.player, agent.team, agent.typeNumber,
                             server && server->isConnected(agent.id),
                             body != nullptr && body->isHeld()};
        const auto wait = std::ranges::find(waits, agent.id, &AgentWait::agent);
        if (wait != waits.end()) {
            robot.meanWaitS = wait->meanS;
            robot.waitS = wait->nowS;
            robot.isSkipped = wait->isSkipped;
        }
        robot.isStandIn = agent.isStandIn;
        status.robots.push_back(std::move(robot));
    }
    if (server) {
        status.lateAnswers = server->lateAnswers();
        status.agentPort = agentPort;
        status.monitorPort = monitorPort;
        status.monitorCount = server->monitorCount();
    }
    status.recording = recorder ? recorder->path() : std::filesystem::path();
    noteOutputs();
    status.outputs = outputs;
    for (const auto& [name, state] : snapshots) {
        status.snapshots.push_back(name);
    }
    status.notes = std::exchange(notes, {});
    // Keeps the notes of a status that was not read.
    if (auto missed = statuses.take()) {
        missed->notes.insert(missed->notes.end(), status.notes.begin(), status.notes.end());
        status.notes = std::move(missed->notes);
    }
    statusCycle = status.cycle;
    statusAt = now + kStatusPause;
    statuses.put(std::move(status));
}

void SimulatorThread::Impl::run(const std::stop_token& stop) {
    pacer.setSpeed(settings.speed, Clock::now());
    statusAt = Clock::now();
    while (!stop.stop_requested() && !(server && server->isShutdownRequested())) {
        takeCommands();
        const Clock::time_point now = Clock::now();
        if (isPaused && stepsLeft == 0) {
            publishFrame(now);
            publishStatus(now, true);
            rest(now + kIdlePause);
            continue;
        }
        if (!mayCycle()) {
            publishFrame(now);
            publishStatus(now, true);
            continue;
        }
        stepsLeft = isPaused ? stepsLeft - 1 : 0;
        cycle();
        const Clock::time_point after = Clock::now();
        publishFrame(after);
        publishStatus(after, true);
        const auto next = pacer.afterCycle(after);
        if (next && *next > after && !isPaused) {
            // Slow motion must not delay commands.
            rest(std::min(*next, after + kFramePause));
            while (Clock::now() < *next && !stop.stop_requested()) {
                takeCommands();
                rest(std::min(*next, Clock::now() + kFramePause));
            }
        } else if (server) {
            server->serveUntil(after);
        }
    }
    if (server) {
        server->endOutputs();
    }
    publishStatus(Clock::now(), false);
}

SimulatorThread::SimulatorThread(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

SimulatorThread::~SimulatorThread() = default;

base::Expected<std::unique_ptr<SimulatorThread>> SimulatorThread::start(const Settings& settings) {
    auto impl = std::make_unique<Impl>();
    Impl* self = impl.get();
    impl->settings = settings;
    impl->isPaused = settings.isPaused;
    if (settings.opensPorts) {
        ServerSettings watched = settings.server;
        watched.isWatched = true; // the reader of the frames is a viewer
        auto server = Server::open(watched, settings.simulation,
                                   [self](const std::string& line) { self->note(line); });
        if (!server) {
            return tl::unexpected(server.error());
        }
        impl->server = std::move(*server);
        impl->agentPort = impl->server->agentPort();
        impl->monitorPort = impl->server->monitorPort();
    } else {
        impl->ownSimulation = std::make_unique<Simulation>(settings.simulation);
        impl->ownFeed = std::make_unique<MonitorFeed>(*impl->ownSimulation);
    }
    impl->thread = base::Worker(
        "the simulator", [self](const std::stop_token& stop) { self->run(stop); },
        [self](const base::Error& error) {
            SimulatorStatus status;
            status.fault = error.toString();
            self->statuses.put(std::move(status));
        });
    return std::unique_ptr<SimulatorThread>(new SimulatorThread(std::move(impl)));
}

std::uint16_t SimulatorThread::agentPort() const {
    return m_impl->agentPort;
}

std::uint16_t SimulatorThread::monitorPort() const {
    return m_impl->monitorPort;
}

void SimulatorThread::post(SimulatorCommand command) {
    const std::scoped_lock lock(m_impl->mutex);
    m_impl->commands.push_back(std::move(command));
}

std::optional<SimulatorFrame> SimulatorThread::takeFrame() {
    return m_impl->frames.take();
}

std::optional<SimulatorStatus> SimulatorThread::takeStatus() {
    return m_impl->statuses.take();
}

} // namespace sideline::simulator
