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
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/pacer.h"
#include "simulator/server/sim_spark_play.h"

namespace sideline::simulator {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFramePause{15}; // interval between displayed frames at full speed
constexpr milliseconds kStatusPause{200};
constexpr milliseconds kIdlePause{10}; // poll interval while paused
using game::kStepS;
constexpr double kSinkPeriodS = 0.04; // same interval as for monitors of the server

} // namespace

struct SimulatorThread::Impl {
    Settings settings;
    std::unique_ptr<Server> server; ///< null without open ports
    PlayedMatch own;                ///< `match` and `feed` are set only if no ports are open
    Match* match = nullptr;
    MatchFeed* feed = nullptr;
    MatchControl* control = nullptr;

    std::uint16_t agentPort = 0; ///< both ports are fixed at the start
    std::uint16_t monitorPort = 0;
    base::Mailbox<SimulatorFrame> frames;
    base::Mailbox<SimulatorStatus> statuses;
    std::mutex mutex; ///< guards `commands`
    std::vector<SimulatorCommand> commands;

    // Everything below is used by the thread only.
    Pacer pacer{1.0, {}};
    bool isPaused = false;
    int stepsLeft = 0;
    bool showsPhysics = false;
    bool needsFrame = true; ///< something changed while paused
    std::optional<command::Pull> pull;
    std::optional<MonitorLogWriter> recorder;
    ServerOutput recorded;             ///< state of `recorder`
    std::vector<ServerOutput> outputs; ///< state as last reported in notes
    std::vector<std::pair<std::string, std::shared_ptr<const MatchSnapshot>>> snapshots;
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

    base::Expected<void> begin();

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
    void recordCycle();
    [[nodiscard]] std::vector<ServerOutput> allOutputs() const;
    void noteOutputs();
    void fillSink();
    void updateFeed();
    [[nodiscard]] double recordTimeS() const { return control->timeS() + restoredTimeS; }
    void noteError(const base::Expected<void>& done) {
        if (!done) {
            note(done.error().toString());
        }
    }

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
    void obey(const command::SetSensors& sensors) {
        noteError(control->setSensors(sensors.sensors));
    }
    void obey(const command::SetRules& rules) { noteError(control->setRules(rules.rules)); }
    void obey(const command::SaveSnapshot& snapshot);
    void obey(const command::RestoreSnapshot& snapshot);
    void obey(const command::DropSnapshot& snapshot) {
        std::erase_if(snapshots, [&](const auto& saved) { return saved.first == snapshot.name; });
    }
    void obey(const command::Trainer& trainer) { noteError(control->apply(trainer.command)); }
    void obey(const command::Push& push) { control->push(push.object, push.p_S, push.impulse_SNs); }
    void obey(const command::Pull& request) {
        pull = request;
        if (isPaused && stepsLeft == 0) { // a spring would have no effect while no cycles run
            control->carry(pull->object, pull->grip_Body, pull->target_S);
        }
    }
    void obey(const command::Release&) { pull.reset(); }
    void obey(const command::Hold& hold) { control->hold(hold.robot, hold.isHeld); }
    void obey(const command::AddRobot& add) {
        noteError(control->addRobot({add.team, add.unum, add.robot, add.typeNumber, add.X_STorso}));
    }
    void obey(const command::RemoveRobot& remove) {
        noteError(control->apply(monitor::KillAgent{remove.robot}));
    }
    void obey(const command::RecordMatch& record);
    void obey(const command::SaveSituation& save);
    void obey(const command::ShowPhysics& show) { showsPhysics = show.isShown; }
    void obey(const command::SetGravity& gravity) { control->setGravity(gravity.hasGravity); }
};

void SimulatorThread::Impl::obey(const command::SaveSnapshot& snapshot) {
    obey(command::DropSnapshot{snapshot.name});
    snapshots.emplace_back(snapshot.name, control->save());
}

void SimulatorThread::Impl::obey(const command::RestoreSnapshot& snapshot) {
    const auto it = std::ranges::find_if(
        snapshots, [&](const auto& saved) { return saved.first == snapshot.name; });
    if (it == snapshots.end()) {
        return note(fmt::format("unknown snapshot \"{}\"", snapshot.name));
    }
    const double nowS = recordTimeS();
    if (const auto done = control->restore(*it->second); done) {
        restoredTimeS += nowS - recordTimeS();
        stepsLeft = 0; // the steps were requested before the change
        ++restores;
    } else {
        note(fmt::format("snapshot \"{}\": {}", snapshot.name, done.error().toString()));
    }
}

void SimulatorThread::Impl::obey(const command::RecordMatch& record) {
    recorder.reset();
    if (record.file.empty()) {
        return;
    }
    auto created = MonitorLogWriter::create(record.file, MonitorLogOptions::of(feed->game().format),
                                            {.mayReplace = true});
    if (!created) {
        return note(created.error().toString());
    }
    recorder = std::move(*created);
    recorded = {.file = record.file, .unit = "messages"};
}

void SimulatorThread::Impl::obey(const command::SaveSituation& save) {
    const auto text = control->situation();
    if (!text) {
        return note(text.error().toString());
    }
    base::OutputOptions options;
    options.mayReplace = true;
    auto file = base::OutputFile::create(save.file, options);
    const auto written = file ? base::writeWhole(std::move(*file), *text)
                              : base::Expected<void>(tl::unexpected(file.error()));
    note(written ? fmt::format("saved the situation as {}", save.file.string())
                 : written.error().toString());
}

void SimulatorThread::Impl::recordCycle() {
    if (!recorder || !recorder->isDueAfterCycle()) {
        return;
    }
    updateFeed();
    const auto written = recorder->write(feed->game(), feed->scene());
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
    const monitor::GameState* game = &feed->game();
    monitor::GameState withTorques;
    if (settings.reportsTorques) {
        withTorques = *game;
        withTorques.torques = control->motorTorques();
        game = &withTorques;
    }
    const monitor::MessageKind kind = sinkStream.append(*game, feed->scene(), sinkText);
    settings.sink->take({sinkText, kind, timeS, game, &feed->scene()});
    lastSinkTimeS = timeS;
}

// Reads the simulation at most once for all consumers.
void SimulatorThread::Impl::updateFeed() {
    if (!isFeedFresh) {
        feed->update();
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

bool SimulatorThread::Impl::mayCycle() {
    isFeedFresh = false; // agents may connect or leave during the wait
    // Limits the delay of frames and commands.
    return !server || server->awaitCycle(Clock::now() + kFramePause);
}

void SimulatorThread::Impl::cycle() {
    isFeedFresh = false;
    if (pull && !control->pull(pull->object, pull->grip_Body, pull->target_S)) {
        pull.reset();
    }
    if (server) {
        server->cycle();
    } else {
        match->cycle();
        for (const SimulationNote& each : match->takeNotes()) {
            note(each.text);
        }
        static_cast<void>(match->takeRequests());
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
    frame.match = feed->frame(frameCount++, recordTimeS(),
                              settings.reportsTorques ? control->motorTorques()
                                                      : std::vector<monitor::MotorTorques>());
    frame.restores = restores;
    if (showsPhysics) {
        frame.physics = std::make_shared<const PhysicsDetails>(control->details());
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
    status.isWaitingToStart = control->isWaitingToStart();
    status.hasGravity = control->hasGravity();
    status.speed = pacer.speed();
    status.cycle = match->cycleCount();
    const double passedS = std::chrono::duration<double>(now - statusAt + kStatusPause).count();
    status.measuredSpeed =
        passedS > 0.0 ? static_cast<double>(status.cycle - statusCycle) * kStepS / passedS : 0.0;
    const std::vector<AgentWait> waits = server ? server->agentWaits() : std::vector<AgentWait>{};
    for (const MatchRobot& each : control->robots()) {
        SimulatorRobot robot{each.id,
                             each.team,
                             each.typeNumber,
                             each.model ? each.model->name() : std::string(),
                             server && server->isConnected(each.agent),
                             each.isHeld};
        const auto wait = std::ranges::find(waits, each.agent, &AgentWait::agent);
        if (wait != waits.end()) {
            robot.meanWaitS = wait->meanS;
            robot.waitS = wait->nowS;
            robot.isSkipped = wait->isSkipped;
        }
        robot.isStandIn = each.isStandIn;
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

// Creates the match, with open ports if requested.
base::Expected<void> SimulatorThread::Impl::begin() {
    ServerSettings watched = settings.server;
    watched.isWatched = true; // the reader of the frames is a viewer
    const auto log = [this](const std::string& line) { note(line); };
    auto made = settings.makeMatch ? settings.makeMatch()
                                   : base::Expected<PlayedMatch>(playSimSpark(settings.simulation));
    if (!made) {
        return tl::unexpected(made.error());
    }
    own = std::move(*made);
    match = own.match.get();
    feed = own.feed.get();
    control = own.control.get();
    if (settings.opensPorts) {
        auto opened =
            Server::open(watched, std::move(own.match), std::move(own.feed), log, own.settings);
        if (!opened) {
            return tl::unexpected(opened.error());
        }
        server = std::move(*opened);
        agentPort = server->agentPort();
        monitorPort = server->monitorPort();
    }
    return {};
}

base::Expected<std::unique_ptr<SimulatorThread>> SimulatorThread::start(const Settings& settings) {
    auto impl = std::make_unique<Impl>();
    Impl* self = impl.get();
    impl->settings = settings;
    impl->isPaused = settings.isPaused;
    if (auto begun = impl->begin(); !begun) {
        return tl::unexpected(begun.error());
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
