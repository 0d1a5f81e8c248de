#include "agentcore/runtime/frame_pool.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace sideline::runtime {
namespace {

TEST(FramePoolTest, ReleasedFrameReturnsWithItsMemory) {
    FramePool pool;
    std::vector<std::shared_ptr<world::AgentFrame>> all;
    const std::size_t count = pool.frameCount();
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(pool.take());
        all.back()->perceptText.assign(100000, 'x');
    }
    EXPECT_EQ(pool.frameCount(), count);
    all.clear();
    EXPECT_GE(pool.take()->perceptText.capacity(), 100000U);
    EXPECT_EQ(pool.frameCount(), count);
}

TEST(FramePoolTest, AllocatesNothingAfterWarmUp) {
    FramePool pool;
    world::AgentFramePtr kept;
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 1000; ++i) {
        std::shared_ptr<world::AgentFrame> frame = pool.take();
        frame->perceptText.assign(3000, 'p');
        kept = std::move(frame); // releases the previous frame
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST(FramePoolTest, GrowsWithRetainedFrames) {
    FramePool pool;
    std::vector<world::AgentFramePtr> kept;
    for (int i = 0; i < 20; ++i) {
        kept.push_back(pool.take());
    }
    EXPECT_EQ(pool.frameCount(), 20U);
}

TEST(FramePoolTest, FramesMayOutliveThePoolInOtherThreads) {
    auto pool = std::make_unique<FramePool>();
    std::vector<world::AgentFramePtr> kept;
    for (int i = 0; i < 300; ++i) {
        std::shared_ptr<world::AgentFrame> frame = pool->take();
        frame->cycle = static_cast<std::uint64_t>(i);
        kept.push_back(std::move(frame));
    }
    pool.reset();
    EXPECT_EQ(kept.back()->cycle, 299U);
    const std::jthread other([frames = std::move(kept)]() mutable { frames.clear(); });
}

} // namespace
} // namespace sideline::runtime
