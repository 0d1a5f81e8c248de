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

/// Sends what an agent draws to RoboViz, or to another viewer of its drawing protocol.
///
/// Sets get the agent in front of their names (`Sideline.7.ball`), so that agents do not erase each
/// other's drawings. Pictures that are more than viewers take of one sender
/// (`drawing::networkDrawingLimits`) are not sent, and counted. One sender per agent; called in the
/// agent's thread, allocates, never waits.
class DrawingSender final : public world::FrameSink {
public:
    /// Errors: as `net::UdpSender::open`.
    [[nodiscard]] static base::Expected<DrawingSender> open(const std::string& host,
                                                            std::uint16_t port);

    void take(const world::AgentFramePtr& frame) override;

    [[nodiscard]] const net::UdpCounters& counters() const { return m_sender.counters(); }
    /// Pictures that were not sent because there was too much in them in a second.
    [[nodiscard]] std::uint64_t droppedPictures() const { return m_droppedPictures; }

private:
    explicit DrawingSender(net::UdpSender sender);

    net::UdpSender m_sender;
    std::vector<drawing::Command> m_commands;
    bool m_isShown = false; ///< whether something of ours may be seen there
    drawing::ByteBudget m_budget;
    std::uint64_t m_droppedPictures = 0;
};

} // namespace sideline::runtime
