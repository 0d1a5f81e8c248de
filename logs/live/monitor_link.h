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

/// A message that a link received and could read.
struct LinkMessage {
    std::string_view text; ///< valid during the call
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    net::Clock::time_point arrival;
    std::uint32_t frame = 0;  ///< number of its `MatchFrame`
    double recordTimeS = 0.0; ///< server time since the first message
};

/// A monitor of a server: receives its match, sends it trainer commands, in a thread of its own.
///
/// Connects again and again while the server is away. When a message does not fit the ones before,
/// the whole scene is asked for, once a second (rcssservermj sends it by itself). All functions may
/// be called from any one thread; none waits, except the destructor, for at most a connection
/// attempt.
class MonitorLink {
public:
    struct Settings {
        std::string host;
        std::uint16_t port = 3200;
        std::chrono::milliseconds retry{250};         ///< first pause between two attempts
        std::chrono::milliseconds longestRetry{4000}; ///< pauses double up to this one
        std::chrono::milliseconds connectTimeout{2000};
        std::chrono::milliseconds silence{3000}; ///< without a message: the server is silent
        std::shared_ptr<LiveRing> ring;          ///< for every message; may be null
        /// Called in the link's thread for every message that could be read; may be empty.
        std::function<void(const LinkMessage&)> observer;
        /// What stands in front of the message in the ring, as `LiveRing` takes it; may be empty.
        /// Called in the link's thread, after `observer`.
        std::function<std::string()> drawingPrefix;
    };
    /// How the link is doing.
    struct State {
        bool isConnected = false;
        std::string fault;     ///< why it is not connected, or what is odd; empty if all is well
        int connections = 0;   ///< how often it was established
        bool isInSync = false; ///< whether the frames are what the server has
        bool isSilent = false; ///< connected, but no message came for a while
        double speed = 0.0;    ///< server time per time, over the last two seconds
        bool isClockRunning = false; ///< the game clock; the speed is known while it stands, too
        std::uint64_t messages = 0;
        std::uint64_t damagedMessages = 0;   ///< that could not be read
        std::uint64_t unfittingMessages = 0; ///< differences to something that we do not have
        std::uint64_t fullStateRequests = 0; ///< sent by the link itself
        RingState ring;
        [[nodiscard]] bool operator==(const State&) const = default;
    };

    explicit MonitorLink(Settings settings);
    ~MonitorLink();
    MonitorLink(const MonitorLink&) = delete;
    MonitorLink& operator=(const MonitorLink&) = delete;

    [[nodiscard]] const Settings& settings() const { return m_settings; }
    /// The newest frame since the last call, if there is one.
    [[nodiscard]] std::optional<monitor::MatchFramePtr> takeFrame() { return m_frames.take(); }
    /// The state, if it has changed since the last call; some times a second while messages come.
    [[nodiscard]] std::optional<State> takeState() { return m_states.take(); }
    /// Sends a command soon; it is lost if the server is away.
    void send(const monitor::TrainerCommand& command);
    /// The same with any text.
    void sendText(std::string text);

private:
    void work(const std::stop_token& stop);
    void fail(const base::Error& error);
    void talk(const std::stop_token& stop, net::FrameClient& client);
    void take(std::string_view message, net::Clock::time_point now);
    [[nodiscard]] bool canAskForFullState() const;
    void askForFullState(net::Clock::time_point now);
    void publishState(net::Clock::time_point now, bool isUrgent);
    bool sendCommands(net::FrameClient& client);

    Settings m_settings;
    base::Mailbox<monitor::MatchFramePtr> m_frames;
    base::Mailbox<State> m_states;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<std::string> m_commands; // guarded by m_mutex

    // by the worker only
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
