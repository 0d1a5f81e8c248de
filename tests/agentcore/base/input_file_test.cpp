#include "agentcore/base/input_file.h"

#include <array>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/test_files.h"

namespace sideline::base {
namespace {

TEST(InputFileTest, ReadsUpToTheEnd) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.txt", "hello world");
    const auto file = InputFile::open(dir / "a.txt");
    ASSERT_TRUE(file) << file.error().toString();
    EXPECT_EQ(*file->size(), 11U);
    std::array<char, 8> bytes{};
    ASSERT_EQ(*file->readAt(6, bytes), 5U);
    EXPECT_EQ(std::string_view(bytes.data(), 5), "world");
    EXPECT_EQ(*file->readAt(100, bytes), 0U);
}

TEST(InputFileTest, KeepsTheFileWhenItIsMoved) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.txt", "one");
    tests::writeFile(dir / "b.txt", "three");
    auto first = InputFile::open(dir / "a.txt");
    auto second = InputFile::open(dir / "b.txt");
    ASSERT_TRUE(first && second);
    *first = std::move(*second);
    EXPECT_EQ(first->path(), dir / "b.txt");
    EXPECT_EQ(*first->size(), 5U);
    const InputFile moved = std::move(*first);
    EXPECT_EQ(*moved.size(), 5U);
}

// Each kind is rejected immediately, without being opened or waited for.
TEST(InputFileTest, RejectsPathsThatAreNoFiles) {
    const tests::TempDir dir;
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    std::filesystem::create_symlink(dir / "fifo", dir / "link");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = (dir / "socket").string();
    ASSERT_LT(path.size(), sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    struct Row {
        std::filesystem::path path;
        ErrorCode code;
        const char* text;
    };
    const Row rows[] = {
        {dir.path(), ErrorCode::UnsupportedFormat, "this is a folder; expected a log"},
        {dir / "fifo", ErrorCode::UnsupportedFormat, "this is a FIFO (a pipe); expected a log"},
        {dir / "link", ErrorCode::UnsupportedFormat, "this is a FIFO (a pipe); expected a log"},
        {dir / "socket", ErrorCode::UnsupportedFormat, "this is a socket; expected a log"},
        {"/dev/zero", ErrorCode::UnsupportedFormat, "this is a character device; expected a log"},
        {dir / "none", ErrorCode::NotFound, "no such file; expected a log"},
        {"/dev/zero/none", ErrorCode::NotFound, "no such file; expected a log"},
    };
    for (const Row& row : rows) {
        const auto file = InputFile::open(row.path, "a log");
        const auto checked = checkInputFile(row.path, "a log");
        const auto text = readTextFile(row.path, 100, "a log");
        ASSERT_FALSE(file || checked || text) << row.path;
        EXPECT_EQ(file.error().code, row.code) << row.path;
        EXPECT_EQ(file.error().toString(), row.path.string() + ": " + row.text);
        EXPECT_EQ(checked.error().toString(), file.error().toString());
        EXPECT_EQ(text.error().toString(), file.error().toString());
    }
    ::close(socket);
}

TEST(InputFileTest, TextFileHasALimitAndNoByteOrderMark) {
    const tests::TempDir dir;
    const std::string body(10000, 'x');
    tests::writeFile(dir / "plain", body);
    EXPECT_EQ(*readTextFile(dir / "plain", 10000, "text"), body);
    const auto tooLong = readTextFile(dir / "plain", 9999, "a text");
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(tooLong.error().code, ErrorCode::LimitExceeded);
    EXPECT_NE(tooLong.error().toString().find("plain: the file has 10000 bytes; expected a text "
                                              "of at most 9999 bytes"),
              std::string::npos)
        << tooLong.error().toString();
    tests::writeFile(dir / "mark", "\xef\xbb\xbfthe text");
    EXPECT_EQ(*readTextFile(dir / "mark", 100, "text"), "the text");
    tests::writeFile(dir / "empty", "");
    EXPECT_EQ(*readTextFile(dir / "empty", 100, "text"), "");
    for (const char* mark : {"\xff\xfe", "\xfe\xff"}) {
        tests::writeFile(dir / "wide", std::string(mark) + "t");
        const auto wide = readTextFile(dir / "wide", 100, "a text");
        ASSERT_FALSE(wide);
        EXPECT_NE(wide.error().toString().find("UTF-16; expected a text in UTF-8"),
                  std::string::npos);
    }
    // Some system files report no size but have content.
    const auto status = readTextFile("/proc/self/status", 1U << 20U, "text");
    ASSERT_TRUE(status);
    EXPECT_TRUE(status->starts_with("Name:"));
    EXPECT_FALSE(readTextFile("/proc/self/status", 100, "text"));
}

} // namespace
} // namespace sideline::base
