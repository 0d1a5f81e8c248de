#include "agentcore/base/mailbox.h"

#include <thread>

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(MailboxTest, ReturnsTheLatestValueOnce) {
    Mailbox<int> box;
    EXPECT_FALSE(box.take());
    EXPECT_FALSE(box.put(1));
    EXPECT_TRUE(box.put(2));
    EXPECT_EQ(box.take(), 2);
    EXPECT_FALSE(box.take());
}

TEST(MailboxTest, NeverGoesBackBetweenThreads) {
    constexpr int kLast = 20000;
    Mailbox<int> box;
    std::jthread writer([&] {
        for (int i = 1; i <= kLast; ++i) {
            box.put(i);
        }
    });
    int newest = 0;
    while (newest < kLast) {
        if (const auto value = box.take()) {
            ASSERT_GT(*value, newest);
            newest = *value;
        }
    }
}

} // namespace
} // namespace sideline::base
