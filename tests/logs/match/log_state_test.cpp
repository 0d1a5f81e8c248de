#include "logs/match/log_state.h"

#include <gtest/gtest.h>

namespace sideline::logs {
namespace {

LogState stateOfSize(std::size_t transforms) {
    auto scene = std::make_shared<monitor::SceneState>();
    scene->local.resize(transforms);
    scene->updatedAt.resize(transforms);
    return {{}, std::move(scene), false};
}

TEST(CheckpointsTest, KeepsOnePerSpacingWhereFullScenesAreRare) {
    CheckpointBuilder builder(std::size_t{1} << 30U);
    const LogState state = stateOfSize(10);
    for (FrameNumber n = 1; n < 200; ++n) {
        builder.offer(n, 0, state);
    }
    const FrameNumber spacing = builder.spacing();
    EXPECT_EQ(builder.checkpoints().count(), 199 / spacing);
    EXPECT_EQ(builder.checkpoints().before(spacing)->frame, spacing);
    EXPECT_EQ(builder.checkpoints().before(spacing - 1), nullptr);
    EXPECT_EQ(builder.checkpoints().before(3 * spacing + 1)->frame, 3 * spacing);
}

TEST(CheckpointsTest, NeedsNoneWhereFullScenesAreFrequent) {
    CheckpointBuilder builder(std::size_t{1} << 30U);
    const LogState state = stateOfSize(10);
    for (FrameNumber n = 1; n < 200; ++n) {
        builder.offer(n, n / 15 * 15, state);
    }
    EXPECT_EQ(builder.checkpoints().count(), 0U);
}

TEST(CheckpointsTest, StaysWithinItsMemory) {
    const LogState state = stateOfSize(600);
    const std::size_t limit = 20 * state.byteSize();
    CheckpointBuilder builder(limit);
    for (FrameNumber n = 1; n < 20000; ++n) {
        builder.offer(n, 0, state);
        ASSERT_LE(builder.checkpoints().byteSize(), limit);
    }
    EXPECT_GT(builder.checkpoints().count(), 8U);
    // They still cover the whole log.
    EXPECT_LT(20000 - builder.checkpoints().before(20000)->frame, 2 * builder.spacing());
    EXPECT_LE(builder.checkpoints().before(3 * builder.spacing())->frame, 3 * builder.spacing());
}

} // namespace
} // namespace sideline::logs
