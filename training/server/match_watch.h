#pragma once

#include <cstdint>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_client.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// Receives the ground truth of a match on a server and sends trainer commands to it: a monitor in
/// the caller's thread. One thread at a time.
class MatchWatch {
public:
    /// Connects to the monitor port and waits for the first scene.
    /// @param stop see `net::ClientOptions`
    /// Errors: those of `net::FrameClient::connect`; UnsupportedFormat for a port with another
    /// protocol, Io for one that sends nothing within ten seconds or closes; Canceled.
    [[nodiscard]] static base::Expected<MatchWatch> connect(const ServerAddress& server,
                                                            const std::stop_token& stop = {});

    /// Reads the next message. If it does not match the scene, requests a full scene and reads
    /// until a message matches.
    /// @return false if none came before `deadline`
    /// Errors: those of `net::FrameClient::receive`.
    [[nodiscard]] base::Expected<bool> next(net::Clock::time_point deadline);
    /// Errors: those of `net::FrameClient::send`.
    base::Expected<void> send(const monitor::TrainerCommand& command);

    /// The state after the last message.
    [[nodiscard]] const monitor::MatchFrame& frame() const { return *m_frame; }

private:
    explicit MatchWatch(net::FrameClient link) : m_link(std::move(link)) {}

    net::FrameClient m_link;
    monitor::MonitorDecoder m_decoder;
    monitor::MatchFramePtr m_frame; ///< never null once connected
    std::uint32_t m_messages = 0;
    bool m_hasRequestedScene = false; ///< whether it requested one since the last valid message
};

} // namespace sideline::training
