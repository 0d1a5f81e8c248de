#include "agentcore/base/error.h"

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(ErrorTest, SaysWhereWhatAndWhatWasExpected) {
    Error error{ErrorCode::Malformed, "'x' is no number", "a number", "match.log", 12, 7};
    EXPECT_EQ(error.toString(), "match.log:12, byte 7: 'x' is no number; expected a number");
    error.line.reset();
    EXPECT_EQ(error.toString(), "match.log, byte 7: 'x' is no number; expected a number");
    error.file.clear();
    error.expected.clear();
    EXPECT_EQ(error.toString(), "byte 7: 'x' is no number");
    EXPECT_EQ((Error{ErrorCode::Io, "no", "", "", 3, {}}).toString(), "line 3: no");
    EXPECT_EQ((Error{ErrorCode::Io, "no", "", "", {}, {}}).toString(), "no");
}

TEST(ErrorTest, KeepsTheFirstFileName) {
    const Error error = Error{ErrorCode::Io, "no", "", "", {}, {}}.inFile("a.log").inFile("b.log");
    EXPECT_EQ(error.file, "a.log");
}

TEST(ErrorTest, FailureMakesAnUnexpected) {
    const Expected<int> result = failure(ErrorCode::NotFound, "gone", "a file");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::NotFound);
    EXPECT_EQ(result.error().expected, "a file");
}

} // namespace
} // namespace sideline::base
