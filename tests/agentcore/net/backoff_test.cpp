#include "agentcore/net/backoff.h"

#include <gtest/gtest.h>

namespace sideline::net {
namespace {

using namespace std::chrono_literals;

TEST(BackoffTest, DoublesUpToTheMaximum) {
    Backoff backoff(250ms, 1500ms);
    EXPECT_EQ(backoff.next(), 250ms);
    EXPECT_EQ(backoff.next(), 500ms);
    EXPECT_EQ(backoff.next(), 1000ms);
    EXPECT_EQ(backoff.next(), 1500ms);
    EXPECT_EQ(backoff.next(), 1500ms);
}

TEST(BackoffTest, RestartsAfterSuccess) {
    Backoff backoff(1ms, 8ms);
    static_cast<void>(backoff.next());
    static_cast<void>(backoff.next());
    backoff.reset();
    EXPECT_EQ(backoff.next(), 1ms);
    EXPECT_EQ(backoff.next(), 2ms);
}

TEST(BackoffTest, NeverOverflows) {
    Backoff backoff(1ms, Backoff::Duration::max());
    Backoff::Duration last{};
    for (int i = 0; i < 200; ++i) {
        const auto pause = backoff.next();
        EXPECT_GE(pause, last);
        last = pause;
    }
    EXPECT_EQ(last, Backoff::Duration::max());
}

} // namespace
} // namespace sideline::net
