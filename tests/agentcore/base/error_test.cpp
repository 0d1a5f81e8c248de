#include "agentcore/base/error.h"

#include <cerrno>

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(ErrorTest, TextHasPositionMessageAndExpectation) {
    Error error{ErrorCode::Malformed, "'x' is not a number", "a number", "match.log", 12, 7};
    EXPECT_EQ(error.toString(), "match.log:12, byte 7: 'x' is not a number; expected a number");
    error.line.reset();
    EXPECT_EQ(error.toString(), "match.log, byte 7: 'x' is not a number; expected a number");
    error.file.clear();
    error.expected.clear();
    EXPECT_EQ(error.toString(), "byte 7: 'x' is not a number");
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

TEST(ErrorTest, ReportsTheSystemError) {
    const struct {
        int code;
        ErrorCode kind;
        const char* text;
    } rows[] = {
        {ENOENT, ErrorCode::NotFound, "a.log: cannot write: No such file or directory"},
        {EACCES, ErrorCode::PermissionDenied, "a.log: cannot write: Permission denied"},
        {EROFS, ErrorCode::PermissionDenied, "a.log: cannot write: Read-only file system"},
        {ENOSPC, ErrorCode::LimitExceeded,
         "a.log: cannot write: the disk is full (No space left on device)"},
        {EDQUOT, ErrorCode::LimitExceeded,
         "a.log: cannot write: the disk quota is used up (Disk quota exceeded)"},
        {EFBIG, ErrorCode::LimitExceeded,
         "a.log: cannot write: the file has reached the size limit (File too large)"},
        {EIO, ErrorCode::Io, "a.log: cannot write: Input/output error"},
    };
    for (const auto& row : rows) {
        const Error error = systemError(row.code, "cannot write", "a.log");
        EXPECT_EQ(error.code, row.kind) << row.text;
        EXPECT_EQ(error.toString(), row.text);
    }
}

} // namespace
} // namespace sideline::base
