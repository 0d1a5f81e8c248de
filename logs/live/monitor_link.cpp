#include "logs/live/monitor_link.h"

#include <utility>

#include <fmt/format.h>

#include "agentcore/net/backoff.h"

namespace sideline::logs {

namespace {

constexpr std::chrono::milliseconds kWait{
    20}; // maximum wait for a message before commands are handled
constexpr std::chrono::milliseconds kStatePause{200};
constexpr std::chrono::seconds kRequestPause{1};

std::int64_t nanoseconds(net::Clock::time_point at) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
}

} // namespace

MonitorLink::MonitorLink(Settings settings)
    : m_settings(std::move(settings)),
      m_worker(
          "the link", [this](const std::stop_token& stop) { work(stop); },
          [this](const base::Error& error) { fail(error); }) {}

MonitorLink::~MonitorLink() = default;

void MonitorLink::send(const monitor::TrainerCommand& command) {
    sendText(monitor::encodeTrainerCommand(command));
}

void MonitorLink::sendText(std::string text) {
    const std::scoped_lock lock(m_mutex);
    m_commands.push_back(std::move(text));
}

void MonitorLink::work(const std::stop_token& stop) {
    net::ClientOptions options;
    options.connectTimeout = m_settings.connectTimeout;
    net::Backoff pauses(m_settings.retry, m_settings.longestRetry);
    while (!stop.stop_requested()) {
        auto client = net::FrameClient::connect(m_settings.host, m_settings.port, options);
        if (client) {
            const std::uint64_t before = m_state.messages;
            const auto hadMessages = base::attempt("the link", [&] { runSession(stop, *client); });
            if (!hadMessages) {
                m_state.fault = hadMessages.error().toString();
            }
            if (m_state.messages > before) {
                pauses.reset();
            }
        } else {
            m_state.fault = client.error().toString();
        }
        m_state.isConnected = false;
        m_state.isInSync = false;
        m_state.isSilent = false;
        m_state.speed = 0.0;
        publishState(net::Clock::now(), true);
        std::unique_lock lock(m_mutex);
        m_commands.clear(); // outdated requests must not reach a new server
        m_wake.wait_for(lock, stop, pauses.next(), [] { return false; });
    }
}

// Ends the connection: no more messages will come.
void MonitorLink::fail(const base::Error& error) {
    m_state = {};
    m_state.fault = error.toString();
    publishState(net::Clock::now(), true);
}

void MonitorLink::runSession(const std::stop_token& stop, net::FrameClient& client) {
    m_state.isConnected = true;
    m_state.fault.clear();
    ++m_state.connections;
    m_decoder.restore({}, {});
    m_time.forgetClock();
    m_speed.reset();
    m_lastMessage = net::Clock::now();
    publishState(m_lastMessage, true);
    while (!stop.stop_requested()) {
        if (!sendCommands(client)) {
            return;
        }
        const auto message = client.receive(net::Clock::now() + kWait);
        const net::Clock::time_point now = net::Clock::now();
        if (!message) {
            m_state.fault = message.error().toString();
            return;
        }
        if (*message) {
            take(**message, now);
        }
        const bool wasSilent = m_state.isSilent;
        m_state.isSilent = now - m_lastMessage >= m_settings.silence;
        if (m_state.isSilent) {
            m_state.fault = fmt::format(
                "no message for {} s",
                std::chrono::duration_cast<std::chrono::seconds>(now - m_lastMessage).count());
        }
        m_state.speed = m_speed.speed(now);
        publishState(now, wasSilent != m_state.isSilent);
    }
}

void MonitorLink::take(std::string_view message, net::Clock::time_point now) {
    ++m_state.messages;
    m_lastMessage = now;
    const double clockBeforeS = m_decoder.game().timeS;
    const auto report = m_decoder.decode(message, m_nextFrame);
    if (!report) {
        ++m_state.damagedMessages;
        m_state.isInSync = false;
        m_state.fault = "unreadable message: " + report.error().toString();
        // Publishes the last frame again, marked as damaged: an unreadable message yields no frame
        // of its own.
        const std::uint32_t last = m_nextFrame == 0 ? 0 : m_nextFrame - 1;
        m_frames.put(monitor::makeMatchFrame(
            last, m_time.timeS(), m_decoder.game(),
            std::make_shared<monitor::SceneState>(m_decoder.scene()), true));
        return requestFullState(now);
    }
    const std::optional<double> clockS = m_decoder.game().serverTimeS ? m_decoder.game().serverTimeS
                                         : report->hasTime ? std::optional(m_decoder.game().timeS)
                                                           : std::nullopt;
    const LinkMessage received{message, report->kind, now, m_nextFrame, m_time.advance(clockS)};
    m_state.isClockRunning = m_decoder.game().serverTimeS ? m_decoder.game().timeS > clockBeforeS
                                                          : m_time.isClockRunning();
    m_speed.note(now, received.recordTimeS);
    m_frames.put(monitor::makeMatchFrame(received.frame, received.recordTimeS, m_decoder.game(),
                                         std::make_shared<monitor::SceneState>(m_decoder.scene()),
                                         false));
    ++m_nextFrame;
    // After an unreadable message only a full scene restores a known state.
    const bool fits = !m_decoder.scene().outOfSync && m_decoder.scene().structure != nullptr;
    m_state.unfittingMessages += fits ? 0 : 1;
    m_state.isInSync = fits && (m_state.isInSync || report->kind == monitor::MessageKind::Full);
    if (m_settings.observer) {
        m_settings.observer(received);
    }
    if (m_settings.ring) {
        const std::string prefix =
            m_settings.drawingPrefix ? m_settings.drawingPrefix() : std::string();
        m_settings.ring->append({message, report->kind, nanoseconds(now), received.recordTimeS,
                                 prefix, &m_decoder.game(), &m_decoder.scene()});
    }
    if (m_state.isInSync) {
        m_state.fault.clear();
    } else {
        m_state.fault = canRequestFullState()
                            ? "a message does not match the previous ones; full scene requested"
                            : "a message does not match the previous ones; waiting for the next "
                              "full scene";
        requestFullState(now);
    }
}

// rcssservermj has no such request; it sends a full scene every ten seconds.
bool MonitorLink::canRequestFullState() const {
    return m_decoder.game().format != monitor::StreamFormat::Rsmp;
}

// Without a request, the next full scene would come only when a robot joins.
void MonitorLink::requestFullState(net::Clock::time_point now) {
    if (now < m_nextRequest || !canRequestFullState()) {
        return;
    }
    m_nextRequest = now + kRequestPause;
    ++m_state.fullStateRequests;
    send(monitor::RequestFullState{});
}

void MonitorLink::publishState(net::Clock::time_point now, bool isUrgent) {
    if (!isUrgent && now < m_stateDue) {
        return;
    }
    if (m_settings.ring) {
        m_state.ring = m_settings.ring->state();
    }
    m_stateDue = now + kStatePause;
    if (isUrgent || m_state != m_reported) {
        m_reported = m_state;
        m_states.put(m_state);
    }
}

bool MonitorLink::sendCommands(net::FrameClient& client) {
    std::vector<std::string> commands;
    {
        const std::scoped_lock lock(m_mutex);
        commands.swap(m_commands);
    }
    for (const std::string& command : commands) {
        if (const auto sent = client.send(command); !sent) {
            m_state.fault = sent.error().toString();
            return false;
        }
    }
    return true;
}

} // namespace sideline::logs
