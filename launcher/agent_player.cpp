#include "launcher/agent_player.h"

#include <algorithm>
#include <ctime>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "agents/behaviors/built_in.h"
#include "launcher/output.h"

namespace sideline::launcher {

namespace {

constexpr std::size_t kMaxLines = 1000;
constexpr auto kPeriod = std::chrono::seconds(1);

double milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

std::chrono::nanoseconds threadCpuTime() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

// Summarizes frames in the agent's thread; allocates only for lines of text.
class AgentPlayer::Watch : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        const auto now = frame->timing.receivedAt;
        const std::scoped_lock lock(m_mutex);
        m_report.hasPlayed = true;
        m_report.cycles = frame->cycle + 1;
        m_report.missedCycles = frame->counters.missedCycles;
        m_report.lateAnswers = frame->counters.lateAnswers;
        m_senseToAct += frame->timing.senseToAct;
        ++m_frames;
        if (now - m_periodBegan >= kPeriod) {
            const auto cpu = threadCpuTime();
            if (m_periodBegan.count() > 0) {
                m_report.cycleMs = milliseconds(m_senseToAct) / m_frames;
                m_report.cpuPercent =
                    100.0 * milliseconds(cpu - m_cpuBefore) / milliseconds(now - m_periodBegan);
            }
            m_cpuBefore = cpu;
            m_periodBegan = now;
            m_senseToAct = {};
            m_frames = 0;
        }
        for (const std::string& line : frame->lines) {
            if (m_lines.size() < kMaxLines) {
                m_lines.push_back(line);
            }
        }
    }

    [[nodiscard]] EmbeddedReport report() {
        const std::scoped_lock lock(m_mutex);
        return m_report;
    }

    [[nodiscard]] std::vector<std::string> takeLines() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_lines, {});
    }

private:
    std::mutex m_mutex;
    EmbeddedReport m_report;
    std::chrono::nanoseconds m_periodBegan{0};
    std::chrono::nanoseconds m_cpuBefore{0};
    std::chrono::nanoseconds m_senseToAct{0};
    int m_frames = 0;
    std::vector<std::string> m_lines;
};

agents::AgentBlueprint blueprintOf(const TeamFile& team, const PlayerSpec& player) {
    agents::AgentBlueprint blueprint;
    runtime::AgentSettings& settings = blueprint.settings;
    settings.host = team.host;
    settings.port = team.port;
    settings.team = team.name;
    settings.unum = player.number;
    settings.typeNumber = std::max(player.typeNumber, 0);
    settings.model = player.model;
    settings.field = runtime::defaultField(runtime::serverOf(settings));
    settings.beam_F = player.beam_F;
    settings.method = player.localizer;
    settings.isSync = team.isSync;
    blueprint.behavior = player.behavior;
    blueprint.parameters = player.parameters;
    return blueprint;
}

AgentPlayer::AgentPlayer(runtime::AgentSettings settings,
                         std::unique_ptr<behavior::Behavior> behavior,
                         std::vector<world::FrameSink*> sinks)
    : m_watch(std::make_unique<Watch>()) {
    sinks.insert(sinks.begin(), m_watch.get());
    m_runner = std::make_unique<runtime::AgentRunner>(std::move(settings), std::move(behavior),
                                                      std::move(sinks));
}

base::Expected<std::unique_ptr<AgentPlayer>> AgentPlayer::make(
    const TeamFile& team, const PlayerSpec& player, std::vector<world::FrameSink*> sinks) {
    const agents::AgentBlueprint blueprint = blueprintOf(team, player);
    agents::SkillLibrary skills;
    auto behavior = agents::build(blueprint, agents::builtInBehaviors(), skills);
    if (!behavior) {
        return tl::unexpected(std::move(behavior.error()));
    }
    return std::make_unique<AgentPlayer>(blueprint.settings, std::move(*behavior),
                                         std::move(sinks));
}

AgentPlayer::~AgentPlayer() = default;

EmbeddedReport AgentPlayer::report() {
    EmbeddedReport report = m_watch->report();
    const runtime::AgentState state = m_runner->state();
    report.isPlaying = state.link == runtime::LinkState::Playing;
    report.detail = report.isPlaying ? std::string() : state.fault;
    if (!report.isPlaying) {
        report.cycleMs.reset();
        report.cpuPercent.reset();
    }
    return report;
}

std::vector<std::string> AgentPlayer::takeLines() {
    return m_watch->takeLines();
}

runtime::AgentRunner& AgentPlayer::runner() {
    return *m_runner;
}

} // namespace sideline::launcher
