#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/drawing/byte_budget.h"
#include "agentcore/drawing/command.h"
#include "agentcore/net/udp.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Sends an agent's drawings to RoboViz or another viewer that supports its protocol.
///
/// Names of sets are prefixed with the agent's name (`Sideline.7.ball`), so that agents do not
/// overwrite each other's drawings. Pictures that exceed the limits of viewers for one sender
/// (`drawing::networkDrawingLimits`) are dropped and counted. One sender per agent; called in the
/// agent's thread; allocates, never blocks.
class DrawingSender final : public world::FrameSink {
public:
    /// Errors: as for `net::UdpSender::open`.
    [[nodiscard]] static base::Expected<DrawingSender> open(const std::string& host,
                                                            std::uint16_t port);

    void take(const world::AgentFramePtr& frame) override;

    [[nodiscard]] const net::UdpCounters& counters() const { return m_sender.counters(); }
    /// Number of pictures dropped because of the rate limit.
    [[nodiscard]] std::uint64_t droppedPictures() const { return m_droppedPictures; }

private:
    explicit DrawingSender(net::UdpSender sender);

    net::UdpSender m_sender;
    std::vector<drawing::Command> m_commands;
    bool m_isShown = false; ///< whether the viewer may still show drawings of this sender
    drawing::ByteBudget m_budget;
    std::uint64_t m_droppedPictures = 0;
};

} // namespace sideline::runtime
