#include "agentcore/runtime/agent_runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "agentcore/net/backoff.h"
#include "agentcore/net/frame_client.h"
#include "agentcore/runtime/agent_cycle.h"
#include "agentcore/runtime/command_inbox.h"
#include "agentcore/runtime/frame_pool.h"

namespace sideline::runtime {

namespace {

using net::Clock;

// Commands are polled at this interval even when no message arrives.
constexpr std::chrono::milliseconds kCommandPollInterval{50};
constexpr std::chrono::milliseconds kSendTimeout{2000};

// How a link ended.
struct LinkEnd {
    LinkState state = LinkState::Waiting;
    std::string fault;
};

} // namespace

std::string_view linkStateName(LinkState state) {
    switch (state) {
    case LinkState::Connecting:
        return "connecting";
    case LinkState::Waiting:
        return "waiting";
    case LinkState::Playing:
        return "playing";
    case LinkState::Silent:
        return "silent";
    case LinkState::Refused:
        return "refused";
    case LinkState::Stopped:
        return "stopped";
    }
    return "";
}

class AgentRunner::Impl {
public:
    Impl(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior,
         std::vector<world::FrameSink*> sinks)
        : m_settings(std::move(settings)),
          m_behavior(std::move(behavior)),
          m_sinks(std::move(sinks)) {
        if (const auto checked = check(m_settings); !checked) {
            setState(LinkState::Stopped, checked.error().toString());
            return;
        }
        m_thread = base::Worker(
            "the agent",
            [this](const std::stop_token& stop) {
                AgentCycle cycle(m_settings, std::move(m_behavior));
                live(cycle, stop);
            },
            [this](const base::Error& error) {
                m_hasFailed = true;
                setState(LinkState::Stopped, error.toString());
            });
    }

    [[nodiscard]] AgentState state() const {
        const std::scoped_lock lock(m_mutex);
        AgentState state = m_state;
        state.cycles = m_cycles.load(std::memory_order_relaxed);
        return state;
    }

    AgentSettings m_settings;
    std::unique_ptr<behavior::Behavior> m_behavior; ///< set until the thread takes it
    base::Mailbox<world::AgentFramePtr> m_frames;

    void stop() { m_thread.requestStop(); }
    void post(AgentCommand command) {
        // A stopped agent does not read commands, so they would accumulate.
        if (m_thread.isJoinable() && !m_thread.isStopRequested() && !m_hasFailed) {
            m_inbox.post(std::move(command));
        }
    }

private:
    void live(AgentCycle& cycle, const std::stop_token& stop);
    LinkEnd play(AgentCycle& cycle, net::FrameClient& link, const std::stop_token& stop);
    LinkEnd lost(const AgentCycle& cycle, const base::Error& error, bool hasReceived) const;
    bool answer(AgentCycle& cycle, net::FrameClient& link, std::string_view message);
    void executeCommands(AgentCycle& cycle);
    void pause(AgentCycle& cycle, Clock::time_point until, const std::stop_token& stop);

    void setState(LinkState link, std::string fault) {
        const std::scoped_lock lock(m_mutex);
        m_state.link = link;
        m_state.fault = std::move(fault);
    }
    void setLink(LinkState link) {
        const std::scoped_lock lock(m_mutex);
        m_state.link = link;
    }
    void setPlaying(bool isNew) {
        const std::scoped_lock lock(m_mutex);
        m_state.link = LinkState::Playing;
        m_state.fault.clear();
        m_state.connections += isNew ? 1 : 0;
    }

    std::vector<world::FrameSink*> m_sinks;
    FramePool m_pool;
    CommandInbox m_inbox;
    std::vector<AgentCommand> m_commands;
    std::atomic<std::uint64_t> m_cycles{0};
    std::atomic<bool> m_hasFailed{false};
    mutable std::mutex m_mutex;
    AgentState m_state; // guarded by the mutex, except for its cycle count
    std::mutex m_pauseMutex;
    std::condition_variable_any m_pause;
    base::Worker m_thread; // declared last, because it uses all other members
};

void AgentRunner::Impl::live(AgentCycle& cycle, const std::stop_token& stop) {
    net::Backoff backoff(m_settings.firstRetry, m_settings.longestRetry);
    const net::ClientOptions options{.sendTimeout = kSendTimeout, .stop = stop};
    while (!stop.stop_requested()) {
        setLink(LinkState::Connecting);
        auto link = net::FrameClient::connect(m_settings.host, m_settings.port, options);
        LinkEnd end;
        if (link) {
            cycle.connected();
            end = play(cycle, *link, stop);
            link->close();
            if (cycle.stage() == JoinStage::Joined) {
                backoff.reset();
            }
        } else {
            end.fault = link.error().toString();
        }
        if (stop.stop_requested()) {
            break;
        }
        setState(end.state, std::move(end.fault));
        pause(cycle, Clock::now() + backoff.next(), stop);
    }
    setState(LinkState::Stopped, {});
}

LinkEnd AgentRunner::Impl::play(AgentCycle& cycle, net::FrameClient& link,
                                const std::stop_token& stop) {
    if (const auto sent = link.send(cycle.greeting()); !sent) {
        return lost(cycle, sent.error(), false);
    }
    Clock::time_point heardAt = Clock::now();
    bool hasReceived = false;
    bool isPlaying = false;
    bool hasJoined = false;
    while (!stop.stop_requested()) {
        const auto message = link.receive(Clock::now() + kCommandPollInterval);
        executeCommands(cycle);
        if (!message) {
            return lost(cycle, message.error(), hasReceived);
        }
        if (!*message) {
            if (Clock::now() - heardAt >= m_settings.silence) {
                isPlaying = false;
                setState(
                    LinkState::Silent,
                    fmt::format("{} is connected, but has sent nothing for {:.1f} s", link.peer(),
                                std::chrono::duration<double>(Clock::now() - heardAt).count()));
            }
            continue;
        }
        hasReceived = true;
        if (!answer(cycle, link, **message)) {
            return lost(cycle, link.closing()->error, true);
        }
        heardAt = link.readAt();
        if (!isPlaying && cycle.stage() == JoinStage::Joined) {
            setPlaying(!std::exchange(hasJoined, true));
            isPlaying = true;
        }
        if (auto reason = cycle.failureReason()) {
            return {LinkState::Refused, fmt::format("{}: {}", link.peer(), *reason)};
        }
    }
    return {};
}

LinkEnd AgentRunner::Impl::lost(const AgentCycle& cycle, const base::Error& error,
                                bool hasReceived) const {
    if (!hasReceived) {
        return {LinkState::Refused,
                error.toString() + " before sending anything; the server may be full"};
    }
    if (cycle.stage() == JoinStage::AsksForNumber) {
        return {LinkState::Refused,
                fmt::format("{}, when requesting number {} in team {}", error.toString(),
                            m_settings.unum, m_settings.team)};
    }
    return {LinkState::Waiting, error.toString()};
}

// Returns false if the link is broken.
bool AgentRunner::Impl::answer(AgentCycle& cycle, net::FrameClient& link,
                               std::string_view message) {
    std::shared_ptr<world::AgentFrame> frame = m_pool.take();
    const std::string_view command = cycle.respond(message, link.readAt(), *frame);
    const bool isLate = !command.empty() && link.hasMore();
    const bool isSent = command.empty() || link.send(command).has_value();
    cycle.sent(message, Clock::now(), *frame, isLate);
    m_cycles.store(cycle.cycleCount(), std::memory_order_relaxed);

    const world::AgentFramePtr published = std::move(frame);
    m_frames.put(published);
    for (world::FrameSink* sink : m_sinks) {
        sink->take(published);
    }
    return isSent;
}

void AgentRunner::Impl::executeCommands(AgentCycle& cycle) {
    m_inbox.takeAll(m_commands);
    for (const AgentCommand& command : m_commands) {
        cycle.obey(command);
    }
}

void AgentRunner::Impl::pause(AgentCycle& cycle, Clock::time_point until,
                              const std::stop_token& stop) {
    std::unique_lock lock(m_pauseMutex);
    while (!stop.stop_requested() && Clock::now() < until) {
        executeCommands(cycle);
        m_pause.wait_until(lock, stop, std::min(until, Clock::now() + kCommandPollInterval),
                           [] { return false; });
    }
}

AgentRunner::AgentRunner(AgentSettings settings, std::unique_ptr<behavior::Behavior> behavior,
                         std::vector<world::FrameSink*> sinks)
    : m_impl(std::make_unique<Impl>(std::move(settings), std::move(behavior), std::move(sinks))) {}

AgentRunner::~AgentRunner() = default;

const AgentSettings& AgentRunner::settings() const {
    return m_impl->m_settings;
}

void AgentRunner::post(AgentCommand command) {
    m_impl->post(std::move(command));
}

void AgentRunner::stop() {
    m_impl->stop();
}

std::optional<world::AgentFramePtr> AgentRunner::takeFrame() {
    return m_impl->m_frames.take();
}

AgentState AgentRunner::state() const {
    return m_impl->state();
}

} // namespace sideline::runtime
