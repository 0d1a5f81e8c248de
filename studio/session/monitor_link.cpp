#include "studio/session/monitor_link.h"

#include <utility>

#include "agentcore/monitor/monitor_decoder.h"

namespace sideline::studio {

namespace {

constexpr double kMonitorStepS = 0.04;         // the server's cadence, in its own time
constexpr std::chrono::milliseconds kWait{20}; // for a message, until commands are looked for

} // namespace

MonitorLink::MonitorLink(Settings settings)
    : m_settings(std::move(settings)),
      m_worker([this](const std::stop_token& stop) { work(stop); }) {}

MonitorLink::~MonitorLink() = default;

void MonitorLink::send(const monitor::TrainerCommand& command) {
    const std::scoped_lock lock(m_mutex);
    m_commands.push_back(monitor::encodeTrainerCommand(command));
}

void MonitorLink::work(const std::stop_token& stop) {
    net::ClientOptions options;
    options.connectTimeout = m_settings.connectTimeout;
    while (!stop.stop_requested()) {
        auto client = net::FrameClient::connect(m_settings.host, m_settings.port, options);
        if (client) {
            m_state.isConnected = true;
            m_state.fault.clear();
            ++m_state.connections;
            m_states.put(m_state);
            talk(stop, *client);
        } else {
            m_state.fault = client.error().toString();
        }
        m_state.isConnected = false;
        m_states.put(m_state);
        std::unique_lock lock(m_mutex);
        m_commands.clear(); // old wishes would surprise a new server
        m_wake.wait_for(lock, stop, m_settings.retry, [] { return false; });
    }
}

void MonitorLink::talk(const std::stop_token& stop, net::FrameClient& client) {
    monitor::MonitorDecoder decoder;
    std::uint32_t index = 0;
    bool hasAsked = false;
    while (!stop.stop_requested()) {
        if (!sendCommands(client)) {
            return;
        }
        const auto message = client.receive(net::Clock::now() + kWait);
        if (!message) {
            m_state.fault = message.error().toString();
            return;
        }
        if (!*message) {
            continue;
        }
        const bool isRead = decoder.decode(**message, index).has_value();
        m_frames.put(monitor::makeMatchFrame(index, index * kMonitorStepS, decoder.game(),
                                             std::make_shared<monitor::SceneState>(decoder.scene()),
                                             !isRead));
        ++index;
        const bool isLost = decoder.scene().outOfSync;
        if (isLost && !hasAsked) { // the next full message would come with the next robot only
            send(monitor::RequestFullState{});
        }
        hasAsked = isLost;
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

} // namespace sideline::studio
