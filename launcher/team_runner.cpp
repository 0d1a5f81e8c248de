#include "launcher/team_runner.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "agentcore/base/worker.h"
#include "agentcore/game/constants.h"
#include "launcher/player_slot.h"

namespace sideline::launcher {

namespace {

constexpr auto kTick = std::chrono::milliseconds(100);
constexpr auto kStoppingTick = std::chrono::milliseconds(10);
constexpr auto kArrivalTick = std::chrono::milliseconds(20);
constexpr auto kMeasureEvery = std::chrono::seconds(1);

enum class Request : std::uint8_t { Start, Stop, Restart };

struct Command {
    Request request;
    std::optional<std::size_t> index; // if not set, all players
};

} // namespace

std::string_view phaseText(PlayerPhase phase) {
    static constexpr std::array<std::string_view, 8> kTexts = {
        "stopped",  "waiting", "starting", "running",
        "stopping", "exited",  "crashed",  "could not start"};
    return kTexts[static_cast<std::size_t>(phase)];
}

bool isActive(PlayerPhase phase) {
    return phase == PlayerPhase::Waiting || phase == PlayerPhase::Starting ||
           phase == PlayerPhase::Running || phase == PlayerPhase::Stopping;
}

bool isArriving(const PlayerStatus& player, std::chrono::milliseconds time) {
    const bool isStarted =
        player.phase == PlayerPhase::Starting || player.phase == PlayerPhase::Running;
    return player.isEmbedded && isStarted && player.reason.empty() &&
           std::chrono::duration<double>(game::kStepS) * static_cast<double>(player.cycles) < time;
}

bool TeamStatus::isArriving(const TeamFile& team) const {
    for (std::size_t i = 0; i < std::min(players.size(), team.players.size()); ++i) {
        if (launcher::isArriving(players[i], team.players[i].startDelay)) {
            return true;
        }
    }
    return false;
}

bool TeamStatus::isActive() const {
    return std::ranges::any_of(
        players, [](const PlayerStatus& player) { return launcher::isActive(player.phase); });
}

std::size_t TeamStatus::runningCount() const {
    return static_cast<std::size_t>(
        std::ranges::count(players, PlayerPhase::Running, &PlayerStatus::phase));
}

class TeamRunner::Impl {
public:
    Impl(TeamFile team, TeamRunnerSettings settings)
        : m_team(std::move(team)),
          m_settings(std::move(settings)),
          m_wake(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
          m_rings(m_team.players.size()) {
        for (std::size_t i = 0; i < m_team.players.size(); ++i) {
            m_slots.push_back(std::make_unique<PlayerSlot>(
                m_team, i, m_settings,
                PlayerSlot::Listener{
                    .line = [this, i](OutputLine line) { keepLine(i, std::move(line)); },
                    .phase = [this,
                              i](PlayerPhase phase, const std::string& reason,
                                 Clock::time_point at) { reportPhase(i, phase, reason, at); }}));
        }
        publish();
        m_thread = base::Worker(
            "the launcher", [this](const auto& /*stop*/) { run(); }, [](const auto& /*error*/) {});
    }

    ~Impl() {
        {
            const std::scoped_lock lock(m_mutex);
            m_isEnding = true;
        }
        post({Request::Stop, std::nullopt});
        m_thread.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    [[nodiscard]] const TeamFile& team() const { return m_team; }

    void post(Command command) {
        {
            const std::scoped_lock lock(m_mutex);
            m_commands.push_back(command);
            m_isIdle = false; // not idle until the thread has processed the request
        }
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(m_wake.get(), &one, sizeof one);
    }

    [[nodiscard]] TeamStatus status() const {
        const std::scoped_lock lock(m_mutex);
        return m_status;
    }

    [[nodiscard]] std::vector<OutputLine> output(std::size_t index, std::uint64_t after) const {
        const std::scoped_lock lock(m_mutex);
        return index < m_rings.size() ? m_rings[index].after(after) : std::vector<OutputLine>();
    }

    [[nodiscard]] std::vector<TeamLine> output(std::uint64_t after) const {
        std::vector<TeamLine> lines;
        {
            const std::scoped_lock lock(m_mutex);
            if (after >= m_lineCount) {
                return lines;
            }
            for (std::size_t i = 0; i < m_rings.size(); ++i) {
                for (OutputLine& line : m_rings[i].after(0)) {
                    if (line.teamNumber > after) {
                        lines.push_back({i, std::move(line)});
                    }
                }
            }
        }
        std::ranges::sort(lines, {}, [](const TeamLine& each) { return each.line.teamNumber; });
        return lines;
    }

    [[nodiscard]] bool waitUntilIdle(Clock::time_point deadline) const {
        std::unique_lock lock(m_mutex);
        return m_idle.wait_until(lock, deadline, [this] { return m_isIdle; });
    }

private:
    // The loop continues after a fault and reports it, so that players remain supervised.
    void run() {
        constexpr int kMaxFaults = 100; // consecutive faults
        for (int faults = 0; faults < kMaxFaults;) {
            const auto hasEnded = base::attempt("the launcher", [this] { return takeTurn(); });
            if (hasEnded && *hasEnded) {
                return;
            }
            faults = hasEnded ? 0 : faults + 1;
            if (!hasEnded) {
                {
                    const std::scoped_lock lock(m_mutex);
                    m_status.fault = hasEnded.error().toString();
                }
                ::poll(nullptr, 0, static_cast<int>(kTick.count()));
            }
        }
    }

    bool takeTurn() {
        const bool isEnding = takeCommands(Clock::now());
        const auto now = Clock::now();
        for (const auto& slot : m_slots) {
            slot->service(now);
        }
        startNext(now);
        const bool active = isAnyActive();
        if (m_isRestarting && !active) {
            m_isRestarting = false;
            startAll(now);
            return false;
        }
        measure(now);
        publish();
        if (isEnding && !active) {
            return true;
        }
        waitForSomething(active);
        return false;
    }

    bool takeCommands(Clock::time_point now) {
        std::vector<Command> commands;
        bool isEnding = false;
        {
            const std::scoped_lock lock(m_mutex);
            commands.swap(m_commands);
            isEnding = m_isEnding;
        }
        for (const Command& command : commands) {
            if (!command.index) {
                commandAll(command.request, now);
            } else if (*command.index < m_slots.size()) {
                PlayerSlot& slot = *m_slots[*command.index];
                switch (command.request) {
                case Request::Start:
                    slot.scheduleStart(now, now);
                    break;
                case Request::Stop:
                    slot.stop(now);
                    break;
                case Request::Restart:
                    slot.restart(now);
                    break;
                }
            }
        }
        return isEnding;
    }

    void commandAll(Request request, Clock::time_point now) {
        m_isRestarting = request == Request::Restart;
        if (request == Request::Start) {
            startAll(now);
            return;
        }
        m_starts.clear();
        for (const auto& slot : m_slots) {
            slot->stop(now);
        }
    }

    void startAll(Clock::time_point now) {
        const bool isFirst = m_starts.empty();
        for (const auto& slot : m_slots) {
            if (!isActive(slot->status().phase)) {
                slot->scheduleStart(Clock::time_point::max(), now);
                m_starts.push_back(slot.get());
            }
        }
        if (isFirst) {
            m_startedBefore = nullptr;
            m_nextStart = now;
            addDelay();
        }
    }

    void addDelay() {
        if (!m_starts.empty()) {
            m_nextStart += m_starts.front()->spec().startDelay;
        }
    }

    // Starts the players of `startAll`, except those that have been stopped meanwhile.
    void startNext(Clock::time_point now) {
        while (!m_starts.empty()) {
            PlayerSlot& slot = *m_starts.front();
            if (slot.isScheduled()) {
                const bool isFree =
                    m_startedBefore == nullptr ||
                    !launcher::isArriving(m_startedBefore->status(), slot.spec().startDelay);
                if (now < m_nextStart || !isFree) {
                    return;
                }
                slot.startNow(now);
                m_startedBefore = &slot;
                m_nextStart = now;
            }
            m_starts.pop_front();
            addDelay();
        }
    }

    [[nodiscard]] bool isAnyActive() const {
        return std::ranges::any_of(m_slots,
                                   [](const auto& slot) { return isActive(slot->status().phase); });
    }

    // Measures all players with a single table of /proc.
    void measure(Clock::time_point now) {
        const bool hasProcesses =
            std::ranges::any_of(m_slots, [](const auto& slot) { return slot->hasProcesses(); });
        if (!hasProcesses || now < m_nextMeasure) {
            return;
        }
        m_nextMeasure = now + kMeasureEvery;
        const auto table = readProcessTable();
        const auto unread = readUnreadSockets();
        for (const auto& slot : m_slots) {
            slot->measure(table, unread, now);
        }
    }

    void publish() {
        const std::scoped_lock lock(m_mutex);
        m_status.players.resize(m_slots.size());
        for (std::size_t i = 0; i < m_slots.size(); ++i) {
            m_status.players[i] = m_slots[i]->status();
            m_status.players[i].lineCount = m_rings[i].count();
        }
        m_isIdle = !m_status.isActive() && m_commands.empty();
        if (m_isIdle) {
            m_idle.notify_all();
        }
    }

    void waitForSomething(bool active) {
        m_polled.assign(1, {m_wake.get(), POLLIN, 0});
        const auto now = Clock::now();
        auto wake = active ? now + kTick : Clock::time_point::max();
        for (const auto& slot : m_slots) {
            slot->addTo(m_polled);
            wake = std::min(wake, slot->nextWake());
            if (slot->status().phase == PlayerPhase::Stopping) {
                wake = std::min(wake, now + kStoppingTick);
            }
        }
        if (!m_starts.empty()) {
            wake = std::min(wake, std::max(m_nextStart, now + kArrivalTick));
        }
        int timeoutMs = -1;
        if (wake != Clock::time_point::max()) {
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(wake - now);
            timeoutMs = static_cast<int>(std::max<std::int64_t>(left.count(), 0)) + 1;
        }
        ::poll(m_polled.data(), m_polled.size(), timeoutMs);
        std::uint64_t count = 0;
        [[maybe_unused]] const auto size = ::read(m_wake.get(), &count, sizeof count);
    }

    void keepLine(std::size_t index, OutputLine line) {
        {
            const std::scoped_lock lock(m_mutex);
            line.teamNumber = ++m_lineCount;
            line = m_rings[index].add(std::move(line));
        }
        for (OutputSink* sink : m_settings.sinks) {
            sink->takeLine(refOf(index), line);
        }
    }

    void reportPhase(std::size_t index, PlayerPhase phase, const std::string& reason,
                     Clock::time_point at) {
        for (OutputSink* sink : m_settings.sinks) {
            sink->takePhase(refOf(index), phase, reason, at);
        }
    }

    [[nodiscard]] PlayerRef refOf(std::size_t index) const {
        const PlayerSpec& player = m_team.players[index];
        return {m_team.name, player.number, index, player.isEmbedded};
    }

    const TeamFile m_team;
    const TeamRunnerSettings m_settings;
    Fd m_wake;
    std::vector<std::unique_ptr<PlayerSlot>> m_slots; // used by the thread only
    std::vector<pollfd> m_polled;
    Clock::time_point m_nextMeasure;
    bool m_isRestarting = false;
    std::deque<PlayerSlot*> m_starts;            // players that `startAll` has yet to start
    const PlayerSlot* m_startedBefore = nullptr; // the player that it started before them
    Clock::time_point m_nextStart;               // earliest start of the first of these players

    mutable std::mutex m_mutex; // protects everything below
    mutable std::condition_variable m_idle;
    std::vector<Command> m_commands;
    TeamStatus m_status;
    std::vector<OutputRing> m_rings;
    std::uint64_t m_lineCount = 0; // lines of all players
    bool m_isIdle = true;
    bool m_isEnding = false;

    base::Worker m_thread;
};

TeamRunner::TeamRunner(TeamFile team, TeamRunnerSettings settings)
    : m_impl(std::make_unique<Impl>(std::move(team), std::move(settings))) {}

TeamRunner::~TeamRunner() = default;

const TeamFile& TeamRunner::team() const {
    return m_impl->team();
}

void TeamRunner::startAll() {
    m_impl->post({Request::Start, std::nullopt});
}

void TeamRunner::start(std::size_t index) {
    m_impl->post({Request::Start, index});
}

void TeamRunner::stopAll() {
    m_impl->post({Request::Stop, std::nullopt});
}

void TeamRunner::stop(std::size_t index) {
    m_impl->post({Request::Stop, index});
}

void TeamRunner::restartAll() {
    m_impl->post({Request::Restart, std::nullopt});
}

void TeamRunner::restart(std::size_t index) {
    m_impl->post({Request::Restart, index});
}

TeamStatus TeamRunner::status() const {
    return m_impl->status();
}

std::vector<OutputLine> TeamRunner::output(std::size_t index, std::uint64_t after) const {
    return m_impl->output(index, after);
}

std::vector<TeamLine> TeamRunner::output(std::uint64_t after) const {
    return m_impl->output(after);
}

bool TeamRunner::waitUntilIdle(Clock::time_point deadline) const {
    return m_impl->waitUntilIdle(deadline);
}

base::Expected<std::filesystem::path> findSupervisor(const std::filesystem::path& program) {
    namespace fs = std::filesystem;
    const fs::path folder = program.parent_path();
    for (const fs::path& file : {folder / "sideline-supervisor",
                                 folder.parent_path() / "lib" / "sideline" / "sideline-supervisor",
                                 folder.parent_path() / "launcher" / "sideline-supervisor"}) {
        if (fs::exists(file)) {
            return file;
        }
    }
    return base::failure(base::ErrorCode::NotFound,
                         fmt::format("sideline-supervisor not found next to {}", program.string()),
                         "the program, installed with sideline");
}

} // namespace sideline::launcher
