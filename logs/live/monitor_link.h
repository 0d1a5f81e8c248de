#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_client.h"
#include "logs/live/live_ring.h"
#include "logs/live/server_time.h"

namespace sideline::logs {

/// A message received and decoded by a link.
struct LinkMessage {
    std::string_view text; ///< valid during the call
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    net::Clock::time_point arrival;
    std::uint32_t frame = 0;  ///< number of its `MatchFrame`
    double recordTimeS = 0.0; ///< server time since the first message
};

/// A monitor client: receives a match from a server and sends it trainer commands, in its own
/// thread.
///
/// Reconnects automatically while the server is unavailable. When a message does not match the
/// preceding ones, requests a full scene once a second (rcssservermj sends it automatically). All
/// functions must be called from the same thread; only the destructor blocks, for at most one
/// connection attempt.
class MonitorLink {
public:
    struct Settings {
        std::string host;
        std::uint16_t port = 3200;
        std::chrono::milliseconds retry{250};         ///< first pause between two attempts
        std::chrono::milliseconds longestRetry{4000}; ///< pauses double up to this
        std::chrono::milliseconds connectTimeout{2000};
        std::chrono::milliseconds silence{
            3000}; ///< time without messages after which the server counts as silent
        std::shared_ptr<LiveRing> ring; ///< records every message; may be null
        /// Called in the link's thread for every decoded message; may be empty.
        std::function<void(const LinkMessage&)> observer;
        /// Returns the text before the message in the ring, as for `LiveRing`; may be empty. Called
        /// in the link's thread, after `observer`.
        std::function<std::string()> drawingPrefix;
    };
    /// State of the link.
    struct State {
        bool isConnected = false;
        std::string fault;   ///< why it is not connected, or another problem; empty without a fault
        int connections = 0; ///< number of connections established
        bool isInSync = false; ///< whether the frames match the server's state
        bool isSilent = false; ///< connected, but without a recent message
        double speed = 0.0;    ///< server time divided by real time, over the last two seconds
        /// Whether the game clock is running; `speed` is also measured while it is stopped.
        bool isClockRunning = false;
        std::uint64_t messages = 0;
        std::uint64_t damagedMessages = 0;   ///< unreadable messages
        std::uint64_t unfittingMessages = 0; ///< differences that do not match the current scene
        std::uint64_t fullStateRequests = 0; ///< sent automatically by the link
        RingState ring;
        [[nodiscard]] bool operator==(const State&) const = default;
    };

    explicit MonitorLink(Settings settings);
    ~MonitorLink();
    MonitorLink(const MonitorLink&) = delete;
    MonitorLink& operator=(const MonitorLink&) = delete;

    [[nodiscard]] const Settings& settings() const { return m_settings; }
    /// The newest frame, if it is new since the last call.
    [[nodiscard]] std::optional<monitor::MatchFramePtr> takeFrame() { return m_frames.take(); }
    /// The state, if it has changed since the last call; several times a second during a match.
    [[nodiscard]] std::optional<State> takeState() { return m_states.take(); }
    /// Queues a command; it is lost if the server is unavailable.
    void send(const monitor::TrainerCommand& command);
    /// Queues any text as a command.
    void sendText(std::string text);

private:
    void work(const std::stop_token& stop);
    void fail(const base::Error& error);
    void runSession(const std::stop_token& stop, net::FrameClient& client);
    void take(std::string_view message, net::Clock::time_point now);
    [[nodiscard]] bool canRequestFullState() const;
    void requestFullState(net::Clock::time_point now);
    void publishState(net::Clock::time_point now, bool isUrgent);
    bool sendCommands(net::FrameClient& client);

    Settings m_settings;
    base::Mailbox<monitor::MatchFramePtr> m_frames;
    base::Mailbox<State> m_states;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<std::string> m_commands; // guarded by m_mutex

    // Accessed by the worker thread only.
    State m_state;
    State m_reported;
    net::Clock::time_point m_stateDue;
    monitor::MonitorDecoder m_decoder;
    ServerTime m_time;
    SpeedMeter m_speed;
    std::uint32_t m_nextFrame = 0;
    net::Clock::time_point m_lastMessage;
    net::Clock::time_point m_nextRequest;

    base::Worker m_worker;
};

} // namespace sideline::logs
