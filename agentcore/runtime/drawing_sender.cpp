#include "agentcore/runtime/drawing_sender.h"

#include <utility>

#include <fmt/format.h>

#include "agentcore/drawing/datagram.h"
#include "agentcore/drawing/drawing_board.h"

namespace sideline::runtime {

base::Expected<DrawingSender> DrawingSender::open(const std::string& host, std::uint16_t port) {
    auto sender = net::UdpSender::open(host, port);
    if (!sender) {
        return tl::unexpected(std::move(sender.error()));
    }
    return DrawingSender(std::move(*sender));
}

DrawingSender::DrawingSender(net::UdpSender sender)
    : m_sender(std::move(sender)),
      m_budget(drawing::networkDrawingLimits().maxSenderBytesPerS,
               drawing::networkDrawingLimits().maxSenderBytesPerS) {}

void DrawingSender::take(const world::AgentFramePtr& frame) {
    if (frame->drawings.empty() && !m_isShown) {
        return;
    }
    const std::string prefix =
        fmt::format("{}.{}.", frame->identity.team, frame->identity.robot.unum.value());
    m_commands.clear();
    for (const drawing::NamedShape& shape : frame->drawings) {
        m_commands.emplace_back(drawing::NamedShape{prefix + shape.set, shape.shape});
    }
    // Clears the previous drawings if there are no shapes.
    m_commands.emplace_back(drawing::SwapBuffers{prefix});
    const drawing::EncodedDrawings encoded = drawing::encodeDatagrams(m_commands);
    std::size_t bytes = 0;
    for (const std::string& datagram : encoded.datagrams) {
        bytes += datagram.size();
    }
    if (!m_budget.has(bytes, frame->timing.receivedAt)) {
        ++m_droppedPictures; // an old picture is better than half of a new one
        return;
    }
    m_budget.spend(bytes);
    for (const std::string& datagram : encoded.datagrams) {
        m_sender.send(datagram);
    }
    m_isShown = !frame->drawings.empty();
}

} // namespace sideline::runtime
