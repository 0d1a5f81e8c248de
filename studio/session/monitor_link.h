#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "agentcore/base/mailbox.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_client.h"

namespace sideline::studio {

/// A monitor of a server: receives its match, sends it trainer commands, in a thread of its own.
///
/// Connects again and again while the server is away. All functions may be called from any one
/// thread; none waits, except the destructor, for at most a connection attempt.
class MonitorLink {
public:
    struct Settings {
        std::string host;
        std::uint16_t port = 3200;
        std::chrono::milliseconds retry{1000}; ///< between two attempts to connect
        std::chrono::milliseconds connectTimeout{2000};
    };
    /// How the link is doing.
    struct State {
        bool isConnected = false;
        std::string fault;   ///< why it is not connected; empty before the first attempt ended
        int connections = 0; ///< how often it was established
    };

    explicit MonitorLink(Settings settings);
    ~MonitorLink();
    MonitorLink(const MonitorLink&) = delete;
    MonitorLink& operator=(const MonitorLink&) = delete;

    [[nodiscard]] const Settings& settings() const { return m_settings; }
    /// The newest frame since the last call, if there is one.
    [[nodiscard]] std::optional<monitor::MatchFramePtr> takeFrame() { return m_frames.take(); }
    /// The state, if it has changed since the last call.
    [[nodiscard]] std::optional<State> takeState() { return m_states.take(); }
    /// Sends a command soon; it is lost if the server is away.
    void send(const monitor::TrainerCommand& command);

private:
    void work(const std::stop_token& stop);
    void talk(const std::stop_token& stop, net::FrameClient& client);
    bool sendCommands(net::FrameClient& client);

    Settings m_settings;
    base::Mailbox<monitor::MatchFramePtr> m_frames;
    base::Mailbox<State> m_states;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<std::string> m_commands; // guarded by m_mutex
    State m_state;                       ///< by the worker only
    std::jthread m_worker;
};

} // namespace sideline::studio
