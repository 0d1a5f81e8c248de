#pragma once

#include <cstddef>
#include <memory>

#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Reusable frames: when the last reference to a frame is released, the frame returns to the pool
/// with all its memory, including that of the reference counter.
///
/// Any thread may release frames; they may outlive the pool. `take` allocates nothing once the pool
/// holds as many frames as are used at the same time.
class FramePool {
public:
    FramePool();

    /// A frame with unspecified content; the caller must set all of it. One thread.
    [[nodiscard]] std::shared_ptr<world::AgentFrame> take();

    /// Number of existing frames, in use or not.
    [[nodiscard]] std::size_t frameCount() const;

private:
    class Store;
    struct Recycler;
    template <typename T>
    class BlockAllocator;
    std::shared_ptr<Store> m_store;
};

} // namespace sideline::runtime
