#pragma once

#include <cstdint>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/net/frame_client.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// Ground truth of a match on a server, message by message, and trainer commands to it: a monitor
/// in the thread of whoever asks. One thread at a time.
class MatchWatch {
public:
    /// Connects to the monitor port and waits for the first scene.
    /// @param stop see `net::ClientOptions`
    /// Errors: those of `net::FrameClient::connect`; UnsupportedFormat for a port that sends
    /// something else, Io for one that sends nothing within ten seconds or closes; Canceled.
    [[nodiscard]] static base::Expected<MatchWatch> connect(const ServerAddress& server,
                                                            const std::stop_token& stop = {});

    /// Reads the next message, or several if the first ones do not fit those before; the whole
    /// scene is requested then.
    /// @return false if none came until `deadline`
    /// Errors: those of `net::FrameClient::receive`.
    [[nodiscard]] base::Expected<bool> next(net::Clock::time_point deadline);
    /// Errors: those of `net::FrameClient::send`.
    base::Expected<void> send(const monitor::TrainerCommand& command);

    /// As the last message has it.
    [[nodiscard]] const monitor::MatchFrame& frame() const { return *m_frame; }

private:
    explicit MatchWatch(net::FrameClient link) : m_link(std::move(link)) {}

    net::FrameClient m_link;
    monitor::MonitorDecoder m_decoder;
    monitor::MatchFramePtr m_frame; ///< never null once connected
    std::uint32_t m_messages = 0;
    bool m_hasAskedForScene = false; ///< since the last good message
};

} // namespace sideline::training
