#pragma once

#include <cstddef>
#include <memory>

#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Frames that are used again: when the last holder of a frame lets it go, it comes back with all
/// its memory, and so does the counter of its holders.
///
/// Any thread may let frames go; they may outlive the pool. `take` allocates nothing once the pool
/// holds as many frames as are in use at a time.
class FramePool {
public:
    FramePool();

    /// A frame with whatever stood in it; the caller sets all of it. One thread.
    [[nodiscard]] std::shared_ptr<world::AgentFrame> take();

    /// Frames that were ever made and still are, in use or not.
    [[nodiscard]] std::size_t frameCount() const;

private:
    class Store;
    struct GiveBack;
    template <typename T>
    class BlockAllocator;
    std::shared_ptr<Store> m_store;
};

} // namespace sideline::runtime
