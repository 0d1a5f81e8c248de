#include "agentcore/base/plural.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(PluralTest, OnlyOneIsSingular) {
    EXPECT_EQ(plural(0, "message"), "0 messages");
    EXPECT_EQ(plural(1, "message"), "1 message");
    EXPECT_EQ(plural(std::uint64_t{2}, "random seek"), "2 random seeks");
    EXPECT_EQ(plural(-1, "cycle"), "-1 cycles");
}

} // namespace
} // namespace sideline::base
