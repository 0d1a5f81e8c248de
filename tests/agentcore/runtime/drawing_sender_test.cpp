#include "agentcore/runtime/drawing_sender.h"

#include <gtest/gtest.h>

#include "agentcore/drawing/drawing_board.h"

namespace sideline::runtime {
namespace {

using namespace std::chrono_literals;

TEST(DrawingSenderTest, ExcessPictureIsDroppedAndCounted) {
    auto receiver = net::UdpReceiver::open({});
    ASSERT_TRUE(receiver) << receiver.error().toString();
    auto sender = DrawingSender::open("127.0.0.1", receiver->port());
    ASSERT_TRUE(sender) << sender.error().toString();
    const auto draw = [&](int shapes, std::chrono::nanoseconds at) {
        auto frame = std::make_shared<world::AgentFrame>();
        frame->timing.receivedAt = at;
        frame->drawings.assign(static_cast<std::size_t>(shapes),
                               {"set", drawing::Shape(drawing::Sphere{})});
        sender->take(frame);
    };
    draw(3, 10s);
    EXPECT_EQ(sender->droppedPictures(), 0U);
    const std::uint64_t sent = sender->counters().datagrams + sender->counters().lost;
    EXPECT_GT(sent, 0U);
    draw(100'000, 11s);
    EXPECT_EQ(sender->droppedPictures(), 1U);
    EXPECT_EQ(sender->counters().datagrams + sender->counters().lost, sent);
    draw(3, 12s);
    EXPECT_EQ(sender->droppedPictures(), 1U);
    EXPECT_EQ(sender->counters().datagrams + sender->counters().lost, 2 * sent);
    // The limit applies to each second.
    int drawn = 0;
    while (sender->droppedPictures() == 1 && drawn < 10'000) {
        draw(500, 13s);
        ++drawn;
    }
    EXPECT_EQ(sender->droppedPictures(), 2U);
    draw(500, 14s);
    EXPECT_EQ(sender->droppedPictures(), 2U);
}

} // namespace
} // namespace sideline::runtime
